import ProfferConversions

extension SheetChoice {
  /// The number of the chosen sheet, counted from 1; nil if the choice has no number.
  var number: Int? {
    switch self {
    case .number(let number), .nameOrNumber(_, let number): number
    case .firstVisible, .name: nil
    }
  }

  /// Returns the place of the chosen sheet among the sheets of a document, counted from 0.
  ///
  /// - Parameter sheets: the names of the sheets, and whether programs show them.
  /// - Throws: ``CoderError`` with the code `wrongFormat` if there is no such sheet.
  func place(in sheets: [(name: String, isVisible: Bool)]) throws(CoderError) -> Int {
    guard !sheets.isEmpty else { throw CoderError(.wrongFormat, "the document has no sheets") }
    switch self {
    case .firstVisible: return sheets.firstIndex { $0.isVisible } ?? 0
    case .number(let number):
      guard sheets.indices.contains(number - 1) else {
        throw CoderError(
          .wrongFormat, "there is no sheet \(number); the document has \(Self.list(sheets.map(\.name)))")
      }
      return number - 1
    case .nameOrNumber(let name, let number):
      if let place = sheets.firstIndex(where: { $0.name == name }) { return place }
      return try SheetChoice.number(number).place(in: sheets)
    case .name(let name):
      let lowercase = name.lowercased()
      let place =
        sheets.firstIndex { $0.name == name } ?? sheets.firstIndex { $0.name.lowercased() == lowercase }
      guard let place else {
        throw CoderError(
          .wrongFormat, "there is no sheet “\(name)”; the document has \(Self.list(sheets.map(\.name)))")
      }
      return place
    }
  }

  /// The names of the first sheets and the number of the others, for messages.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(10).map { "“\($0.prefix(40))”" }.joined(separator: ", ")
    let others = names.count > 10 ? " and \(names.count - 10) more" : ""
    return "\(names.count == 1 ? "the sheet" : "the sheets") \(shown)\(others)"
  }
}
