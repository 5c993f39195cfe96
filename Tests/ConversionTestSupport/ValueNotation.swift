import Foundation
package import StructuredFormats
import TestSupport

/// The notation of values in cases.
///
/// It is JSON with the escapes of escaped sections in strings (`\u{E9}` in place of `\u00e9`), and with
/// the values that JSON cannot express: `nan`, `+infinity`, `-infinity`, `<data 68656C6C6F>`,
/// `<date 2001-01-01T00:00:00Z>` (or its seconds since 1970), `<local 2024-01-31>`, `<local 13:05:00>`,
/// `<local 2024-01-31T13:05:00>` and `<uid 7>`. Numbers keep their digits, members their order.
package enum ValueNotation {
  /// Parses a value.
  ///
  /// - Parameters:
  ///   - path: the file of the case, for errors.
  ///   - line: the line of the section, for errors.
  package static func value(_ text: String, _ path: String, _ line: Int) throws -> StructuredValue {
    var parser = Parser(rest: text.unicodeScalars[...])
    do {
      let value = try parser.value()
      parser.skipSpace()
      guard parser.rest.isEmpty else { throw Parser.Fault("text follows the value: \(String(parser.rest))") }
      return value
    } catch let fault as Parser.Fault {
      throw CaseFileError(path: path, line: line, message: fault.message)
    }
  }

  private struct Parser {
    struct Fault: Error {
      let message: String
      init(_ message: String) { self.message = message }
    }

    var rest: String.UnicodeScalarView.SubSequence

    mutating func skipSpace() { rest = rest.drop { $0 == " " || $0 == "\n" || $0 == "\t" } }

    private mutating func skip(_ scalar: UnicodeScalar) -> Bool {
      skipSpace()
      guard rest.first == scalar else { return false }
      rest.removeFirst()
      return true
    }

    mutating func value() throws -> StructuredValue {
      if skip("[") { return .array(try list("]") { try $0.value() }) }
      if skip("{") {
        return .dictionary(
          try list("}") { parser in
            guard parser.skip("\"") else { throw Fault("a key in quotes is missing") }
            let key = try parser.string()
            guard parser.skip(":") else { throw Fault("the colon after a key is missing") }
            return StructuredMember(key, try parser.value())
          })
      }
      if skip("\"") { return .string(try string()) }
      if skip("<") { return try tagged() }
      return try word()
    }

    private mutating func list<Item>(
      _ end: UnicodeScalar, _ item: (inout Parser) throws -> Item
    ) throws -> [Item] {
      if skip(end) { return [] }
      var items: [Item] = []
      repeat { items.append(try item(&self)) } while skip(",")
      guard skip(end) else { throw Fault("\(end) is missing before: \(String(rest))") }
      return items
    }

    private mutating func string() throws -> String {
      var text = String.UnicodeScalarView()
      while let scalar = rest.popFirst() {
        switch scalar {
        case "\"": return String(text)
        case "\\":
          switch rest.popFirst() {
          case "n": text.append("\n")
          case "r": text.append("\r")
          case "t": text.append("\t")
          case "0": text.append("\0")
          case "\\": text.append("\\")
          case "\"": text.append("\"")
          case "u":
            let digits = rest.dropFirst().prefix { $0 != "}" }
            guard rest.first == "{", let value = UInt32(String(digits), radix: 16).flatMap(UnicodeScalar.init)
            else { throw Fault("the escape of a scalar is \\u{…}") }
            text.append(value)
            rest = rest.dropFirst(digits.count + 2)
          default: throw Fault("the escapes of strings are \\n, \\r, \\t, \\0, \\\\, \\\" and \\u{…}")
          }
        default: text.append(scalar)
        }
      }
      throw Fault("the end of a string is missing")
    }

    private mutating func tagged() throws -> StructuredValue {
      let text = String(rest.prefix { $0 != ">" })
      guard rest.count > text.unicodeScalars.count else { throw Fault("> is missing") }
      rest = rest.dropFirst(text.unicodeScalars.count + 1)
      let words = text.split(separator: " ", maxSplits: 1).map(String.init)
      let content = words.count == 2 ? words[1] : ""
      let value: StructuredValue? =
        switch words.first {
        case "data": ValueNotation.bytes(content).map { .data(Data($0)) }
        case "date": ValueNotation.date(content).map { .date($0) }
        case "uid": UInt64(content).map { .uid($0) }
        case "local":
          LocalDate(content).map { .localDate($0) } ?? LocalTime(content).map { .localTime($0) }
            ?? LocalDateTime(content).map { .localDateTime($0) }
        default: nil
        }
      guard let value else { throw Fault("<\(text)> is not a value") }
      return value
    }

    private mutating func word() throws -> StructuredValue {
      let text = String(rest.prefix { !" \n\t,]}:".unicodeScalars.contains($0) })
      rest = rest.dropFirst(text.unicodeScalars.count)
      switch text {
      case "null": return .null
      case "true": return true
      case "false": return false
      case "nan": return .real(StructuredReal(.nan))
      case "+infinity": return .real(StructuredReal(.infinity))
      case "-infinity": return .real(StructuredReal(-.infinity))
      default:
        if text != "-0", !text.hasPrefix("+"), let integer = StructuredInteger(decimal: text) {
          guard integer.description == text else { throw Fault("an integer has no leading zero: \(text)") }
          return .integer(integer)
        }
        guard let real = StructuredReal(spelling: text) else { throw Fault("“\(text)” is not a value") }
        return .real(real)
      }
    }
  }

  // MARK: Writing

  /// The value in one line.
  package static func text(_ value: StructuredValue) -> String {
    switch value {
    case .null: "null"
    case .boolean(let boolean): boolean ? "true" : "false"
    case .integer(let integer): integer.description
    case .real(let real): real.spelling
    case .string(let string): quoted(string)
    case .data(let data):
      "<data \(data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined())>"
    case .date(let date): "<date \(self.text(date))>"
    case .localDate(let date): "<local \(date)>"
    case .localTime(let time): "<local \(time)>"
    case .localDateTime(let dateTime): "<local \(dateTime)>"
    case .uid(let uid): "<uid \(uid)>"
    case .array(let elements): "[\(elements.map(text).joined(separator: ", "))]"
    case .dictionary(let members):
      "{\(members.map { "\(quoted($0.key)): \(text($0.value))" }.joined(separator: ", "))}"
    }
  }

  private static func quoted(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case _
      where scalar.value < 0x20 || 0x7F...0xA0 ~= scalar.value
        || "\u{2028}\u{2029}\u{FEFF}".unicodeScalars.contains(scalar):
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func bytes(_ digits: String) -> [UInt8]? {
    let digits = Array(digits.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(byte)
    }
    return bytes
  }

  /// A date with fractions, such as `2001-01-01T00:00:00.5Z`, or its seconds since 1970.
  private static func date(_ text: String) -> Date? {
    if let seconds = Double(text) { return Date(timeIntervalSince1970: seconds) }
    guard let match = text.wholeMatch(of: /([0-9\-]+T[0-9:]+)(\.[0-9]+)?Z/),
      let whole = try? Date("\(match.1)Z", strategy: .iso8601), let fraction = Double("0\(match.2 ?? "")")
    else { return nil }
    return whole.addingTimeInterval(fraction)
  }

  /// The seconds since 1970 with six digits, because a `Date` has hardly more.
  private static func text(_ date: Date) -> String {
    String(format: "%.6f", date.timeIntervalSince1970)
  }
}
