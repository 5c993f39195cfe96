import ItemProviders
package import ProfferFileSystem

/// The names in use in a folder that files are written to.
package struct TakenNames {
  /// The next number to try for each name, so that many files with the same name take linear time.
  private var nextNumbers: [FileName: Int] = [:]

  package init() {}

  /// Takes the name, or the first numbered one that is free.
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
