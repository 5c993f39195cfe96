import ByteTools
public import Conversions
import Foundation

/// Makes HTML of rich text: an element for each thing that has one, inline styles for the rest, and no more.
package struct HTMLWriter {
  package var output: [UInt8] = []
  package var tally = LossCounter()
  /// Whether the result is to be XML too.
  let isXML: Bool
  /// The characters that cannot stand for themselves, a bit each.
  private let specialInText: UInt64
  private let specialInAttributes: UInt64

  package init(isXML: Bool = false) {
    self.isXML = isXML
    // XML holds no control characters, and takes ends of lines in attributes for spaces.
    let controls: UInt64 = isXML ? HTMLWriter.controls : 0
    specialInText = HTMLWriter.bits("\0\r&<>") | controls
    specialInAttributes = HTMLWriter.bits(isXML ? "\0\r\n\t&<\"" : "\0\r&<\"") | controls
  }

  /// The attribute of a title that the text has not: every page has to have one, and readers of ours pass over it.
  static let impliedTitle: StaticString = "data-implied"

  /// Writes a whole document.
  mutating func write(_ text: RichText) {
    begin(text.metadata, impliedTitle: text.metadata.title == nil ? text.blocks.firstWords : nil)
    write(text.blocks)
    end()
  }

  /// Writes what stands before the blocks.
  ///
  /// - Parameters:
  ///   - words: what stands for a title where there is none.
  ///   - impliesTitle: whether a page without a title gets one that says it is implied.
  package mutating func begin(
    _ metadata: RichText.Metadata, impliedTitle words: String? = nil, impliesTitle: Bool = true
  ) {
    let language = metadata.language
    if isXML {
      put("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\"")
      if let language {
        put(" xml:lang=\"", attribute: language)
        put("\" lang=\"", attribute: language)
        put("\"")
      }
      put(">\n<head>\n")
    } else {
      put("<!DOCTYPE html>\n")
      if let language {
        put("<html lang=\"", attribute: language)
        put("\">\n")
      }
    }
    put(isXML ? "<meta charset=\"utf-8\"/>\n" : "<meta charset=\"utf-8\">\n")
    if impliesTitle || metadata.title != nil { writeTitle(metadata.title, impliedTitle: words) }
    if let author = metadata.author {
      put("<meta name=\"author\" content=\"", attribute: author)
      put(isXML ? "\"/>\n" : "\">\n")
    }
    if isXML { put("</head>\n<body>\n") }
  }

  private mutating func writeTitle(_ title: String?, impliedTitle words: String?) {
    put("<title")
    if title == nil {
      put(" ")
      put(Self.impliedTitle)
      put("=\"\"")
    }
    put(">")
    put(escaping: title ?? words ?? "Untitled")
    put("</title>\n")
  }

  /// Writes what stands behind the blocks.
  package mutating func end() {
    if isXML { put("</body>\n</html>\n") }
  }
}

// MARK: - Characters

extension HTMLWriter {
  /// Writes markup.
  mutating func put(_ markup: StaticString) {
    markup.withUTF8Buffer { output.append(contentsOf: $0) }
  }

  /// Writes ASCII that needs no escape.
  mutating func put(plain text: String) { output.append(contentsOf: text.utf8) }

  /// Writes markup and then the value of an attribute, up to its closing quote.
  mutating func put(_ markup: StaticString, attribute value: String) {
    put(markup)
    put(escaping: value, isAttribute: true)
  }

  /// Writes text with references for what would be markup.
  mutating func put(escaping text: String, isAttribute: Bool = false) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { put(escaping: $0, isAttribute) }
    if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { put(escaping: $0, isAttribute) } }
  }

  private mutating func put(escaping bytes: UnsafeBufferPointer<UInt8>, _ isAttribute: Bool) {
    let special = isAttribute ? specialInAttributes : specialInText
    let words = UnsafeRawBufferPointer(bytes)
    var start = 0
    var place = 0
    while place < bytes.count {
      if place + ByteWord.byteCount <= bytes.count, !Self.mayBeSpecial(ByteWord(words, at: place)) {
        place += ByteWord.byteCount
        continue
      }
      let byte = bytes[place]
      if byte < 64, special >> UInt64(byte) & 1 == 1 {
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<place]))
        putReference(for: byte)
        start = place + 1
      }
      place += 1
    }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
  }

  /// Whether a byte is a control character, a quote, an ampersand or an angle bracket, of which pairs differ in one bit.
  @inline(__always)
  private static func mayBeSpecial(_ word: ByteWord) -> Bool {
    word.matches(below: 0x20) | word.setting(4).matches(UInt8(ascii: "&"))
      | word.setting(2).matches(UInt8(ascii: ">")) != 0
  }

  /// Writes what stands for a character that cannot stand for itself.
  private mutating func putReference(for byte: UInt8) {
    switch byte {
    case UInt8(ascii: "&"): put("&amp;")
    case UInt8(ascii: "<"): put("&lt;")
    case UInt8(ascii: ">"): put("&gt;")
    case UInt8(ascii: "\""): put("&quot;")
    case UInt8(ascii: "\r"): put("&#13;")
    case UInt8(ascii: "\n"): put("&#10;")
    case UInt8(ascii: "\t"): put("&#9;")
    default:
      tally.add(.characters, "that the format cannot hold, written as U+FFFD")
      put("\u{FFFD}")
    }
  }

  /// Characters below 64 as a bit each.
  private static func bits(_ characters: String) -> UInt64 {
    characters.unicodeScalars.reduce(0) { $0 | 1 << UInt64($1.value) }
  }

  /// The characters below the space, but not those that end lines, tabs and NUL.
  private static let controls: UInt64 = 0xFFFF_D9FE
}

// MARK: - Documents

extension RichText {
  /// Writes the text as an HTML document in UTF-8.
  ///
  /// The document is small and complete: elements for what HTML has elements for, inline styles for colors,
  /// fonts, alignment and indentation. Attachments with bytes become `data:` addresses. What HTML has no word
  /// for, such as a parenthesis behind the numbers of a list, stands in `data-` attributes, so that
  /// `readHTML(_:)` gives the same value in its ``normalized()`` form.
  ///
  /// Every page has to have a title. Where the text has none, the words it begins with stand there, else `Untitled`, in
  /// an element that says by `data-implied` that the text has none.
  ///
  /// Addresses are written as they are. One that would run a script is dropped (`links`, `images`). NULs
  /// become U+FFFD (`characters`), and of a code's language only a single word is kept (`metadata`). A soft
  /// break at the edge of a line, which shows as nothing, is not kept.
  public func writeHTML() -> Written { written(isXML: false) }

  /// Writes the text as an XHTML document in UTF-8: the same elements in XML's syntax.
  ///
  /// Control characters other than tabs, which XML cannot hold, become U+FFFD (`characters`).
  public func writeXHTML() -> Written { written(isXML: true) }

  private func written(isXML: Bool) -> Written {
    var writer = HTMLWriter(isXML: isXML)
    writer.write(self)
    return Written(Data(writer.output), losses: writer.tally.total)
  }
}
