public import Foundation
public import ProfferConversions
import TextEncodings

/// A value made of scalars and containers: the content of JSON and property lists, and of table cells.
///
/// Values are stored without rounding, reordering or losses. Integers can have any size, a real number keeps
/// its original digits, and a dictionary keeps the order of its members, including duplicate keys.
///
/// Equality is exact: kinds, numbers and strings must be the same, and members must be in the same order.
/// Strings are compared scalar by scalar. `1` and `1.0` are different, because one is an integer and the
/// other a real number. `1.5` and `1.50` are equal. `isEquivalent(to:)` ignores the order of members.
///
/// The readers of this library return values of limited depth. Comparing or releasing a much deeper value
/// uses much of the stack.
public enum StructuredValue: Sendable {
  /// Null.
  ///
  /// Property lists have no null. See `writeXMLPropertyList()` for how null is written.
  case null
  /// True or false.
  case boolean(Bool)
  /// An integer of any size.
  case integer(StructuredInteger)
  /// A number with a fraction or an exponent.
  case real(StructuredReal)
  /// A text.
  case string(String)
  /// Bytes. JSON cannot express bytes.
  case data(Data)
  /// A point in time. JSON cannot express dates.
  case date(Date)
  /// A day without a time zone. JSON and property lists cannot express such dates.
  case localDate(LocalDate)
  /// A time of day without a time zone. JSON and property lists cannot express such times.
  case localTime(LocalTime)
  /// A date and a time of day without a time zone. JSON and property lists cannot express such values.
  ///
  /// Property lists have points in time, but the zone that would make this value a point in time is unknown.
  case localDateTime(LocalDateTime)
  /// A reference in a keyed archive. Only binary property lists have this type.
  ///
  /// XML property lists contain a dictionary with the single key `CF$UID` instead, as in Apple's output.
  case uid(UInt64)
  /// Elements in order.
  case array([StructuredValue])
  /// Members in order.
  ///
  /// A key may occur several times. All members with that key are kept and written, and `subscript(_:)`
  /// returns the last value.
  case dictionary([StructuredMember])
}

extension ValueKind<StructuredValue> {
  /// A value made of numbers, strings and containers.
  public static let structuredValue = ValueKind(
    StructuredValue.self, name: "structured value", size: { $0.size })
}

/// A key and its value in a dictionary.
public struct StructuredMember: Sendable {
  /// The key.
  ///
  /// Most dictionaries have unique keys, but this is not required.
  public var key: String
  /// The value of the key.
  public var value: StructuredValue

  /// Makes a member from a key and a value.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - value: the value.
  public init(_ key: String, _ value: StructuredValue) {
    self.key = key
    self.value = value
  }
}

extension StructuredValue {
  /// The depth limit of writers for nested containers, which is also the standard limit of readers.
  ///
  /// The depth of `[]` is one.
  public static let standardDepthLimit = ReadingLimits.standard.depth

  /// The kind of the value with an article, for messages: `an array`.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .real: "a real number"
    case .string: "a string"
    case .data: "data"
    case .date: "a date"
    case .localDate: "a local date"
    case .localTime: "a local time"
    case .localDateTime: "a local date and time"
    case .uid: "a UID"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }
}

extension StructuredValue {
  /// Returns the value of a key in a dictionary; the last value if the key occurs several times.
  ///
  /// The members are searched one by one.
  ///
  /// - Parameter key: the key.
  /// - Returns: the value; nil if the key is missing or if this value is not a dictionary.
  public subscript(key: String) -> StructuredValue? {
    members?.last { $0.key.isExactly(key) }?.value
  }

  /// Returns an element of an array.
  ///
  /// - Parameter index: the index, counted from 0.
  /// - Returns: the element; nil if the index is out of range or if this value is not an array.
  public subscript(index: Int) -> StructuredValue? {
    guard let elements, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The members of the dictionary, in order; nil if this value is not a dictionary.
  public var members: [StructuredMember]? {
    if case .dictionary(let members) = self { members } else { nil }
  }

  /// The elements of the array; nil if this value is not an array.
  public var elements: [StructuredValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The text; nil if this value is not a string.
  public var stringValue: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The boolean; nil if this value is not a boolean.
  public var booleanValue: Bool? {
    if case .boolean(let boolean) = self { boolean } else { nil }
  }

  /// The number; nil if this value is not an integer or does not fit in `Int`.
  public var integerValue: Int? {
    if case .integer(let integer) = self { integer.int64.flatMap(Int.init(exactly:)) } else { nil }
  }

  /// The integer or real number, as the nearest `Double`; nil if this value is not a number.
  public var doubleValue: Double? {
    switch self {
    case .integer(let integer): Double(integer.description)
    case .real(let real): real.doubleValue
    default: nil
    }
  }

  /// The bytes; nil if this value is not data.
  public var dataValue: Data? {
    if case .data(let data) = self { data } else { nil }
  }

  /// The date; nil if this value is not a date.
  public var dateValue: Date? {
    if case .date(let date) = self { date } else { nil }
  }

  /// The local date; nil if this value is not a local date.
  public var localDateValue: LocalDate? {
    if case .localDate(let date) = self { date } else { nil }
  }

  /// The local time; nil if this value is not a local time.
  public var localTimeValue: LocalTime? {
    if case .localTime(let time) = self { time } else { nil }
  }

  /// The local date and time; nil if this value is not a local date and time.
  public var localDateTimeValue: LocalDateTime? {
    if case .localDateTime(let dateTime) = self { dateTime } else { nil }
  }
}

extension StructuredValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes a null value.
  public init(nilLiteral: ()) { self = .null }

  /// Makes a boolean value.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// Makes an integer.
  public init(integerLiteral value: Int64) { self = .integer(StructuredInteger(value)) }

  /// Makes a real number.
  public init(floatLiteral value: Double) { self = .real(StructuredReal(value)) }

  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes an array.
  public init(arrayLiteral elements: StructuredValue...) { self = .array(elements) }

  /// Makes a dictionary.
  ///
  /// The order of members is kept, and duplicate keys are kept.
  public init(dictionaryLiteral elements: (String, StructuredValue)...) {
    self = .dictionary(elements.map { StructuredMember($0, $1) })
  }
}
