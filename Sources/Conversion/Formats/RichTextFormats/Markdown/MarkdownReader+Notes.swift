import ByteTools
import ProfferConversions

/// Where the footnotes of a document are that marks lead to.
struct MarkdownNotes {
  /// The first line of each.
  var starts: Set<Int> = []
  /// The indented code after one, which is more of it.
  var continuations: Set<Int> = []
}

extension MarkdownBlockTree {
  /// Whether any paragraph begins as a footnote does.
  var hasFootnotes: Bool {
    blocks.contains { block in
      guard case .paragraph = block.kind, let first = block.lines.first else { return false }
      return bytes[lines[first].range.lowerBound] == UInt8(ascii: "[")
        && MarkdownDefinitions.beginsFootnote(bytes, lines[first].range)
    }
  }
}

/// Footnotes: `[^1]` where the mark is, and `[^1]: words` at the beginning of a line, with more of it indented by four.
extension MarkdownReader {
  private struct Definition {
    let label: [UInt8]
    let lines: Range<Int>
    var continuation: Int?
  }

  /// Reads the footnotes before the words that have marks of them, which may come first.
  mutating func findNotes() {
    guard dialect.hasFootnotes else { return }
    var definitions: [Definition] = []
    var labels: Set<[UInt8]> = []
    for block in blocks.blocks.indices {
      for definition in self.definitions(in: block) where labels.insert(definition.label).inserted {
        definitions.append(definition)
      }
    }
    guard !definitions.isEmpty else { return }
    let marks = marks()
    definitions.removeAll { !marks.contains($0.label) }
    var found: [(label: [UInt8], blocks: [RichText.Block])] = []
    for definition in definitions {
      notes.starts.insert(definition.lines.lowerBound)
      // A note has a number by its place.
      if !definition.label.dropFirst().allSatisfy(MarkdownCharacters.isDigit) {
        losses.add(.metadata, "names of footnotes")
      }
      if let continuation = definition.continuation { notes.continuations.insert(continuation) }
      found.append((definition.label, content(of: definition)))
    }
    inlines.setNotes(found)
  }

  /// The footnotes that the lines of a paragraph are.
  private func definitions(in block: Int) -> [Definition] {
    let paragraph = blocks.blocks[block]
    guard case .paragraph = paragraph.kind, let first = paragraph.lines.first,
      blocks.bytes[blocks.lines[first].range.lowerBound] == UInt8(ascii: "["), beginsFootnote(first)
    else { return [] }
    var starts = paragraph.lines.filter { beginsFootnote($0) }
    starts.append(paragraph.lines.upperBound)
    var definitions = zip(starts, starts.dropFirst()).compactMap { start, end -> Definition? in
      var scanner = MarkdownLinkScanner(blocks.bytes, blocks.lines[start].range)
      guard let label = scanner.label(), let key = MarkdownDefinitions.key(blocks.bytes[label]) else {
        return nil
      }
      return Definition(label: key, lines: start..<end)
    }
    if let last = definitions.indices.last, let next = paragraph.next,
      case .indentedCode = blocks.blocks[next].kind
    {
      definitions[last].continuation = next
    }
    return definitions
  }

  /// The labels of all marks, or what looks like one.
  private func marks() -> Set<[UInt8]> {
    var marks: Set<[UInt8]> = []
    let bytes = blocks.bytes
    var place = 0
    while let sign = bytes.withUnsafeBytes({ $0.firstPlace(of: UInt8(ascii: "^"), from: place) }) {
      place = sign + 1
      guard sign > 0, bytes[sign - 1] == UInt8(ascii: "[") else { continue }
      var scanner = MarkdownLinkScanner(bytes, sign - 1..<bytes.count)
      guard let label = scanner.label(), let key = MarkdownDefinitions.key(bytes[label]) else { continue }
      let isDefinition = scanner.skip(UInt8(ascii: ":")) && isAtLineStart(sign - 1)
      if !isDefinition { marks.insert(key) }
    }
    return marks
  }

  private func isAtLineStart(_ place: Int) -> Bool {
    let before = blocks.bytes[..<place].last { !MarkdownCharacters.isBlank($0) && $0 != UInt8(ascii: ">") }
    return before == nil || before == 0x0A
  }

  /// What a footnote says; marks in it are words.
  private mutating func content(of definition: Definition) -> [RichText.Block] {
    var words = blocks.words(definition.lines)
    var scanner = MarkdownLinkScanner(words.bytes, words.range)
    _ = scanner.label()
    _ = scanner.skip(UInt8(ascii: ":"))
    scanner.skipSpace()
    words.range = scanner.place..<words.range.upperBound
    let content = inlines.inlines(words)
    var result: [RichText.Block] = content.isEmpty ? [] : [.paragraph(RichText.Paragraph(content))]
    guard let continuation = definition.continuation else { return result }
    var dialect = dialect
    (dialect.hasFootnotes, dialect.hasFrontMatter) = (false, false)
    var reader = MarkdownReader(blocks.codeBytes(blocks.blocks[continuation].lines), dialect: dialect)
    let reading = reader.read()
    for loss in reading.losses { losses.add(loss.kind, loss.detail, count: loss.count) }
    for warning in reading.warnings where !warnings.contains(warning) { warnings.append(warning) }
    result += reading.value.blocks
    return result
  }
}
