import ByteTools
import Foundation
import ProfferConversions
import StructuredFormats

/// Writes a structured value as YAML, whole or in parts, and counts values that YAML cannot express.
struct YAMLValueWriter {
  /// A container that has not been completely written.
  private struct OpenContainer {
    let isArray: Bool
    /// The column of the entries.
    let indent: Int
    /// Whether the first entry is on the line of the hyphen before the container.
    let isCompact: Bool
    var isEmpty = true
  }

  /// The number of spaces by which a container is indented further than the container around it.
  private static let step = 2
  /// The number of characters in a line of data in base64.
  private static let dataLineLength = 76

  var bytes: [UInt8] = []
  private(set) var losses = LossCounter()
  private var open: [OpenContainer] = []
  /// The key of the next value, not yet written.
  private var key = ""

  /// Writes a part of the value.
  mutating func write(_ event: StructuredValueEvent) throws {
    switch event {
    case .beginning(let keepLast): keepLast()
    case .value(let value):
      beginEntry()
      try write(value)
    case .beginArray, .beginDictionary:
      try StructuredValue.checkDepth(open.count)
      beginEntry()
      if case .beginArray = event { begin(isArray: true) } else { begin(isArray: false) }
    case .key(let key): self.key = key
    case .end: end()
    }
  }

  // MARK: Containers

  private mutating func begin(isArray: Bool) {
    open.append(
      OpenContainer(
        isArray: isArray, indent: open.last.map { $0.indent + Self.step } ?? 0,
        isCompact: open.last?.isArray ?? true))
  }

  private mutating func end() {
    guard let ended = open.popLast() else { preconditionFailure("an end without its beginning") }
    guard ended.isEmpty else { return }
    separate()
    bytes.append(contentsOf: ended.isArray ? "[]\n".utf8 : "{}\n".utf8)
  }

  /// Writes what precedes a value: the line end and indentation, and the hyphen or the key.
  private mutating func beginEntry() {
    let last = open.count - 1
    guard last >= 0 else { return }
    let container = open[last]
    if container.isEmpty, container.isCompact {
      if last > 0 { bytes.append(0x20) }
    } else {
      if container.isEmpty { bytes.append(0x0A) }
      appendIndent(container.indent)
    }
    open[last].isEmpty = false
    guard !container.isArray else { return bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var key = key
    key.withUTF8 { append(UnsafeRawBufferPointer($0), mayBeBlock: false) }
    if bytes.count - start > YAMLParser.keyLimit {
      bytes.insert(contentsOf: "? ".utf8, at: start)
      bytes.append(0x0A)
      appendIndent(container.indent)
    }
    bytes.append(UInt8(ascii: ":"))
  }

  /// Writes the space before a scalar, unless it is the whole document.
  private mutating func separate() { if !open.isEmpty { bytes.append(0x20) } }

  private mutating func appendIndent(_ count: Int) {
    bytes.append(contentsOf: repeatElement(0x20, count: count))
  }

  // MARK: Values

  private mutating func write(_ value: StructuredValue) throws {
    switch value {
    case .array(let elements):
      try StructuredValue.checkDepth(open.count)
      begin(isArray: true)
      for element in elements {
        beginEntry()
        try write(element)
      }
      end()
    case .dictionary(let members):
      try StructuredValue.checkDepth(open.count)
      begin(isArray: false)
      for member in members.keepingLast(of: { $0.key }, &losses) {
        key = member.key
        beginEntry()
        try write(member.value)
      }
      end()
    case .uid(let uid):
      losses.add(.types, "UIDs written as mappings")
      begin(isArray: false)
      key = "CF$UID"
      beginEntry()
      appendScalar(String(uid))
      end()
    default: try writeScalar(value)
    }
  }

  private mutating func writeScalar(_ value: StructuredValue) throws {
    switch value {
    case .null: appendScalar("null")
    case .boolean(let boolean): appendScalar(boolean ? "true" : "false")
    case .integer(let integer): appendScalar(integer.description)
    case .real(let real): appendScalar(Self.spelling(real))
    case .string(var text):
      separate()
      text.withUTF8 { append(UnsafeRawBufferPointer($0), mayBeBlock: true) }
      if bytes.last != 0x0A { bytes.append(0x0A) }
    case .data(let data): append(data)
    case .localTime(let time):
      // A reader of YAML 1.1 takes `13:05:00` for a number in base 60.
      losses.add(.dates, "times of day, written as text")
      appendScalar("\"\(time)\"")
    default:
      losses.add(.dates, "written as timestamps, which YAML 1.2 reads as text")
      appendScalar(try value.textInJSON ?? "")
    }
  }

  private mutating func appendScalar(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    bytes.append(0x0A)
  }

  /// Returns the digits of a number with a point and with a sign in the exponent, as readers of YAML 1.1
  /// require.
  private static func spelling(_ real: StructuredReal) -> String {
    guard real.isFinite else {
      return real.doubleValue.isNaN ? ".nan" : real.doubleValue < 0 ? "-.inf" : ".inf"
    }
    let text = real.spelling
    guard let letter = text.firstIndex(where: { $0 == "e" || $0 == "E" }) else {
      return text.utf8.contains(UInt8(ascii: ".")) ? text : text + ".0"
    }
    let exponent = text[text.index(after: letter)...]
    // Numbers with longer exponents are only equal if they are spelled alike.
    guard exponent.utf8.count <= 15 else { return text }
    let sign = exponent.first == "-" || exponent.first == "+" ? "" : "+"
    return text[..<letter] + (text[..<letter].utf8.contains(UInt8(ascii: ".")) ? "" : ".0") + "e" + sign
      + exponent
  }

  private mutating func append(_ data: Data) {
    separate()
    bytes.append(contentsOf: "!!binary ".utf8)
    var text: [UInt8] = []
    data.withUnsafeBytes { Base64.encode($0, into: &text) }
    guard text.count > Self.dataLineLength else {
      bytes.append(contentsOf: text.isEmpty ? Array("\"\"".utf8) : text)
      return bytes.append(0x0A)
    }
    bytes.append(contentsOf: "|\n".utf8)
    for start in stride(from: 0, to: text.count, by: Self.dataLineLength) {
      appendIndent(contentIndent)
      bytes.append(contentsOf: text[start..<min(text.count, start + Self.dataLineLength)])
      bytes.append(0x0A)
    }
  }

  /// The column of the lines of a block scalar.
  private var contentIndent: Int { (open.last?.indent ?? 0) + Self.step }

  private mutating func append(_ text: UnsafeRawBufferPointer, mayBeBlock: Bool) {
    switch YAMLScalarText.form(of: text, mayBeBlock: mayBeBlock) {
    case .plain: bytes.append(contentsOf: text)
    case .singleQuoted: YAMLScalarText.appendSingleQuoted(text, to: &bytes)
    case .doubleQuoted: YAMLScalarText.appendDoubleQuoted(text, to: &bytes)
    case .literal:
      YAMLScalarText.appendLiteral(text, indent: contentIndent, indicator: UInt8(Self.step), to: &bytes)
    }
  }
}
