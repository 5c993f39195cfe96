import Foundation
import ProfferFileSystem
import TypeDiscovery
import UniformTypes

/// Type detection by the first bytes of files, with matching names and with other names.
struct DetectorFuzzer: Fuzzer {
  let material: Material
  private let detector = TypeDetector(registry: .standard)
  private let names: [FileName]

  /// - Parameter fixtures: a folder whose files, at any depth, are the seeds.
  init(fixtures: String) throws {
    var seeds: [[UInt8]] = []
    var names: [FileName?] = ["a", "a.txt", "a.zip", "a.b.c", ".", "a.", "Info.plist"].map { FileName($0) }
    for path in try FileManager.default.subpathsOfDirectory(atPath: fixtures).sorted() {
      let whole = URL(fileURLWithPath: fixtures).appendingPathComponent(path)
      guard try whole.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
      seeds.append([UInt8](try Data(contentsOf: whole).prefix(TypeDetector.prefixByteCount)))
      names.append(FileName(whole.lastPathComponent))
    }
    self.names = names.compactMap(\.self)
    let utf16 = [UInt8]("<x>é".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    material = Material(
      seeds: seeds,
      words: [
        "<?xml", "<html", "<!--", "-->", "<!DOCTYPE", "<svg", "{", "[", "\"", "#!/usr/bin/env ",
        "PK\u{3}\u{4}", "PK\u{5}\u{6}",
        "mimetype", "[Content_Types].xml", "RIFF", "WAVE", "ftyp", "moov", "%PDF-", "From: ", "Subject:",
        "BEGIN:VCARD",
        "{\\rtf", "OggS", "ID3", "\u{1A}E", "MZ", "\u{7F}ELF", "bplist00", "\r\n\r\n",
      ],
      pairs: [("<a>", "</a>"), ("<!--", "-->"), ("[", "]"), ("{\"a\":", "}")],
      shapes: [
        "<", "{", "[", "\n", "\"", "\\", " ", "<!--", "<a ", "<?", "#!", "a:", "{\"a\":", "[1,", "\u{0}", "é",
      ]
      .map { GrowingShape(repeating: $0) }
        + [
          GrowingShape(beginning: [0xFF, 0xFE], unit: [0x3C, 0]), GrowingShape(unit: [0, 0x3C]),
          GrowingShape(beginning: [0xFF, 0xFE], unit: utf16), GrowingShape(unit: utf16),
          GrowingShape(unit: [0xFF, 0xFB, 0x90, 0]), GrowingShape(unit: [0xFF, 0xF1]),
          GrowingShape(unit: [0x1A, 0x45]),
          GrowingShape(unit: [0, 0, 0, 8] + Array("ftyp".utf8)),
          GrowingShape("PK\u{3}\u{4}", repeating: "PK\u{3}\u{4}"),
          GrowingShape("ID3", repeating: "\u{0}"), GrowingShape("<!DOCTYPE ", repeating: "<!-- -->"),
          GrowingShape("From: a\n", repeating: "a: b\n"), GrowingShape("#!/usr/bin/env ", repeating: "-S "),
        ])
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let signatures = ContentSignatures.standard
    let limit = ContentSignatures.examinedByteCount
    for isWhole in [false, true] {
      let matches = signatures.candidates(in: input, isWhole: isWhole)
      try Finding.unless(
        matches.last?.confidence == .general, "the last answer is not a general one: \(matches)")
      try Finding.unless(
        zip(matches, matches.dropFirst()).allSatisfy { $0.confidence >= $1.confidence },
        "a less certain answer is before a more certain one: \(matches)")
      try Finding.unless(
        Set(matches.map { [$0.typeIdentifier, $0.mimeType] }).count == matches.count,
        "a type is listed twice: \(matches)")
      for match in matches {
        try Finding.unless(match.type(in: .standard) != nil, "\(match.typeIdentifier) is not declared")
      }
    }
    if input.count > limit {
      try Finding.unless(
        signatures.candidates(in: input) == signatures.candidates(in: Array(input.prefix(limit))),
        "bytes beyond the first \(limit) change the answer")
    }
    // The name is derived from the input, so that a finding can be reproduced.
    let name = names[input.prefix(64).reduce(input.count) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % names.count]
    for name in [nil, name] {
      let detection = input.withUnsafeBytes { detector.detect(name: name, prefix: $0, isWhole: true) }
      try Finding.unless(
        detection.candidates.first == detection.type, "\(detection.type) is not its first candidate")
      try Finding.unless(!detection.evidence.isEmpty, "there is no evidence for \(detection.type)")
      try Finding.unless(
        !detection.isContradicted || detection.nameType != nil, "a missing name is contradicted")
      _ = input.withUnsafeBytes { detector.detect(name: name, prefix: $0) }
    }
  }
}
