import ByteTools
package import Foundation

/// Writes a node as an XML property list in the layout of Apple's.
struct XMLPropertyListWriter {
  /// A container of which something is still to be written.
  private enum OpenContainer {
    case array(ArraySlice<PropertyListNode>)
    case dictionary(ArraySlice<PropertyListMember>)
  }

  /// The width of a line of base64, a tab counting eight; deeper than eight tabs they do not go.
  private static let lineWidth = 76
  private static let dataIndentLimit = 8

  private var bytes: [UInt8] = []
  private var open: [OpenContainer] = []
  /// Control characters that XML has no form for.
  private(set) var replacedCharacterCount = 0

  mutating func write(_ node: PropertyListNode) throws(PropertyListError) -> Data {
    append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
    try begin(node)
    while let innermost = open.popLast() {
      switch innermost {
      case .array(var rest):
        guard let element = rest.popFirst() else {
          line("</array>")
          continue
        }
        open.append(.array(rest))
        try begin(element)
      case .dictionary(var rest):
        guard let member = rest.popFirst() else {
          line("</dict>")
          continue
        }
        open.append(.dictionary(rest))
        writeKey(member.key)
        try begin(member.value)
      }
    }
    append("</plist>\n")
    return Data(bytes)
  }

  /// Writes a node that contains nothing, or the beginning of one that does.
  private mutating func begin(_ node: PropertyListNode) throws(PropertyListError) {
    switch node {
    case .null: throw PropertyListError(.unwritable, "a property list cannot hold a null")
    case .boolean(let boolean): line(boolean ? "<true/>" : "<false/>")
    case .integer(let integer): write("<integer>", String(integer), "</integer>\n")
    case .largeInteger(let digits): write("<integer>", digits, "</integer>\n")
    case .real(let real, let spelling): write("<real>", spelling ?? Self.spelling(of: real), "</real>\n")
    case .string(let string): write("<string>", string, "</string>\n")
    case .data(let data): write(data)
    case .date(let date): try write(date)
    case .uid(let uid):
      line("<dict>")
      open.append(.dictionary([]))
      writeKey(UIDMember.key)
      write("<integer>", String(uid), "</integer>\n")
      open.removeLast()
      line("</dict>")
    case .array(let elements):
      line(elements.isEmpty ? "<array/>" : "<array>")
      if !elements.isEmpty { open.append(.array(elements[...])) }
    case .set: throw PropertyListError(.unwritable, "an XML property list cannot hold a set")
    case .dictionary(let members):
      line(members.isEmpty ? "<dict/>" : "<dict>")
      if !members.isEmpty { open.append(.dictionary(members[...])) }
    }
  }

  private mutating func writeKey(_ key: String) { write("<key>", key, "</key>\n") }

  private mutating func write(_ start: StaticString, _ text: String, _ end: StaticString) {
    appendTabs(open.count)
    append(start)
    appendEscaped(text)
    append(end)
  }

  /// The fewest digits that read back as the same number, where Apple's writer always gives 17; a whole number
  /// without a fraction as Apple's, but 0.0.
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

  /// Writes a moment without its fraction of a second, for which the form has no place.
  private mutating func write(_ date: Date) throws(PropertyListError) {
    guard let time = CalendarTime(date) else {
      throw PropertyListError(
        .unwritable, "the date \(date.timeIntervalSinceReferenceDate) seconds from 2001 has no text")
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

  /// Appends text, markup as entities.
  ///
  /// A carriage return becomes a reference, as XML's readers take a raw one for a line feed. Control characters that
  /// XML has no form for become U+FFFD and are counted.
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

/// What a writer made of a node in XML.
package struct WrittenXMLPropertyList: Sendable {
  package let data: Data
  /// How many characters that XML has no form for, such as NUL, became U+FFFD.
  package let replacedCharacterCount: Int
}

extension PropertyListNode {
  /// The node as an XML property list, members in their order; dates lose their fractions of a second.
  ///
  /// - Throws: `PropertyListError`: `unwritable` for a null, a set, and a date that is not finite.
  package func writeXML() throws(PropertyListError) -> WrittenXMLPropertyList {
    var writer = XMLPropertyListWriter()
    let data = try writer.write(self)
    return WrittenXMLPropertyList(data: data, replacedCharacterCount: writer.replacedCharacterCount)
  }
}
