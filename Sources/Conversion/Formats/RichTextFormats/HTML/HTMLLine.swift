/// The text of a paragraph that is read from HTML, with white space treated as in browsers.
///
/// A sequence of white space becomes one space, or a soft break if the sequence contains a line break.
/// White space at the beginning and end of a line is removed.
///
/// Source: CSS Text, white space processing.
struct HTMLLine {
  private var runs = InlineBuilder()
  /// The characters of the last run, in UTF-8.
  private var text: [UInt8] = []
  private var format = Format()
  /// The pending white space, which is added only if content follows.
  private var space: (format: Format, endsLine: Bool)?
  /// Whether the line already has content.
  private var hasContent = false

  /// The attributes of text, with a number for fast comparison.
  struct Format {
    var attributes = RichText.Attributes()
    /// The number of the attributes; formats with the same number have equal attributes.
    var number = 0
  }

  /// Whether the line has no content.
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

  /// Appends an anchor, an invisible target of links.
  mutating func append(anchor name: String) {
    if space != nil {
      endSpace()
      // The space before the anchor replaces white space after the anchor.
      hasContent = false
    }
    endText()
    runs.append(RichText.Run(.anchor(name)))
  }

  /// Ends the paragraph and returns its content.
  ///
  /// A break at the end is dropped, because it only ends the last line.
  mutating func take() -> [RichText.Inline] {
    endText()
    if case .hardBreak = runs.last?.content { runs.removeLast() }
    let result = runs.finish()
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

  /// Appends text with every space kept; tabs, line breaks and no-break spaces become ordinary spaces.
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

  /// Appends the pending white space before the next content.
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
  /// Whether the byte is white space that browsers collapse.
  fileprivate var isCollapsible: Bool {
    self == 0x20 || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
  }
}
