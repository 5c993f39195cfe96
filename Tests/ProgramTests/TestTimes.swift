import Foundation
import TestSupport
import Testing

/// Records the run times of each test's programs in the file `PROFFER_TEST_TIMES`.
///
/// Each line is one run: its seconds and the test. The times printed by Swift Testing include waiting for
/// other tests, so they do not show which test is slow.
enum TestTimes {
  private static let file: FileHandle? = {
    guard let path = ProcessInfo.processInfo.environment["PROFFER_TEST_TIMES"] else { return nil }
    // O_APPEND makes each write of a line atomic among threads.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    return descriptor < 0 ? nil : FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }()

  /// Runs a program and records its time.
  ///
  /// - Parameter isWanted: false for a script that does not run the program.
  static func recording(
    isWanted: Bool = true, _ body: () async throws -> ProgramRun
  ) async throws -> ProgramRun {
    let run = try await body()
    if isWanted, let file {
      let seconds = String(format: "%.3f", run.duration / .seconds(1))
      try file.write(contentsOf: Data("\(seconds)\t\(Test.current?.name ?? "no test")\n".utf8))
    }
    return run
  }
}
