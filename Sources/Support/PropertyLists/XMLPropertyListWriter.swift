import ByteTools

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A writer of XML property lists in Apple's layout.
package struct XMLPropertyListWriter: PropertyListOutput {
  /// An open container.
  private struct OpenContainer {
    /// The keys of the values that have not been written yet; empty for an array.
    var keys: ArraySlice<String>
    let isArray: Bool
    var isEmpty: Bool
  }

  /// The width of a base64 line in columns; a tab counts as eight columns.
  ///
  /// Base64 lines are indented by at most eight tabs.
  private static let lineWidth = 76
  private static let dataIndentLimit = 8

  /// The written bytes that the caller has not yet removed.
  package var bytes: [UInt8] = []
  private var open: [OpenContainer] = []
  /// The number of characters that were replaced by U+FFFD because XML cannot represent them.
  package private(set) var replacedCharacterCount = 0

  package init() {}

  /// Begins the document.
  package mutating func begin() {
    append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
  }

  /// Ends the document.
  package mutating func finish() { append("</plist>\n") }

  package mutating func beginArray(count: Int?) {
    begin(OpenContainer(keys: [], isArray: true, isEmpty: true))
  }

  package mutating func beginSet(count: Int) throws(PropertyListError) {
    throw PropertyListError(.unwritable, "an XML property list cannot contain a set")
  }

  package mutating func beginDictionary(_ keys: [String]?) {
    begin(OpenContainer(keys: keys?[...] ?? [], isArray: false, isEmpty: true))
  }

  package mutating func writeKey(_ key: String) { open[open.count - 1].keys = [key] }

  package mutating func endContainer() {
    let closed = open.removeLast()
    if closed.isEmpty {
      line(closed.isArray ? "<array/>" : "<dict/>")
    } else {
      line(closed.isArray ? "</array>" : "</dict>")
    }
  }

  private mutating func begin(_ container: OpenContainer) {
    beginValue()
    open.append(container)
  }

  /// Writes the text before a value.
  ///
  /// Before the first value of a container, this text contains the container's start tag. In a dictionary,
  /// this text contains the value's key.
  private mutating func beginValue() {
    guard let innermost = open.indices.last else { return }
    if open[innermost].isEmpty {
      open[innermost].isEmpty = false
      appendTabs(open.count - 1)
      append(open[innermost].isArray ? "<array>\n" : "<dict>\n")
    }
    if let key = open[innermost].keys.popFirst() { put(key: key) }
  }

  package mutating func write(_ scalar: PropertyListNode) throws(PropertyListError) {
    beginValue()
    switch scalar {
    case .null: throw PropertyListError(.unwritable, "a property list cannot contain null")
    case .boolean(let boolean): line(boolean ? "<true/>" : "<false/>")
    case .integer(let integer): write("<integer>", String(integer), "</integer>\n")
    case .largeInteger(let digits): write("<integer>", digits, "</integer>\n")
    case .real(let real, let spelling): write("<real>", spelling ?? Self.spelling(of: real), "</real>\n")
    case .string(let string): write("<string>", string, "</string>\n")
    case .data(let data): write(data)
    case .date(let date): try write(date)
    case .uid(let uid):
      line("<dict>")
      open.append(OpenContainer(keys: [], isArray: false, isEmpty: false))
      put(key: UIDMember.key)
      write("<integer>", String(uid), "</integer>\n")
      open.removeLast()
      line("</dict>")
    case .array, .set, .dictionary: preconditionFailure("a container is not a scalar")
    }
  }

  private mutating func put(key: String) { write("<key>", key, "</key>\n") }

  private mutating func write(_ start: StaticString, _ text: String, _ end: StaticString) {
    appendTabs(open.count)
    append(start)
    appendEscaped(text)
    append(end)
  }

  /// Returns the shortest text that is read back as the same number.
  ///
  /// Apple's writer always uses 17 digits. As in Apple's writer, whole numbers except 0.0 have no fraction.
  private static func spelling(of real: Double) -> String {
    guard real.isFinite else { return real.isNaN ? "nan" : real < 0 ? "-infinity" : "+infinity" }
    let spelling = real.description
    return spelling.hasSuffix(".0") && real != 0 ? String(spelling.dropLast(2)) : spelling
  }

  private mutating func write(_ data: Data) {
    let indent = min(open.count, XMLPropertyListWriter.dataIndentLimit)
    let byteCountPerLine = (XMLPropertyListWriter.lineWidth - 8 * indent) / 4 * 3
    line("<data>")
    data.withUnsafeBytes { data in
      var start = 0
      while start < data.count {
        let end = min(start + byteCountPerLine, data.count)
        appendTabs(indent)
        Base64.encode(UnsafeRawBufferPointer(rebasing: data[start..<end]), into: &bytes)
        append("\n")
        start = end
      }
    }
    line("</data>")
  }

  /// Writes a date without fractions of a second, because XML lists cannot represent them.
  private mutating func write(_ date: Date) throws(PropertyListError) {
    guard let time = CalendarTime(date) else {
      throw PropertyListError(
        .unwritable,
        "a date \(date.timeIntervalSinceReferenceDate) seconds after the start of 2001 cannot be written as text"
      )
    }
    write("<date>", time.text(withFraction: false), "</date>\n")
  }

  // MARK: Bytes

  private mutating func line(_ text: StaticString) {
    appendTabs(open.count)
    append(text)
    append("\n")
  }

  private mutating func appendTabs(_ count: Int) {
    for _ in 0..<count { bytes.append(UInt8(ascii: "\t")) }
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends text, with markup characters replaced by entities.
  ///
  /// A carriage return becomes a character reference, because XML parsers convert a raw carriage return to
  /// a line feed. Control characters that XML cannot represent become U+FFFD and are counted.
  private mutating func appendEscaped(_ text: String) {
    var text = text
    text.withUTF8 { text in
      var copied = 0
      var index = 0
      while index < text.count {
        let byte = text[index]
        let replacement: StaticString
        var length = 1
        switch byte {
        case UInt8(ascii: "&"): replacement = "&amp;"
        case UInt8(ascii: "<"): replacement = "&lt;"
        case UInt8(ascii: ">"): replacement = "&gt;"
        case 0x0D: replacement = "&#13;"
        case 0x00..<0x20 where byte != 0x09 && byte != 0x0A:
          replacement = "\u{FFFD}"
          replacedCharacterCount += 1
        case 0xEF where index + 2 < text.count && text[index + 1] == 0xBF && text[index + 2] >= 0xBE:
          // U+FFFE and U+FFFF.
          replacement = "\u{FFFD}"
          length = 3
          replacedCharacterCount += 1
        default:
          index += 1
          continue
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<index]))
        append(replacement)
        index += length
        copied = index
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied...]))
    }
  }
}

/// The result of writing a node as XML.
package struct WrittenXMLPropertyList: Sendable {
  package let data: Data
  /// The number of characters that were replaced by U+FFFD because XML cannot represent them, such as
  /// NUL.
  package let replacedCharacterCount: Int
}

extension PropertyListNode {
  /// Returns the node as an XML property list, with the members of dictionaries in stored order.
  ///
  /// Dates lose their fractions of a second.
  ///
  /// - Throws: `PropertyListError` with code `unwritable` for a null, a set, and a date that is not finite
  ///   or is out of range.
  package func writeXML() throws(PropertyListError) -> WrittenXMLPropertyList {
    var writer = XMLPropertyListWriter()
    writer.begin()
    try writer.write(all: self)
    writer.finish()
    return WrittenXMLPropertyList(
      data: Data(writer.bytes), replacedCharacterCount: writer.replacedCharacterCount)
  }
}
