import Foundation

/// A program that runs beside a test, such as a display server, and that ends with the test.
///
/// A shell starts the program, waits for the end of its own input, which is a pipe from this process, and ends the
/// program. The system closes the pipe whatever ends this process. Therefore, no program is left behind.
// Unchecked, because the pipe is only closed.
package final class GuardedProgram: @unchecked Sendable {
  private static let guardScript = """
    "$@" & program=$!
    # The end of the output then means that the program has ended.
    exec >&-
    cat > /dev/null
    kill "$program" 2> /dev/null
    wait "$program"
    """

  private let shell: SpawnedProgram
  private let lock = NSCondition()
  /// The received output; complete if it ends in a newline or if `isOver` is true.
  private var line: [UInt8] = []
  private var isOver = false

  /// Starts a program, whose standard error is discarded.
  ///
  /// - Parameter environment: the complete environment.
  package init(
    _ program: String, _ arguments: [String],
    environment: [String: String] = ["PATH": ProgramRun.searchPath, "LC_ALL": "C.UTF-8"]
  ) throws {
    shell = try SpawnedProgram(
      "/bin/sh", ["-c", Self.guardScript, "sh", program] + arguments, in: nil, environment: environment,
      hasInput: true)
    let (output, errorOutput) = (shell.output, shell.errorOutput)
    Thread.detachNewThread { [weak self] in
      Self.readAll(output) { piece in
        self?.lock.withLock {
          self?.line += piece
          self?.lock.broadcast()
        }
      }
      self?.lock.withLock {
        self?.isOver = true
        self?.lock.broadcast()
      }
    }
    Thread.detachNewThread { Self.readAll(errorOutput) { _ in } }
  }

  /// The first line of the output, without its newline; nil if the program ends or hangs before it.
  package func firstLine() -> String? {
    let end = HangLimit.date
    return lock.withLock {
      while true {
        if let newline = line.firstIndex(of: UInt8(ascii: "\n")) {
          return String(decoding: line[..<newline], as: UTF8.self)
        }
        if isOver || !lock.wait(until: end) { return nil }
      }
    }
  }

  /// Ends the program and waits for its end.
  deinit {
    if let input = shell.input { close(input) }
    do { _ = try shell.waitForEnd() } catch { print("a program that a test started: \(error)") }
  }

  /// Reads a pipe to its end, and closes it.
  private static func readAll(_ descriptor: Int32, _ take: ([UInt8]) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      take(Array(buffer[..<count]))
    }
    close(descriptor)
  }
}
