import ProfferFileSystem
import Synchronization

/// The line on standard error that shows how far a command is, and what is written around it.
///
/// Its state is that of the terminal of the process, which a signal that ends the process erases the line from.
enum ProgressLine {
  private static let outputIsTerminal = OpenFile.standardOutput.isTerminal
  /// Held while standard error is written to.
  private static let screen = Mutex(())
  /// Whether the cursor is on the line.
  ///
  /// It is also read as the process ends by a signal, without the lock.
  private static let isShown = Atomic<Bool>(false)

  /// Draws the line, which the next text replaces.
  ///
  /// - Parameter line: computes the line; nil draws nothing.
  /// - Returns: whether there was a line.
  static func show(_ line: () -> String?) -> Bool {
    screen.withLock { _ in
      guard let line = line() else { return false }
      // A longer line would go on in the next row, which is not erased.
      let shown = line.prefix((OpenFile.standardError.columnCount ?? 80) - 1)
      isShown.store(true, ordering: .relaxed)
      write(Array("\r\(shown)\u{1B}[K".utf8))
      return true
    }
  }

  /// Removes the line, and runs a function that has no further line drawn.
  static func hide(_ end: () -> Void) {
    screen.withLock { _ in
      end()
      erase()
    }
  }

  /// Removes the line without a lock: by its holder, or as the process ends by a signal.
  static func erase() {
    if isShown.exchange(false, ordering: .relaxed) { write(Array("\r\u{1B}[K".utf8)) }
  }

  /// Removes the line where the next bytes of standard output would come after it; it is drawn again below them.
  static func eraseBeforeOutput() {
    if outputIsTerminal { screen.withLock { _ in erase() } }
  }

  /// Writes text to standard error, in the place of the line.
  static func writeErrors(_ bytes: [UInt8]) {
    screen.withLock { _ in
      erase()
      write(bytes)
    }
  }

  private static func write(_ bytes: [UInt8]) {
    do {
      try bytes.withUnsafeBytes { try OpenFile.standardError.writeNext($0) }
    } catch {
      // There is no other place to report a failure of standard error.
    }
  }
}
