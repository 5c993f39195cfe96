/// The words of a paragraph on their way from HTML, with spaces as browsers show them.
///
/// White space in a row is one space, or a soft break where a line of the source ends in it. At the edges of
/// a line it is nothing (Source: CSS Text, white space processing).
struct HTMLLine {
  private(set) var runs: [RichText.Run] = []
  /// Characters of the last run, in UTF-8.
  private var text: [UInt8] = []
  private var format = Format()
  /// White space that shows if words follow.
  private var space: (format: Format, endsLine: Bool)?
  /// Whether the line has content so far.
  private var hasContent = false

  /// The attributes of words, with a number for comparing them.
  struct Format {
    var attributes = RichText.Attributes()
    /// Equal numbers mean equal attributes.
    var number = 0
  }

  /// Whether anything is to be shown.
  var isEmpty: Bool { runs.isEmpty && text.isEmpty }

  /// Appends text.
  mutating func append(_ bytes: ArraySlice<UInt8>, _ whiteSpace: HTMLWhiteSpace, _ format: Format) {
    switch whiteSpace {
    case .collapsed: appendCollapsed(bytes, keepingLines: false, format)
    case .lines: appendCollapsed(bytes, keepingLines: true, format)
    case .kept: appendKept(bytes, format)
    case .spaces: appendSpaces(bytes, format)
    }
  }

  /// Appends a break or an attachment.
  mutating func append(_ content: RichText.Run.Content, _ format: Format) {
    if case .hardBreak = content {
      space = nil
      hasContent = false
    } else {
      endSpace()
      hasContent = true
    }
    endText()
    runs.append(RichText.Run(content, attributes: format.attributes))
  }

  /// Appends a place that links lead to, which shows as nothing.
  mutating func append(anchor name: String) {
    if space != nil {
      endSpace()
      // The space before it is enough.
      hasContent = false
    }
    endText()
    runs.append(RichText.Run(.anchor(name)))
  }

  /// Ends the paragraph and gives its words.
  ///
  /// A break at the end is dropped: it only ends the last line.
  mutating func take() -> [RichText.Run] {
    endText()
    if case .hardBreak = runs.last?.content { runs.removeLast() }
    let result = runs
    self = HTMLLine()
    return result
  }
}

// MARK: - Text

extension HTMLLine {
  private mutating func appendCollapsed(_ bytes: ArraySlice<UInt8>, keepingLines: Bool, _ format: Format) {
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let start = place
      while place < bytes.endIndex, !bytes[place].isCollapsible { place += 1 }
      if start < place {
        endSpace()
        begin(format)
        text.append(contentsOf: bytes[start..<place])
        hasContent = true
      }
      while place < bytes.endIndex, bytes[place].isCollapsible {
        let endsLine = bytes[place] == UInt8(ascii: "\n")
        if keepingLines, endsLine {
          append(.hardBreak, format)
        } else if hasContent {
          if space == nil { space = (format, endsLine) } else if endsLine { space?.endsLine = true }
        }
        place += 1
      }
    }
  }

  private mutating func appendKept(_ bytes: ArraySlice<UInt8>, _ format: Format) {
    var lines = bytes[...]
    while !lines.isEmpty {
      let end = lines.firstIndex(of: UInt8(ascii: "\n")) ?? lines.endIndex
      appendWords(lines[..<end], format)
      lines = lines[end...]
      if lines.popFirst() != nil { append(.hardBreak, format) }
    }
  }

  /// Appends text in which every space counts, whatever it is written as.
  private mutating func appendSpaces(_ bytes: ArraySlice<UInt8>, _ format: Format) {
    var words: [UInt8] = []
    words.reserveCapacity(bytes.count)
    var place = bytes.startIndex
    while place < bytes.endIndex {
      if bytes[place] == 0xC2, place + 1 < bytes.endIndex, bytes[place + 1] == 0xA0 {
        words.append(UInt8(ascii: " "))
        place += 2
      } else {
        words.append(bytes[place].isCollapsible ? UInt8(ascii: " ") : bytes[place])
        place += 1
      }
    }
    appendWords(words[...], format)
  }

  private mutating func appendWords(_ bytes: ArraySlice<UInt8>, _ format: Format) {
    guard !bytes.isEmpty else { return }
    endSpace()
    begin(format)
    text.append(contentsOf: bytes)
    hasContent = true
  }

  /// Shows the white space before what comes next.
  private mutating func endSpace() {
    guard let (format, endsLine) = space else { return }
    space = nil
    if endsLine {
      endText()
      runs.append(RichText.Run(.softBreak, attributes: format.attributes))
    } else {
      begin(format)
      text.append(UInt8(ascii: " "))
    }
  }

  private mutating func begin(_ format: Format) {
    guard format.number != self.format.number else { return }
    endText()
    self.format = format
  }

  private mutating func endText() {
    guard !text.isEmpty else { return }
    runs.append(RichText.Run(.text(String(decoding: text, as: UTF8.self)), attributes: format.attributes))
    text.removeAll(keepingCapacity: true)
  }
}

extension UInt8 {
  /// Whether it is white space that shows as one space, however much there is of it.
  fileprivate var isCollapsible: Bool {
    self == 0x20 || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
  }
}
