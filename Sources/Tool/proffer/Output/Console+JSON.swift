import Foundation
import JSONText
import ProfferActions
import ProfferFileSystem

/// Results as JSON: an object in a line each, with the version of the form, the command, and then the members of the result.
///
/// A command of several inputs prints an object for each when it is done, and one of totals at the end; it does so for a
/// single input too.
extension Console {
  /// The version of the form; it changes when a member is removed or gets another meaning, not when one is added.
  private static let formVersion = 2
  /// How many bytes are written at once.
  private static let blockByteCount = 1 << 16

  /// Prints an object.
  func printJSON(_ command: String, _ members: [JSONMember]) throws {
    var writer = Console.writer(command, members)
    writer.endObject()
    try finish(writer)
  }

  /// Prints an object with one more member: an array of any length, which is written as it is made.
  ///
  /// - Parameters:
  ///   - forEach: calls a function with each thing.
  ///   - node: the element for a thing.
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

  /// Prints the last object of a command of several inputs: how many there were.
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
  /// A name as it is: text where it is UTF-8, else base64 under the key with `Bytes` after it.
  static func name(_ key: String, _ bytes: [UInt8]?) -> [JSONMember] {
    guard let bytes else { return [JSONMember(key, .null)] }
    if let text = String(validating: bytes, as: UTF8.self) { return [JSONMember(key, .string(text))] }
    return [JSONMember(key, .null), JSONMember("\(key)Bytes", .string(Data(bytes).base64EncodedString()))]
  }

  /// What an action reads, as the command line names it.
  static func input(_ key: String, _ input: ActionInput) -> [JSONMember] {
    name(key, input.path?.bytes ?? [UInt8(ascii: "-")])
  }
}

extension JSONNode {
  /// Texts.
  static func strings(_ texts: [String]) -> JSONNode { .array(texts.map(JSONNode.string)) }
}
