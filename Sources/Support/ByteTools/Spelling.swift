/// Finds the intended word for a misspelled word.
package enum Spelling {
  /// Returns the candidate nearest to the typed word; nil if no candidate is near.
  ///
  /// If several candidates are equally near, the first is returned. A candidate is near if it differs from
  /// the word by at most one error for every three letters. At least one error is always allowed. An error is
  /// a missing, extra or wrong letter, or two exchanged letters.
  ///
  /// - Parameter most: the maximum number of errors for a long word.
  package static func nearest(
    to typed: [UInt8], among candidates: some Sequence<String>, within most: Int = .max
  ) -> String? {
    let letters = typed.filter { $0 != UInt8(ascii: "-") }
    guard !letters.isEmpty else { return nil }
    var nearest: (name: String, distance: Int)?
    for name in candidates {
      let known = Array(name.utf8)
      let allowed = max(1, min(min(letters.count, known.count) / 3, most))
      guard abs(known.count - typed.count) <= allowed else { continue }
      let distance = distance(typed, known)
      if distance <= allowed && distance < nearest?.distance ?? .max { nearest = (name, distance) }
    }
    return nearest?.name
  }

  /// Returns the minimum number of errors between two words.
  ///
  /// No letter is part of two errors.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        let change = previous[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(change, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforePrevious[column - 1] + 1)
        }
        current.append(best)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
  }
}
