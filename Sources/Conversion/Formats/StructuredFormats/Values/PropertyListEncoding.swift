import Foundation
import ProfferConversions
import PropertyLists

/// Writes structured values as pieces of a property list, and counts what property lists have no form for.
struct PropertyListEncoding {
  private let form: PropertyListForm
  var losses = LossCounter()
  private(set) var warnings: [String] = []

  init(_ form: PropertyListForm) { self.form = form }

  /// Writes the whole value.
  mutating func write(_ value: StructuredValue, to output: inout some PropertyListOutput) throws {
    if case .null = value {
      throw CoderError(
        .unwritable, "a property list cannot be null; put the value into an array or dictionary")
    }
    try write(value, depth: 0, to: &output)
  }

  /// Writes a value inside `depth` containers.
  mutating func write(
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
      let kept = members.filter { if case .null = $0.value { false } else { true } }
      losses.add(.nulls, "left out of dictionaries", count: members.count - kept.count)
      if form == .xml, warnings.isEmpty, Self.readsAsUID(kept) {
        warnings.append("a dictionary whose only key is \(UIDMember.key) reads back as a UID")
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
    case .uid(let uid): return .uid(uid)
    case .array, .dictionary: preconditionFailure("a container is not a scalar")
    }
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
    losses.add(.precision, "integers of more than 128 bits")
    return .real(nearest)
  }

  private mutating func node(_ real: StructuredReal) -> PropertyListNode {
    if form == .binary, real.faithfulDouble == nil {
      losses.add(.precision, "digits beyond those of a 64-bit number")
    }
    guard form == .xml, real.isFinite else { return .real(real.doubleValue) }
    let spelling = real.spelling
    // Whole numbers as Apple's writer has them: 55 without a fraction, but 0.0.
    let isWhole = spelling.hasSuffix(".0") && spelling != "0.0" && spelling != "-0.0"
    return .real(real.doubleValue, spelling: isWhole ? String(spelling.dropLast(2)) : spelling)
  }
}

/// Writes an XML property list, the elements of an array one by one.
struct XMLPropertyListSink: EventSink {
  private var encoding = PropertyListEncoding(.xml)
  private var writer = XMLPropertyListWriter()
  private var isBegun = false
  /// Whether the value came in one event.
  private var isWhole = false
  private var isInArray = false

  mutating func write(_ event: StructuredValueEvent, into output: inout [UInt8]) throws {
    swap(&writer.bytes, &output)
    defer { swap(&writer.bytes, &output) }
    beginDocument()
    switch event {
    case .value(let value):
      isWhole = true
      try encoding.write(value, to: &writer)
    case .element(let element):
      beginArray()
      try encoding.write(element, depth: 1, to: &writer)
    }
  }

  private mutating func beginDocument() {
    if !isBegun { writer.begin() }
    isBegun = true
  }

  private mutating func beginArray() {
    if !isInArray { writer.beginArray(count: nil) }
    isInArray = true
  }

  mutating func finish(into output: inout [UInt8]) throws -> StepReport {
    swap(&writer.bytes, &output)
    beginDocument()
    if !isWhole {
      beginArray()
      writer.endContainer()
    }
    writer.finish()
    swap(&writer.bytes, &output)
    encoding.losses.add(.characters, "that XML cannot represent", count: writer.replacedCharacterCount)
    return StepReport(losses: encoding.losses.total, warnings: encoding.warnings)
  }

  static func written(_ value: StructuredValue) throws -> Written {
    try XMLPropertyListSink().written(.value(value))
  }
}

/// Writes a binary property list, the elements of an array one by one.
struct BinaryPropertyListSink: EventSink {
  private var encoding = PropertyListEncoding(.binary)
  private var writer = BinaryPropertyListWriter()
  /// Whether the value came in one event.
  private var isWhole = false
  private var isInArray = false

  mutating func write(_ event: StructuredValueEvent, into output: inout [UInt8]) throws {
    switch event {
    case .value(let value):
      isWhole = true
      try encoding.write(value, to: &writer)
    case .element(let element):
      beginArray()
      try encoding.write(element, depth: 1, to: &writer)
    }
  }

  private mutating func beginArray() {
    if !isInArray { writer.beginArray(count: nil) }
    isInArray = true
  }

  mutating func finish(into output: inout [UInt8]) throws -> StepReport {
    if !isWhole {
      beginArray()
      writer.endContainer()
    }
    writer.finish(into: &output)
    return StepReport(losses: encoding.losses.total, warnings: encoding.warnings)
  }

  static func written(_ value: StructuredValue) throws -> Written {
    try BinaryPropertyListSink().written(.value(value))
  }
}

extension EventSink {
  /// The document of one event.
  fileprivate func written(_ event: Event) throws -> Written {
    var sink = self
    var output: [UInt8] = []
    try sink.write(event, into: &output)
    let report = try sink.finish(into: &output)
    return Written(Data(output), losses: report.losses, warnings: report.warnings)
  }
}
