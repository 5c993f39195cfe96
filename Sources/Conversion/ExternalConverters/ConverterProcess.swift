import Foundation
import ProfferFileSystem

/// Another program, run to its end or to a limit of time or size.
///
/// It runs without a shell, with an empty standard input. The run is over when the program itself has ended; what it
/// started and left behind is ended with it, in whatever group or session that is.
struct ConverterProcess {
  /// How a run ended.
  enum End: Equatable, Sendable {
    /// By itself, with a status.
    case exited(Int32)
    /// By a signal from elsewhere.
    case killed(signal: Int32)
    /// It was ended because its time was over.
    case timedOut
    /// It was ended because it wrote more than it may.
    case wroteTooMuch
    /// It was ended because the task that wanted it was cancelled.
    case cancelled
    /// The host program keeps the ends of its children to itself.
    case unknown
  }

  /// The program's file.
  var program: FilePath
  /// What it is given, without its own name.
  var arguments: [String]
  /// Its whole environment, in which `TMPDIR` is the folder.
  var environment: [String: String]
  /// The folder it works in, which nothing else uses.
  var folder: FilePath
  /// How many bytes it may add to the folder, in all files together.
  var sizeLimit: UInt64
  /// Whether the process runs nothing else meanwhile.
  var isOnlyProgram: Bool

  /// The file in the folder that gets what it prints.
  static let outputName = "standard-output"
  /// The file in the folder that gets its complaints.
  static let errorsName = "standard-error"
  /// How often its processes and files are looked at.
  private static let lookPeriod = Duration.milliseconds(100)

  /// Runs the program and waits for its end.
  ///
  /// - Throws: the file system's error when it cannot be started.
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
    // The task may be cancelled at any time, so that the wait is in small steps.
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
    // The system ends what continues writing to a file of the greatest length, or refuses it.
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
    return try OpenFile.creating(folder.appending(name))
  }
}
