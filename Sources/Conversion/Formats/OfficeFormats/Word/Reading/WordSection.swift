import ProfferConversions

/// The properties of a section that are kept or counted.
struct WordSection {
  /// A page header or footer that a section shows.
  struct Head: Hashable {
    var relationship: String
    /// The pages that show the head: `default`, `first` or `even`.
    var pages: String
  }

  /// Whether the section begins a new page.
  var beginsPage = true
  var heads: [Head] = []
  /// Whether the first page of the section has its own head and foot.
  var hasTitlePage = false
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
        if let relationship = xml.attribute(.relationship) {
          section.heads.append(
            WordSection.Head(relationship: relationship, pages: xml.attribute(.type) ?? "default"))
        }
      case .titlePage: section.hasTitlePage = xml.isOn
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
