import RichTextFormats
import XMLText

/// A paragraph whose element is open.
///
/// White space is collapsed while text is added: tabs and line ends count as spaces, and only the first of
/// several consecutive spaces is kept, even across elements. A line end becomes a soft line break.
///
/// Source: ODF 1.3 part 3, section 6.1.2.
struct ODTOpenParagraph {
  let style: ODTResolvedStyle
  /// The outline level of a heading; nil for any other paragraph.
  var headingLevel: Int?
  /// Whether a heading has no number, although its level has numbers.
  var hasNoNumber = false
  /// The number with which the numbers of headings begin again; nil if they continue.
  var startNumber: Int?
  /// The formats of the open spans; the last one applies to the next text.
  var formats: [ODTFormat]
  private(set) var inlines = InlineBuilder()
  /// The text since the last run; a line feed stands for a soft line break.
  private var text: [UInt8] = []
  /// Whether a space is dropped, because the text before ends in one or is empty.
  private var skipsSpace = true
  /// Whether the last character is a space that is dropped at the end of the paragraph.
  private var endsInSpace = false
  /// Whether the check box of the item is checked; nil if the paragraph does not begin with a check box.
  private(set) var box: Bool?
  /// Whether the paragraph has content that was moved or lost, such as a text box.
  var isPlace = false
  /// Whether a page break before the paragraph was added.
  var beganPage = false
  /// Whether a field hides the paragraph.
  var isHidden = false
  /// The number of bytes of text.
  private(set) var byteCount = 0

  init(style: ODTResolvedStyle, format: ODTFormat) {
    self.style = style
    formats = [format]
  }

  var format: ODTFormat { formats[formats.count - 1] }

  /// A number that changes when content is added.
  var contentCount: Int { byteCount + text.count }

  // MARK: Text

  /// Adds the text of the current event.
  mutating func addText(_ xml: XMLReader<ODTName>) {
    let start = text.count
    xml.appendText(to: &text)
    collapseSpaces(from: start)
  }

  /// Adds text that does not come from the text of a paragraph in the document.
  mutating func add(_ string: String) {
    let start = text.count
    text.append(contentsOf: string.utf8)
    collapseSpaces(from: start)
  }

  private mutating func collapseSpaces(from start: Int) {
    var end = start
    text.withUnsafeMutableBufferPointer { text in
      for index in start..<text.count {
        let byte = text[index]
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D:
          if skipsSpace {
            if byte == 0x0A, endsInSpace, end > 0 { text[end - 1] = 0x0A }
          } else {
            text[end] = byte == 0x0A ? 0x0A : 0x20
            end += 1
            (skipsSpace, endsInSpace) = (true, true)
          }
        // XML does not allow other control characters.
        case ..<0x20: continue
        default:
          text[end] = byte
          end += 1
          (skipsSpace, endsInSpace) = (false, false)
        }
      }
    }
    text.removeSubrange(end...)
  }

  /// Adds characters that are not collapsed, such as the spaces of `text:s`.
  mutating func add(_ byte: UInt8, count: Int) {
    text.append(contentsOf: repeatElement(byte, count: count))
    (skipsSpace, endsInSpace) = (false, false)
  }

  /// Keeps the next space, because an object or a field is before it.
  mutating func keepSpace() { (skipsSpace, endsInSpace) = (false, false) }

  // MARK: Runs

  /// Adds a break or an attachment.
  mutating func add(_ content: RichText.Run.Content) {
    flush()
    inlines.append(RichText.Run(content, attributes: format.western))
    byteCount += 8
    keepSpace()
  }

  /// Adds an anchor, which does not affect spaces.
  mutating func add(anchor name: String) {
    flush()
    inlines.append(RichText.Run(.anchor(name)))
  }

  mutating func add(note blocks: [RichText.Block]) {
    flush()
    inlines.append(normalizedNote: blocks)
    byteCount += 8
    keepSpace()
  }

  /// Adds runs of another paragraph.
  mutating func add(_ runs: [RichText.Run]) {
    flush()
    for run in runs {
      if case .note(let blocks) = run.content {
        inlines.append(normalizedNote: blocks)
      } else {
        inlines.append(run)
      }
    }
    if !runs.isEmpty { keepSpace() }
    byteCount += runs.count
  }

  /// Converts the text before a change of the format to runs.
  mutating func flush() {
    guard !text.isEmpty else { return }
    byteCount += text.count
    defer { text.removeAll(keepingCapacity: true) }
    if format.isBox, inlines.isEmpty, box == nil,
      let isChecked = ODTListLevel.isChecked(String(decoding: text, as: UTF8.self).unicodeScalars.first)
    {
      box = isChecked
      return
    }
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      if end > start { append(text[start..<end]) }
      if end < text.count { inlines.append(RichText.Run(.softBreak, attributes: format.western)) }
      start = end + 1
    }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    let format = format
    var string = String(decoding: bytes, as: UTF8.self)
    if format.properties.western.family == "Symbol" {
      var signs = ""
      for scalar in string.unicodeScalars {
        signs.unicodeScalars.append(SymbolFont.scalar(private: scalar) ?? scalar)
      }
      string = signs
    }
    guard !format.isUniform, bytes.contains(where: { $0 >= 0x80 }) else {
      inlines.append(RichText.Run(.text(string), attributes: format.western))
      return
    }
    // Characters that all scripts use belong to the script before them.
    var script: ODTTextProperties.Script?
    var part = ""
    for scalar in string.unicodeScalars {
      if let next = ODTTextProperties.Script(scalar), next != script {
        if let script, !part.isEmpty {
          inlines.append(RichText.Run(.text(part), attributes: format.attributes(script)))
          part = ""
        }
        script = next
      }
      part.unicodeScalars.append(scalar)
    }
    inlines.append(RichText.Run(.text(part), attributes: format.attributes(script ?? .western)))
  }

  // MARK: End

  /// Removes the space at the end, and returns the content.
  mutating func finish() -> [RichText.Inline] {
    if endsInSpace, !text.isEmpty {
      text.removeLast()
      endsInSpace = false
    }
    flush()
    if endsInSpace { removeLastSpace() }
    return inlines.finish()
  }

  /// Removes the space at the end of the last run, which anchors can follow.
  private mutating func removeLastSpace() {
    var anchors: [RichText.Run] = []
    while let last = inlines.last, case .anchor = last.content {
      anchors.append(last)
      inlines.removeLast()
    }
    switch inlines.last?.content {
    case .softBreak?: inlines.removeLast()
    case .text(let text)? where text.hasSuffix(" "):
      let attributes = inlines.last?.attributes ?? RichText.Attributes()
      inlines.removeLast()
      inlines.append(RichText.Run(.text(String(text.dropLast())), attributes: attributes))
    default: break
    }
    for anchor in anchors.reversed() { inlines.append(anchor) }
  }
}
