import ByteTools
import Foundation
import ProfferConversions
import StructuredFormats
import TextEncodings

/// Reads the properties of Java: a dictionary of texts (Source: `java.util.Properties`).
struct PropertiesReader {
  private var lines: KeyValueLines
  private var losses: LossCounter

  static func read(_ source: RepresentationSource) throws -> Reading<StructuredValue> {
    let text = KeyValueSource(source, encoding: encoding(of: source))
    var reader = PropertiesReader(lines: KeyValueLines(text.bytes), losses: text.losses)
    let value = try reader.value()
    return Reading(value, losses: reader.losses.total, warnings: text.warnings)
  }

  /// Returns the encoding: UTF-8 if all bytes are valid in UTF-8, otherwise ISO 8859-1, as in Java since 9.
  ///
  /// A byte order mark and a declared encoding take precedence.
  private static func encoding(of source: RepresentationSource) -> TextEncoding? {
    if source.declaredEncodingName != nil || TextEncoding.marked(at: source.data.prefix(4)) != nil {
      return nil
    }
    return source.data.withUnsafeBytes { UTF8Check.firstMistake(in: $0) } == nil ? .utf8 : .latin1
  }

  private mutating func value() throws(CoderError) -> StructuredValue {
    var members: [StructuredMember] = []
    while let line = logicalLine() {
      var rest = line.bytes[...]
      let key = try unescaped(&rest, at: line.offset) { $0.isPropertySpace || $0.isPropertySeparator }
      rest = rest.drop(while: \.isPropertySpace)
      if let separator = rest.first, separator.isPropertySeparator {
        rest = rest.dropFirst().drop(while: \.isPropertySpace)
      }
      members.append(StructuredMember(key, .string(try unescaped(&rest, at: line.offset) { _ in false })))
    }
    return .dictionary(members.keepingLast(of: \.key, &losses))
  }

  /// Returns the next line that is not empty and not a comment, joined with the lines that continue it.
  ///
  /// The backslashes before the line ends, and the spaces at the beginning of each line, are dropped.
  private mutating func logicalLine() -> (bytes: [UInt8], offset: Int)? {
    while let line = lines.next() {
      let content = line.drop(while: \.isPropertySpace)
      guard let first = content.first else { continue }
      if first == UInt8(ascii: "#") || first == UInt8(ascii: "!") {
        losses.add(.comments)
        continue
      }
      var bytes = Array(content)
      var last = content
      while !last.reversed().prefix(while: { $0 == UInt8(ascii: "\\") }).count.isMultiple(of: 2) {
        bytes.removeLast()
        // After a backslash alone, the next line begins anew, and may be a comment.
        guard !bytes.isEmpty, let next = lines.next() else { break }
        last = next.drop(while: \.isPropertySpace)
        bytes.append(contentsOf: last)
      }
      if !bytes.isEmpty { return (bytes, line.startIndex) }
    }
    return nil
  }

  /// Removes a text with escapes from the beginning of a line, up to a byte without an escape.
  private mutating func unescaped(
    _ rest: inout ArraySlice<UInt8>, at offset: Int, until isEnd: (UInt8) -> Bool
  ) throws(CoderError) -> String {
    var text: [UInt8] = []
    /// The first half of a surrogate pair, whose other half must be the next escape.
    var high: UInt32?
    func append(_ scalar: Unicode.Scalar) { text.append(contentsOf: String(Character(scalar)).utf8) }
    func endPair(_ losses: inout LossCounter) {
      guard high != nil else { return }
      high = nil
      losses.add(.characters, "halves of surrogate pairs")
      append("\u{FFFD}")
    }
    while let byte = rest.first, !isEnd(byte) {
      rest.removeFirst()
      guard byte == UInt8(ascii: "\\") else {
        endPair(&losses)
        text.append(byte)
        continue
      }
      guard let letter = rest.popFirst() else { break }
      guard letter == UInt8(ascii: "u") else {
        endPair(&losses)
        switch letter {
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "f"): text.append(0x0C)
        default: text.append(letter)
        }
        continue
      }
      let digits = rest.prefix(4).compactMap(\.hexadecimalDigit)
      guard digits.count == 4 else {
        throw lines.error(
          .invalidEscape, "a \\u in the property that begins here is not followed by four hexadecimal digits",
          at: offset)
      }
      rest = rest.dropFirst(4)
      let unit = digits.reduce(UInt32(0)) { $0 << 4 | UInt32($1) }
      if let first = high, (0xDC00...0xDFFF).contains(unit),
        let scalar = Unicode.Scalar(0x1_0000 + (first & 0x3FF) << 10 + (unit & 0x3FF))
      {
        high = nil
        append(scalar)
        continue
      }
      endPair(&losses)
      if let scalar = Unicode.Scalar(unit) {
        append(scalar)
      } else {
        high = unit
        if unit >= 0xDC00 { endPair(&losses) }
      }
    }
    endPair(&losses)
    return String(decoding: text, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isPropertySpace: Bool { isBlank || self == 0x0C }
  fileprivate var isPropertySeparator: Bool { self == UInt8(ascii: "=") || self == UInt8(ascii: ":") }
}
