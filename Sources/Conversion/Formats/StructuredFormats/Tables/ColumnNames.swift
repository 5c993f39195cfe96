/// The names of a table's columns where each must have one of its own, as the keys of an object must.
///
/// A column has its name, or `column 3` for the third; where an earlier one has the same, a number is put behind it.
struct ColumnNames {
  private let given: [String]
  private var names: [String] = []
  private var taken: Set<String>
  /// The number that the next column of the same name begins to look from.
  private var latest: [String: Int] = [:]

  init(_ columns: [String]) {
    given = columns
    // A made name must not be one that a later column has.
    taken = Set(columns)
  }

  /// The name of a column, from 0.
  mutating func name(_ place: Int) -> String {
    while names.count <= place { names.append(nextName()) }
    return names[place]
  }

  private mutating func nextName() -> String {
    let place = names.count
    let isGiven = place < given.count
    let wanted = isGiven ? given[place] : "column \(place + 1)"
    if isGiven, latest.updateValue(1, forKey: wanted) == nil { return wanted }
    var name = wanted
    var number = latest[wanted] ?? 1
    while !taken.insert(name).inserted {
      number += 1
      name = "\(wanted) \(number)"
    }
    latest[wanted] = number
    return name
  }
}
