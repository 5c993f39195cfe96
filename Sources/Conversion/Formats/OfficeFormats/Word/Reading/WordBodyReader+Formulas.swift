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
    case .naryProperties:
      var sign = "∫"
      try xml.forEachDescendant { (name, xml) throws(CoderError) in
        if name == .formulaCharacter { sign = xml.attribute(.formulaValue) ?? sign }
        return false
      }
      formula.append(sign)
    case .delimiterProperties:
      var opening: String?
      var closing: String?
      try xml.forEachDescendant { (name, xml) throws(CoderError) in
        if name == .openingCharacter { opening = xml.attribute(.formulaValue) ?? "" }
        if name == .closingCharacter { closing = xml.attribute(.formulaValue) ?? "" }
        return false
      }
      formula.setDelimiter(opening: opening, closing: closing)
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
