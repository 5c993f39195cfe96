import ProfferConversions
import StructuredFormats

// A writer of TOML must know all members of a dictionary before it writes the first one, because values
// precede tables. The whole value is therefore kept in one list of bytes, which is about as long as the
// document. A tree of values would be many times as long.
//
//   entry      = kind, content
//   text       = length, bytes        a scalar as TOML, such as `-1.5`
//   string     = length, bytes        the text, without quotes and escapes
//   container  = 8-byte length of the elements or members, and these
//   member     = length of the key, key, entry
//
// The length of a container is filled in at its end. The lengths of texts have seven bits in each byte, lowest
// first; all bytes but the last have the highest bit.

/// A structured value as a list of bytes, in which an entry is skipped without reading its content.
struct TOMLTape {
  /// The kind of an entry.
  enum Kind: UInt8 {
    case text
    case string
    case array
    case dictionary
  }

  /// The place of an entry.
  struct Entry {
    var kind: Kind
    var content: Range<Int>
  }

  private(set) var bytes: [UInt8] = []
  var losses = LossCounter()
  /// The offsets of the contents of open containers.
  private var open: [Int] = []
  /// The key of the next value, which is added with the value.
  private var key: String?

  private static let lengthByteCount = 8

  /// Adds a part of the value.
  mutating func add(_ event: StructuredValueEvent) throws {
    switch event {
    case .beginning(let keepLast): keepLast()
    case .value(let value):
      if open.isEmpty { try Self.checkIsDictionary(value) }
      try add(value)
    case .beginArray:
      if open.isEmpty { try Self.checkIsDictionary(.array([])) }
      try begin(.array)
    case .beginDictionary: try begin(.dictionary)
    case .key(let key): self.key = key
    case .end: end()
    }
  }

  private static func checkIsDictionary(_ value: StructuredValue) throws {
    guard value.members == nil else { return }
    throw CoderError(
      .unwritable,
      "a TOML document must be a dictionary, but the value is \(value.kindName); put it into a dictionary under a key"
    )
  }

  private mutating func add(_ value: StructuredValue) throws {
    switch value {
    case .null where key != nil:
      losses.add(.nulls, "left out of dictionaries")
      key = nil
    case .null:
      losses.add(.nulls, "written as empty strings in arrays")
      add(.string, "")
    case .string(let string): add(.string, string)
    case .array(let elements):
      try begin(.array)
      for element in elements { try add(element) }
      end()
    case .dictionary(let members):
      try begin(.dictionary)
      for member in members.keepingLast(of: { $0.key }, &losses) {
        key = member.key
        try add(member.value)
      }
      end()
    case .uid(let uid):
      losses.add(.types, "UIDs written as tables")
      try add(.dictionary([StructuredMember("CF$UID", .integer(StructuredInteger(uid)))]))
    case .data:
      losses.add(.types, "data written as base64 text")
      add(.string, try Self.textInJSON(of: value))
    case .date(let date):
      var isExact = true
      guard let text = date.tomlText(isExact: &isExact) else {
        losses.add(.dates, "outside the years 0 to 9999, written as text")
        return add(.string, try Self.textInJSON(of: value))
      }
      if !isExact { losses.add(.precision, "fractions of seconds") }
      add(.text, text)
    case .boolean(let boolean): add(.text, boolean ? "true" : "false")
    case .integer(let integer): add(.text, try text(of: integer))
    case .real(let real): add(.text, text(of: real))
    case .localDate(let date): add(.text, date.description)
    case .localTime(let time): add(.text, time.description)
    case .localDateTime(let dateTime): add(.text, dateTime.description)
    }
  }

  private static func textInJSON(of value: StructuredValue) throws -> String {
    guard let text = try value.textInJSON else {
      preconditionFailure("\(value.kindName) is not text in JSON")
    }
    return text
  }

  // MARK: Numbers

  private mutating func text(of integer: StructuredInteger) throws -> String {
    let digits = integer.description
    if integer.int64 != nil { return digits }
    guard let nearest = Double(digits), nearest.isFinite else {
      throw CoderError(
        .unwritable,
        "an integer of \(digits.utf8.count) digits exceeds the range of TOML; write it as a string")
    }
    losses.add(.precision, "integers of more than 64 bits, written as floating-point numbers")
    return digits + ".0"
  }

  private mutating func text(of real: StructuredReal) -> String {
    let value = real.doubleValue
    guard real.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    let spelling = real.spelling
    // The digits are written, but readers have an infinite number or zero instead.
    if !value.isFinite || value.isZero && real != StructuredReal(value) {
      losses.add(.precision, "numbers beyond the range of a 64-bit number")
    }
    let isInteger = spelling.utf8.allSatisfy { $0 == UInt8(ascii: "-") || TOMLScanner.isDigit($0) }
    return isInteger ? spelling + ".0" : spelling
  }

  // MARK: Entries

  private mutating func begin(_ kind: Kind) throws {
    try StructuredValue.checkDepth(open.count)
    addKey()
    bytes.append(kind.rawValue)
    bytes.append(contentsOf: repeatElement(0, count: Self.lengthByteCount))
    open.append(bytes.count)
  }

  private mutating func end() {
    let start = open.removeLast()
    let length = UInt64(bytes.count - start)
    for place in 0..<Self.lengthByteCount {
      bytes[start - Self.lengthByteCount + place] = UInt8(truncatingIfNeeded: length >> UInt64(8 * place))
    }
  }

  private mutating func add(_ kind: Kind, _ text: String) {
    addKey()
    bytes.append(kind.rawValue)
    add(text)
  }

  private mutating func addKey() {
    guard let key else { return }
    add(key)
    self.key = nil
  }

  private mutating func add(_ text: String) {
    var length = text.utf8.count
    while length >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: length) | 0x80)
      length >>= 7
    }
    bytes.append(UInt8(length))
    bytes.append(contentsOf: text.utf8)
  }

  // MARK: Reading

  /// Reads the key at an offset; the offset becomes that of the member's entry.
  func key(at place: inout Int) -> Range<Int> {
    var length = 0
    var shift = 0
    while bytes[place] >= 0x80 {
      length |= Int(bytes[place] & 0x7F) << shift
      shift += 7
      place += 1
    }
    length |= Int(bytes[place]) << shift
    let start = place + 1
    place = start + length
    return start..<place
  }

  /// Reads the entry at an offset; the offset becomes that after the entry.
  func entry(at place: inout Int) -> Entry {
    guard let kind = Kind(rawValue: bytes[place]) else { preconditionFailure("an entry has no kind") }
    place += 1
    switch kind {
    case .text, .string: return Entry(kind: kind, content: key(at: &place))
    case .array, .dictionary:
      var length = 0
      for offset in 0..<Self.lengthByteCount { length |= Int(bytes[place + offset]) << (8 * offset) }
      let start = place + Self.lengthByteCount
      place = start + length
      return Entry(kind: kind, content: start..<place)
    }
  }

  /// Whether an entry is an array of one or more dictionaries.
  func isArrayOfDictionaries(_ entry: Entry) -> Bool {
    guard entry.kind == .array, !entry.content.isEmpty else { return false }
    var place = entry.content.lowerBound
    while place < entry.content.upperBound {
      guard self.entry(at: &place).kind == .dictionary else { return false }
    }
    return true
  }
}
