/// How many places the tables of a document may have in which no cell begins.
///
/// A few bytes can claim millions of them: cells that cover others, or short rows under a wide one. So every cell brings
/// a few, and a document as many as people's tables have, all its tables together.
struct CellBudget {
  private static let placesPerDocument = 20_000
  private static let placesPerCell = 4

  /// How many are left.
  private(set) var count = CellBudget.placesPerDocument

  /// What a report says of cells that cover fewer places than they claim.
  static let detail = "cells that claim more places than a table has"

  /// Adds what a number of cells bring.
  mutating func addCells(_ cellCount: Int = 1) { count += cellCount * Self.placesPerCell }

  /// Takes places, of which there must be as many.
  mutating func take(_ places: Int) {
    precondition(places <= count, "more places were taken than are left")
    count -= places
  }

  /// Takes as many places as are wanted, or those that are left.
  ///
  /// - Returns: how many.
  mutating func take(atMost wanted: Int) -> Int {
    let places = min(wanted, count)
    take(places)
    return places
  }
}
