import ProfferConversions

/// Formulas.
extension WordBodyReader {
  /// Handles the start of an element of a formula.
  mutating func beginFormulaElement(_ name: WordName) throws(CoderError) {
    switch name {
    case .formula:
      formula.begin()
      frames.append(.formula)
    case .formulaText: frames.append(.formulaText)
    case .naryProperties: try formula.addOperator(&xml)
    case .delimiterProperties: try formula.readDelimiter(&xml)
    case .accentProperties, .groupProperties: try xml.skipElement()
    default:
      let part = formula.begin(LinearFormula.Element(rawValue: name.rawValue) ?? .other)
      let start = formula.text.count
      frames.append(.formulaPart(part, start: start))
    }
  }

  mutating func endFormula() {
    guard !formula.text.isEmpty else { return }
    document.losses.add(.formatting, "formulas, kept as plain characters")
    guard beginRun() else { return }
    flow.text += formula.text
    formula.text.removeAll(keepingCapacity: formula.text.count < 1 << 16)
  }
}
