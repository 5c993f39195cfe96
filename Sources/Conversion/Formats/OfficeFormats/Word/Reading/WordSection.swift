import ProfferConversions

/// The properties of a section that are kept or counted.
struct WordSection {
  /// Whether the section begins a new page.
  var beginsPage = true
  /// The relationships of the page headers and footers.
  var heads: [String] = []
  var columnCount = 1
  var hasBorders = false
  var hasLineNumbers = false
  var changeCount = 0
}

extension WordXML {
  /// Reads the current element, `w:sectPr`.
  mutating func readSection() throws(CoderError) -> WordSection {
    var section = WordSection()
    try forEachDescendant { (name, xml) throws(CoderError) in
      switch name {
      case .type: section.beginsPage = !["continuous", "nextColumn"].contains(xml.attribute(.val))
      case .headerReference, .footerReference:
        if let relationship = xml.attribute(.relationship) { section.heads.append(relationship) }
      case .columns:
        section.columnCount = WordMeasure.number(xml.attribute(.numberingInstance), in: 1...45) ?? 1
      case .pageBorders: section.hasBorders = true
      case .lineNumbers: section.hasLineNumbers = true
      case .sectionChange:
        section.changeCount += 1
        return true
      default: break
      }
      return false
    }
    return section
  }
}
