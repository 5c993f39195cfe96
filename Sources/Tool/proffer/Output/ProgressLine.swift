import Foundation
import ProfferFileSystem
import Synchronization

/// The progress line on standard error, and other output that must not mix with the line.
///
/// The state is global because a process has only one terminal. If a signal terminates the process, the line
/// is erased first.
enum ProgressLine {
  private static let outputIsTerminal = OpenFile.standardOutput.isTerminal
  /// A lock that is held while standard error is written.
  private static let screen = Mutex(())
  /// Whether the line is on the screen, with the cursor at its end.
  private static let isShown = Atomic<Bool>(false)
  /// Whether a signal is ending the process, so that the line must not be drawn anymore.
  private static let isEnding = Atomic<Bool>(false)

  /// Draws the line.
  ///
  /// The next output replaces the line.
  ///
  /// - Parameter line: returns the text of the line; nil to draw nothing.
  /// - Returns: whether the line was drawn.
  static func show(_ line: () -> String?) -> Bool {
    screen.withLock { _ in
      guard let line = line(), !isEnding.load(ordering: .sequentiallyConsistent) else { return false }
      // A longer line would wrap to the next row, which would not be erased.
      let shown = line.prefix((OpenFile.standardError.columnCount ?? 80) - 1)
      isShown.store(true, ordering: .relaxed)
      write(Array("\r\(shown)\u{1B}[K".utf8))
      return true
    }
  }

  /// Calls a function that prevents further drawing, and then removes the line.
  static func hide(_ end: () -> Void) {
    screen.withLock { _ in
      end()
      erase()
    }
  }

  /// Removes the line before a signal ends the process, and prevents further drawing.
  ///
  /// A thread may be drawing the line at this moment. The function waits for it, but at most 100 milliseconds,
  /// because a terminal that accepts no output must not delay the end of the process.
  static func eraseBeforeEnding() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    for _ in 0..<20 {
      if screen.withLockIfAvailable({ _ in erase() }) != nil { return }
      Thread.sleep(forTimeInterval: 0.005)
    }
    // The thread that holds the lock is blocked by the terminal. Writing here would block as well.
  }

  /// Removes the line.
  ///
  /// The caller holds the lock.
  private static func erase() {
    if isShown.exchange(false, ordering: .relaxed) { write(Array("\r\u{1B}[K".utf8)) }
  }

  /// Removes the line if standard output is a terminal.
  ///
  /// The line is drawn again below the output.
  static func eraseBeforeOutput() {
    if outputIsTerminal { screen.withLock { _ in erase() } }
  }

  /// Writes text to standard error in place of the line.
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
      // A failure to write to standard error cannot be reported anywhere else.
    }
  }
}
