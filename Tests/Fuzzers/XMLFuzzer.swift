import XMLText

/// XML: read whole and in chunks of several sizes, which must give the same events.
struct XMLFuzzer: Fuzzer {
  /// The names that the reader knows.
  private enum Name: String, CaseIterable, Sendable {
    case paragraph = "w:p"
    case value = "w:val"
    case link = "x:link"
    case target = "Target"
    case space = "xml:space"
  }

  private static let vocabulary = XMLVocabulary<Name>(["w": ["urn:w", "urn:strict"], "x": ["urn:x"]])
  private static let depthLimit = 40
  private static let tagByteLimit = 1 << 20

  let material = Material(
    seeds: [
      "<?xml version=\"1.0\"?><w:p xmlns:w=\"urn:w\" xmlns:x='urn:x' w:val='a &amp; b'>é 😀<x:link Target=\"t\"/></w:p>",
      "<!DOCTYPE a [<!ENTITY b \"c\">]><p xmlns='urn:strict' xml:space='preserve'><![CDATA[<b>]]>\r\n&#x41;</p>",
      "<a xmlns:b='u' xmlns:c='u' b:x='' c:y='\t'><!-- - --><b:d><?p ?></b:d>text<c:d xmlns:c=''/></a>",
    ].map { Array($0.utf8) } + [Self.utf16("<a b='é'>😀<c/></a>")],
    words: [
      "<w:p>", "</w:p>", "<a/>", "<a>", "</a>", "xmlns=''", "xmlns:w='urn:x'", " w:val=''", "<!--", "-->",
      "<![CDATA[", "]]>", "<?", "?>", "&lt;", "&#13;", "&#x0;", "&#1114112;", "&a;", "\r\n", "\r", "]]",
      "<!DOCTYPE a [<!ENTITY a \"b\">]>", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>", "\u{FEFF}",
      "\u{0}",
    ],
    pairs: [
      ("<a>", "</a>"), ("<w:p xmlns:w='urn:w'>", "</w:p>"), ("<!--", "-->"), ("<![CDATA[", "]]>"),
      ("<?", "?>"),
    ],
    shapes: [
      GrowingShape(repeating: "<a>"), GrowingShape(repeating: "<"), GrowingShape("<a ", repeating: "b='c' "),
      GrowingShape("<a>", repeating: "<b/>", "</a>"), GrowingShape("<a>", repeating: "&lt;", "</a>"),
      GrowingShape("<a>", repeating: "&", "</a>"), GrowingShape("<a>", repeating: "\r", "</a>"),
      GrowingShape("<a b='", repeating: "&#9;", "'/>"), GrowingShape("<a b='", repeating: "\n", "'/>"),
      GrowingShape("<a>", repeating: "<b:c xmlns:b='d' b:e=''/>", "</a>"),
      GrowingShape("<a xmlns:b='u' xmlns:c='u'>", repeating: "<a b:d='' c:e=''/>", "</a>"),
      GrowingShape("<a>", repeating: "<!---->", "</a>"), GrowingShape("<a><!--", repeating: "->"),
      GrowingShape("<a><![CDATA[", repeating: "]]", "]]></a>"), GrowingShape("<a><?", repeating: ">?"),
      GrowingShape("<!DOCTYPE a [", repeating: "<!ENTITY a \"b\">", "]><a/>"),
      GrowingShape(beginning: [0xFF, 0xFE, 0x3C, 0, 0x61, 0, 0x3E, 0], unit: [0x3D, 0xD8, 0, 0xDE]),
    ])

  /// What a reader returns: events with joined texts, and the error at the end.
  private struct Trace: Equatable {
    var events: [String] = []
    var text: [UInt8] = []
    var error: XMLError?

    mutating func finishText() {
      if !text.isEmpty { events.append("\"" + String(decoding: text, as: UTF8.self)) }
      text.removeAll()
    }

    mutating func read(_ xml: inout XMLReader<Name>) throws {
      while let event = try xml.next() {
        switch event {
        case .text: xml.appendText(to: &text)
        case .begin(let name):
          finishText()
          events.append("<\(name?.rawValue ?? "") \(xml.localName) \(xml.depth)")
          for attribute in xml.attributes() { events.append("\(attribute.qualifiedName)=\(attribute.value)") }
        case .end(let name):
          finishText()
          events.append(">\(name?.rawValue ?? "") \(xml.localName) \(xml.depth)")
        }
      }
      finishText()
    }
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let whole = try Self.trace { () throws in
      try XMLReader(
        input, Self.vocabulary, depthLimit: Self.depthLimit, tagByteLimit: Self.tagByteLimit)
    }
    for size in [1, 5, 64, 4096] where input.count / size < 20_000 {
      var rest = input[...]
      let chunked = try Self.trace {
        XMLReader(
          chunks: {
            defer { rest = rest.dropFirst(size) }
            return rest.isEmpty ? nil : Array(rest.prefix(size))
          }, Self.vocabulary, depthLimit: Self.depthLimit, tagByteLimit: Self.tagByteLimit)
      }
      // The text that is still returned before an error depends on the chunks.
      try Finding.unless(
        chunked.error == whole.error && chunked.events == whole.events,
        "in chunks of \(size) bytes it differs: \(chunked.error?.message ?? "no error") and "
          + "\(whole.error?.message ?? "no error"), \(chunked.events.count) and \(whole.events.count) events")
    }
  }

  private static func trace(_ make: () throws -> XMLReader<Name>) throws(Finding) -> Trace {
    var trace = Trace()
    do {
      var xml = try make()
      try trace.read(&xml)
    } catch let error as XMLError {
      trace.error = error
      trace.text.removeAll()
    } catch {
      throw Finding("rejected with an error of another kind: \(error)")
    }
    return trace
  }

  private static func utf16(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }
}
