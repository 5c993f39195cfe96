import ColorFormats
import Foundation
import ProfferConversions
import RichTextFormats
import TestSupport
import Testing

@testable import OfficeFormats

/// What is true of every written document, tested with random nestings of blocks.
@Suite
struct ODTWritingLaws {
  private static let seed = SeededGenerator.testSeed(for: "odt")

  /// Calls a function with the files of random texts.
  private static func forEachText(_ body: (RichText, [ODTWriter.File], String) throws -> Void) rethrows {
    var random = RandomBlocks(seed: seed)
    for index in 0..<Repetitions.count(60, long: 600) {
      let text = RichText(random.blocks(depth: 4)).normalized()
      try body(text, ODTWriter.write(text, pictures: nil).files, "seed \(seed), text \(index)")
    }
  }

  @Test
  func tagsAreBalanced() throws {
    Self.forEachText { _, files, place in
      for file in files where file.name.hasSuffix(".xml") {
        var open: [Substring] = []
        let xml = String(decoding: file.bytes, as: UTF8.self)
        for part in xml.split(separator: "<", omittingEmptySubsequences: true).dropFirst() {
          let name = part.prefix { $0 != " " && $0 != ">" && $0 != "/" }
          if part.hasPrefix("/") {
            let closed = part.dropFirst().prefix { $0 != ">" }
            expectEqual(open.popLast(), closed, "\(file.name), \(place)")
          } else if !part.prefix(while: { $0 != ">" }).hasSuffix("/") {
            open.append(name)
          }
        }
        expectEmpty(open, "\(file.name), \(place)")
      }
    }
  }

