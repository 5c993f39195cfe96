import ProfferConversions

/// Writes the text of paragraphs, headings and cells.
///
/// An emphasis character is a delimiter only next to certain characters. The writer checks these
/// characters, and then reads its own output. If the result differs from the text, the text is written
/// again, with HTML elements and with every special character escaped.
struct MarkdownInlineWriter {
  var losses = LossCounter()
  /// The last line of a paragraph that is being written in parts, held until the next part is known.
  private var openLine: [UInt8]?
  /// The number of hard breaks after the open line; soft breaks are ignored.
  private var openBreakCount = 0
  /// The notes found so far.
  private(set) var notes: [[RichText.Block]] = []
  /// The labels that occur in the text so far as ordinary text, and therefore cannot be labels of notes.
  private var takenLabels: Set<String> = []
  private var labels: [String] = []
  private var reader = MarkdownInlineReader(
    dialect: .gitHub, definitions: MarkdownDefinitions(byteCount: 0, hasFootnotes: true))

  /// The kind of block to which the text belongs.
  enum Place {
    case paragraph
    case heading
    case cell
  }

  /// Returns the lines of a paragraph.
  mutating func lines(_ content: [RichText.Inline]) -> [ArraySlice<UInt8>] {
    let words = words(content, .paragraph)
    return words.isEmpty ? [] : words.split(separator: 0x0A, omittingEmptySubsequences: false)
  }

  /// Returns the lines that a part of a paragraph completes; the last line is held for the next part.
  ///
  /// A delimiter in one part could match a delimiter in another part. Every delimiter that could match
  /// beyond its line is therefore escaped.
  mutating func lines(ofPart content: [RichText.Inline]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for piece in content.split(omittingEmptySubsequences: false, whereSeparator: \.isBreak) {
      if piece.startIndex > 0, case .hardBreak = content[piece.startIndex - 1] { openBreakCount += 1 }
      let words = words(ofLine: Array(piece))
      guard !words.isEmpty else { continue }
      let isFirst = openLine == nil
      if let openLine { lines.append(openBreakCount > 0 ? openLine + [UInt8(ascii: "\\")] : openLine) }
      for _ in 0..<max(0, openBreakCount - (isFirst ? 0 : 1)) { lines.append([UInt8(ascii: "\\")]) }
      openBreakCount = 0
      openLine = words
    }
    return lines
  }

  /// Removes and returns the last line of a paragraph that was written in parts.
  mutating func lastLine() -> [UInt8]? {
    losses.add(.layout, "empty lines", count: openBreakCount)
    defer { (openLine, openBreakCount) = (nil, 0) }
    return openLine
  }

  /// Returns the text of one line of a part.
  private mutating func words(ofLine content: [RichText.Inline]) -> [UInt8] {
    guard content.count == 1, case .text(let text) = content[0], !text.utf8.contains(UInt8(ascii: "~")) else {
      return content.isEmpty ? [] : words(content, .paragraph, [.everything])
    }
    let bytes = text.utf8
    let isIndented = bytes.first.map { $0 == 0x20 || $0 == 0x09 } ?? false
    let hasSpaceAtEnd = bytes.last.map { $0 == 0x20 || $0 == 0x09 } ?? false
    let line =
      isIndented || hasSpaceAtEnd ? text.trimmingEnds { $0 == 0x20 || $0 == 0x09 } : text
    if line.isEmpty { return [] }
    if isIndented { losses.add(.layout, "spaces that indent a line") }
    for degree in [MarkdownEscaping.Degree.needed, .everything] {
      let words = MarkdownEscaping.words(
        line, degree, isLineStart: true, isParagraphStart: openLine == nil, isInBrackets: true, before: 0x0A)
      if !Self.mayHaveSigns(words) || reader.inlines((words, words.indices)) == [.text(line)] { return words }
      if degree == .everything {
        losses.add(.formatting, "lines that Markdown cannot express exactly")
        return words
      }
    }
    return []
  }

  /// Returns the text of a heading on one line.
  mutating func heading(_ content: [RichText.Inline]) -> [UInt8] {
    var words = words(content, .heading)
    // Number signs at the end would be read as the closing sequence of the heading.
    let signCount = words.reversed().prefix { $0 == UInt8(ascii: "#") }.count
    if signCount > 0,
      signCount == words.count || MarkdownCharacters.isBlank(words[words.count - signCount - 1])
    {
      words.insert(UInt8(ascii: "\\"), at: words.count - 1)
    }
    return words
  }

