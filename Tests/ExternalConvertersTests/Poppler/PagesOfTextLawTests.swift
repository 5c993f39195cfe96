import Foundation
import ProfferConversions
import RichTextFormats
import TestSupport
import Testing

@testable import ExternalConverters

/// Properties of the text of random pages.
@Suite struct PagesOfTextLawTests {
  private static let pieces = [
    "a", "word", "well-known", "1.", "2.", "(b)", "•", "–", "-", "end-", "x\u{AD}", "שלום", "עולם,", "123",
    "中文", "é", "H|2|O",
    "A", "longer", "H.264", "עב-12", "●\u{200B}",
  ]

  private static func randomPages(_ generator: inout SeededGenerator) -> BoundingBoxes {
    BoundingBoxes(
      pages: (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          let lines = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
            String(repeating: " ", count: Int.random(in: 0...3, using: &generator))
              + (0..<Int.random(in: 0...5, using: &generator))
              .compactMap { _ in pieces.randomElement(using: &generator) }.joined(separator: " ")
          }
          return BoundingBoxes.Block(
            lines.joined(separator: "\n"), left: Double.random(in: 20...300, using: &generator),
            top: Bool.random(using: &generator) ? Double.random(in: 20...600, using: &generator) : nil,
            lineHeight: Double([6, 12, 12, 20].randomElement(using: &generator) ?? 12))
        }
      })
  }

  /// The characters of a text in order, without hyphens and white space.
  private static func characters(_ text: String) -> [Character] {
    text.filter { !$0.isWhitespace && !LineJoint.isHyphen($0) && $0 != "|" && $0 != "\u{200B}" }.sorted()
  }

  @Test func noCharacterIsLostOrAdded() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Repetitions.count(150, long: 1_000) {
      let pages = Self.randomPages(&generator)
      let words = pages.pages.joined().map(\.text).joined(separator: "\n")
      let link = "<text top=\"0\" left=\"0\" width=\"600\" height=\"800\"><a href=\"x:1\">word</a></text>"
      let result = pages.read(
        links: "<page number=\"1\" width=\"600\" height=\"800\">\(link)</page>"
          + "<outline><item page=\"1\">word longer</item><item page=\"2\">A</item></outline>")
      expectEqual(
        Self.characters(words.replacing("\u{200B}", with: "")), Self.characters(result.characters),
        "\(words)\n\(result.blocks), seed \(seed)")
      expectEqual(result.text.blocks.count { $0 == .pageBreak }, pages.pages.count - 1, "seed \(seed)")
    }
  }

  @Test func changedOutputIsRead() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Repetitions.count(100, long: 1_000) {
      var bytes = [UInt8](Self.randomPages(&generator).data)
      for _ in 0..<Int.random(in: 1...30, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] =
          [UInt8(ascii: "<"), 0x22, 0x26, 0x20, 0x00, 0xFF, 0x39].randomElement(using: &generator) ?? 0
      }
      let reading = PagesOfText(pages: Data(bytes), links: Data(bytes)).read()
      expectLess(reading.value.blocks.count, 100, "seed \(seed)")
    }
  }
}

extension PagesOfText.Result {
  /// The text of all blocks, without links, anchors and marks of headings.
  fileprivate var characters: String {
    text.blocks.map { block in
      switch block {
      case .paragraph(let paragraph), .heading(_, let paragraph): Self.characters(of: paragraph.content)
      default: ""
      }
    }.joined()
  }

  private static func characters(of content: [RichText.Inline]) -> String {
    content.map { inline in
      switch inline {
      case .text(let text): text
      case .styled(_, let content): characters(of: content)
      default: ""
      }
    }.joined()
  }
}
