import Foundation
import JSONText

/// A value of a declaration file, whichever of the formats it was written in.
indirect enum PropertyValue {
  case text(String)
  case integer(Int)
  case boolean(Bool)
  case list([PropertyValue])
  case dictionary([(key: String, value: PropertyValue)])
  /// Something that no declaration uses, by its kind: “a date”.
  case other(String)

  /// What the value is, for messages.
  var kind: String {
    switch self {
    case .text: "text"
    case .integer: "a number"
    case .boolean: "a boolean"
    case .list: "a list"
    case .dictionary: "a dictionary"
    case .other(let kind): kind
    }
  }

  /// A dictionary's value for a key.
  subscript(key: String) -> PropertyValue? {
    guard case .dictionary(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}

extension PropertyValue {
  /// The deepest nesting that is read; a declaration needs six.
  static let depthLimit = 64

  init(_ node: JSONNode) {
    switch node {
    case .null: self = .other("null")
    case .boolean(let value): self = .boolean(value)
    case .number: self = node.integerValue.map(PropertyValue.integer) ?? .other("a number with a fraction")
    case .string(let text): self = .text(text)
    case .array(let elements): self = .list(elements.map(PropertyValue.init))
    case .object(let members): self = .dictionary(members.map { ($0.key, PropertyValue($0.value)) })
    }
  }

  /// Converts what Foundation made of a property list; nil when it is too deep.
  ///
  /// A dictionary's keys are sorted, as Foundation does not keep their order.
  init?(propertyList: Any, depth: Int = 0) {
    guard depth < Self.depthLimit else { return nil }
    switch propertyList {
    case let text as String: self = .text(text)
    case let number as NSNumber: self = Self.number(number)
    case let elements as [Any]:
      var list: [PropertyValue] = []
      for element in elements {
        guard let value = PropertyValue(propertyList: element, depth: depth + 1) else { return nil }
        list.append(value)
      }
      self = .list(list)
    case let members as [String: Any]:
      var dictionary: [(key: String, value: PropertyValue)] = []
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        guard let value = PropertyValue(propertyList: member, depth: depth + 1) else { return nil }
        dictionary.append((key, value))
      }
      self = .dictionary(dictionary)
    case is Data: self = .other("data")
    case is Date: self = .other("a date")
    default: self = .other("something else")
    }
  }

  private static func number(_ number: NSNumber) -> PropertyValue {
    // "c" is the code of the boolean singletons; a number that was read is never that narrow.
    if UInt8(truncatingIfNeeded: number.objCType.pointee) == UInt8(ascii: "c") {
      return .boolean(number.boolValue)
    }
    return Int(exactly: number.doubleValue) == number.intValue
      ? .integer(number.intValue) : .other("a number with a fraction")
  }
}
