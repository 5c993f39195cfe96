import ProfferConversions
import XMLText

/// Reads the XML of a part of a Word document, and chooses between alternatives.
///
/// The elements of `mc:AlternateContent` are hidden: only the events of the chosen alternative are returned.
/// Source: ISO/IEC 29500-3, 7.6.
struct WordXML {
  private var xml: PackageXML<WordName>
  /// For each open alternate content, whether an alternative has been chosen, and whether one was skipped.
  private var choices: [(isChosen: Bool, isSkipped: Bool)] = []
  /// The number of elements `mc:AlternateContent` without a supported alternative.
  private(set) var unknownContentCount = 0

  /// - Parameter part: the name of the part, for messages.
  init(_ bytes: [UInt8], part: PartName, depthLimit: Int) throws(CoderError) {
    xml = try PackageXML(bytes, WordName.vocabulary, part: part.path, depthLimit: depthLimit)
  }

  /// Returns the next event; nil at the end.
  mutating func next() throws(CoderError) -> XMLEvent<WordName>? {
    while let event = try xml.next() {
      switch event {
      case .begin(.alternateContent): choices.append((false, false))
      case .begin(.choice), .begin(.fallback):
        guard let choice = choices.last, !choice.isChosen, isUnderstood else {
          if !choices.isEmpty { choices[choices.count - 1].isSkipped = true }
          try xml.skipElement()
          continue
        }
        choices[choices.count - 1].isChosen = true
      case .end(.choice), .end(.fallback): continue
      case .end(.alternateContent):
        let choice = choices.removeLast()
        if choice.isSkipped, !choice.isChosen { unknownContentCount += 1 }
      default: return event
      }
    }
    return nil
  }

  /// Whether the current alternative requires only namespaces that the reader knows.
  private var isUnderstood: Bool {
    guard let prefixes = xml.attribute(.requires) else { return true }
    return prefixes.split(whereSeparator: \.isWhitespace).allSatisfy {
      xml.namespaceIsKnown(prefix: String($0))
    }
  }

  /// Skips the current element, including its end.
  mutating func skipElement() throws(CoderError) { try xml.skipElement() }

  func attribute(_ name: WordName) -> String? { xml.attribute(name) }
  func hasAttribute(_ name: WordName) -> Bool { xml.hasAttribute(name) }
  func appendText(to bytes: inout [UInt8]) { xml.appendText(to: &bytes) }

  /// Whether the current element's property is on.
  var isOn: Bool { WordMeasure.isOn(xml.attribute(.val)) }

  /// Calls a function at the start of each descendant of the current element, up to the element's end.
  ///
  /// - Parameter body: a function that reads the attributes of the descendant. It returns whether to skip the
  ///   descendant's content.
  mutating func forEachDescendant(
    _ body: (WordName?, inout WordXML) throws(CoderError) -> Bool
  ) throws(CoderError) {
    var depth = 0
    while let event = try next() {
      switch event {
      case .begin(let name):
        if try body(name, &self) { try skipElement() } else { depth += 1 }
      case .end:
        if depth == 0 { return }
        depth -= 1
      case .text: break
      }
    }
  }
}
