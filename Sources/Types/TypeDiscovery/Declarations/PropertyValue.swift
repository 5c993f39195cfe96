import JSONText
import PropertyLists

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

  init(_ node: PropertyListNode) {
    switch node {
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(Int(value))
    case .largeInteger: self = .other("a number of many digits")
    case .real: self = .other("a number with a fraction")
    case .string(let text): self = .text(text)
    case .array(let elements): self = .list(elements.map(PropertyValue.init))
    case .dictionary(let members): self = .dictionary(members.map { ($0.key, PropertyValue($0.value)) })
    case .data: self = .other("data")
    case .date: self = .other("a date")
    case .null: self = .other("null")
    case .set: self = .other("a set")
    case .uid: self = .other("a reference of an archive")
    }
  }
}
