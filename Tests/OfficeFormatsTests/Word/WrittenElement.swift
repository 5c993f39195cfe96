import XMLText

/// An element of a written part, with its content.
final class WrittenElement {
  /// A vocabulary for readers that need only local names.
  private enum NoName: String, CaseIterable { case none = "none" }

  /// The name without a prefix.
  let name: String
  /// The values of the attributes, by name with prefix.
  let attributes: [String: String]
  private(set) var children: [WrittenElement] = []
  private(set) var text = ""

  private init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  /// Reads a part.
  static func reading(_ bytes: [UInt8]) throws -> WrittenElement {
    var xml = try XMLReader(bytes, XMLVocabulary<NoName>([:]))
    let root = WrittenElement("", [:])
    var open = [root]
    while let event = try xml.next() {
      switch event {
      case .begin:
        let element = WrittenElement(
          xml.localName,
          Dictionary(
            xml.attributes().map { ($0.qualifiedName, $0.value) }, uniquingKeysWith: { first, _ in first }))
        open[open.count - 1].children.append(element)
        open.append(element)
      case .end: open.removeLast()
      case .text: open[open.count - 1].text += xml.text
      }
    }
    return root.children[0]
  }

  /// The element and all elements in it, in document order.
  var all: [WrittenElement] { [self] + children.flatMap(\.all) }

  /// The value of an attribute in the main namespace.
  subscript(_ name: String) -> String? { attributes["w:\(name)"] }

  /// The first child with a name.
  func child(_ name: String) -> WrittenElement? { children.first { $0.name == name } }

  /// The values of an attribute of all elements with a name.
  func values(_ attribute: String, of name: String) -> [String] {
    all.filter { $0.name == name }.compactMap { $0.attributes[attribute] }
  }
}
