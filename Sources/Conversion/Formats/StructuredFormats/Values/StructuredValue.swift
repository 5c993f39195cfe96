public import Foundation

/// A value made of numbers, strings and containers: what JSON and property lists hold.
///
/// Nothing is rounded, reordered or dropped on the way into it: integers are of any size, a real number keeps the
/// digits it was written with, and a dictionary keeps the order of its members, two of the same key included.
///
/// Equality is exact: the same kinds, numbers, strings scalar by scalar, and members in the same order. `1` and `1.0`
/// differ (an integer and a real), `1.5` and `1.50` do not. `isEquivalent(to:)` ignores the order of members.
///
/// The readers of this library make values of a bounded depth. One that a program nests far deeper itself costs stack
/// when it is compared or freed.
public enum StructuredValue: Sendable {
  /// No value. Property lists have none; see `writeXMLPropertyList()` for what becomes of it.
  case null
  /// True or false.
  case boolean(Bool)
  /// An integer of any size.
  case integer(StructuredInteger)
  /// A number with a fraction or an exponent.
  case real(StructuredReal)
  /// Text.
  case string(String)
  /// Bytes. JSON has none.
  case data(Data)
  /// A moment. JSON has none.
  case date(Date)
  /// A reference in a keyed archive. Only binary property lists have these; XML ones write a dictionary with the one
  /// key `CF$UID` for it, as Apple's do.
  case uid(UInt64)
  /// Values in order.
  case array([StructuredValue])
  /// Members in order. A key may stand twice: both are kept and written, and `subscript(_:)` gives the last.
  case dictionary([StructuredMember])
}

/// A key with its value.
public struct StructuredMember: Sendable {
  /// The name, unique in most dictionaries but not by force.
  public var key: String
  /// What the name stands for.
  public var value: StructuredValue

  /// Makes a member.
  public init(_ key: String, _ value: StructuredValue) {
    self.key = key
    self.value = value
  }
}

extension StructuredValue {
  /// How deep readers and writers let containers stand inside one another; `[]` is one deep.
  public static let standardDepthLimit = 512

  /// What kind of value it is, for messages: `an array`.
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
