/// A JSON value as it was written: the order of its members and the text of its numbers are kept.
///
/// Two nodes are equal when they are written with the same numbers, the same strings scalar by scalar, and the same
/// members in the same order: `1` and `1.0` differ, and so do the two ways to encode an accented letter.
package enum JSONNode: Equatable, Sendable {
  case null
  case boolean(Bool)
  /// The exact text, a well-formed number of JSON.
  case number(String)
  case string(String)
  case array([JSONNode])
  case object([JSONMember])

  /// The node of an integer.
  package static func integer(_ value: some BinaryInteger) -> JSONNode { .number(String(value)) }

  package static func == (left: JSONNode, right: JSONNode) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

/// A member of an object.
package struct JSONMember: Equatable, Sendable {
  package var key: String
  package var value: JSONNode

  package init(_ key: String, _ value: JSONNode) {
    self.key = key
    self.value = value
  }

  package static func == (left: JSONMember, right: JSONMember) -> Bool {
    left.key.utf8.elementsEqual(right.key.utf8) && left.value == right.value
  }
}

extension JSONNode {
  /// The value of an object's member, the last one's of several with that name as in most readers; nil if there is
  /// none or this is no object.
  package subscript(key: String) -> JSONNode? {
    // Compared by bytes: `String` takes different encodings of a letter for the same key.
    members?.last { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  package var members: [JSONMember]? {
    if case .object(let members) = self { members } else { nil }
  }

  package var elements: [JSONNode]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var stringValue: String? {
    if case .string(let string) = self { string } else { nil }
  }

  package var booleanValue: Bool? {
    if case .boolean(let boolean) = self { boolean } else { nil }
  }

  /// The number, if it is written as an integer (no point, no exponent) and fits.
  package var integerValue: Int? {
    if case .number(let text) = self { JSONNumber.integer(text.utf8) } else { nil }
  }

  /// What the value is, for messages: "an object", "a string", ….
  package var kindDescription: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
