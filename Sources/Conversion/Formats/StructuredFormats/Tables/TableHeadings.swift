/// The column names from the heading row of a table.
///
/// A column with an empty heading gets a generated name, so that its cells can be identified.
package struct TableHeadings {
  /// The column names.
  package private(set) var names: [String]
  /// Remarks about generated names.
  package private(set) var warnings: [String] = []

  package init(_ headings: [String]) {
    names = headings
    let unnamed = headings.indices.filter { headings[$0].isEmpty }
    guard !unnamed.isEmpty else { return }
    var taken = Set(headings)
    for place in unnamed {
      let wanted = "column \(place + 1)"
      var (name, number) = (wanted, 1)
      while !taken.insert(name).inserted {
        number += 1
        name = "\(wanted) \(number)"
      }
      names[place] = name
    }
    let count = unnamed.count - 1
    let others = count > 0 ? "; \(count) more \(count == 1 ? "has" : "have") no heading" : ""
    warnings = ["column \(unnamed[0] + 1) has no heading and was named “\(names[unnamed[0]])”\(others)"]
  }

  /// Returns whether the first row of a table contains column names.
  ///
  /// The first row is a header unless it is the only row, or one of its cells is empty, a number, or equal to
  /// another cell. Exception: the first cell of a header may be empty if the cell below is not empty, as in a
  /// table with row numbers.
  ///
  /// - Parameters:
  ///   - row: the texts of the first row; nil if there is none.
  ///   - second: the texts of the second row; nil if there is none.
  package static func areHeadings(_ row: [String]?, above second: [String]?) -> Bool {
    guard let names = row, let second, !names.isEmpty else { return false }
    let numbersRows = names[0].isEmpty && names.count > 1 && second.first?.isEmpty == false
    return Set(names).count == names.count
      && names.dropFirst(numbersRows ? 1 : 0).allSatisfy { !$0.isEmpty && Double($0) == nil }
  }
}
