import Foundation

/// What a program did: its exit status and all that it printed.
package struct ProgramRun: Sendable {
  /// The exit status, or the negated signal number.
  package let status: Int32
  package let output: [UInt8]
  package let errorOutput: [UInt8]

  /// Standard output as text; bytes that are not UTF-8 become replacement characters.
  package var text: String { String(decoding: output, as: UTF8.self) }
  /// Standard error as text.
  package var errorText: String { String(decoding: errorOutput, as: UTF8.self) }

  /// Runs a program to its end, both pipes read while it runs.
  ///
  /// - Parameters:
  ///   - environment: the whole environment; the caller's own is not passed on.
  ///   - input: the bytes on standard input; nil gives an empty one.
  package static func run(
    _ program: String, _ arguments: [String], in folder: String? = nil,
    environment: [String: String] = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
    input: [UInt8]? = nil
  ) throws -> ProgramRun {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    let output = Pipe()
    let errorOutput = Pipe()
    process.standardOutput = output
    process.standardError = errorOutput
    let source = Pipe()
    process.standardInput = input == nil ? FileHandle.nullDevice : source
    try process.run()
    let outputReader = PipeReader(output.fileHandleForReading)
    let errorReader = PipeReader(errorOutput.fileHandleForReading)
    if let input {
      PipeWriter.start(source.fileHandleForWriting, input)
    }
    let outputBytes = outputReader.bytes()
    let errorBytes = errorReader.bytes()
    process.waitUntilExit()
    let status =
      process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    return ProgramRun(status: status, output: outputBytes, errorOutput: errorBytes)
  }
}

/// Writes to a pipe on a thread of its own, and closes it.
///
/// A program may end without reading all of its input; then the rest is not written. The signal of the broken pipe is
/// blocked on this thread only: a signal that the process ignored would be ignored by every program it starts as well.
private enum PipeWriter {
  static func start(_ handle: FileHandle, _ bytes: [UInt8]) {
    Thread.detachNewThread {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      let descriptor = handle.fileDescriptor
      bytes.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
          if count < 0 && errno == EINTR { continue }
          if count < 0 { return }
          rest = rest.dropFirst(count)
        }
      }
      close(handle)
    }
  }

  private static func close(_ handle: FileHandle) {
    do { try handle.close() } catch { print("could not close the pipe to a program: \(error)") }
  }
}

/// Reads a pipe to its end on a thread of its own.
private final class PipeReader: @unchecked Sendable {
  private var collected = Data()
  private let finished = DispatchSemaphore(value: 0)

  init(_ handle: FileHandle) {
    Thread.detachNewThread { [self] in
      collected = handle.readDataToEndOfFile()
      finished.signal()
    }
  }

  func bytes() -> [UInt8] {
    finished.wait()
    return [UInt8](collected)
  }
}
