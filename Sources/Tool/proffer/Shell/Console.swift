import FileSystem
import JSONText

/// The one place that writes to standard output and standard error.
///
/// All text is written as lines, in each of which every control, line break, separator and format character is an escape:
/// text comes from manifests, from other programs and from the names of files, and a terminal would obey it. JSON is
/// written with the same scalars as escapes of JSON. Only ``write(payload:)`` and ``draw(_:)`` write bytes as they are.
///
/// Writing to standard output throws `brokenPipe` when the reader has closed it, which ends the program without a message.
enum Console {
  /// Writes a line to standard output.
  static func print(_ line: String) throws {
    var printed = PrintedLines()
    try printed.add(line)
    try printed.finish()
  }

  /// Writes lines to standard output.
  static func print(lines: some Sequence<String>) throws {
    var printed = PrintedLines()
    for line in lines { try printed.add(line) }
    try printed.finish()
  }

  /// Writes a JSON value to standard output, laid out for reading.
  static func print(_ node: JSONNode) throws {
    var json = JSONWriter.printing
    json.node(node)
    try write(escaped: json.finish() + [UInt8(ascii: "\n")])
  }

  /// Writes the bytes of a payload, or the result of a conversion, to standard output as they are.
  static func write(payload bytes: UnsafeRawBufferPointer) throws {
    try OpenFile.standardOutput.writeNext(bytes)
  }

  /// Writes bytes that ``PrintedLines`` or ``PrintedJSON`` has escaped.
  fileprivate static func write(escaped bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes(write(payload:))
  }

  /// Reports on standard error what failed.
  static func error(_ message: String) { report(message) }

  /// Reports on standard error what is worth knowing and is not an error.
  static func note(_ message: String) { report("note: \(message)") }

  /// Reports on standard error what a conversion lost.
  static func loss(_ message: String) { report("lost: \(message)") }

  /// Writes text of the program's own to standard error as it is, for what is shown for a moment.
  fileprivate static func draw(_ text: String) { writeError(Array(text.utf8)) }

  private static func report(_ message: String) {
    writeError(Array("proffer: \(PrintableText.line(message))\n".utf8))
  }

  private static func writeError(_ bytes: [UInt8]) {
    do {
      try bytes.withUnsafeBytes { try OpenFile.standardError.writeNext($0) }
    } catch {
      // There is no other place to report a failure of standard error.
    }
  }
}

extension JSONWriter {
  /// A writer of the JSON that the program prints.
  fileprivate static var printing: JSONWriter {
    JSONWriter(style: .pretty, escaping: { PrintableText.isHidden($0) })
  }
}

/// Lines for standard output, written in blocks.
struct PrintedLines {
  private static let blockByteCount = 1 << 16

  private var bytes: [UInt8]

  init() { bytes = [] }

  /// Adds a line.
  mutating func add(_ line: String) throws {
    bytes += PrintableText.line(line).utf8
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= PrintedLines.blockByteCount { try finish() }
  }

  /// Writes the lines that are not written yet.
  mutating func finish() throws {
    try Console.write(escaped: bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

/// A JSON text for standard output, laid out for reading, written in blocks.
struct PrintedJSON {
  private static let blockByteCount = 1 << 16

  private var writer = JSONWriter.printing

  private init() {}

  /// Writes an array, an element for each thing.
  static func array<Thing>(of things: some Sequence<Thing>, _ node: (Thing) throws -> JSONNode) throws {
    var json = PrintedJSON()
    try json.array(of: things, node)
    try json.finish()
  }

  /// Writes an object of some members and one more, which is an array with an element for each thing.
  static func object<Thing>(
    _ members: [JSONMember], _ key: String, of things: some Sequence<Thing>,
    _ node: (Thing) throws -> JSONNode
  ) throws {
    var json = PrintedJSON()
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
      if writer.byteCount >= PrintedJSON.blockByteCount {
        try writer.drain { try Console.write(payload: $0) }
      }
    }
    writer.endArray()
  }

  private consuming func finish() throws {
    try Console.write(escaped: writer.finish() + [UInt8(ascii: "\n")])
  }
}

/// A bar on standard error for work that takes over half a second on a terminal; elsewhere nothing is shown.
final class ProgressBar {
  private let label: String
  private let isWanted: Bool
  private let start = ContinuousClock.now
  private var lastShown: ContinuousClock.Instant?
  private var isShown = false

  /// How long work may take before the bar is shown.
  private static let delay = Duration.milliseconds(500)
  /// How often the bar is drawn.
  private static let period = Duration.milliseconds(100)
  private static let width = 30

  /// - Parameter label: what the work is called.
  init(_ label: String) {
    self.label = label
    isWanted = OpenFile.standardError.isTerminal
  }

  /// Shows how much of the work is done.
  func show(_ done: UInt64, of total: UInt64) {
    guard isWanted, total > 0 else { return }
    let now = ContinuousClock.now
    guard now - start > ProgressBar.delay, lastShown.map({ now - $0 > ProgressBar.period }) ?? true else {
      return
    }
    lastShown = now
    isShown = true
    let part = min(1, Double(done) / Double(total))
    let filled = Int(part * Double(ProgressBar.width))
    let bar =
      String(repeating: "#", count: filled) + String(repeating: " ", count: ProgressBar.width - filled)
    Console.draw("\r\(label) [\(bar)] \(Int(part * 100)) %")
  }

  /// Removes the bar, so that the next output begins on an empty line.
  func clear() {
    guard isShown else { return }
    isShown = false
    Console.draw("\r\u{1B}[K")
  }
}
