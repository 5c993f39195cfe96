import TestSupport
import XMLText

/// A random document, as the writer writes it and as it should be read.
struct RandomXML {
  private static let names: [StaticString] = ["w:p", "x:link", "w:other", "plain", "longer-name.of:elements"]
  private static let attributes: [StaticString] = ["w:val", "xml:space", "Target", "b", "x:link"]
  private static let pieces = [
    "a", "é", "😀", "<", ">", "&", "\"", "'", "\n", "\t", " ", "]]>", "\r", "\u{FFFD}", "word", "\u{85}",
    "&amp;",
  ]

  private(set) var writer = XMLWriter()
  /// The description of the expected trace.
  private(set) var events: [String] = []
  private var generator: SeededGenerator
  private var elementCount = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    writer.begin("root", ("xmlns:w", "urn:w"), ("xmlns:x", "urn:x"))
    events.append("<?root>")
    addContent(depth: 1)
    writer.end("root")
    events.append("</?root>")
  }

  private mutating func addContent(depth: Int) {
    var followsText = false
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      if Bool.random(using: &generator), !followsText {
        let text = randomText()
        guard !text.isEmpty else { continue }
        followsText = true
        writer.add(text: text)
        events.append(text.debugDescription)
        continue
      }
      guard depth < 8, elementCount < 25 else { continue }
      elementCount += 1
      followsText = false
      let name = Self.names.randomElement(using: &generator) ?? "w:p"
      var tag = "<\(known("\(name)", isElement: true))"
      // The writer takes attributes as a list of arguments, so they are one at most.
      if Bool.random(using: &generator) {
        let attribute = Self.attributes.randomElement(using: &generator) ?? "b"
        let value = randomText()
        tag += " \(known("\(attribute)", isElement: false))=\(value.debugDescription)"
        writer.begin(name, (attribute, value))
      } else {
        writer.begin(name)
      }
      events.append(tag + ">")
      addContent(depth: depth + 1)
      writer.end(name)
      events.append("</\(known("\(name)", isElement: true))>")
    }
  }

  private func known(_ name: String, isElement: Bool) -> String {
    if let known = TestName(rawValue: name) { return known.rawValue }
    guard isElement, let colon = name.firstIndex(of: ":") else { return "?\(name)" }
    return "?\(name[name.index(after: colon)...])"
  }

  private mutating func randomText() -> String {
    (0..<Int.random(in: 0...6, using: &generator)).map { _ in
      Self.pieces.randomElement(using: &generator) ?? ""
    }
    .joined()
  }
}
