import ProfferFileSystem

/// The malformed lines of a database file, which are skipped.
struct MalformedLines {
  private var first: Int?
  private var count = 0

  /// Adds a line by its number, from 1.
  mutating func add(_ number: Int) {
    if first == nil { first = number }
    count += 1
  }

  /// Returns the error that describes the lines; nil if there are none.
  ///
  /// - Parameter wanted: the description of a valid line.
  func error(in path: FilePath, _ wanted: String) -> DiscoveryError? {
    guard let first else { return nil }
    let reason =
      count == 1
      ? "line \(first) is skipped, as it is not \(wanted)"
      : "line \(first) and \(count - 1) more are skipped, as they are not \(wanted)"
    return DiscoveryError(.malformedDatabase, subject: path.description, reason: reason)
  }
}
