import ProfferFileSystem
import Synchronization

/// The progress line on standard error, and the output around it.
///
/// The state is global because it describes the terminal of the process: a signal that ends the process
/// erases the line.
enum ProgressLine {
  private static let outputIsTerminal = OpenFile.standardOutput.isTerminal
  /// Held while writing to standard error.
  private static let screen = Mutex(())
  /// Whether the cursor is on the line.
  ///
  /// It is also read without the lock, when a signal ends the process.
  private static let isShown = Atomic<Bool>(false)

  /// Draws the line, which the next text replaces.
  ///
  /// - Parameter line: computes the line; nil draws nothing.
  /// - Returns: whether a line was drawn.
  static func show(_ line: () -> String?) -> Bool {
    screen.withLock { _ in
      guard let line = line() else { return false }
      // A longer line would continue in the next row, which is not erased.
      let shown = line.prefix((OpenFile.standardError.columnCount ?? 80) - 1)
      isShown.store(true, ordering: .relaxed)
      write(Array("\r\(shown)\u{1B}[K".utf8))
      return true
    }
  }

  /// Runs a function that prevents further drawing, then removes the line.
  static func hide(_ end: () -> Void) {
    screen.withLock { _ in
      end()
      erase()
    }
  }

  /// Removes the line without taking the lock: the caller holds it, or a signal ends the process.
  static func erase() {
    if isShown.exchange(false, ordering: .relaxed) { write(Array("\r\u{1B}[K".utf8)) }
  }

  /// Removes the line if standard output goes to the terminal; the line is drawn again below the output.
  static func eraseBeforeOutput() {
    if outputIsTerminal { screen.withLock { _ in erase() } }
  }

  /// Replaces the line with text on standard error.
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
