import Conversions
import Foundation

/// Writes a structured value as an XML property list in the layout of Apple's.
struct XMLPropertyListWriter {
  /// A container of which something is still to be written.
  private enum OpenContainer {
    case array(ArraySlice<StructuredValue>)
    case dictionary(ArraySlice<StructuredMember>)
  }

  /// The width of a line of base64, a tab counting eight; deeper than eight tabs they do not go.
  private static let lineWidth = 76
  private static let dataIndentLimit = 8

  private var bytes: [UInt8] = []
  private var open: [OpenContainer] = []
  private var tally = LossTally()
  private var warnings: [String] = []

  mutating func write(_ value: StructuredValue) throws -> Written {
    if case .null = value {
      throw CoderError(
        .unwritable, "a property list cannot be null; put the value into an array or dictionary")
    }
    append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
    try begin(value)
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
        if case .null = member.value {
          tally.add(.nulls, PropertyListNulls.memberDetail)
          continue
        }
        beginLine("<key>")
        appendEscaped(member.key)
        append("</key>\n")
        try begin(member.value)
      }
    }
    append("</plist>\n")
    return Written(Data(bytes), losses: tally.total, warnings: warnings)
  }

  /// Writes a value that contains nothing, or the beginning of one that does.
  private mutating func begin(_ value: StructuredValue) throws {
    switch value {
    case .null:
      tally.add(.nulls, PropertyListNulls.elementDetail)
      line("<string></string>")
    case .boolean(let boolean): line(boolean ? "<true/>" : "<false/>")
    case .integer(let integer):
      beginLine("<integer>")
      bytes.append(contentsOf: integer.description.utf8)
      append("</integer>\n")
    case .real(let real):
      beginLine("<real>")
      append(real)
      append("</real>\n")
    case .string(let string):
      beginLine("<string>")
      appendEscaped(string)
      append("</string>\n")
    case .data(let data): write(data)
    case .date(let date): try write(date)
    case .uid(let uid): write(uid)
    case .array(let elements):
      try StructuredValue.checkDepth(open.count)
      line(elements.isEmpty ? "<array/>" : "<array>")
      if !elements.isEmpty { open.append(.array(elements[...])) }
    case .dictionary(let members):
      try StructuredValue.checkDepth(open.count)
      if UIDMember.uid(members) != nil && warnings.isEmpty {
        warnings.append("a dictionary whose only key is \(UIDMember.key) reads back as a UID")
      }
      line(members.isEmpty ? "<dict/>" : "<dict>")
      if !members.isEmpty { open.append(.dictionary(members[...])) }
    }
  }

  /// Appends a real number, a whole one as Apple's writer does: 55 without a fraction, but 0.0.
  private mutating func append(_ real: StructuredReal) {
    let spelling = real.spelling
    let isWhole = spelling.hasSuffix(".0") && spelling != "0.0" && spelling != "-0.0"
    bytes.append(contentsOf: isWhole ? spelling.utf8.dropLast(2) : spelling.utf8[...])
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

  private mutating func write(_ date: Date) throws {
    let time = try StructuredValue.time(of: date)
    if time.fraction > 0 { tally.add(.precision, "fractions of seconds") }
    beginLine("<date>")
    bytes.append(contentsOf: time.text(withFraction: false).utf8)
    append("</date>\n")
  }

  private mutating func write(_ uid: UInt64) {
    line("<dict>")
    appendTabs(open.count + 1)
    append("<key>")
    bytes.append(contentsOf: UIDMember.key.utf8)
    append("</key>\n")
    appendTabs(open.count + 1)
    append("<integer>")
    bytes.append(contentsOf: String(uid).utf8)
    append("</integer>\n")
    line("</dict>")
  }

  // MARK: Bytes

  private mutating func line(_ text: StaticString) {
    beginLine(text)
    append("\n")
  }

  private mutating func beginLine(_ text: StaticString) {
    appendTabs(open.count)
    append(text)
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
  /// XML has no form for become U+FFFD and count as lost.
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
          tally.add(.characters, "that XML cannot write")
        case 0xEF where index + 2 < text.count && text[index + 1] == 0xBF && text[index + 2] >= 0xBE:
          // U+FFFE and U+FFFF.
          replacement = "\u{FFFD}"
          length = 3
          tally.add(.characters, "that XML cannot write")
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

/// What becomes of nulls in property lists, in the words of the report.
enum PropertyListNulls {
  static let memberDetail = "left out of their dictionaries"
  static let elementDetail =
    "empty strings in their arrays, so that the elements behind them keep their places"
}
