import Foundation

/// The result of a program: its exit status and its output.
package struct ProgramRun: Sendable {
  /// The exit status, or the negated signal number.
  package let status: Int32
  package let output: [UInt8]
  package let errorOutput: [UInt8]
  /// The running time, without the wait for other programs before the start.
  package let duration: Duration

  package init(status: Int32, output: [UInt8], errorOutput: [UInt8], duration: Duration) {
    self.status = status
    self.output = output
    self.errorOutput = errorOutput
    self.duration = duration
  }

  /// Standard output as text; bytes that are not UTF-8 become replacement characters.
  package var text: String { String(decoding: output, as: UTF8.self) }
  /// Standard error as text.
  package var errorText: String { String(decoding: errorOutput, as: UTF8.self) }

  /// The folders in which tests find programs, as in `PATH`.
  package static let searchPath = "/usr/local/bin:/usr/bin:/bin"

  /// Runs a program to its end, and reads both pipes while it runs.
  ///
  /// A separate thread waits for the program, so that the threads that run tests are never blocked.
  ///
  /// - Parameters:
  ///   - environment: the complete environment; the caller's own is not inherited.
  ///   - input: the bytes on standard input; nil gives an empty input.
  package static func run(
    _ program: String, _ arguments: [String], in folder: String? = nil,
    environment: [String: String] = ["PATH": ProgramRun.searchPath, "LC_ALL": "C.UTF-8"],
    input: [UInt8]? = nil
  ) async throws -> ProgramRun {
    try await RunningPrograms.shared.whenOneMayRun {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(
            with: Result {
              try runAndBlock(program, arguments, in: folder, environment: environment, input: input)
            })
        }
      }
    }
  }

  /// Runs a program to its end and blocks the calling thread; for threads that do nothing else.
  package static func runAndBlock(
    _ program: String, _ arguments: [String], in folder: String? = nil, environment: [String: String],
    input: [UInt8]? = nil
  ) throws -> ProgramRun {
    let start = ContinuousClock.now
    let program = try SpawnedProgram(
      program, arguments, in: folder, environment: environment, hasInput: input != nil)
    let errorReader = PipeReader(program.errorOutput)
    if let input, let pipe = program.input { PipeWriter.start(pipe, input) }
    let output = PipeReader.readAll(program.output)
    return ProgramRun(
      status: try program.waitForEnd(), output: output, errorOutput: errorReader.bytes(),
      duration: start.duration(to: .now))
  }
}

/// Limits the number of programs that run at the same time.
///
/// The limit is four for each processor, because many programs wait. More would only compete for the processors.
private actor RunningPrograms {
  static let shared = RunningPrograms(limit: max(8, 4 * ProcessInfo.processInfo.activeProcessorCount))

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  private init(limit: Int) { free = limit }

  /// Waits until fewer operations than the limit are running, and runs one.
  nonisolated func whenOneMayRun<Value: Sendable>(
    _ operation: @Sendable () async throws -> Value
  ) async throws -> Value {
    await enter()
    do {
      let value = try await operation()
      await leave()
      return value
    } catch {
      await leave()
      throw error
    }
  }

  private func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func leave() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}

/// Writes to a pipe on a separate thread, and closes it.
///
/// A program can end before it has read its input; then the rest is not written. SIGPIPE is blocked on this
/// thread only, because a started program inherits the signals that its parent ignores.
private enum PipeWriter {
  static func start(_ descriptor: Int32, _ bytes: [UInt8]) {
    Thread.detachNewThread {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      bytes.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
          if count < 0 && errno == EINTR { continue }
          if count < 0 { break }
          rest = rest.dropFirst(count)
        }
      }
      close(descriptor)
    }
  }
}

/// Reads a pipe to its end on a separate thread.
private final class PipeReader: @unchecked Sendable {
  private var collected: [UInt8] = []
  private let finished = DispatchSemaphore(value: 0)

  init(_ descriptor: Int32) {
    Thread.detachNewThread { [self] in
      collected = PipeReader.readAll(descriptor)
      finished.signal()
    }
  }

  func bytes() -> [UInt8] {
    finished.wait()
    return collected
  }

  /// Reads a pipe to its end on this thread, and closes it.
  static func readAll(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    close(descriptor)
    return bytes
  }
}
