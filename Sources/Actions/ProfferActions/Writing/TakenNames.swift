import ItemProviders
package import ProfferFileSystem

/// The names that are in use in an output folder.
package struct TakenNames {
  /// The next number to try for each name, so that many files with one name take only linear time.
  private var nextNumbers: [FileName: Int] = [:]

  package init() {}

  /// Reserves and returns a name that is not in use: the name itself, or its first unused numbered variant.
  package mutating func freeName(for wanted: FileName) -> FileName {
    var name = wanted
    if var number = nextNumbers[wanted] {
      repeat {
        name = FileNaming.numbered(wanted, number)
        number += 1
      } while nextNumbers[name] != nil
      nextNumbers[wanted] = number
    }
    nextNumbers[name] = 2
    return name
  }
}
