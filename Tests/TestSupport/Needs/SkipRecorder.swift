import ByteTools
import Foundation

/// Records the tests that are skipped because a need is missing.
final class SkipRecorder: Sendable {
  /// The recorder of this process.
  ///
  /// When the process ends, one line on standard error names the missing needs and the packages that provide them. If
  /// `PROFFER_TEST_SKIPPED` names a file, each skipped test is appended to that file.
  static let shared: SkipRecorder = {
    atexit {
      guard let summary = SkipRecorder.shared.summary else { return }
      FileHandle.standardError.write(Data("\(summary)\n".utf8))
    }
    return SkipRecorder(file: ProcessInfo.processInfo.environment["PROFFER_TEST_SKIPPED"])
  }()

  private let tests = Locked(SkippedTests())
  private let file: String?

  /// - Parameter file: the path of a file that gets a line for each test: its identifier and the names of its missing
  ///   needs, separated by tabs; nil for none.
  init(file: String?) { self.file = file }

  /// The line about all tests; nil if no test was skipped.
  var summary: String? { tests.withLock { $0.summary() } }

  /// Adds a test.
  ///
  /// - Throws: if the file cannot be written.
  func add(_ test: String, missing needs: [Need]) throws {
    tests.withLock { $0.add(test, missing: needs) }
    guard let file else { return }
    let line = Array(([test] + needs.map(\.name)).joined(separator: "\t").utf8) + [UInt8(ascii: "\n")]
    // A line is appended by one call, so that lines of other processes are not divided.
    let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    defer { close(descriptor) }
    guard descriptor >= 0, write(descriptor, line, line.count) == line.count else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file])
    }
  }
}
