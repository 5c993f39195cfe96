import JSONText
import PropertyLists

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value in a declaration file of any supported format.
indirect enum PropertyValue {
  case text(String)
  case integer(Int)
  case boolean(Bool)
  case list([PropertyValue])
  case dictionary([(key: String, value: PropertyValue)])
  /// A value of a kind that declarations do not use, with a description of the kind, such as “a date”.
  case other(String)

  /// The description of the value's kind, shown in messages.
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

  /// The value for a key if this is a dictionary; otherwise nil.
  subscript(key: String) -> PropertyValue? {
    guard case .dictionary(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}

extension PropertyValue {
  /// The maximum nesting depth; declarations need six levels.
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
    case .uid: self = .other("an archive reference")
    }
  }
}

extension PropertyValue {
  /// Parses a file in one of three formats: JSON, XML property list or binary property list.
  ///
  /// - Parameter name: the name that messages use for the file.
  static func parse(_ bytes: [UInt8], named name: String) throws(DiscoveryError) -> PropertyValue {
    if PropertyListForm(of: bytes) != nil { return try parsePropertyList(bytes, named: name) }
    // Byte order marks, the zeros of UTF-16 and white space may precede the first character.
    let skipped: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0, 0x20, 0x09, 0x0A, 0x0D]
    guard let first = bytes.first(where: { !skipped.contains($0) }), "{[".utf8.contains(first) else {
      throw DiscoveryError(
        .malformedFile, subject: name,
        reason:
          "this is neither a property list (XML or binary) nor JSON; write the declarations in one of these"
      )
    }
    return try parseJSON(bytes, named: name)
  }

  private static func parseJSON(_ bytes: [UInt8], named name: String) throws(DiscoveryError) -> PropertyValue
  {
    do {
      return PropertyValue(
        try JSONNode.parse(bytes, limits: JSONLimits(depth: depthLimit), skipsByteOrderMark: true))
    } catch {
      throw error.code == .tooDeep
        ? tooDeep(name)
        : DiscoveryError(
          error.code == .duplicateKey ? .duplicateDeclaration : .malformedFile, subject: name,
          reason: error.message,
          cause: error)
    }
  }

  private static func parsePropertyList(
    _ bytes: [UInt8], named name: String
  ) throws(DiscoveryError) -> PropertyValue {
    // Declarations contain no shared lists or dictionaries, so the value is never much larger than the
    // file.
    let limits = PropertyListLimits(depth: depthLimit, growth: (factor: 16, extra: 1 << 20))
    do {
      return PropertyValue(try PropertyListReading(Data(bytes), limits: limits).node)
    } catch {
      throw error.code == .tooDeep
        ? tooDeep(name) : DiscoveryError(.malformedFile, subject: name, reason: error.message, cause: error)
    }
  }

  private static func tooDeep(_ name: String) -> DiscoveryError {
    DiscoveryError(
      .tooDeep, subject: name, reason: "lists and dictionaries are nested more than \(depthLimit) deep")
  }
}
