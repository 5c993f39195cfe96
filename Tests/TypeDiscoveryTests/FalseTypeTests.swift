import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import TypeDiscovery

/// Random data and plain texts without names, with and without signatures that consist of a few bytes.
@Suite struct FalseTypeTests {
  private static let plain: Set<String> = [
    "public.data", "public.plain-text", "public.utf8-plain-text", "public.utf16-plain-text",
    "public.utf16-external-plain-text",
  ]

  private func detectors() throws -> [TypeDetector] {
    let database = try WeakSignatures.database(in: try TemporaryFolder())
    return [
      TypeDetector(registry: .standard),
      TypeDetector(registry: .standard) { () throws(DiscoveryError) in database },
    ]
  }

  /// Returns the types other than data and plain text.
  private func falseTypes(of contents: [[UInt8]], _ detector: TypeDetector) throws -> [String] {
    try contents.compactMap { content in
      let type = try content.withUnsafeBytes {
        try detector.detectReadingDatabase(name: nil, prefix: $0, isWhole: true)
      }.type.identifier
      return Self.plain.contains(type) ? nil : type
    }
  }

  @Test func atMostTwoOfAThousandRandomFilesHaveAFalseType() throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    let contents = (0..<1000).map { _ in
      random.bytes(count: [64, 100, 256, 512, 1000, 2048].randomElement(using: &random) ?? 64)
    }
    for detector in try detectors() {
      let found = try falseTypes(of: contents, detector)
      expectAtMost(found.count, 2, "seed \(seed): \(found)")
    }
  }

  @Test func atMostTwoOf300PlainTextsHaveAFalseType() throws {
    let seed = SeededGenerator.testSeed()
    var writer = PlainTextWriter(random: SeededGenerator(seed: seed))
    let contents = (0..<300).map { Array(writer.text($0).utf8) }
    for detector in try detectors() {
      let found = try falseTypes(of: contents, detector)
      expectAtMost(found.count, 2, "seed \(seed): \(found)")
    }
  }
}

/// Writes plain texts of different forms, with words in random order.
private struct PlainTextWriter {
  var random: SeededGenerator

  private static let words = [
    "the", "garden", "water", "of", "and", "bread", "window", "is", "was", "class", "import", "from", "model",
    "record",
    "a", "in", "return", "with", "function", "for", "light", "to", "old", "new", "import", "style", "let",
    "type", "that",
    "index", "path", "article", "if", "river", "not", "solid", "graph", "begin", "end", "on", "const", "by",
    "public",
  ]

  private static let forms: [@Sendable (inout PlainTextWriter) -> String] = [
    { $0.paragraphs(3) }, { $0.paragraphs(1) }, { $0.lines(8) { $0.sentence() } },
    // Letters, lists and notes
    { "Dear \($0.word()),\n\n" + $0.paragraphs(2) + "\nYours,\n\($0.word())\n" },
    { writer in writer.lines(6) { "- " + $0.sentence() } },
    { writer in writer.lines(6) { "* " + $0.sentence() } },
    { writer in "1. \(writer.sentence())\n2. \(writer.sentence())\n" },
    { writer in writer.lines(4) { "> " + $0.sentence() } },
    { writer in writer.lines(5) { "  " + $0.sentence() + "," } }, { writer in writer.lines(6) { $0.word() } },
    // Titles and sections of manuals
    { "\($0.word().uppercased())\n==========\n\n" + $0.paragraphs(2) },
    { "1 \($0.word())\n-----\n\n * " + $0.sentence() + "\n * " + $0.sentence() + "\n" },
    { "NAME\n    \($0.word()) - \($0.sentence())\n\nSYNOPSIS\n    \($0.word()) [-x] FILE\n" },
    { ".. \($0.word())::\n\n" + $0.paragraphs(2) },
    // Texts that begin like source
    { writer in writer.lines(5) { "% " + $0.sentence() } },
    { writer in writer.lines(5) { "# " + $0.sentence() } },
    { "## " + $0.sentence() + "\n" + $0.paragraphs(1) }, { "// " + $0.sentence() + "\n" + $0.paragraphs(1) },
    { "/* " + $0.sentence() + "\n" + $0.paragraphs(1) }, { "--- " + $0.sentence() + "\n" + $0.paragraphs(1) },
    { "*** " + $0.sentence() + "\n" + $0.paragraphs(1) },
    { "=== " + $0.sentence() + "\n" + $0.paragraphs(1) },
    { "class " + $0.sentence() + "\n" + $0.paragraphs(1) },
    { "import " + $0.sentence() + "\n" + $0.paragraphs(1) },
    { "from " + $0.sentence() + "\n" + $0.paragraphs(1) }, { "<" + $0.word() + "> " + $0.paragraphs(1) },
    // Fields, settings, logs and tables for readers
    { "Name: \($0.word())\nDate: today\nPlace: \($0.word())\n\n" + $0.paragraphs(1) },
    { writer in writer.lines(5) { "2024-05-01 10:00:0\($0.number(10)) [\($0.word())] " + $0.sentence() } },
    { writer in writer.lines(4) { $0.word() + " = " + $0.sentence() } },
    { writer in writer.lines(5) { $0.word() + "      " + $0.word() + "   \($0.number(90))" } },
  ]

  mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
  mutating func word() -> String { Self.words.randomElement(using: &random) ?? "" }

  mutating func sentence() -> String {
    let words = (0..<(4 + number(8))).map { _ in word() }
    return words.joined(separator: number(3) == 0 ? ", " : " ") + "."
  }

  mutating func lines(_ count: Int, _ line: (inout PlainTextWriter) -> String) -> String {
    (0..<count).map { _ in line(&self) + "\n" }.joined()
  }

  mutating func paragraphs(_ count: Int) -> String {
    (0..<count).map { _ in lines(1 + number(4)) { $0.sentence() } }.joined(separator: "\n")
  }

  mutating func text(_ index: Int) -> String { Self.forms[index % Self.forms.count](&self) }
}
