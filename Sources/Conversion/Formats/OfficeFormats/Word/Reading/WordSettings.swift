import ProfferConversions
import XMLText

/// The settings of a document that affect its content.
struct WordSettings {
  var showsBackground = false
  /// The number of variables of macros and fields.
  var variableCount = 0
  var language: String?

}

extension WordSettings {
  /// Reads the settings part.
  ///
  /// - Parameter mapping: receives the theme colors for the names of colors in the document.
  init(_ xml: inout WordXML, mapping: inout [String: String]) throws(CoderError) {
    self.init()
    while let event = try xml.next() {
      guard case .begin(let name) = event else { continue }
      switch name {
      case .displayBackground: showsBackground = xml.isOn
      case .documentVariable: variableCount += 1
      case .themeLanguage: language = xml.attribute(.val)
      case .colorMapping:
        for (attribute, name) in [
          (.mappedText1, "text1"), (.mappedText2, "text2"), (.mappedBackground1, "background1"),
          (.mappedBackground2, "background2"),
        ] as [(WordName, String)] {
          if let color = xml.attribute(attribute) { mapping[name] = color }
        }
      default: break
      }
    }
  }
}
