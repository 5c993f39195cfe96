import ProfferConversions
import RichTextFormats
import XMLText

extension ODTWriter {
  /// Writes the content of a paragraph.
  mutating func write(_ runs: [RichText.Run]) {
    var line = Line(runs)
    var index = 0
    while index < runs.count {
      guard let link = runs[index].attributes.link else {
        let end = runs[index...].firstIndex { $0.attributes.link != nil } ?? runs.count
        writeSpans(index..<end, of: &line)
        index = end
        continue
      }
      let end = runs[index...].firstIndex { $0.attributes.link != link } ?? runs.count
      begin(link)
      writeSpans(index..<end, of: &line)
      body.end("text:a")
      index = end
    }
  }

  private mutating func begin(_ link: RichText.Link) {
    var attributes: [(StaticString, String)] = [
      ("xlink:type", "simple"), ("xlink:href", ODTAttributes.reference(link.destination)),
    ]
    if let title = link.title { attributes.append(("office:title", title)) }
    attributes.append(("text:style-name", ODTStyleSheet.linkStyle))
    body.begin("text:a", attributes: attributes)
  }

  /// Writes some runs, with one span for adjacent runs of equal attributes.
  private mutating func writeSpans(_ range: Range<Int>, of line: inout Line) {
    var index = range.lowerBound
    while index < range.upperBound {
      let attributes = line.runs[index].attributes
      let end =
        line.runs[index..<range.upperBound].firstIndex { $0.attributes != attributes } ?? range.upperBound
      // A font size that is not a number is not equal to itself.
      let next = max(end, index + 1)
      let format = attributes == RichText.Attributes() ? nil : ODTTextFormat(attributes, &losses)
      if let format {
        var names: [(StaticString, String)] = [("text:style-name", sheet.name(of: format))]
        // A reader would otherwise attribute the property to the paragraph or link.
        if format.repeats(openStyle, isLink: attributes.link != nil, language: language) {
          names.append(("text:class-names", ExplicitFormatting.className))
        }
        body.begin("text:span", attributes: names)
      }
      for place in index..<next { write(place, of: &line) }
      if format != nil { body.end("text:span") }
      index = next
    }
  }

  private mutating func write(_ index: Int, of line: inout Line) {
    switch line.runs[index].content {
    case .text(let text):
      write(text, of: &line, isBeforeWord: line.hasWordDirectly(after: index))
    case .softBreak:
      // A line feed in the file is shown as a space, unless it is at the edge of the paragraph or next to
      // another space.
      if line.hasWords && !line.endsInLineFeed && line.hasWord(after: index) {
        body.add(text: "\n")
        line.endsInLineFeed = true
      } else {
        losses.add(.layout, "soft line breaks next to others or at the edges of paragraphs")
        body.add("text:s")
      }
      line.endsInWord = false
    case .hardBreak:
      body.add("text:line-break")
      line.endsInWord = false
    case .attachment(let attachment):
      write(attachment, in: &line)
      line.endsInWord = false
    case .anchor(let name):
      writeBookmark(name)
      line.endsInWord = false
    case .note(let blocks):
      write(note: blocks, in: &line)
      line.endsInWord = false
    }
  }

  // MARK: White space

  /// A paragraph's runs, and the white space before the current position.
  ///
  /// Programs combine adjacent white space in the file, and drop white space at the edges of a paragraph. A
  /// space is therefore written as a character only between two other characters of a text, and as an element
  /// elsewhere.
  ///
  /// Source: OpenDocument 1.3, part 3, section 6.1.2.
  struct Line {
    let runs: [RichText.Run]
    /// Whether the last output is a character other than white space.
    var endsInWord = false
    /// Whether the paragraph already has a character other than white space.
    var hasWords = false
    /// Whether no such character follows the last line feed in the output.
    var endsInLineFeed = false

    init(_ runs: [RichText.Run]) { self.runs = runs }

    /// Whether the next run begins with a character other than white space.
    func hasWordDirectly(after index: Int) -> Bool {
      guard index + 1 < runs.count, case .text(let text) = runs[index + 1].content,
        let first = text.utf8.first
      else { return false }
      return first > 0x20
    }

    /// Whether such a character follows before the next soft line break.
    func hasWord(after index: Int) -> Bool {
      for run in runs[(index + 1)...] {
        switch run.content {
        case .text(let text): if text.utf8.contains(where: { $0 > 0x20 }) { return true }
        case .softBreak: return false
        case .hardBreak, .attachment, .anchor, .note: continue
        }
      }
      return false
    }
  }

  /// - Parameter isBeforeWord: whether a character other than white space follows the text directly.
  mutating func write(_ text: String, of line: inout Line, isBeforeWord: Bool) {
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      var index = 0
      func addPlain(_ writer: inout ODTWriter, _ line: inout Line) {
        guard start < index else { return }
        let plain = UnsafeBufferPointer(rebasing: bytes[start..<index])
        writer.body.add(text: String(decoding: plain, as: UTF8.self))
        (line.endsInWord, line.hasWords, line.endsInLineFeed) = (true, true, false)
      }
      while index < bytes.count {
        switch bytes[index] {
        case 0x20:
          let isAfterWord = index > start || line.endsInWord
          let hasNext = index + 1 < bytes.count ? bytes[index + 1] > 0x20 : isBeforeWord
          if isAfterWord, hasNext {
            index += 1
            if index < bytes.count { index += 1 }
            continue
          }
          addPlain(&self, &line)
          let end = bytes[index...].firstIndex { $0 != 0x20 } ?? bytes.count
          body.add(spaces: end - index)
          index = end
        case 0x09:
          addPlain(&self, &line)
          body.add("text:tab")
          index += 1
        case 0x0A...0x0D:
          addPlain(&self, &line)
          addLineBreak()
          let isPair = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
          index += isPair ? 2 : 1
        // U+2028 and U+2029.
        case 0xE2 where bytes[index...].starts(with: [0xE2, 0x80, 0xA8]),
          0xE2 where bytes[index...].starts(with: [0xE2, 0x80, 0xA9]):
          addPlain(&self, &line)
          addLineBreak()
          index += 3
        default:
          index += 1
          continue
        }
        start = index
        line.endsInWord = false
      }
      addPlain(&self, &line)
    }
  }

  private mutating func addLineBreak() {
    losses.add(.characters, "line breaks in text")
    body.add("text:line-break")
  }

  // MARK: Bookmarks and footnotes

  /// Writes a bookmark, unless the document has a bookmark of this name.
  mutating func writeBookmark(_ name: String) {
    guard bookmarks.insert(name).inserted else {
      return losses.add(.links, "repeated link targets")
    }
    body.add("text:bookmark", ("text:name", name))
  }

  /// Writes a footnote outside of the containers and tables that enclose its reference mark.
  ///
  /// LibreOffice 7.4 cannot open a document with a footnote inside a footnote, although the format allows it.
  private mutating func write(note blocks: [RichText.Block], in line: inout Line) {
    guard place.story != .footnote else {
      losses.add(.formatting, "footnotes nested too deeply")
      return write(" (\(blocks.words))", of: &line, isBeforeWord: false)
    }
    noteCount += 1
    body.begin("text:note", ("text:id", "ftn\(noteCount)"), ("text:note-class", "footnote"))
    body.add("text:note-citation", text: "\(noteCount)")
    body.begin("text:note-body")
    let outer = (place, elementDepth)
    place = Place(story: .footnote)
    elementDepth += 3
    write(blocks)
    (place, elementDepth) = outer
    body.end("text:note-body")
    body.end("text:note")
  }
}
