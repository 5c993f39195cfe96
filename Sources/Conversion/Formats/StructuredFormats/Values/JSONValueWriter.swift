import Foundation
import JSONText
import ProfferConversions
import PropertyLists

/// Writes a structured value as JSON, whole or in parts, and counts values that JSON cannot express.
struct JSONValueWriter {
  /// A container that has not been completely written.
  private enum OpenContainer {
    case array(ArraySlice<StructuredValue>)
    case dictionary(ArraySlice<StructuredMember>)
  }

  private var writer: JSONWriter
  private let layout: JSONLayout
  /// The number of containers around the value, which counts toward the depth limit.
  private let depth: Int
  private var open: [OpenContainer] = []
  /// For each open container that is written in parts, whether it is an array.
  private var areArrays: [Bool] = []
  private(set) var losses = LossCounter()

  init(_ layout: JSONLayout, depth: Int = 0) {
    self.layout = layout
    self.depth = depth
    writer = JSONWriter(style: layout == .pretty ? .pretty : .compact)
  }

  /// Writes a whole value.
  mutating func written(_ value: StructuredValue) throws -> Written {
    try write(.value(value))
    var bytes: [UInt8] = []
    finish(into: &bytes)
    return Written(Data(bytes), losses: losses.total)
  }

  /// Writes a part of the value.
  mutating func write(_ event: StructuredValueEvent) throws {
    switch event {
    case .beginning: break
    case .value(let value): try write(value)
    case .beginArray:
      try StructuredValue.checkDepth(depth + areArrays.count)
      writer.beginArray()
      areArrays.append(true)
    case .beginDictionary:
      try StructuredValue.checkDepth(depth + areArrays.count)
      writer.beginObject()
      areArrays.append(false)
    case .key(let key): writer.key(key)
    case .end: if areArrays.removeLast() { writer.endArray() } else { writer.endObject() }
    }
  }

  /// Whether the value has been written completely.
  var isComplete: Bool { areArrays.isEmpty }

  /// Appends the output since the last call.
  mutating func drain(into output: inout [UInt8]) {
    writer.drain { output.append(contentsOf: $0) }
  }

  /// Appends the rest of the output, with a final line feed in the layout `pretty`.
  mutating func finish(into output: inout [UInt8]) {
    drain(into: &output)
    if layout == .pretty { output.append(UInt8(ascii: "\n")) }
  }

  private mutating func write(_ value: StructuredValue) throws {
    try begin(value)
    while let innermost = open.popLast() {
      switch innermost {
      case .array(var rest):
        guard let element = rest.popFirst() else {
          writer.endArray()
          continue
        }
        open.append(.array(rest))
        try begin(element)
      case .dictionary(var rest):
        guard let member = rest.popFirst() else {
          writer.endObject()
          continue
        }
        open.append(.dictionary(rest))
        writer.key(member.key)
        try begin(member.value)
      }
    }
  }

  /// Writes a scalar value, or the beginning of a container.
  private mutating func begin(_ value: StructuredValue) throws {
    switch value {
    case .null: writer.null()
    case .boolean(let boolean): writer.boolean(boolean)
    case .integer(let integer):
      if let word = integer.int64 { writer.integer(word) } else { writer.raw(integer.description) }
    case .real(let real) where real.isFinite: writer.raw(real.spelling)
    case .string(let string): writer.string(string)
    case .real, .data, .date, .localDate, .localTime, .localDateTime:
      guard let text = try value.textInJSON else {
        preconditionFailure("\(value.kindName) is not written as a string")
      }
      countText(of: value)
      writer.string(text)
    case .uid(let uid):
      losses.add(.types, "UIDs written as objects")
      writer.beginObject()
      writer.key(UIDMember.key)
      writer.integer(uid)
      writer.endObject()
    case .array(let elements):
      try StructuredValue.checkDepth(depth + areArrays.count + open.count)
      writer.beginArray()
      open.append(.array(elements[...]))
    case .dictionary(let members):
      try StructuredValue.checkDepth(depth + areArrays.count + open.count)
      writer.beginObject()
      open.append(.dictionary(members[...]))
    }
  }

  /// Counts a value of another type that is written as a string.
  private mutating func countText(of value: StructuredValue) {
    switch value {
    case .real: losses.add(.types, "infinite numbers and NaN written as text")
    case .data: losses.add(.types, "data written as base64 text")
    default: losses.add(.dates, "written as text")
    }
  }
}

extension StructuredValue {
  /// The content of the string that JSON contains for the value; nil if the value does not become a string.
  ///
  /// - Throws: ``CoderError/Code/unwritable`` for a date that cannot be written as text.
  package var textInJSON: String? {
    get throws {
      switch self {
      case .string(let text): text
      case .real(let real) where !real.isFinite:
        real.doubleValue.isNaN ? "NaN" : real.doubleValue < 0 ? "-Infinity" : "Infinity"
      case .data(let data): data.base64EncodedString()
      case .date(let date): try StructuredValue.time(of: date).text(withFraction: true)
      case .localDate(let date): date.description
      case .localTime(let time): time.description
      case .localDateTime(let dateTime): dateTime.description
      case .null, .boolean, .integer, .real, .uid, .array, .dictionary: nil
      }
    }
  }
}

extension StructuredValue {
  /// Throws if a container nested in `depth` containers would exceed the depth limit of readers.
  package static func checkDepth(_ depth: Int) throws {
    guard depth < standardDepthLimit else {
      throw CoderError(
        .tooDeep,
        "arrays and objects are nested more than \(standardDepthLimit) levels deep, which readers do not accept"
      )
    }
  }

  /// Returns the calendar fields of a date, for writing the date as text.
  static func time(of date: Date) throws -> CalendarTime {
    guard let time = CalendarTime(date) else {
      throw CoderError(
        .unwritable,
        "a date \(date.timeIntervalSinceReferenceDate) seconds after the start of 2001 cannot be written as text"
      )
    }
    return time
  }
}
