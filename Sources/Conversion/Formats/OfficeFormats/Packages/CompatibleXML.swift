import ProfferConversions
import XMLText

/// A vocabulary with the names of markup compatibility.
protocol CompatibilityName: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  static var alternateContent: Self { get }
  static var choice: Self { get }
  static var fallback: Self { get }
  static var requires: Self { get }

  /// All names.
  static var vocabulary: XMLVocabulary<Self> { get }
}

/// Reads the XML of a part of an office document, and chooses between alternatives.
///
/// The elements of `mc:AlternateContent` are hidden: only the events of the chosen alternative are returned.
/// Source: ISO/IEC 29500-3, 7.6.
struct CompatibleXML<Name> where Name: CompatibilityName {
  private var xml: PackageXML<Name>
  /// For each open alternate content, whether an alternative has been chosen, and whether one was skipped.
  private var choices: [(isChosen: Bool, isSkipped: Bool)] = []
  /// The number of elements `mc:AlternateContent` without a supported alternative.
  private(set) var unknownContentCount = 0

  /// - Parameter part: the name of the part, for messages.
  init(_ bytes: [UInt8], part: PartName, depthLimit: Int) throws(CoderError) {
    xml = try PackageXML(bytes, Name.vocabulary, part: part.path, depthLimit: depthLimit)
  }

  /// Returns the next event; nil at the end.
  mutating func next() throws(CoderError) -> XMLEvent<Name>? {
    while let event = try xml.next() {
      switch event {
      case .begin(let name?) where Self.isEqual(name, .alternateContent): choices.append((false, false))
      case .begin(let name?) where Self.isEqual(name, .choice) || Self.isEqual(name, .fallback):
        guard let choice = choices.last, !choice.isChosen, isUnderstood else {
          if !choices.isEmpty { choices[choices.count - 1].isSkipped = true }
          try xml.skipElement()
          continue
        }
        choices[choices.count - 1].isChosen = true
      case .end(let name?) where Self.isEqual(name, .choice) || Self.isEqual(name, .fallback): continue
      case .end(let name?) where Self.isEqual(name, .alternateContent):
        let choice = choices.removeLast()
        if choice.isSkipped, !choice.isChosen { unknownContentCount += 1 }
      default: return event
      }
    }
    return nil
  }

  /// Compares two names without their raw values.
  private static func isEqual<Value: Equatable>(_ first: Value, _ second: Value) -> Bool { first == second }

  /// Whether the current alternative requires only namespaces that the reader knows.
  private var isUnderstood: Bool {
    guard let prefixes = xml.attribute(.requires) else { return true }
    return prefixes.split(whereSeparator: \.isWhitespace).allSatisfy {
      xml.namespaceIsKnown(prefix: String($0))
    }
  }

  /// Skips the current element, including its end.
  mutating func skipElement() throws(CoderError) { try xml.skipElement() }

  func attribute(_ name: Name) -> String? { xml.attribute(name) }
  func hasAttribute(_ name: Name) -> Bool { xml.hasAttribute(name) }
  var text: String { xml.text }
  func appendText(to bytes: inout [UInt8]) { xml.appendText(to: &bytes) }

  /// Calls a function at the start of each descendant of the current element, up to the element's end.
  ///
  /// - Parameter body: a function that reads the attributes of the descendant. It returns whether to skip the
  ///   descendant's content.
  mutating func forEachDescendant(
    _ body: (Name?, inout CompatibleXML) throws(CoderError) -> Bool
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
