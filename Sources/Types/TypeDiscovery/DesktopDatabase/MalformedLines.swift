import ProfferFileSystem

/// A record of the malformed lines in a database file.
///
/// Malformed lines are skipped.
struct MalformedLines {
  private var first: Int?
  private var count = 0

  /// Adds the number of a line; the first line of a file has the number 1.
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
      ? "line \(first) is skipped, because it is not \(wanted)"
      : "line \(first) and \(count - 1) more are skipped, because they are not \(wanted)"
    return DiscoveryError(.malformedDatabase, subject: path.description, reason: reason)
  }
}
