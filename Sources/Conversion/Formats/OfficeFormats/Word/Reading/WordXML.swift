/// Reads the XML of a part of a Word document.
typealias WordXML = CompatibleXML<WordName>

extension WordName: FormulaName {}

extension CompatibleXML<WordName> {
  /// Whether the current element's property is on.
  var isOn: Bool { WordMeasure.isOn(attribute(.val)) }
}
