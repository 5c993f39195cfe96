import FileSystem
import Foundation

/// What the program takes from its environment, and nothing else does.
enum ProgramEnvironment {
  /// Where things are kept aside: `TMPDIR`, or the system's own place.
  static var temporaryFolder: FilePath {
    get throws {
      guard let path = FilePath(value("TMPDIR") ?? "/tmp") else {
        throw Failure("TMPDIR is empty; name a folder that can be written or unset it")
      }
      return path
    }
  }

  /// The latest time that reproducible output may state: `SOURCE_DATE_EPOCH`, in seconds since 1970.
  static var latestTime: FileTime? {
    get throws {
      guard let text = value("SOURCE_DATE_EPOCH") else { return nil }
      guard let seconds = Int64(text), seconds >= 0, seconds < 253_402_300_800 else {
        throw Failure(
          "SOURCE_DATE_EPOCH is \(text.debugDescription); it must be a number of seconds since 1970")
      }
      return FileTime(seconds: seconds, nanoseconds: 0)
    }
  }

  private static func value(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
