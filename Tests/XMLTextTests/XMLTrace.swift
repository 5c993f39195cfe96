import XMLText

/// Names of the test documents.
///
/// `w` has two namespaces, like the transitional and the strict form of a format.
enum TestName: String, CaseIterable, Sendable {
  case paragraph = "w:p"
  case value = "w:val"
  case link = "x:link"
  case target = "Target"
  case space = "xml:space"
}

let testVocabulary = XMLVocabulary<TestName>(["w": ["urn:w", "urn:w-strict"], "x": ["urn:x"]])

/// The events of a document in a form that can be compared, with adjacent texts joined.
struct XMLTrace: Equatable, CustomStringConvertible {
  private(set) var events: [String] = []
  private(set) var error: XMLError?
  private var text: [UInt8]?

  var description: String {
    events.joined(separator: " ") + (error.map { " ! \($0.code.rawValue) \($0)" } ?? "")
  }

  /// Reads a document whole.
  init(_ document: [UInt8], depthLimit: Int = 250, tagByteLimit: Int = 16 << 20) {
    do {
      var xml = try XMLReader(document, testVocabulary, depthLimit: depthLimit, tagByteLimit: tagByteLimit)
      try read(&xml)
    } catch { self.error = error as? XMLError }
  }

  init(_ document: String, depthLimit: Int = 250, tagByteLimit: Int = 16 << 20) {
    self.init(Array(document.utf8), depthLimit: depthLimit, tagByteLimit: tagByteLimit)
  }

  /// Reads a document in chunks of a size.
  init(
    _ document: [UInt8], chunkByteCount: Int, depthLimit: Int = 250, tagByteLimit: Int = 16 << 20
  ) {
    var rest = document[...]
    var xml = XMLReader(
      chunks: {
        defer { rest = rest.dropFirst(chunkByteCount) }
        return rest.isEmpty ? nil : Array(rest.prefix(chunkByteCount))
      }, testVocabulary, depthLimit: depthLimit, tagByteLimit: tagByteLimit)
    do { try read(&xml) } catch { self.error = error as? XMLError }
  }

  /// The trace without a text before the error.
  ///
  /// The text that is still reported before an error depends on the chunks.
  var withoutLastText: XMLTrace {
    var trace = self
    if error != nil, trace.events.last?.hasPrefix("\"") == true { trace.events.removeLast() }
    return trace
  }

  private mutating func read(_ xml: inout XMLReader<TestName>) throws {
    defer { finishText() }
    while let event = try xml.next() {
      switch event {
      case .text:
        var part: [UInt8] = []
        xml.appendText(to: &part)
        precondition(part == Array(xml.text.utf8) && !part.isEmpty)
        text = (self.text ?? []) + part
      case .begin(let name):
        finishText()
        var tag = "<\(name?.rawValue ?? "?\(xml.localName)")"
        for attribute in xml.attributes() {
          let name = attribute.name?.rawValue ?? "?\(attribute.qualifiedName)"
          tag += " \(name)=\(attribute.value.debugDescription)"
          if let name = attribute.name { precondition(xml.hasAttribute(name) && xml.attribute(name) != nil) }
        }
        events.append(tag + ">")
      case .end(let name):
        finishText()
        events.append("</\(name?.rawValue ?? "?\(xml.localName)")>")
      }
    }
    precondition(xml.depth == 0)
  }

  private mutating func finishText() {
    if let text { events.append(String(decoding: text, as: UTF8.self).debugDescription) }
    text = nil
  }
}
