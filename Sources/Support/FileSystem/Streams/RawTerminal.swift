/// The terminal of the process in raw mode: input arrives immediately and is not echoed.
///
/// The previous modes are restored by ``restore()`` and when the value is released. The modes are also
/// restored when a signal suspends the process. When a signal ends the process, the modes are restored only
/// if the program has called ``UnfinishedFiles/watchEndingSignals()``.
package final class RawTerminal: Sendable {
  package let stream: ByteStream
  private let modes: TerminalModes

  /// Opens the terminal.
  ///
  /// - Parameters:
  ///   - path: the device; `/dev/tty` is the terminal of the process.
  ///   - beginning: bytes that are written to the terminal when the process continues after a suspension.
  ///   - end: bytes that are written to the terminal when a signal suspends or ends the process.
  package init(
    opening path: FilePath, beginning: [UInt8] = [], end: [UInt8] = []
  ) throws(FileSystemError) {
    stream = try ByteStream.openingTerminal(path)
    guard !SystemCalls.isInBackground(of: stream.descriptor) else {
      throw FileSystemError(.busy, cannot: "use", path, because: "the program runs in the background")
    }
    do { modes = try TerminalModes(of: stream.descriptor, beginning: beginning, end: end) } catch {
      throw FileSystemError("use", path, error.number)
    }
    modes.begin()
  }

  deinit { modes.end() }

  /// Restores the previous modes of the terminal.
  package func restore() { modes.end() }
}
