import Conversions
import PropertyLists

/// Makes a property list's node of a structured value, and counts what property lists have no form for.
struct PropertyListNodeMaker {
  private let form: PropertyListForm
  var tally = LossCounter()
  private(set) var warnings: [String] = []

  init(_ form: PropertyListForm) { self.form = form }

  mutating func node(_ value: StructuredValue) throws -> PropertyListNode {
    if case .null = value {
      throw CoderError(
        .unwritable, "a property list cannot be null; put the value into an array or dictionary")
    }
    return try node(value, depth: 0)
  }

  private mutating func node(_ value: StructuredValue, depth: Int) throws -> PropertyListNode {
    switch value {
    case .null:
      tally.add(.nulls, "empty strings in their arrays, so that the elements behind them keep their places")
      return .string("")
    case .boolean(let boolean): return .boolean(boolean)
    case .integer(let integer): return try node(integer)
    case .real(let real): return node(real)
    case .string(let string): return .string(string)
    case .data(let data): return .data(data)
    case .date(let date):
      if form == .xml, try StructuredValue.time(of: date).fraction > 0 {
        tally.add(.precision, "fractions of seconds")
      }
      return .date(date)
    case .uid(let uid): return .uid(uid)
    case .array(let elements):
      try StructuredValue.checkDepth(depth)
      return .array(try elements.map { try node($0, depth: depth + 1) })
    case .dictionary(let members):
      try StructuredValue.checkDepth(depth)
      return try dictionary(members, depth: depth)
    }
  }

  private mutating func dictionary(_ members: [StructuredMember], depth: Int) throws -> PropertyListNode {
    let kept = members.filter { if case .null = $0.value { false } else { true } }
    tally.add(.nulls, "left out of their dictionaries", count: members.count - kept.count)
    let written = try kept.map { PropertyListMember($0.key, try node($0.value, depth: depth + 1)) }
    if form == .xml, warnings.isEmpty, UIDMember.uid(written) != nil {
      warnings.append("a dictionary whose only key is \(UIDMember.key) reads back as a UID")
    }
    return .dictionary(written)
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
        "an integer of \(digits.utf8.count) digits is beyond all that a binary property list holds")
    }
    tally.add(.precision, "integers of more than 128 bits")
    return .real(nearest)
  }

  private mutating func node(_ real: StructuredReal) -> PropertyListNode {
    if form == .binary, real.faithfulDouble == nil {
      tally.add(.precision, "digits beyond those of a 64-bit number")
    }
    guard form == .xml, real.isFinite else { return .real(real.doubleValue) }
    let spelling = real.spelling
    // Whole numbers as Apple's writer has them: 55 without a fraction, but 0.0.
    let isWhole = spelling.hasSuffix(".0") && spelling != "0.0" && spelling != "-0.0"
    return .real(real.doubleValue, spelling: isWhole ? String(spelling.dropLast(2)) : spelling)
  }
}
