import FileSystem
import JSONText

/// Text on its way to standard output, written when there is much of it or all.
struct PrintedLines {
  private static let mostByteCount = 1 << 16

  private let console: Console
  private var bytes: [UInt8] = []

  init(_ console: Console) { self.console = console }

  /// Adds text, which ends its own lines.
  mutating func add(_ text: String) throws {
    bytes += text.utf8
    if bytes.count >= PrintedLines.mostByteCount { try finish() }
  }

  /// Writes what is left.
  mutating func finish() throws {
    try console.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

/// A JSON text on its way to standard output, laid out for reading, which is never in memory as a whole.
struct PrintedJSON {
  private static let mostByteCount = 1 << 16

  private let console: Console
  private var writer = JSONWriter(style: .pretty)

  init(_ console: Console) { self.console = console }

  /// Writes an array, an element for each thing.
  static func array<Thing>(
    of things: some Sequence<Thing>, console: Console, _ node: (Thing) throws -> JSONNode
  ) throws {
    var json = PrintedJSON(console)
    try json.array(of: things, node)
    try json.finish()
  }

  /// Writes an object of some members and one more, which is an array with an element for each thing.
  static func object<Thing>(
    _ members: [JSONMember], _ key: String, of things: some Sequence<Thing>, console: Console,
    _ node: (Thing) throws -> JSONNode
  ) throws {
    var json = PrintedJSON(console)
    json.writer.beginObject()
    for member in members {
      json.writer.key(member.key)
      json.writer.node(member.value)
    }
    json.writer.key(key)
    try json.array(of: things, node)
    json.writer.endObject()
    try json.finish()
  }

  private mutating func array<Thing>(
    of things: some Sequence<Thing>, _ node: (Thing) throws -> JSONNode
  ) throws {
    writer.beginArray()
    for thing in things {
      writer.node(try node(thing))
      if writer.byteCount >= PrintedJSON.mostByteCount { try writer.drain { try console.write($0) } }
    }
    writer.endArray()
  }

  private consuming func finish() throws {
    try console.write(writer.finish() + [UInt8(ascii: "\n")])
  }
}
