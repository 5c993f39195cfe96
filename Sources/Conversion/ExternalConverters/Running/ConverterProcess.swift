import Foundation
import ProfferFileSystem

/// Runs an external program until the program ends or exceeds a limit of time or size.
///
/// The program runs without a shell and with an empty standard input. The run ends when the program itself
/// ends. Its remaining child processes are then terminated, whatever their process group or session.
struct ConverterProcess {
  /// The way in which a run ended.
  enum End: Equatable, Sendable {
    /// The program exited with a status.
    case exited(Int32)
    /// The program was killed by a signal that this library did not send.
    case killed(signal: Int32)
    /// The program was terminated because it exceeded the time limit.
    case timedOut
    /// The program was terminated because it wrote more than the size limit.
    case wroteTooMuch
    /// The program was terminated because the task of the conversion was cancelled.
    case cancelled
    /// The exit status is unavailable, because the host program collects the exit statuses of its children.
    case unknown
  }

  /// The path of the program.
  var program: FilePath
  /// The arguments, without the name of the program.
  var arguments: [String]
  /// The complete environment of the program; `TMPDIR` must be the path of `folder`.
  var environment: [String: String]
  /// The program's working directory, used only for this run.
  var folder: FilePath
  /// The maximum number of bytes that the program may add to the folder, in all files together.
  var sizeLimit: UInt64
  /// Whether this process runs no other program at the same time.
  var isOnlyProgram: Bool

  /// The name of the file that receives standard output, relative to ``folder``.
  static let outputName = "standard-output"
  /// The name of the file that receives standard error, relative to ``folder``.
  static let errorsName = "standard-error"
  /// The interval at which the program's processes and files are checked.
  private static let lookPeriod = Duration.milliseconds(100)

  /// Runs the program and waits until it ends.
  ///
  /// - Throws: a file system error if the program cannot be started.
  func run(limit: Duration) throws -> End {
    let output = try created(ConverterProcess.outputName)
    let errors = try created(ConverterProcess.errorsName)
    let limits = sizeLimit.addingReportingOverflow(FileTree.byteCount(below: folder, enough: .max))
    let mostByteCount = limits.overflow ? .max : limits.partialValue
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    let started = try StartedProgram(
      program, arguments: arguments, environment: environment, knownBy: "TMPDIR", in: folder,
      output: output, errors: errors, mostByteCount: mostByteCount, isOnly: isOnlyProgram)
    var verdict: End?
    var pause = 0.001
    var nextLook = clock.now + ConverterProcess.lookPeriod
    // The task may be cancelled at any time, so the wait is divided into short intervals.
    while verdict == nil, !started.hasEnded {
      Thread.sleep(forTimeInterval: pause)
      pause = min(pause * 1.5, 0.02)
      if Task.isCancelled { verdict = .cancelled } else if clock.now >= deadline { verdict = .timedOut }
      if clock.now >= nextLook {
        started.follow()
        if hasWritten(mostByteCount) { verdict = .wroteTooMuch }
        nextLook = clock.now + ConverterProcess.lookPeriod
      }
    }
    let end = started.finish()
    if let verdict { return verdict }
    // When a file reaches the size limit, the system kills the process that writes, or the write fails. The
    // exit status does not show this reason.
    if hasWritten(mostByteCount) { return .wroteTooMuch }
    switch end {
    case .exited(let status): return .exited(status)
    case .killed(let signal): return .killed(signal: signal)
    case .unknown: return .unknown
    }
  }

  private func hasWritten(_ byteCount: UInt64) -> Bool {
    FileTree.byteCount(below: folder, enough: byteCount) >= byteCount
  }

  private func created(_ name: String) throws -> OpenFile {
    guard let name = FileName(name) else { preconditionFailure("\(name) is the name of a file") }
    let path = folder.appending(name)
    // A program that ran before in the folder has files of the same names.
    if try FileStatus.ifPresent(path) != nil { try FileTree.removeFile(path) }
    return try OpenFile.creating(path)
  }
}