  /// Returns the text of a cell on one line.
  mutating func cell(_ content: [RichText.Inline]) -> [UInt8] { words(content, .cell) }

  private mutating func words(
    _ content: [RichText.Inline], _ place: Place,
    _ degrees: [MarkdownEscaping.Degree] = [.needed, .everything]
  ) -> [UInt8] {
    let content = content.withoutSpacesAtEnd
    if degrees.first == .needed, let words = MarkdownPlainWords.words(content, place) { return words }
    if content.count >= Self.longestHeld { return wordsOfPortions(content, place) }
    return checkedWords(content, place, degrees)
  }

  /// The minimum number of inlines in a long text.
  private static let longestHeld = 8_192
  /// The minimum number of inlines in a portion of a long text.
  private static let portion = 512

  /// Returns the Markdown of a long text.
  ///
  /// The text is written in portions, because runs take more memory than inlines. A portion ends at a space
  /// between two words. A delimiter in one portion could match a delimiter in another portion, so every
  /// delimiter that could match beyond its portion is escaped.
  private mutating func wordsOfPortions(_ content: [RichText.Inline], _ place: Place) -> [UInt8] {
    var words: [UInt8] = []
    var portion: [RichText.Inline] = []
    for inline in content {
      if portion.count >= Self.portion, case .text(let text) = inline, let space = text.spaceBetweenWords {
        portion.append(.text(String(text[..<space])))
        words += wordsOfPortion(portion, place)
        words.append(0x20)
        portion = [.text(String(text[space...].dropFirst()))]
      } else {
        portion.append(inline)
      }
    }
    return words + wordsOfPortion(portion, place)
  }

  private mutating func wordsOfPortion(_ portion: [RichText.Inline], _ place: Place) -> [UInt8] {
    MarkdownPlainWords.words(portion, place) ?? checkedWords(portion, place, [.everything])
  }

  /// Returns the Markdown of a text, and reads it back as a check.
  private mutating func checkedWords(
    _ content: [RichText.Inline], _ place: Place, _ degrees: [MarkdownEscaping.Degree]
  ) -> [UInt8] {
    let whole = content.runs
    let isTidy = whole.areTidy(breaksLines: place == .paragraph)
    let runs = isTidy ? whole : tidied(whole, breaksLines: place == .paragraph)
    guard !runs.isEmpty else { return [] }
    let firstNote = notes.count
    let taken = runs.labelsInWords
    takenLabels.formUnion(taken)
    var expected: [RichText.Inline] = []
    let readRuns = runs.withDataOfAddresses
    if runs.contains(where: \.isNote) {
      // The output is read back without its notes, so the marks of the notes are read as text.
      expected = [RichText.Inline](
        runs: readRuns.map { run in
          guard case .note(let blocks) = run.content else { return run }
          return RichText.Run(.text(addNote(blocks)))
        })
    } else {
      expected = isTidy ? content : [RichText.Inline](runs: readRuns)
    }
    let marks = labels[firstNote...]
    // Ordinary text that looks like a note mark is escaped.
    let degrees = taken.isDisjoint(with: labels) ? degrees : [.everything]
    for degree in degrees {
      var line = MarkdownLineWriter(runs, degree, breaksLines: place == .paragraph, marks: marks)
      var words = line.words()
      if place == .cell { words = words.withEscapedBars }
      if reads(words, as: expected, place) { return words }
      if degree == .everything {
        losses.add(.formatting, "lines that Markdown cannot express exactly")
        return words
      }
    }
    return []
  }

  /// Adds a note and returns its mark.
  private mutating func addNote(_ blocks: [RichText.Block]) -> String {
    notes.append(blocks)
    var number = (labels.last.flatMap { Int($0.dropFirst(2).dropLast()) } ?? 0) + 1
    while takenLabels.contains("[^\(number)]") { number += 1 }
    labels.append("[^\(number)]")
    return labels[labels.count - 1]
  }

  /// Returns the note with a number, and its mark; nil if no note has this number.
  func note(_ number: Int) -> (mark: String, blocks: [RichText.Block])? {
    notes.indices.contains(number) ? (labels[number], notes[number]) : nil
  }

