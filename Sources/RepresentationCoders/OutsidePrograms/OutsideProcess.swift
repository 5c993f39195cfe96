import Dispatch
import FileSystem
import Foundation

/// Another program, run to its end or to a limit of time.
///
/// It runs without a shell, with an empty standard input. Whatever it started and left behind is ended with it: the
/// process is the leader of a group of its own, as Foundation starts it.
struct OutsideProcess {
  /// How a program ended.
  enum End: Equatable, Sendable {
    /// By itself, with a status.
    case exited(Int32)
    /// By a signal from elsewhere.
    case killed(signal: Int32)
    /// It was ended because its time was over.
    case timedOut
    /// It was ended because the task that wanted it was cancelled.
    case cancelled
  }

  /// The program's file.
  var program: String
  /// What it is given, without its own name.
  var arguments: [String]
  /// Its whole environment.
  var environment: [String: String]
  /// The folder it works in.
  var folder: String

  /// The file in the folder that gets what it prints.
  static let outputName = "standard-output"
  /// The file in the folder that gets its complaints.
  static let errorsName = "standard-error"

  /// Runs the program and waits for its end.
  ///
  /// - Throws: Foundation's error when it cannot be started.
  func run(limit: Duration) throws -> End {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try created(OutsideProcess.outputName)
    process.standardError = try created(OutsideProcess.errorsName)
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    var verdict: End?
    // The task may be cancelled at any time, so the wait is in small steps; a short program ends the first one.
    while ended.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if verdict != nil { continue }
      if Task.isCancelled { verdict = .cancelled } else if clock.now >= deadline { verdict = .timedOut }
      if verdict != nil { ProcessGroup.end(ledBy: process.processIdentifier) }
    }
    if let verdict { return verdict }
    return process.terminationReason == .exit
      ? .exited(process.terminationStatus) : .killed(signal: process.terminationStatus)
  }

  private func created(_ name: String) throws -> FileHandle {
    let url = URL(fileURLWithPath: folder).appendingPathComponent(name)
    try Data().write(to: url)
    return try FileHandle(forWritingTo: url)
  }
}
