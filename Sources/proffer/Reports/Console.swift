import FileSystem
import JSONText

/// The one place that writes to standard output and standard error.
final class Console: Sendable {
  /// Writes text to standard output.
  ///
  /// - Throws: `brokenPipe` when nobody reads any more, which ends the program in silence.
  func print(_ text: String) throws { try write(Array(text.utf8) + [UInt8(ascii: "\n")]) }

  /// Writes bytes to standard output as they are.
  func write(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try write($0) } }

  /// Writes bytes to standard output as they are.
  func write(_ bytes: UnsafeRawBufferPointer) throws { try OpenFile.standardOutput.writeNext(bytes) }

  /// Writes a JSON value to standard output, laid out for reading.
  func print(_ node: JSONNode) throws { try write(node.write(.pretty) + [UInt8(ascii: "\n")]) }

  /// Says on standard error what went wrong.
  func error(_ message: String) { complain(message) }

  /// Says on standard error what is worth knowing and no error.
  func note(_ message: String) { complain("note: \(message)") }

  /// Says on standard error what was lost.
  func loss(_ message: String) { complain("lost: \(message)") }

  /// Draws on standard error as it is, for what is shown for a moment.
  func draw(_ text: String) { tell(Array(text.utf8)) }

  private func complain(_ message: String) { tell(Array("proffer: \(message)\n".utf8)) }

  private func tell(_ line: [UInt8]) {
    do {
      try line.withUnsafeBytes { try OpenFile.standardError.writeNext($0) }
    } catch {
      // Nobody can be told that nobody can be told.
    }
  }
}
