public import Foundation
import TextEncodings

extension StructuredValue {
  /// The value of a dictionary's key, the last one's if it stands several times; nil if there is none or this is no
  /// dictionary.
  ///
  /// The cost is that of looking through the members.
  public subscript(key: String) -> StructuredValue? {
    members?.last { $0.key.isExactly(key) }?.value
  }

  /// An array's element; nil if the array is shorter or this is no array.
  public subscript(index: Int) -> StructuredValue? {
    guard let elements, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The dictionary's members in order; nil if this is no dictionary.
  public var members: [StructuredMember]? {
    if case .dictionary(let members) = self { members } else { nil }
  }

  /// The array's elements; nil if this is no array.
  public var elements: [StructuredValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The text; nil if this is no string.
  public var stringValue: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The truth; nil if this is no boolean.
  public var booleanValue: Bool? {
    if case .boolean(let boolean) = self { boolean } else { nil }
  }

  /// The number; nil if this is no integer or does not fit.
  public var integerValue: Int? {
    if case .integer(let integer) = self { integer.int64.flatMap(Int.init(exactly:)) } else { nil }
  }

  /// The number as the nearest `Double`, an integer too; nil if this is no number.
  public var doubleValue: Double? {
    switch self {
    case .integer(let integer): Double(integer.description)
    case .real(let real): real.doubleValue
    default: nil
    }
  }

  /// The bytes; nil if this is no data.
  public var dataValue: Data? {
    if case .data(let data) = self { data } else { nil }
  }

  /// The moment; nil if this is no date.
  public var dateValue: Date? {
    if case .date(let date) = self { date } else { nil }
  }
}
