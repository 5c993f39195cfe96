import FileSystem
import JSONText

/// The one place that writes to standard output and standard error.
///
/// All text leaves as lines, in each of which every control, line break, separator and format character is written as
/// an escape: text comes from manifests, from other programs and from the names of files, and a terminal would obey
/// it. JSON leaves with the same scalars as escapes of JSON. Only ``write(payload:)`` and ``draw(_:)`` write bytes as
/// they are.
final class Console: Sendable {
  /// Writes a line to standard output.
  ///
  /// - Throws: `brokenPipe` when the reader has gone, which ends the program in silence.
  func print(_ line: String) throws { try print(lines: CollectionOfOne(line)) }

  /// Writes lines to standard output.
  ///
  /// - Throws: `brokenPipe` when the reader has gone.
  func print(lines: some Sequence<String>) throws {
    var printed = PrintedLines(self)
    for line in lines { try printed.add(line) }
    try printed.finish()
  }

  /// Writes the bytes of a payload, or the result of a conversion, to standard output as they are.
  func write(payload bytes: UnsafeRawBufferPointer) throws { try write(bytes) }

  /// Writes a JSON value to standard output, laid out for reading.
  func print(_ node: JSONNode) throws {
    var json = JSONWriter.printing
    json.node(node)
    try write(escaped: json.finish() + [UInt8(ascii: "\n")])
  }

  /// Writes bytes that ``PrintedLines`` or ``PrintedJSON`` made safe.
  fileprivate func write(escaped bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try write($0) } }

  fileprivate func write(_ bytes: UnsafeRawBufferPointer) throws {
    try OpenFile.standardOutput.writeNext(bytes)
  }

  /// Says on standard error what went wrong.
  func error(_ message: String) { complain(message) }

  /// Says on standard error what is worth knowing and is not an error.
  func note(_ message: String) { complain("note: \(message)") }

  /// Says on standard error what was lost.
  func loss(_ message: String) { complain("lost: \(message)") }

  /// Draws on standard error as it is, for what is shown for a moment; the text is the program's own.
  func draw(_ text: String) { tell(Array(text.utf8)) }

  private func complain(_ message: String) { tell(Array("proffer: \(PrintableText.line(message))\n".utf8)) }

  private func tell(_ line: [UInt8]) {
    do {
      try line.withUnsafeBytes { try OpenFile.standardError.writeNext($0) }
    } catch {
      // A failure to write to standard error cannot be reported anywhere.
    }
  }
}

extension JSONWriter {
  /// A writer of the JSON that the program prints.
  fileprivate static var printing: JSONWriter {
    JSONWriter(style: .pretty, escaping: { PrintableText.isHidden($0) })
  }
}

/// Lines on their way to standard output, written when there are many of them or all.
struct PrintedLines {
  private static let mostByteCount = 1 << 16

  private let console: Console
  private var bytes: [UInt8] = []

  init(_ console: Console) { self.console = console }

  /// Adds a line.
  mutating func add(_ line: String) throws {
    bytes += PrintableText.line(line).utf8
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= PrintedLines.mostByteCount { try finish() }
  }

  /// Writes what is left.
  mutating func finish() throws {
    try console.write(escaped: bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

/// A JSON text on its way to standard output, laid out for reading, which is never in memory as a whole.
struct PrintedJSON {
  private static let mostByteCount = 1 << 16

  private let console: Console
  private var writer = JSONWriter.printing

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
    try console.write(escaped: writer.finish() + [UInt8(ascii: "\n")])
  }
}
