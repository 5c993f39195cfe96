import ItemProviders
package import ProfferFileSystem

/// The names in use in an output folder.
package struct TakenNames {
  /// The next number to try for each name, so that many files with the same name take linear time.
  private var nextNumbers: [FileName: Int] = [:]

  package init() {}

  /// Reserves the name, or the first numbered variant that is free, and returns it.
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
