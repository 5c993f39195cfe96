import Foundation
import TestSupport
import Testing
import XMLText

@Suite
struct XMLReaderLawTests {
  @Test func whatTheWriterWritesIsRead() {
    for number in 0..<Repetitions.count(200, long: 5000) {
      let seed = SeededGenerator.testSeed() &+ UInt64(number)
      let document = RandomXML(seed: seed)
      let trace = XMLTrace(document.writer.bytes)
      expectNil(trace.error, "seed \(seed)")
      expectEqual(trace.events, document.events, "seed \(seed)")
    }
  }

  @Test func positionsCountLinesAndScalars() {
    let parts: [Unicode.Scalar] = ["a", "b", "é", "–", "😀", "\n", "\r"]
    for number in 0..<Repetitions.count(300, long: 5000) {
      let seed = SeededGenerator.testSeed() &+ UInt64(number)
      var generator = SeededGenerator(seed: seed)
      // Some texts have no carriage returns or no line ends.
      let used = parts.prefix(Int.random(in: 1...parts.count, using: &generator))
      let scalars = (0..<Int.random(in: 0..<60, using: &generator)).compactMap { _ in
        used.randomElement(using: &generator)
      }
      var (line, column) = (1, 1)
      var last: Unicode.Scalar?
      for scalar in scalars {
        if scalar == "\r" || scalar == "\n" && last != "\r" {
          (line, column) = (line + 1, 1)
        } else if scalar != "\n" {
          column += 1
        }
        last = scalar
      }
      let bytes = scalars.flatMap { Array($0.utf8) }
      let position = bytes.withUnsafeBytes { XMLPosition(of: $0.count, in: $0) }
      expectEqual(position, XMLPosition(line: line, column: column), "seed \(seed): \(scalars)")
    }
  }

  @Test func chunksOfEverySizeGiveTheSameEvents() {
    for number in 0..<Repetitions.count(5, long: 100) {
      let seed = SeededGenerator.testSeed() &+ UInt64(number)
      let document = RandomXML(seed: seed).writer.bytes
      let whole = XMLTrace(document)
      for size in 1...document.count {
        expectEqual(XMLTrace(document, chunkByteCount: size), whole, "seed \(seed), chunks of \(size)")
      }
    }
  }

