import ProfferConversions
import PropertyLists

/// Writes structured values to property lists, whole or in parts, and counts values that property lists
/// cannot express.
struct PropertyListEncoding {
  private let form: PropertyListForm
  var losses = LossCounter()
  private(set) var warnings: [String] = []
  /// The number of open containers that are written in parts.
  private(set) var depth = 0
  /// The key of the next value, not yet written.
  private var key: String?

  init(_ form: PropertyListForm) { self.form = form }

  /// Writes a part of the value.
  ///
  /// A dictionary written in parts never represents a reference in a keyed archive, because such a reference
  /// has only one key.
  mutating func write(_ event: StructuredValueEvent, to output: inout some PropertyListOutput) throws {
    switch event {
    case .beginning(let keepLast): keepLast()
    case .value(.null) where depth == 0:
      throw CoderError(
        .unwritable, "a property list cannot be null; put the value into an array or dictionary")
    case .value(.null) where key != nil:
      losses.add(.nulls, Self.nullsOfDictionaries)
      key = nil
    case .value(let value):
      writeKey(to: &output)
      try write(value, depth: depth, to: &output)
    case .beginArray, .beginDictionary:
      try StructuredValue.checkDepth(depth)
      writeKey(to: &output)
      if case .beginArray = event {
        try CoderError.translating { try output.beginArray(count: nil) }
      } else {
        try CoderError.translating { try output.beginDictionary(nil) }
      }
      depth += 1
    case .key(let key): self.key = key
    case .end:
      try CoderError.translating { try output.endContainer() }
      depth -= 1
    }
  }

  private mutating func writeKey(to output: inout some PropertyListOutput) {
    guard let key else { return }
    output.writeKey(key)
    self.key = nil
  }

  private static let nullsOfDictionaries = "left out of dictionaries"

  /// Writes a value that is nested in `depth` containers.
  private mutating func write(
    _ value: StructuredValue, depth: Int, to output: inout some PropertyListOutput
  ) throws {
    switch value {
    case .array(let elements):
      try StructuredValue.checkDepth(depth)
      try output.beginArray(count: elements.count)
      for element in elements { try write(element, depth: depth + 1, to: &output) }
      try output.endContainer()
    case .dictionary(let members):
      try StructuredValue.checkDepth(depth)
      let members = members.keepingLast(of: { $0.key }, &losses)
      let kept = members.filter { if case .null = $0.value { false } else { true } }
      losses.add(.nulls, Self.nullsOfDictionaries, count: members.count - kept.count)
      if form == .xml, warnings.isEmpty, Self.readsAsUID(kept) {
        warnings.append("a dictionary whose only key is \(UIDMember.key) would be read back as a UID")
      }
      try output.beginDictionary(kept.map(\.key))
      for member in kept { try write(member.value, depth: depth + 1, to: &output) }
      try output.endContainer()
    default:
      let scalar = try node(value)
      try CoderError.translating { try output.write(scalar) }
    }
  }

  private static func readsAsUID(_ members: [StructuredMember]) -> Bool {
    guard members.count == 1, members[0].key == UIDMember.key, case .integer(let uid) = members[0].value
    else { return false }
    return uid.uint64 != nil
  }

  private mutating func node(_ value: StructuredValue) throws -> PropertyListNode {
    switch value {
    case .null:
      losses.add(.nulls, "written as empty strings in arrays")
      return .string("")
    case .boolean(let boolean): return .boolean(boolean)
    case .integer(let integer): return try node(integer)
    case .real(let real): return node(real)
    case .string(let string): return .string(string)
    case .data(let data): return .data(data)
    case .date(let date):
      if form == .xml, try StructuredValue.time(of: date).fraction > 0 {
        losses.add(.precision, "fractions of seconds")
      }
      return .date(date)
    case .localDate(let date): return localNode(date.description)
    case .localTime(let time): return localNode(time.description)
    case .localDateTime(let dateTime): return localNode(dateTime.description)
    case .uid(let uid): return .uid(uid)
    case .array, .dictionary: preconditionFailure("a container is not a scalar")
    }
  }

  /// Returns the text of a date or time without a zone.
  ///
  /// The dates of property lists are points in time, so a zone would have to be guessed.
  private mutating func localNode(_ text: String) -> PropertyListNode {
    losses.add(.dates, "without a time zone, written as text")
    return .string(text)
  }

  private mutating func node(_ integer: StructuredInteger) throws -> PropertyListNode {
    if let word = integer.int64 { return .integer(word) }
    let digits = integer.description
    if form == .xml || DecimalInteger.bigEndianBytes(ofDigits: digits) != nil {
      return .largeInteger(digits: digits)
    }
    guard let nearest = Double(digits), nearest.isFinite else {
      throw CoderError(
        .unwritable,
        "an integer of \(digits.utf8.count) digits exceeds the range of binary property lists")
    }
    losses.add(.precision, "integers of more than 128 bits")
    return .real(nearest)
  }

  private mutating func node(_ real: StructuredReal) -> PropertyListNode {
    if form == .binary, real.faithfulDouble == nil {
      losses.add(.precision, "digits beyond 64-bit precision")
    }
    let value = real.doubleValue
    guard form == .xml, real.isFinite else { return .real(value) }
    let spelling = real.spelling
    // The digits are written, but readers have an infinite number or zero instead.
    if !value.isFinite || value.isZero && !StructuredReal.isZero(spelling) {
      losses.add(.precision, "numbers beyond the range of a 64-bit number")
    }
    // Apple's writer omits the fraction of whole numbers other than zero: 55.0 becomes `55`, but zero is
    // `0.0`.
    let isWhole = spelling.hasSuffix(".0") && spelling != "0.0" && spelling != "-0.0"
    return .real(value, spelling: isWhole ? String(spelling.dropLast(2)) : spelling)
  }
}