  /// Returns whether a line may contain characters with a special meaning.
  static func mayHaveSigns(_ line: [UInt8]) -> Bool {
    line.indices.contains { place in
      switch line[place] {
      case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "~"), UInt8(ascii: "@"),
        UInt8(ascii: "|"):
        return true
      case UInt8(ascii: ":"):
        // An address has a scheme before the colon and further text after the colon.
        return place > 0 && MarkdownCharacters.isLetter(line[place - 1]) && place + 1 < line.count
          && !MarkdownCharacters.isSpace(line[place + 1])
      case UInt8(ascii: "."):
        // An address without a scheme begins with `www.`.
        return place > 0 && line[place - 1] | 0x20 == UInt8(ascii: "w")
      default: return false
      }
    }
  }

  private mutating func reads(_ words: [UInt8], as expected: [RichText.Inline], _ place: Place) -> Bool {
    // Most texts contain no special characters.
    if expected.allSatisfy(\.isPlain), !Self.mayHaveSigns(words) { return true }
    var bytes = words
    if place == .cell {
      guard MarkdownTable.cells(words, 0..<words.count).count <= 1 else { return false }
      bytes = MarkdownTable.unescaped(words, 0..<words.count) ?? words
    }
    return reader.inlines((bytes, 0..<bytes.count)) == expected
  }
}

extension RichText.Run {
  fileprivate var isNote: Bool { if case .note = content { true } else { false } }
}

extension [RichText.Run] {
  /// The runs as they are read back: the pictures of `data:` URLs are embedded.
  fileprivate var withDataOfAddresses: [RichText.Run] {
    guard contains(where: { if case .attachment = $0.content { true } else { false } }) else { return self }
    return map { run in
      guard case .attachment(var attachment) = run.content, case .url(let address) = attachment.source,
        let data = DataURL(address)
      else { return run }
      attachment.source = .data(data.data, typeIdentifier: data.typeIdentifier)
      return RichText.Run(.attachment(attachment), attributes: run.attributes)
    }
  }

  /// The parts of the text that look like note marks.
  fileprivate var labelsInWords: Set<String> {
    var labels: Set<String> = []
    for case .text(let text) in lazy.map(\.content) where text.mayHaveLabels {
      for piece in text.split(separator: "[^").dropFirst(text.hasPrefix("[^") ? 0 : 1) {
        if let end = piece.firstIndex(of: "]") { labels.insert("[^\(piece[..<end])]") }
      }
    }
    return labels
  }
}

extension [RichText.Inline] {
  /// The content without trailing spaces, which Markdown does not keep.
  fileprivate var withoutSpacesAtEnd: [RichText.Inline] {
    guard case .text(let text)? = last, let end = text.utf8.last, MarkdownCharacters.isBlank(end),
      let lastWord = text.utf8.lastIndex(where: { !MarkdownCharacters.isBlank($0) })
    else { return self }
    return dropLast() + [.text(String(text[...lastWord]))]
  }
}

extension String {
  /// Whether the text contains `[^`.
  ///
  /// The search compares bytes, because it runs for every run of text.
  fileprivate var mayHaveLabels: Bool {
    var previous: UInt8 = 0
    for byte in utf8 {
      if byte == UInt8(ascii: "^"), previous == UInt8(ascii: "[") { return true }
      previous = byte
    }
    return false
  }

  /// The first space between two ASCII letters; nil if there is none.
  fileprivate var spaceBetweenWords: String.Index? {
    utf8.indices.dropFirst().dropLast().first { place in
      utf8[place] == 0x20 && MarkdownCharacters.isLetter(utf8[utf8.index(before: place)])
        && MarkdownCharacters.isLetter(utf8[utf8.index(after: place)])
    }
  }

  /// Returns the text without certain ASCII characters at its beginning and end.
  fileprivate func trimmingEnds(where isTrimmed: (UInt8) -> Bool) -> String {
    let start = utf8.firstIndex { !isTrimmed($0) } ?? endIndex
    let end = utf8[start...].lastIndex { !isTrimmed($0) }
    return end.map { String(self[start...$0]) } ?? ""
  }
}

extension RichText.Inline {
  fileprivate var isBreak: Bool {
    switch self {
    case .softBreak, .hardBreak: true
    case .text, .attachment, .anchor, .note, .styled: false
    }
  }

  /// Whether the inline is unstyled text or a soft break.
  fileprivate var isPlain: Bool {
    switch self {
    case .text, .softBreak: true
    case .hardBreak, .attachment, .anchor, .note, .styled: false
    }
  }
}

extension [UInt8] {
  /// The bytes with a backslash before every `|`.
  fileprivate var withEscapedBars: [UInt8] {
    guard contains(UInt8(ascii: "|")) else { return self }
    return flatMap { $0 == UInt8(ascii: "|") ? [UInt8(ascii: "\\"), $0] : [$0] }
  }
}
