import ProfferConversions

/// The names of the sheets of a workbook that is being written.
///
/// Excel limits the names of sheets: a name has 1 to 31 UTF-16 code units, contains none of the characters
/// `[ ] : * ? / \`, and does not begin or end with an apostrophe. Names differ without regard to case. The name
/// “History” is reserved. LibreOffice has the same rules except for the length. Other names are changed.
struct WrittenSheetNames {
  private let lengthLimit: Int?
  private var taken: Set<String> = []
  /// For each name, the last number that was appended to make the name unique.
  private var copies: [String: Int] = [:]
  private(set) var losses = LossCounter()

  /// - Parameter lengthLimit: the maximum length of a name, in UTF-16 code units; nil if it is not limited.
  init(lengthLimit: Int?) { self.lengthLimit = lengthLimit }

  /// Returns the name for a sheet.
  ///
  /// - Parameters:
  ///   - wanted: the name of the sheet in the workbook.
  ///   - number: the number of the sheet, from 1, which names sheets without a name.
  mutating func name(_ wanted: String, number: Int) -> String {
    let valid = validName(wanted, number: number)
    var name = valid
    let key = valid.lowercased()
    var copy = copies[key] ?? 1
    while !taken.insert(name.lowercased()).inserted {
      copy += 1
      let suffix = " (\(copy))"
      name = cut(valid, to: lengthLimit.map { $0 - suffix.utf16.count }) + suffix
    }
    copies[key] = copy
    if !name.unicodeScalars.elementsEqual(wanted.unicodeScalars) {
      losses.add(.metadata, "sheet names that were changed")
    }
    return name
  }

  private func validName(_ wanted: String, number: Int) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in wanted.unicodeScalars {
      let isForbidden =
        "[]:*?/\\".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .control
        || scalar.value & 0xFFFE == 0xFFFE
      scalars.append(isForbidden ? "_" : scalar)
    }
    if scalars.first == "'" { scalars.replaceSubrange(scalars.startIndex...scalars.startIndex, with: ["_"]) }
    var name = cut(String(scalars), to: lengthLimit)
    if name.unicodeScalars.last == "'" { name = String(name.unicodeScalars.dropLast()) + "_" }
    if name.allSatisfy(\.isWhitespace) { return "Sheet\(number)" }
    return name.lowercased() == "history" ? name + "_" : name
  }

  /// Returns the beginning of a name with at most the given number of UTF-16 code units.
  private func cut(_ name: String, to limit: Int?) -> String {
    guard let limit, name.utf16.count > limit else { return name }
    var kept = ""
    var length = 0
    for character in name {
      length += character.utf16.count
      if length > limit { break }
      kept.append(character)
    }
    return kept
  }
}
