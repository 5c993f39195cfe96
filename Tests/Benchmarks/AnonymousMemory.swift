import Foundation

/// Memory of this process that is not backed by a file.
enum AnonymousMemory {
  /// The number of bytes now in use; nil if the system does not report it.
  static func byteCount() throws -> Double? {
    #if os(Linux)
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
      return line.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Double($0) }.map {
        $0 * 1024
      }
    #else
      return nil
    #endif
  }

  static let unknown = BenchmarkOutcome.skipped("the system does not report anonymous memory")
}

extension Double {
  /// Bytes as mebibytes.
  var mebibytes: Double { self / Double(1 << 20) }
}
