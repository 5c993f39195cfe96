import ByteTools
import ProfferConversions

/// Where the footnotes of a document are that marks lead to.
struct MarkdownNotes {
  /// The first line of each.
  var starts: Set<Int> = []
  /// The indented code after one, which is more of it.
  var continuations: Set<Int> = []
}

/// The footnotes of a document and the labels of its marks, gathered before the words that have the marks are read.
struct MarkdownNoteSurvey {
  /// A footnote as it is written.
  struct Footnote {
    let label: [UInt8]
    /// Its label and words.
    let words: [UInt8]
    /// The lines of code that are more of it.
    let continuation: [UInt8]?
  }

  private(set) var footnotes: [Footnote] = []
  private var labels: Set<[UInt8]> = []
  private var marks: Set<[UInt8]> = []

  /// The footnotes that marks lead to.
  var markedFootnotes: [Footnote] { footnotes.filter { marks.contains($0.label) } }

  /// Adds the footnotes of a document or of a run of it; of two with the same label, the first one counts.
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

  /// Adds the labels of all marks that begin before a place, or what looks like one.
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

/// A footnote among the blocks of a document.
struct MarkdownFootnote {
  let label: [UInt8]
  let lines: Range<Int>
  /// The indented code after it, which is more of it.
  var continuation: Int?
}

extension MarkdownBlockTree {
  /// Whether a line begins as a footnote does.
  func beginsFootnote(_ line: Int) -> Bool { MarkdownDefinitions.beginsFootnote(bytes, lines[line].range) }

  /// Whether a block is a paragraph that begins as a footnote does.
  func isFootnote(_ block: Int) -> Bool {
    guard case .paragraph = blocks[block].kind, let first = blocks[block].lines.first else { return false }
    return bytes[lines[first].range.lowerBound] == UInt8(ascii: "[") && beginsFootnote(first)
  }

  /// The footnotes that the lines of a paragraph are.
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

/// Footnotes: `[^1]` where the mark is, and `[^1]: words` at the beginning of a line, with more of it indented by four.
extension MarkdownReader {
  /// Reads the footnotes before the words that have marks of them, which may come first.
  mutating func findNotes() {
    guard dialect.hasFootnotes else { return }
    var survey = MarkdownNoteSurvey()
    survey.addFootnotes(of: blocks)
    guard !survey.footnotes.isEmpty else { return }
    survey.addMarks(in: blocks.bytes, upTo: blocks.bytes.count)
    read(survey.markedFootnotes)
    placeNotes()
  }

  /// Reads what the footnotes say that marks lead to.
  mutating func read(_ footnotes: [MarkdownNoteSurvey.Footnote]) {
    var found: [(label: [UInt8], blocks: [RichText.Block])] = []
    for footnote in footnotes {
      // A note has a number by its place.
      if !footnote.label.dropFirst().allSatisfy(MarkdownCharacters.isDigit) {
        losses.add(.metadata, "names of footnotes")
      }
      found.append((footnote.label, content(of: footnote)))
      unplacedNotes.insert(footnote.label)
    }
    inlines.setNotes(found)
  }

  /// Finds the footnotes that were read among the blocks, where they are not shown.
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

  /// What a footnote says; marks in it are words.
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
