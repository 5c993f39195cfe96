import ProfferConversions
import StructuredFormats

// Files of environment variables have no standard. Shells run them; other programs read them with libraries
// named dotenv. The rules below are common to both. If a shell would run a command, the rule is that of dotenv.
//
//   - `NAME=value`, with optional `export`, and optional spaces around `=`.
//   - A value that begins with a quote ends with the same quote and may contain line breaks. More quoted text
//     may follow directly, as in a shell.
//   - In double quotes, a backslash before `"`, `\`, `$`, `` ` `` or a line break is an escape, as in a shell, and
//     so are `\n`, `\r` and `\t`, as in dotenv. In single quotes, nothing is an escape.
//   - Any other value ends at the end of the line, or at a `#` after a space. Spaces at its end are dropped.
//   - Nothing is expanded. A warning counts the values that a shell would expand.

/// Reads a file of environment variables: a dictionary of texts.
struct EnvironmentReader {
  private let lines: KeyValueLines
  private var position = 0
  private var losses: LossCounter
  private var expandableCount = 0
  /// Whether a shell would expand the current value.
  private var isExpandable = false

  private var bytes: [UInt8] { lines.bytes }

  private init(_ source: KeyValueSource) {
    lines = KeyValueLines(source.bytes)
    losses = source.losses
  }

  static func read(_ source: RepresentationSource) throws -> Reading<StructuredValue> {
    let text = KeyValueSource(source)
    var reader = EnvironmentReader(text)
    let value = try reader.value()
    var warnings = text.warnings
    let count = reader.expandableCount
    if count > 0 {
      warnings.append(
        "\(count == 1 ? "1 value contains" : "\(count) values contain") $ or `, which a shell would expand; kept as written"
      )
    }
    return Reading(value, losses: reader.losses.total, warnings: warnings)
  }

  private mutating func value() throws(CoderError) -> StructuredValue {
    var members: [StructuredMember] = []
    while true {
      while let byte = peek(), byte.isBlank || byte.isLineEnd { position += 1 }
      guard let byte = peek() else { break }
      if byte == UInt8(ascii: "#") {
        skipComment()
      } else {
        members.append(try member())
      }
    }
    return .dictionary(members.keepingLast(of: \.key, &losses))
  }

  private mutating func member() throws(CoderError) -> StructuredMember {
    let start = position
    var name = self.name()
    if name.elementsEqual("export".utf8), peek()?.isBlank == true {
      skipBlanks()
      if peek() != UInt8(ascii: "=") { name = self.name() }
    }
    guard let first = name.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else {
      throw lines.error(.invalidKey, "the line does not begin with the name of a variable", at: start)
    }
    let key = name.text
    skipBlanks()
    guard peek() == UInt8(ascii: "=") else {
      // A name alone, as in `export NAME`, sets no value.
      try endLine()
      return StructuredMember(key, .null)
    }
    position += 1
    skipBlanks()
    isExpandable = false
    let value =
      peek() == UInt8(ascii: "\"") || peek() == UInt8(ascii: "'") ? try quotedValue() : plainValue()
    if isExpandable { expandableCount += 1 }
    return StructuredMember(key, .string(String(decoding: value, as: UTF8.self)))
  }

  /// Reads letters, digits, underscores, dots and hyphens.
  private mutating func name() -> ArraySlice<UInt8> {
    let start = position
    while let byte = peek(), byte.isInVariableName { position += 1 }
    return bytes[start..<position]
  }

  /// Reads a value without quotes.
  private mutating func plainValue() -> [UInt8] {
    let start = position
    while let byte = peek(), !byte.isLineEnd {
      if byte == UInt8(ascii: "#"), position == start || bytes[position - 1].isBlank { break }
      noteExpansion(byte)
      position += 1
    }
    let value = bytes[start..<position].trimmingBlanks
    if peek() == UInt8(ascii: "#") { skipComment() }
    return Array(value)
  }

  /// Reads a value that begins with a quote, up to a space or the end of the line.
  private mutating func quotedValue() throws(CoderError) -> [UInt8] {
    var value: [UInt8] = []
    while let byte = peek(), !byte.isBlank, !byte.isLineEnd {
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): try quoted(byte, &value)
      case UInt8(ascii: "\\"):
        position += 1
        if let next = peek(), !next.isLineEnd {
          value.append(next)
          position += 1
        }
      default:
        noteExpansion(byte)
        value.append(byte)
        position += 1
      }
    }
    try endLine()
    return value
  }

  private mutating func quoted(_ quote: UInt8, _ value: inout [UInt8]) throws(CoderError) {
    let opening = position
    position += 1
    while let byte = peek() {
      position += 1
      if byte == quote { return }
      guard quote == UInt8(ascii: "\"") else {
        value.append(byte)
        continue
      }
      guard byte == UInt8(ascii: "\\"), let letter = peek() else {
        noteExpansion(byte)
        value.append(byte)
        continue
      }
      position += 1
      switch letter {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"), UInt8(ascii: "`"): value.append(letter)
      case UInt8(ascii: "n"): value.append(0x0A)
      case UInt8(ascii: "r"): value.append(0x0D)
      case UInt8(ascii: "t"): value.append(0x09)
      case UInt8(ascii: "\n"): break
      default: value.append(contentsOf: [byte, letter])
      }
    }
    throw lines.error(.unexpectedEnd, "the quote that begins here is not closed", at: opening)
  }

  /// Checks that only spaces and a comment follow on the line.
  private mutating func endLine() throws(CoderError) {
    skipBlanks()
    guard let byte = peek(), !byte.isLineEnd else { return }
    guard byte == UInt8(ascii: "#") else {
      throw lines.error(.unexpectedCharacter, "expected the end of the line", at: position)
    }
    skipComment()
  }

  private mutating func skipComment() {
    losses.add(.comments)
    while let byte = peek(), !byte.isLineEnd { position += 1 }
  }

  private mutating func skipBlanks() {
    while let byte = peek(), byte.isBlank { position += 1 }
  }

  private mutating func noteExpansion(_ byte: UInt8) {
    if byte == UInt8(ascii: "$") || byte == UInt8(ascii: "`") { isExpandable = true }
  }

  private func peek() -> UInt8? { position < lines.bytes.count ? lines.bytes[position] : nil }
}

extension UInt8 {
  fileprivate var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  /// Whether the byte can be in the name of a variable.
  var isInVariableName: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
      || self == UInt8(ascii: "_") || self == UInt8(ascii: ".") || self == UInt8(ascii: "-")
  }
}
