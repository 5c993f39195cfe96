import ProfferConversions
import XMLText

/// A formula on a slide, as plain characters.
enum SlideFormula {
  /// Reads a formula, which is the current element.
  static func read(_ xml: inout SlideXML) throws(CoderError) -> String {
    var formula = LinearFormula()
    formula.begin()
    var open: [(part: LinearFormula.Part, start: Int)?] = []
    var isText = false
    while let event = try xml.next() {
      switch event {
      case .text: if isText { xml.appendText(to: &formula.text) }
      case .begin(.formulaText):
        isText = true
        open.append(nil)
      case .begin(.naryProperties): try formula.addOperator(&xml)
      case .begin(.delimiterProperties): try formula.readDelimiter(&xml)
      case .begin(.accentProperties), .begin(.formulaGroupProperties): try xml.skipElement()
      case .begin(let name):
        let element = name.flatMap { LinearFormula.Element(rawValue: $0.rawValue) } ?? .other
        open.append((formula.begin(element), formula.text.count))
      case .end:
        isText = false
        guard let ended = open.popLast() else { return String(decoding: formula.text, as: UTF8.self) }
        if let ended { formula.end(ended.part, from: ended.start) }
      }
    }
    return String(decoding: formula.text, as: UTF8.self)
  }
}