  @Test func damagedDocumentsGiveTheSameEventsInChunks() {
    let marks = [
      "<", ">", "&", "'", "\"", "<!--", "-->", "<![CDATA[", "]]>", "<?", "\r", "</", "/>", "<!DOCTYPE", ";",
    ]
    for number in 0..<Repetitions.count(100, long: 5000) {
      let seed = SeededGenerator.testSeed() &+ UInt64(number)
      var generator = SeededGenerator(seed: seed)
      var document = RandomXML(seed: seed).writer.bytes
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        let place = Int.random(in: 0..<document.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: document[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: document.removeSubrange(place..<min(place + 5, document.count))
        default: document.insert(contentsOf: (marks.randomElement(using: &generator) ?? "").utf8, at: place)
        }
      }
      let whole = XMLTrace(document)
      for size in [1, 2, 3, 7, 64, 300] {
        let chunked = XMLTrace(document, chunkByteCount: size)
        expectEqual(chunked.withoutLastText, whole.withoutLastText, "seed \(seed), chunks of \(size)")
      }
    }
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian), ([], .utf16LittleEndian),
      ([], .utf16BigEndian), ([], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
      ([0xEF, 0xBB, 0xBF], .utf8),
    ] as [([UInt8], String.Encoding)])
  func theEncodingDoesNotChangeTheEvents(mark: [UInt8], encoding: String.Encoding) throws {
    for number in 0..<Repetitions.count(20, long: 300) {
      let seed = SeededGenerator.testSeed() &+ UInt64(number)
      let document = RandomXML(seed: seed).writer.bytes
      let encoded = try require(String(decoding: document, as: UTF8.self).data(using: encoding))
      let whole = XMLTrace(document)
      expectEqual(XMLTrace(mark + encoded), whole, "seed \(seed)")
      for size in [1, 3, 250] {
        expectEqual(XMLTrace(mark + encoded, chunkByteCount: size), whole, "seed \(seed), chunks of \(size)")
      }
    }
  }

  @Test func pythonReadsTheSameEvents() async throws {
    let script = """
      import json, sys, xml.parsers.expat as expat
      traces = []
      for document in json.load(sys.stdin):
          events = []
          def begin(name, attributes):
              events.append(['<', name] + [part for pair in attributes.items() for part in pair])
          def text(data):
              if events and events[-1][0] == 't': events[-1][1] += data
              else: events.append(['t', data])
          parser = expat.ParserCreate(namespace_separator=' ')
          parser.StartElementHandler = begin
          parser.EndElementHandler = lambda name: events.append(['>', name])
          parser.CharacterDataHandler = text
          try: parser.Parse(document.encode(), True)
          except expat.ExpatError: events.append(['error'])
          traces.append(events)
      json.dump(traces, sys.stdout)
      """
    let seed = SeededGenerator.testSeed()
    let documents = (0..<Repetitions.count(300, long: 5000)).map { number in
      // Expat wants every prefix to be declared.
      String(decoding: RandomXML(seed: seed &+ UInt64(number)).writer.bytes, as: UTF8.self).replacing(
        "xmlns:x=", with: "xmlns:longer-name.of='urn:longer' xmlns:x=", maxReplacements: 1)
    }
    let run = try await ProgramRun.run(
      "/usr/bin/env", ["python3", "-c", script], environment: ProcessInfo.processInfo.environment,
      input: [UInt8](JSONEncoder().encode(documents)))
    let theirs = try JSONDecoder().decode([[[String]]].self, from: Data(run.text.utf8))
    try requireEqual(theirs.count, documents.count, "\(run.errorText)")
    for (number, (document, theirs)) in zip(documents, theirs).enumerated() {
      let ours = try Self.expatEvents(of: Array(document.utf8))
      expectEqual(ours, theirs, "seed \(seed &+ UInt64(number))")
    }
  }

  /// Reads a document, and returns its events in the form of the script.
  private static func expatEvents(of document: [UInt8]) throws -> [[String]] {
    let uris = [
      "w": "urn:w", "x": "urn:x", "xml": "http://www.w3.org/XML/1998/namespace",
      "longer-name.of": "urn:longer",
    ]
    func expanded(_ name: String) -> String {
      guard let colon = name.firstIndex(of: ":") else { return name }
      return "\(uris[String(name[..<colon])] ?? "?") \(name[name.index(after: colon)...])"
    }
    // The reader does not return the URIs of unknown names, so that the local name must be sufficient.
    func element(_ name: TestName?, _ localName: String) -> String {
      if let name { return expanded(name.rawValue) }
      return ["other": "urn:w other", "elements": "urn:longer elements"][localName] ?? localName
    }
    var events: [[String]] = []
    var xml = try XMLReader(document, testVocabulary)
    while let event = try xml.next() {
      switch event {
      case .begin(let name):
        var begin = ["<", element(name, xml.localName)]
        for attribute in xml.attributes() { begin += [expanded(attribute.qualifiedName), attribute.value] }
        events.append(begin)
      case .end(let name): events.append([">", element(name, xml.localName)])
      case .text:
        if events.last?.first == "t" {
          events[events.count - 1][1] += xml.text
        } else {
          events.append(["t", xml.text])
        }
      }
    }
    return events
  }

  // MARK: Time and memory

  /// Documents that are slow if any work is repeated for each part of them.
  private static let shapes: [(String, @Sendable (Int) -> String)] = [
    ("attributes", { "<a \((0..<$0).map { "b\($0)=''" }.joined(separator: " "))/>" }),
    (
      "attributes with ambiguous prefixes",
      { "<a xmlns:c='u' xmlns:d='u' \((0..<$0).map { "c:b\($0)=''" }.joined(separator: " "))/>" }
    ),
    ("namespaces", { "<a \((0..<$0).map { "xmlns:b\($0)='u\($0)'" }.joined(separator: " "))/>" }),
    (
      "redeclared namespaces",
      { "<a>\((0..<$0).map { "<b:c xmlns:b='u\($0 % 1000)' b:d=''/>" }.joined())</a>" }
    ),
    ("distinct names", { "<a>\((0..<$0).map { "<b\($0)/>" }.joined())</a>" }),
    ("a long value", { "<a b='\(String(repeating: "&lt; \t", count: $0))'/>" }),
    ("a long text", { "<a>\(String(repeating: "&lt;\r\n", count: $0))</a>" }),
    ("a long CDATA section", { "<a><![CDATA[\(String(repeating: "]]\r>", count: $0))]]></a>" }),
    ("a long comment", { "<a><!--\(String(repeating: "->-", count: $0))--></a>" }),
    ("many comments", { "<a>\(String(repeating: "<!---->", count: $0))</a>" }),
    ("a document type", { "<!DOCTYPE a [\(String(repeating: "<!ENTITY b '<!--'>", count: $0))]><a/>" }),
    ("nesting", { String(repeating: "<a>", count: $0) + String(repeating: "</a>", count: $0) }),
  ]

  @Test(arguments: shapes.indices)
  func timeIsProportionalToTheSize(shape: Int) throws {
    let (name, make) = Self.shapes[shape]
    let growth = ProcessorTime.growth(to: 20_000, of: { Array(make($0).utf8) }) { document in
      expectNil(XMLTrace(document, depthLimit: .max).error, "\(name)")
      expectNil(XMLTrace(document, chunkByteCount: 1000, depthLimit: .max).error, "\(name)")
    }
    expect(growth.isLinear, "\(name): \(growth)")
  }

  @Test func aTagOfManyChunksIsReadInTimeProportionalToItsSize() {
    let growth = ProcessorTime.growth(to: 200_000) { count in
      Array("<a b='\(String(repeating: "x", count: count))'/>".utf8)
    } _: { document in
      expectNil(XMLTrace(document, chunkByteCount: 1).error)
    }
    expect(growth.isLinear, "\(growth)")
  }

  @Test func namesAndNamespacesBeyondTheKeptOnesAreStillFound() {
    let many = (0..<10_000).map { "<b\($0)/>" }.joined()
    let trace = XMLTrace("<w:p xmlns:w='urn:w'>\(many)<w:p w:val='1'/></w:p>")
    expectNil(trace.error)
    expectEqual(Array(trace.events.suffix(3)), ["<w:p w:val=\"1\">", "</w:p>", "</w:p>"])
  }

  @Test func tooManyAttributesOrNamespacesAreRefused() {
    let attributes = (0...100_000).map { "b\($0)=''" }.joined(separator: " ")
    expectEqual(XMLTrace("<a \(attributes)/>").error?.code, .tooLarge)
    let namespaces = (0...100_000).map { "<b xmlns='u\($0)'/>" }.joined()
    expectEqual(XMLTrace("<a>\(namespaces)</a>").error?.code, .tooLarge)
  }
}
