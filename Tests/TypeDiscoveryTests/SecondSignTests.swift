import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import TypeDiscovery

/// A database with signatures that consist of a few bytes.
enum WeakSignatures {
  private static let rules: [(priority: Int, mimeType: String, bytes: [UInt8])] = [
    (50, "text/x-patch", Array("--- ".utf8)), (50, "text/x-patch", Array("*** ".utf8)),
    (50, "text/x-modelica", Array("class".utf8)), (50, "text/troff", Array("\\\"".utf8)),
    (50, "text/x-microdvd", Array("{".utf8)), (50, "model/stl", Array("solid".utf8)),
    (50, "text/vnd.graphviz", Array("graph ".utf8)), (50, "message/rfc822", Array("From: ".utf8)),
    (50, "application/x-zzlong", Array("ZZ SIGNATURE 1.0".utf8)), (50, "application/x-zzdata", [0x99, 0x01]),
    (50, "application/x-font-tex-tfm", [0x00, 0x0A]), (45, "image/x-zzmarkup", Array("<zz".utf8)),
    (30, "text/x-csrc", Array("//".utf8)), (30, "text/x-csrc", Array("/*".utf8)),
    (10, "text/x-matlab", Array("%".utf8)), (10, "text/x-matlab", Array("##".utf8)),
    (10, "text/x-tex", Array("%".utf8)),
  ]

  static func database(in folder: TemporaryFolder) throws -> SharedMimeDatabase {
    try Folder.create(try folder.filePath("mime"))
    try folder.write("50:text/x-matlab:*.m\n50:application/x-zzdata:*.zzdata\n", to: "mime/globs2")
    let sections = rules.flatMap { rule -> [UInt8] in
      Array("[\(rule.priority):\(rule.mimeType)]\n>0=".utf8) + [0, UInt8(rule.bytes.count)] + rule.bytes + [
        0x0A
      ]
    }
    try folder.write(Array("MIME-Magic\0\n".utf8) + sections, to: "mime/magic")
    return try SharedMimeDatabase(folders: [try folder.filePath("mime")])
  }
}

/// A signature of a few bytes is accepted only with a second sign.
@Suite struct SecondSignTests {
  private func type(_ name: String?, _ bytes: [UInt8]) throws -> String {
    let database = try WeakSignatures.database(in: try TemporaryFolder())
    let detector = TypeDetector(registry: .standard) { () throws(DiscoveryError) in database }
    return try bytes.withUnsafeBytes {
      try detector.detectReadingDatabase(name: name.flatMap { FileName($0) }, prefix: $0, isWhole: true)
    }.type.identifier
  }

  @Test(arguments: [
    ("% Water\nfunction y = water(x)\ny = 3;\n", "io.proffer.matlab"),
    ("## Water\nfunction y = water(x)\n  y = 3;\nendfunction\n", "io.proffer.matlab"),
    ("% Water\n\\documentclass{article}\n", "org.tug.tex"), ("// Water\n", "public.c-source"),
    ("/* Water */\n#include <water.h>\n", "public.c-source"), ("\\\" Water\n.SH NAME\n", "io.proffer.troff"),
    ("{1}{2}Water\n{3}{4}Beds\n", "io.proffer.subtitles"),
    ("graph garden {\n  a -- b;\n}\n", "io.proffer.graphviz"),
    ("ZZ SIGNATURE 1.0\n", "io.proffer.mime.application.x-zzlong"),
    ("class Garden\n  Real x;\nequation\n  x = 3;\nend Garden;\n", "io.proffer.mime.text.x-modelica"),
    ("<zz a='b'/>", "io.proffer.mime.image.x-zzmarkup"),
  ])
  func aTextWithASecondSignHasTheTypeOfTheSignature(_ text: String, _ expected: String) throws {
    try expectEqual(type(nil, Array(text.utf8)), expected)
  }

  @Test(arguments: [
    "% of the garden is dry.\n", "## Water\nThe beds are dry.\n", "// Water\nThe beds are dry.\n",
    "--- Water the beds\n",
    "*** Water the beds\n", "class begins at nine.\n", "solid ground\n", "graph of a function\n",
    "From: the garden\n",
    "{water}\n", "/* the beds\n",
  ])
  func aTextWithoutASecondSignIsPlain(_ text: String) throws {
    try expectEqual(type(nil, Array(text.utf8)), "public.utf8-plain-text")
  }

  @Test func dataNeedsMoreThanTwoBytes() throws {
    try expectEqual(type(nil, [0x99, 0x01, 0, 0, 0xFF, 0xFE]), "public.data")
    try expectEqual(type(nil, [0, 0x0A] + [UInt8](repeating: 0xFF, count: 40)), "public.data")
    let metrics = [0, 12, 0, 2, 0, 1, 0, 1] + [0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] as [UInt8]
    try expectEqual(type(nil, metrics).hasSuffix("tfm"), false)
  }

  @Test func theNameIsASecondSign() throws {
    try expectEqual(type("a.zzdata", [0x99, 0x01, 0, 0, 0xFF]), "io.proffer.mime.application.x-zzdata")
    try expectEqual(type("a.m", Array("% of the garden\n".utf8)), "io.proffer.matlab")
  }

  @Test func aWeakSignatureDoesNotRefineALanguage() throws {
    try expectEqual(type(nil, Array("/* Water */\nbody { color: red; margin: 0 }\n".utf8)), "public.css")
    try expectEqual(type(nil, Array("--- a\n+++ b\n@@ -1 +1 @@\n-1\n+2\n".utf8)), "public.patch-file")
  }
}
