import ProfferConversions

/// A vocabulary with the names of the properties of formulas.
protocol FormulaName: CompatibilityName {
  static var formulaCharacter: Self { get }
  static var openingCharacter: Self { get }
  static var closingCharacter: Self { get }
  /// The attribute with the character.
  static var formulaValue: Self { get }
}

extension LinearFormula {
  /// Adds the sign of an operator, such as a sum; its properties are the current element.
  ///
  /// An operator without a sign is an integral. Source: ISO/IEC 29500-1, 22.1.2.20.
  mutating func addOperator<Name: FormulaName>(_ xml: inout CompatibleXML<Name>) throws(CoderError) {
    var sign = "∫"
    try xml.forEachDescendant { (name, xml) throws(CoderError) in
      if name == .formulaCharacter { sign = xml.attribute(.formulaValue) ?? sign }
      return false
    }
    append(sign)
  }

  /// Sets the characters of the open delimiter; its properties are the current element.
  mutating func readDelimiter<Name: FormulaName>(_ xml: inout CompatibleXML<Name>) throws(CoderError) {
    var opening: String?
    var closing: String?
    try xml.forEachDescendant { (name, xml) throws(CoderError) in
      if name == .openingCharacter { opening = xml.attribute(.formulaValue) ?? "" }
      if name == .closingCharacter { closing = xml.attribute(.formulaValue) ?? "" }
      return false
    }
    setDelimiter(opening: opening, closing: closing)
  }
}
