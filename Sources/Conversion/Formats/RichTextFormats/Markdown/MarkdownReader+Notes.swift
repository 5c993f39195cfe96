import ByteTools
import ProfferConversions

/// The positions of the referenced footnotes in the blocks of a document.
struct MarkdownNotes {
  /// The first line of each referenced footnote.
  var starts: Set<Int> = []
  /// The indented code blocks that continue a referenced footnote.
  var continuations: Set<Int> = []
}

/// The footnotes and footnote marks of a document, collected before the text is read.
struct MarkdownNoteSurvey {
  /// A footnote as written in the source.
  struct Footnote {
    let label: [UInt8]
    /// The label and the text of the footnote.
    let words: [UInt8]
    /// The lines of an indented code block that continues the footnote; nil if no such block follows.
    let continuation: [UInt8]?
  }

  private(set) var footnotes: [Footnote] = []
  private var labels: Set<[UInt8]> = []
  private var marks: Set<[UInt8]> = []

  /// The footnotes that have a mark.
  var markedFootnotes: [Footnote] { footnotes.filter { marks.contains($0.label) } }

  /// Adds the footnotes of some blocks; if several footnotes have the same label, only the first is added.
  mutating func addFootnotes(of blocks: MarkdownBlockTree) {
    for block in blocks.blocks.indices {
      for footnote in blocks.footnotes(in: block) where labels.insert(footnote.label).inserted {
        let words = blocks.words(footnote.lines)
        footnotes.append(
          Footnote(
            label: footnote.label, words: Array(words.bytes[words.range]),
            continuation: footnote.continuation.map { blocks.codeBytes(blocks.blocks[$0].lines) }))
      }
    }
  }

  /// Adds the labels of all texts that look like footnote marks and begin before an offset.
  mutating func addMarks(in bytes: [UInt8], upTo end: Int) {
    var place = 0
    while let sign = bytes.withUnsafeBytes({ $0.firstPlace(of: UInt8(ascii: "^"), from: place) }), sign <= end
    {
      place = sign + 1
      guard sign > 0, bytes[sign - 1] == UInt8(ascii: "[") else { continue }
      var scanner = MarkdownLinkScanner(bytes, sign - 1..<bytes.count)
      guard let label = scanner.label(), let key = MarkdownDefinitions.key(bytes[label]) else { continue }
      let isDefinition = scanner.skip(UInt8(ascii: ":")) && Self.isAtLineStart(sign - 1, of: bytes)
      if !isDefinition { marks.insert(key) }
    }
  }

  private static func isAtLineStart(_ place: Int, of bytes: [UInt8]) -> Bool {
    let before = bytes[..<place].last { !MarkdownCharacters.isBlank($0) && $0 != UInt8(ascii: ">") }
    return before == nil || before == 0x0A
  }
}

/// A footnote in the blocks of a document.
struct MarkdownFootnote {
  let label: [UInt8]
  let lines: Range<Int>
  /// The indented code block that continues the footnote; nil if no such block follows.
  var continuation: Int?
}

extension MarkdownBlockTree {
  /// Returns whether a line begins like a footnote.
  func beginsFootnote(_ line: Int) -> Bool { MarkdownDefinitions.beginsFootnote(bytes, lines[line].range) }

  /// Returns whether a block is a paragraph that begins like a footnote.
  func isFootnote(_ block: Int) -> Bool {
    guard case .paragraph = blocks[block].kind, let first = blocks[block].lines.first else { return false }
    return bytes[lines[first].range.lowerBound] == UInt8(ascii: "[") && beginsFootnote(first)
  }

  /// Returns the footnotes in the lines of a paragraph.
  func footnotes(in block: Int) -> [MarkdownFootnote] {
    guard isFootnote(block) else { return [] }
    let paragraph = blocks[block]
    var starts = paragraph.lines.filter { beginsFootnote($0) }
    starts.append(paragraph.lines.upperBound)
    var footnotes = zip(starts, starts.dropFirst()).compactMap { start, end -> MarkdownFootnote? in
      var scanner = MarkdownLinkScanner(bytes, lines[start].range)
      guard let label = scanner.label(), let key = MarkdownDefinitions.key(bytes[label]) else { return nil }
      return MarkdownFootnote(label: key, lines: start..<end)
    }
    if let last = footnotes.indices.last, let next = paragraph.next, case .indentedCode = blocks[next].kind {
      footnotes[last].continuation = next
    }
    return footnotes
  }
}

/// Reads footnotes.
///
/// A footnote mark is written `[^1]`. The footnote is written `[^1]: words` at the beginning of a line, and
/// lines with an indentation of four columns continue the footnote.
extension MarkdownReader {
  /// Reads all referenced footnotes before the text, because a footnote may follow its mark.
  mutating func findNotes() {
    guard dialect.hasFootnotes else { return }
    var survey = MarkdownNoteSurvey()
    survey.addFootnotes(of: blocks)
    guard !survey.footnotes.isEmpty else { return }
    survey.addMarks(in: blocks.bytes, upTo: blocks.bytes.count)
    read(survey.markedFootnotes)
    placeNotes()
  }

  /// Reads the contents of the referenced footnotes.
  mutating func read(_ footnotes: [MarkdownNoteSurvey.Footnote]) {
    var found: [(label: [UInt8], blocks: [RichText.Block])] = []
    for footnote in footnotes {
      // A note is numbered by its position, so the name of a footnote is lost.
      if !footnote.label.dropFirst().allSatisfy(MarkdownCharacters.isDigit) {
        losses.add(.metadata, "footnote labels")
      }
      found.append((footnote.label, content(of: footnote)))
      unplacedNotes.insert(footnote.label)
    }
    inlines.setNotes(found)
  }

  /// Finds the blocks of footnotes that have already been read, and are therefore not shown at this
  /// position.
  mutating func placeNotes() {
    notes = MarkdownNotes()
    guard !unplacedNotes.isEmpty else { return }
    for block in blocks.blocks.indices {
      for footnote in blocks.footnotes(in: block) where unplacedNotes.remove(footnote.label) != nil {
        notes.starts.insert(footnote.lines.lowerBound)
        if let continuation = footnote.continuation { notes.continuations.insert(continuation) }
      }
    }
  }

  /// Returns the content of a footnote; footnote marks in the content are read as text.
  private mutating func content(of footnote: MarkdownNoteSurvey.Footnote) -> [RichText.Block] {
    var scanner = MarkdownLinkScanner(footnote.words, footnote.words.indices)
    _ = scanner.label()
    _ = scanner.skip(UInt8(ascii: ":"))
    scanner.skipSpace()
    let content = inlines.inlines((footnote.words, scanner.place..<footnote.words.count))
    var result: [RichText.Block] = content.isEmpty ? [] : [.paragraph(RichText.Paragraph(content))]
    guard let continuation = footnote.continuation else { return result }
    var dialect = dialect
    (dialect.hasFootnotes, dialect.hasFrontMatter) = (false, false)
    var reader = MarkdownReader(continuation, dialect: dialect)
    let reading = reader.read()
    losses.add(contentsOf: reading.losses)
    for warning in reading.warnings where !warnings.contains(warning) { warnings.append(warning) }
    result += reading.value.blocks
    return result
  }
}
