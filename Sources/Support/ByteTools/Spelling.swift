/// The known word that a mistyped one stands for.
package enum Spelling {
  /// The candidate nearest to what was typed, the first of several; nil if none is near.
  ///
  /// Near is one slip (a letter missing, extra, wrong, or two exchanged) for every three letters, one at least.
  ///
  /// - Parameter most: the most slips of a long word.
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

  /// How many slips lead from one word to the other, where no letter is part of two slips.
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
