import Conversions

/// The rule of how many places a table may have beside those that hold something.
///
/// A few bytes can stand for a table that is enormous and almost empty: objects that share no keys.
struct TableSize {
  private static let factor = 64
  private static let extra = 1_000_000

  private var placeCount = 0
  private var cellCount = 0

  /// Counts a row of so many places, of which some hold something.
  ///
  /// - Throws: `CoderError` (`tooLarge`) when the table has become too empty.
  mutating func add(places: Int, cells: Int) throws(CoderError) {
    placeCount += places
    cellCount += cells
    guard placeCount <= cellCount * TableSize.factor + TableSize.extra else {
      throw CoderError(
        .tooLarge,
        "the table would have over \(TableSize.extra) places and hold something in few: its rows differ too much"
      )
    }
  }
}
