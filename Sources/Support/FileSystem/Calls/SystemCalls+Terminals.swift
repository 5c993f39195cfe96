import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The size of a terminal; rows, width and height are 0 if the terminal does not report these values.
package struct TerminalSize: Sendable, Equatable {
  package var columns: Int
  package var rows: Int
  /// The width in pixels.
  package var width: Int
  /// The height in pixels.
  package var height: Int

  package init(columns: Int, rows: Int, width: Int, height: Int) {
    (self.columns, self.rows, self.width, self.height) = (columns, rows, width, height)
  }
}

// MARK: - Terminals

extension SystemCalls {
  /// Returns whether a descriptor refers to a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Returns the size of a terminal; nil if the number of columns is not known.
  static func terminalSize(_ descriptor: Int32) -> TerminalSize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return TerminalSize(
      columns: Int(size.ws_col), rows: Int(size.ws_row), width: Int(size.ws_xpixel),
      height: Int(size.ws_ypixel)
    )
  }

  /// Returns whether another process group is in the foreground of the terminal.
  ///
  /// Returns false if the terminal is not the controlling terminal of this process's session.
  static func isInBackground(of descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group > 0 && group != getpgrp()
  }
}

/// The modes that a program sets on a terminal, and the previous modes that are restored afterwards.
///
/// A signal can arrive at any time, so the data for the signal handlers is at fixed addresses. The handlers
/// restore only one terminal at a time: the first terminal in use.
// The contents do not change after the initialiser.
final class TerminalModes: @unchecked Sendable {
  private struct Contents {
    let descriptor: Int32
    var usual: termios
    var used: termios
    let beginning: UnsafeMutableRawBufferPointer
    let end: UnsafeMutableRawBufferPointer
  }

  // The contents do not change after a pointer to them is stored here.
  nonisolated(unsafe) private static let inUse = Atomic<UnsafeMutablePointer<Contents>?>(nil)
  private static let handlers: Void = installHandlers()

  private let contents: UnsafeMutablePointer<Contents>

  /// Saves the current modes of a terminal.
  ///
  /// - Parameters:
  ///   - beginning: bytes that are written to the terminal when the process continues after a suspension.
  ///   - end: bytes that are written to the terminal when a signal suspends or ends the process.
  init(of descriptor: Int32, beginning: [UInt8], end: [UInt8]) throws(SystemFailure) {
    var usual = termios()
    _ = try SystemCalls.calling(.status) { Int(tcgetattr(descriptor, &usual)) }
    var used = usual
    // Input arrives immediately and is not echoed. Keys that send signals still work. Output modes are
    // unchanged, so each line that another program writes still starts at the left margin.
    used.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    used.c_iflag &= ~tcflag_t(IXON | IXOFF | ICRNL | INLCR | IGNCR | ISTRIP)
    withUnsafeMutableBytes(of: &used.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    contents = .allocate(capacity: 1)
    contents.initialize(
      to: Contents(
        descriptor: descriptor, usual: usual, used: used, beginning: .copy(of: beginning), end: .copy(of: end)
      ))
  }

  /// Sets the modes for the program's use of the terminal.
  func begin() {
    _ = TerminalModes.handlers
    _ = TerminalModes.inUse.compareExchange(
      expected: nil, desired: contents, ordering: .sequentiallyConsistent)
    TerminalModes.set(contents.pointee.used, contents.pointee.descriptor)
  }

  /// Restores the previous modes of the terminal.
  func end() {
    TerminalModes.set(contents.pointee.usual, contents.pointee.descriptor)
    _ = TerminalModes.inUse.compareExchange(
      expected: contents, desired: nil, ordering: .sequentiallyConsistent)
  }

  // The memory of the contents is never freed, because a handler on another thread may be reading it.

  // MARK: Signals

  /// Restores the terminal in use, before a signal ends or suspends the process.
  static func endByInterruption() {
    guard let contents = inUse.load(ordering: .sequentiallyConsistent),
      !SystemCalls.isInBackground(of: contents.pointee.descriptor)
    else { return }
    // If the terminal's buffer is full, the remaining bytes are lost, because the process does not wait.
    _ = SystemCalls.sequentialWrite(
      contents.pointee.descriptor, contents.pointee.end.baseAddress, contents.pointee.end.count)
    set(contents.pointee.usual, contents.pointee.descriptor)
  }

  private static func set(_ modes: termios, _ descriptor: Int32) {
    // In the background, the terminal's modes belong to another process. If this process set the modes, the
    // system would suspend it.
    if SystemCalls.isInBackground(of: descriptor) { return }
    var modes = modes
    // `TCSADRAIN` would wait for pending output. If the terminal does not read the output, the call would
    // never return.
    _ = tcsetattr(descriptor, TCSANOW, &modes)
  }

  /// Installs handlers for the signals that suspend and continue the process.
  ///
  /// If `SIGTSTP` was ignored when the process started, the signal is still ignored.
  private static func installHandlers() {
    let previous = signal(SIGTSTP) { _ in
      let before = errno
      TerminalModes.endByInterruption()
      _ = kill(getpid(), SIGSTOP)
      errno = before
    }
    // 1 is SIG_IGN.
    if unsafeBitCast(previous, to: Int.self) == 1 { _ = signal(SIGTSTP, previous) }
    _ = signal(SIGCONT) { _ in
      let before = errno
      defer { errno = before }
      guard let contents = TerminalModes.inUse.load(ordering: .sequentiallyConsistent),
        !SystemCalls.isInBackground(of: contents.pointee.descriptor)
      else { return }
      TerminalModes.set(contents.pointee.used, contents.pointee.descriptor)
      _ = SystemCalls.sequentialWrite(
        contents.pointee.descriptor, contents.pointee.beginning.baseAddress, contents.pointee.beginning.count)
    }
  }
}

extension UnsafeMutableRawBufferPointer {
  fileprivate static func copy(of bytes: [UInt8]) -> UnsafeMutableRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    return copy
  }
}
