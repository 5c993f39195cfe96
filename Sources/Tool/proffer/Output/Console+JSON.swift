import Foundation
import JSONText
import ProfferActions
import ProfferFileSystem

/// Functions that print results as JSON, with one object per line.
///
/// Each object contains the version of the format, the name of the command, and the members of the result. A
/// command that accepts several inputs prints an object for each input when that input is done, even if there
/// is only one. At the end, the command prints an object with the totals.
extension Console {
  /// The version of the format.
  ///
  /// The version changes if a member is removed or redefined, but not if one is added.
  private static let formVersion = 2
  /// The approximate number of bytes to write in a single operation.
  private static let blockByteCount = 1 << 16

  /// Prints an object with the given members.
  func printJSON(_ command: String, _ members: [JSONMember]) throws {
    var writer = Console.writer(command, members)
    writer.endObject()
    try finish(writer)
  }

  /// Prints an object whose last member is an array of any length.
  ///
  /// Elements are written as they are created.
  ///
  /// - Parameters:
  ///   - forEach: calls a function for each element.
  ///   - node: returns the JSON value of an element.
  func printJSON<Thing>(
    _ command: String, _ members: [JSONMember], _ key: String,
    of forEach: ((Thing) throws -> Void) throws -> Void, _ node: (Thing) throws -> JSONNode
  ) throws {
    var writer = Console.writer(command, members)
    writer.key(key)
    writer.beginArray()
    try withoutActuallyEscaping(node) { node in
      try forEach { thing in
        writer.node(try node(thing))
        if writer.byteCount >= Console.blockByteCount {
          try writer.drain { try write(payload: $0) }
        }
      }
    }
    writer.endArray()
    writer.endObject()
    try finish(writer)
  }

  /// Prints the totals of a command that accepts several inputs, as the last object.
  func printTotals(_ command: String, _ totals: KeyValuePairs<String, Int>) throws {
    let members = totals.map { JSONMember($0.key, .integer($0.value)) }
    try printJSON(command, [JSONMember("totals", .object(members))])
  }

  private static func writer(_ command: String, _ members: [JSONMember]) -> JSONWriter {
    var writer = JSONWriter(escaping: { PrintableText.isHidden($0) })
    writer.beginObject()
    for member in [JSONMember("proffer", .integer(formVersion)), JSONMember("command", .string(command))]
      + members
    {
      writer.key(member.key)
      writer.node(member.value)
    }
    return writer
  }

  private func finish(_ writer: consuming JSONWriter) throws {
    let bytes = writer.finish() + [UInt8(ascii: "\n")]
    try bytes.withUnsafeBytes { try write(payload: $0) }
  }
}

extension JSONMember {
  /// Returns a member for a name that may not be valid UTF-8.
  ///
  /// If the name is valid UTF-8, the value is text. Otherwise, the value is null, and an additional member
  /// contains the name in base64. The key of this member has the suffix `Bytes`.
  static func name(_ key: String, _ bytes: [UInt8]?) -> [JSONMember] {
    guard let bytes else { return [JSONMember(key, .null)] }
    if let text = String(validating: bytes, as: UTF8.self) { return [JSONMember(key, .string(text))] }
    return [JSONMember(key, .null), JSONMember("\(key)Bytes", .string(Data(bytes).base64EncodedString()))]
  }

  /// Returns a member for an input of an action, as named on the command line.
  static func input(_ key: String, _ input: ActionInput) -> [JSONMember] {
    name(key, input.path?.bytes ?? [UInt8(ascii: "-")])
  }
}

extension JSONNode {
  /// Creates an array of strings.
  static func strings(_ texts: [String]) -> JSONNode { .array(texts.map(JSONNode.string)) }
}
