import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

struct FileNamingTests {
  struct Row: Sendable {
    let suggested: String?
    let type: String
    let expected: String
    var source: String?
    var isFolder = false
  }

  @Test(
    .behaviour(
      "IP-075", "IP-076", "IP-082", "IP-083", "IP-084", "IP-088", "IP-089", "IP-090", "IP-091", "IP-092",
      "IP-094",
      "IP-095", "IP-096", "IP-097", "IP-098", "G-18", "G-19", "G-20", "G-21"),
    arguments: [
      Row(suggested: "one.foo", type: "public.png", expected: "one.foo.png"),
      Row(suggested: "two.foo.PNG", type: "public.png", expected: "two.foo.PNG"),
      Row(suggested: "foo", type: "public.utf8-plain-text", expected: "foo.txt"),
      Row(suggested: "world.txt", type: "public.utf8-plain-text", expected: "world.txt"),
      Row(suggested: "hello.rtf", type: "public.rtf", expected: "hello.rtf"),
      Row(suggested: "archive.zip", type: "public.zip-archive", expected: "archive.zip"),
      Row(suggested: "photo.jpg", type: "public.jpeg", expected: "photo.jpg"),
      Row(suggested: "photo.jpeg", type: "public.jpeg", expected: "photo.jpeg"),
      // The extension of a more specific type fits; a text type without an extension uses that of plain
      // text.
      Row(suggested: "page.html", type: "public.text", expected: "page.html"),
      Row(suggested: "notes.md", type: "public.utf8-plain-text", expected: "notes.md"),
      Row(
        suggested: "Screenshot 2026-05-22 at 14.49.40", type: "public.png",
        expected: "Screenshot 2026-05-22 at 14.49.40.png"),
      Row(suggested: "page.html", type: "public.plain-text", expected: "page.html.txt"),
      Row(suggested: "v1.2.3", type: "com.adobe.pdf", expected: "v1.2.3.pdf"),
      Row(suggested: "report 2025.10", type: "com.adobe.pdf", expected: "report 2025.10.pdf"),
      Row(suggested: "../../etc/passwd", type: "public.data", expected: "..-..-etc-passwd"),
      Row(suggested: "a\0b", type: "public.data", expected: "ab"),
      Row(suggested: "..", type: "public.png", expected: "image.png"),
      Row(suggested: "", type: "public.png", expected: "image.png"),
      Row(suggested: "  ", type: "public.png", expected: "image.png"),
      Row(suggested: nil, type: "public.png", expected: "image.png"),
      Row(suggested: nil, type: "public.utf8-plain-text", expected: "text.txt"),
      Row(suggested: nil, type: "com.adobe.pdf", expected: "item.pdf"),
      Row(suggested: nil, type: "object", expected: "item"),
      Row(suggested: nil, type: "public.folder", expected: "folder", isFolder: true),
      Row(suggested: "some.directory", type: "public.folder", expected: "some.directory", isFolder: true),
      Row(suggested: "Notes", type: "com.apple.rtfd", expected: "Notes.rtfd", isFolder: true),
      Row(suggested: nil, type: "public.plain-text", expected: "README", source: "README"),
      Row(suggested: "README", type: "public.plain-text", expected: "README", source: "README"),
      Row(suggested: "README", type: "public.plain-text", expected: "README.txt"),
      Row(suggested: nil, type: "com.adobe.pdf", expected: "export.tmp", source: "export.tmp"),
      Row(suggested: "Paper", type: "com.adobe.pdf", expected: "Paper.pdf", source: "export.tmp"),
    ])
  func namesFollowSuggestionAndType(row: Row) {
    let name = FileNaming.name(
      suggested: row.suggested, sourceName: row.source.flatMap { FileName($0) }, typeIdentifier: row.type,
      isFolder: row.isFolder)
    expectEqual(name.string, row.expected)
  }

  @Test func aNameHasAtMost255Bytes() {
    let long = String(repeating: "ä", count: 300)
    let name = FileNaming.name(suggested: long, sourceName: nil, typeIdentifier: "public.png")
    expectAtMost(name.bytes.count, 255)
    expectEqual(name.string?.hasSuffix("ä.png"), true)
    let typed = FileNaming.name(suggested: long + ".png", sourceName: nil, typeIdentifier: "public.png")
    expectAtMost(typed.bytes.count, 255)
    expectEqual(typed.string?.hasSuffix("ä.png"), true)
  }

  @Test func anyTextGivesAValidName() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let parts = [
      "/", ".", "..", "\0", "a", "ä", "\u{202E}", "\\", "png", "txt", " ", "\n",
      String(repeating: "x", count: 90),
    ]
    let types = [
      "public.png", "public.plain-text", "public.data", "object", "com.apple.rtfd", "public.folder",
    ]
    for _ in 0..<1000 {
      let count = Int.random(in: 0...8, using: &generator)
      let text = (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      let type = types.randomElement(using: &generator) ?? "object"
      let name = FileNaming.name(
        suggested: text, sourceName: nil, typeIdentifier: type, isFolder: Bool.random(using: &generator))
      expect(
        !name.bytes.contains(0x2F) && name.bytes.count <= 255,
        "seed \(seed): \(text.debugDescription) as \(type)")
      // Suggesting a chosen name again does not change it.
      let again = FileNaming.name(
        suggested: name.string, sourceName: nil, typeIdentifier: "public.data")
      expectEqual(again, name, "seed \(seed): \(text.debugDescription) as \(type)")
      let portable = FileNaming.portable(name)
      expectEqual(FileNaming.portable(portable), portable, "seed \(seed): \(name)")
    }
  }

  @Test(arguments: [
    ("a:b?.txt", "a_b_.txt"), ("CON", "CON_"), ("con.txt", "con_.txt"), ("COM1.tar.gz", "COM1_.tar.gz"),
    ("trailing. ", "trailing"), ("fine.txt", "fine.txt"), ("a\\b", "a_b"), ("tab\t", "tab_"),
    ("COM10", "COM10"),
  ])
  func portableNamesAreValidOnWindows(name: String, expected: String) throws {
    expectEqual(FileNaming.portable(try require(FileName(name))).string, expected)
  }

  @Test(.behaviour("IP-099", "IP-101", "G-13", "G-18")) func theRegisteredTypeNamesTheFile() async throws {
    let provider = ItemProvider(types: ["public.png"])
    provider.suggestedName = "picture"
    expectEqual(provider.registeredTypeIdentifiers, ["public.png"])
    for asked in [UTType.item, .data, .image, .png] {
      let file = try await provider.loadFileRepresentation(for: asked)
      expectEqual(file.path.lastComponent?.string, "picture.png")
    }
  }
}