  @Test
  func identifiersAndNamesAreUnique() throws {
    Self.forEachText { _, files, place in
      for file in files where file.name.hasSuffix(".xml") {
        let xml = String(decoding: file.bytes, as: UTF8.self)
        for name in ["text:id", "table:name", "style:name", "manifest:full-path"] {
          let values = xml.components(separatedBy: " \(name)=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
          // Fonts and styles have separate names.
          let own = name == "style:name" ? values.filter { !$0.contains(" ") } : values
          expectEqual(Set(own).count, own.count, "\(name), \(place)")
        }
        let bookmarks = xml.components(separatedBy: "<text:bookmark text:name=\"").dropFirst()
        expectEqual(Set(bookmarks.map { $0.prefix { $0 != "\"" } }).count, bookmarks.count, "\(place)")
      }
    }
  }

  @Test
  func everyStyleInTheBodyIsDefinedOnce() throws {
    try Self.forEachText { _, files, place in
      let texts = files.prefix(3).map { String(decoding: $0.bytes, as: UTF8.self) }
      let content = try require(texts.dropFirst().first)
      let styles = texts.joined() + String(decoding: files[2].bytes, as: UTF8.self)
      for match in content.matches(of: #/(?:text|table|draw):style-name="([^"]*)"/#) {
        expect(styles.contains("style:name=\"\(match.1)\""), "\(match.1), \(place)")
      }
    }
  }

  @Test
  func allWordsAreInTheBodyInTheirOrder() throws {
    try Self.forEachText { text, files, place in
      let content = try require(files.first { $0.name == "content.xml" })
      let body = String(decoding: content.bytes, as: UTF8.self).components(separatedBy: "<office:text>")[1]
      let words = body.replacing(#/<text:note-citation>\d*</text:note-citation>/#, with: " ")
        .replacing(#/<[^>]*>/#, with: " ").split(separator: #/[\s☐☒()]+/#)
      let numbers = words.compactMap { Int($0) }
      expectEqual(numbers, Array(RandomBlocks.numbers(in: text)), "\(place)")
    }
  }
}

/// Random blocks, whose texts are consecutive numbers.
private struct RandomBlocks {
  private var generator: SeededGenerator
  private var number = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  mutating func blocks(depth: Int) -> [RichText.Block] {
    (0..<1 + pick(3)).map { _ in block(depth: depth) }
  }

  private mutating func block(depth: Int) -> RichText.Block {
    let depth = depth - 1
    switch pick(depth > 0 ? 11 : 5) {
    case 0: return .rule
    case 1: return .codeBlock(RichText.CodeBlock(next(), language: pick(2) == 0 ? "swift" : nil))
    case 2: return .heading(level: 1 + pick(6), RichText.Paragraph(inlines(depth: depth)))
    case 5: return .blockQuote(blocks(depth: depth))
    case 6, 7:
      let marker: RichText.Marker = pick(2) == 0 ? .bullet(.disc) : .number(start: pick(4))
      let items = (0..<1 + pick(3)).map { _ in
        RichText.ListItem(
          pick(6) == 0 ? [] : blocks(depth: depth), isChecked: pick(5) == 0 ? pick(2) == 0 : nil)
      }
      return .list(
        RichText.List(marker, isTight: pick(2) == 0, followsOuterNumber: pick(2) == 0, items: items))
    case 8:
      let rows = (0..<1 + pick(3)).map { _ in
        (0..<1 + pick(3)).map { _ in
          RichText.TableCell(
            pick(6) == 0 ? [] : blocks(depth: depth), alignment: pick(3) == 0 ? .center : nil,
            columnSpan: 1 + pick(2), rowSpan: 1 + pick(2), isRowHeading: pick(4) == 0)
        }
      }
      return .table(RichText.Table(caption: inlines(depth: 0), headerRowCount: pick(2), rows: rows))
    case 9:
      return .definitions([
        RichText.Definition([inlines(depth: 0)], meanings: [blocks(depth: depth), blocks(depth: depth)])
      ])
    case 10: return .pageBreak
    default:
      let layout = RichText.Layout(indentation: pick(3) == 0 ? 12 : 0)
      return .paragraph(RichText.Paragraph(inlines(depth: depth), layout: layout))
    }
  }

  private mutating func inlines(depth: Int) -> [RichText.Inline] {
    (0..<1 + pick(3)).map { _ in
      switch pick(depth > 0 ? 7 : 5) {
      case 0: .styled(.bold, [.text(next())])
      case 1: .styled(.link(RichText.Link("#a\(pick(9))")), [.text(next())])
      case 2: .anchor("a\(pick(9))")
      case 3: .styled(.fontSize(Double(8 + pick(4))), [.styled(.code, [.text(next())])])
      case 6: .note(blocks(depth: 0))
      default: .text(next())
      }
    }
  }

  private mutating func next() -> String {
    number += 1
    return " \(number) "
  }

  /// The numbers of a text, in the order of the text.
  static func numbers(in text: RichText) -> [Int] {
    var numbers: [Int] = []
    func add(_ blocks: [RichText.Block]) {
      for block in blocks {
        switch block {
        case .paragraph(let paragraph), .heading(_, let paragraph): add(paragraph.content)
        case .list(let list): list.items.forEach { add($0.blocks) }
        case .blockQuote(let blocks): add(blocks)
        case .codeBlock(let code): numbers += code.text.split(separator: #/\s+/#).compactMap { Int($0) }
        case .table(let table):
          add(table.caption)
          for cell in table.rows.joined() { add(cell.blocks) }
        case .definitions(let definitions):
          for definition in definitions {
            definition.terms.forEach { add($0) }
            definition.meanings.forEach { add($0) }
          }
        case .rule, .pageBreak: break
        }
      }
    }
    func add(_ inlines: [RichText.Inline]) {
      for run in inlines.runs {
        switch run.content {
        case .text(let text): numbers += text.split(separator: " ").compactMap { Int($0) }
        case .note(let blocks): add(blocks)
        case .softBreak, .hardBreak, .attachment, .anchor: break
        }
      }
    }
    add(text.blocks)
    return numbers
  }
}
