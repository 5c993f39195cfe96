public import Foundation
import TextEncodings

/// A value made of numbers, strings and containers: the content of JSON and property lists.
///
/// Values are stored without rounding, reordering or losses: integers have any size, a real number
/// keeps the digits with which it was written, and a dictionary keeps the order of its members,
/// including duplicate keys.
///
/// Equality is exact: the same kinds, numbers, strings (scalar by scalar), and members in the same
/// order. `1` and `1.0` differ (an integer and a real number), `1.5` and `1.50` do not.
/// `isEquivalent(to:)` ignores the order of members.
///
/// The readers of this library return values of limited depth. If a program creates a much deeper
/// value, comparing or releasing that value uses much of the stack.
public enum StructuredValue: Sendable {
  /// No value.
  ///
  /// Property lists have no null; `writeXMLPropertyList()` describes how it is written.
  case null
  /// True or false.
  case boolean(Bool)
  /// An integer of any size.
  case integer(StructuredInteger)
  /// A number with a fraction or an exponent.
  case real(StructuredReal)
  /// A text.
  case string(String)
  /// Bytes, which JSON cannot express.
  case data(Data)
  /// A point in time, which JSON cannot express.
  case date(Date)
  /// A reference in a keyed archive, which only binary property lists have.
  ///
  /// XML property lists contain a dictionary with the single key `CF$UID` instead, as in Apple's output.
  case uid(UInt64)
  /// Values in order.
  case array([StructuredValue])
  /// Members in order.
  ///
  /// A key may occur several times: all its members are kept and written, and `subscript(_:)` returns the
  /// last value.
  case dictionary([StructuredMember])
}

/// A key with its value.
public struct StructuredMember: Sendable {
  /// The key, which is unique in most dictionaries, but need not be.
  public var key: String
  /// The value for the key.
  public var value: StructuredValue

  /// Creates a member.
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
  /// The default limit of readers and writers for nested containers; `[]` has a depth of one.
  public static let standardDepthLimit = 512

  /// The kind of the value for messages: `an array`.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .real: "a real number"
    case .string: "a string"
    case .data: "data"
    case .date: "a date"
    case .uid: "a UID"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }
}

extension StructuredValue {
  /// The value of a dictionary's key; the last value if the key occurs several times.
  ///
  /// The cost is that of a search through the members.
  ///
  /// - Parameter key: the key.
  /// - Returns: the value; nil if the key does not exist or this is not a dictionary.
  public subscript(key: String) -> StructuredValue? {
    members?.last { $0.key.isExactly(key) }?.value
  }

  /// An array's element; nil if the array is shorter or this is not an array.
  ///
  /// - Parameter index: the index, counted from 0.
  /// - Returns: the value; nil where there is none.
  public subscript(index: Int) -> StructuredValue? {
    guard let elements, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The dictionary's members in order; nil if this is not a dictionary.
  public var members: [StructuredMember]? {
    if case .dictionary(let members) = self { members } else { nil }
  }

  /// The array's elements; nil if this is not an array.
  public var elements: [StructuredValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The text; nil if this is not a string.
  public var stringValue: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The boolean; nil if this is not a boolean.
  public var booleanValue: Bool? {
    if case .boolean(let boolean) = self { boolean } else { nil }
  }

  /// The number; nil if this is not an integer or does not fit.
  public var integerValue: Int? {
    if case .integer(let integer) = self { integer.int64.flatMap(Int.init(exactly:)) } else { nil }
  }

  /// The number as the nearest `Double`, an integer too; nil if this is not a number.
  public var doubleValue: Double? {
    switch self {
    case .integer(let integer): Double(integer.description)
    case .real(let real): real.doubleValue
    default: nil
    }
  }

  /// The bytes; nil if this is not data.
  public var dataValue: Data? {
    if case .data(let data) = self { data } else { nil }
  }

  /// The date; nil if this is not a date.
  public var dateValue: Date? {
    if case .date(let date) = self { date } else { nil }
  }
}

extension StructuredValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes a null.
  public init(nilLiteral: ()) { self = .null }

  /// Makes a boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// Makes an integer.
  public init(integerLiteral value: Int64) { self = .integer(StructuredInteger(value)) }

  /// Makes a real number.
  public init(floatLiteral value: Double) { self = .real(StructuredReal(value)) }

  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes an array.
  public init(arrayLiteral elements: StructuredValue...) { self = .array(elements) }

  /// Makes a dictionary; the order of the members is kept, and so are two of one key.
  public init(dictionaryLiteral elements: (String, StructuredValue)...) {
    self = .dictionary(elements.map { StructuredMember($0, $1) })
  }
}
