import Foundation
import JSONText
import ProfferActions
import ProfferFileSystem

/// Results as JSON: one object per line, with the format's version, the command, and the members of the
/// result.
///
/// A command for several inputs prints an object for each input when it is done, and finally an object with
/// totals. It does so even for a single input.
extension Console {
  /// The version of the format; it changes if a member is removed or redefined, but not if one is added.
  private static let formVersion = 2
  /// The number of bytes in one write.
  private static let blockByteCount = 1 << 16

  /// Prints an object.
  func printJSON(_ command: String, _ members: [JSONMember]) throws {
    var writer = Console.writer(command, members)
    writer.endObject()
    try finish(writer)
  }

  /// Prints an object with an additional member: an array of any length, which is written while it is made.
  ///
  /// - Parameters:
  ///   - forEach: calls a function with each thing.
  ///   - node: makes the element for a thing.
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

  /// Prints the last object of a command for several inputs: the totals.
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
  /// A name as text if it is valid UTF-8, otherwise as base64 under the key with the suffix `Bytes`.
  static func name(_ key: String, _ bytes: [UInt8]?) -> [JSONMember] {
    guard let bytes else { return [JSONMember(key, .null)] }
    if let text = String(validating: bytes, as: UTF8.self) { return [JSONMember(key, .string(text))] }
    return [JSONMember(key, .null), JSONMember("\(key)Bytes", .string(Data(bytes).base64EncodedString()))]
  }

  /// The input of an action, as named on the command line.
  static func input(_ key: String, _ input: ActionInput) -> [JSONMember] {
    name(key, input.path?.bytes ?? [UInt8(ascii: "-")])
  }
}

extension JSONNode {
  /// An array of strings.
  static func strings(_ texts: [String]) -> JSONNode { .array(texts.map(JSONNode.string)) }
}
