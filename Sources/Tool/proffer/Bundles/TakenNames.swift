import ItemProviders
import ProfferFileSystem

/// The names that are in use in a folder that is filled.
struct TakenNames {
  /// Each name with the number that is tried next for it, so that many files of one name take linear time.
  private var nextNumbers: [FileName: Int] = [:]

  /// The name itself, or the first numbered one that is free; it is in use then.
  mutating func freeName(for wanted: FileName) -> FileName {
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
