import TestSupport;
import Testing
import XMLText

@Suite
struct XMLReaderTests {
  @Test(arguments: [
    ("<a>x</a>", "<?a> \"x\" </?a>"),
    ("<?xml version='1.0'?><!-- c --><a/><!-- d --> \n<?p?>", "<?a> </?a>"),
    ("<a>x<!-- - -- -->y<?p > ?>z</a>", "<?a> \"xyz\" </?a>"),
    ("<a><![CDATA[<b>&amp;]]]]><![CDATA[>]]></a>", "<?a> \"<b>&amp;]]>\" </?a>"),
    ("<a><![CDATA[]]></a>", "<?a> </?a>"),
    ("<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;&#13;</a>", "<?a> \"<>&\\\"\\'A😀\\r\" </?a>"),
    ("<a>1\r\n2\r3\r\r\n4<![CDATA[\r\n\r]]>\r</a>", "<?a> \"1\\n2\\n3\\n\\n4\\n\\n\\n\" </?a>"),
    ("<a b = '1'\n\tc=\"'&quot;&#9;\"/>", "<?a ?b=\"1\" ?c=\"\\'\\\"\\t\"> </?a>"),
    ("<a b='1\t2\n3\r\n4\r5&#10;6&#13;'/>", "<?a ?b=\"1 2 3 4 5\\n6\\r\"> </?a>"),
    ("<a Target='t' xml:space='preserve'/>", "<?a Target=\"t\" xml:space=\"preserve\"> </?a>"),
    ("<a\n></a\n>", "<?a> </?a>"),
    ("<ä é='ü'>ö</ä>", "<?ä ?é=\"ü\"> \"ö\" </?ä>"),
    // A control character that XML forbids is passed on.
    ("<a>\u{1}&#2;</a>", "<?a> \"\\u{01}\\u{02}\" </?a>"),
  ])
  func readsDocuments(document: String, events: String) {
    expectEqual(XMLTrace(document).description, events)
  }

  @Test(arguments: [
    ("<w:p xmlns:w='urn:w' w:val='1' val='2'/>", "<w:p w:val=\"1\" ?val=\"2\"> </w:p>"),
    ("<q:p xmlns:q='urn:w-strict' q:val='1'/>", "<w:p w:val=\"1\"> </w:p>"),
    // A declaration applies to the names before it in the same tag.
    ("<q:p q:val='1' xmlns:q='urn:&#119;'/>", "<w:p w:val=\"1\"> </w:p>"),
    // The default namespace does not apply to attributes.
    ("<p xmlns='urn:w' val='1' Target='2'/>", "<w:p ?val=\"1\" Target=\"2\"> </w:p>"),
    ("<p xmlns='urn:w'><p xmlns=''/><p/></p>", "<w:p> <?p> </?p> <w:p> </w:p> </w:p>"),
    (
      "<w:p xmlns:w='urn:w'><w:link xmlns:w='urn:x'><w:p/></w:link><w:p/></w:p>",
      "<w:p> <x:link> <?p> </?p> </x:link> <w:p> </w:p> </w:p>"
    ),
    ("<w:p xmlns:w='urn:w'><a xmlns:w=''><w:p/></a></w:p>", "<w:p> <?a> <?p> </?p> </?a> </w:p>"),
    // A prefix without a declaration makes a name unknown.
    ("<w:p w:val='1'/>", "<?p ?w:val=\"1\"> </?p>"),
    ("<w:p xmlns:w='urn:other'/>", "<?p> </?p>"),
    ("<a xmlns:xml='urn:w'><xml:p xml:space='s'/></a>", "<?a> <?p xml:space=\"s\"> </?p> </?a>"),
    ("<w:p xmlns:w='urn:w'/>", "<w:p> </w:p>"),
    // Both namespaces of a prefix in one tag are two attributes; the first one is found.
    (
      "<w:p xmlns:w='urn:w' xmlns:s='urn:w-strict' w:val='1' s:val='2'/>",
      "<w:p w:val=\"1\" w:val=\"2\"> </w:p>"
    ),
    ("<:p xmlns='urn:w'/>", "<?p> </?p>"),
    ("<xmlnsx xmlnsy='1'/>", "<?xmlnsx ?xmlnsy=\"1\"> </?xmlnsx>"),
  ])
  func resolvesNamespaces(document: String, events: String) {
    expectEqual(XMLTrace(document).description, events)
  }

  @Test(arguments: [
    ("", "unexpectedEnd", 1, 1),
    ("  <!-- a -->\n", "unexpectedEnd", 2, 1),
    ("<a", "unexpectedEnd", 1, 3),
    ("<a>", "unexpectedEnd", 1, 4),
    ("<a>x\n<b/>", "unexpectedEnd", 2, 5),
    ("<a b", "unexpectedEnd", 1, 5),
    ("<a b='", "unexpectedEnd", 1, 7),
    ("<a><!-- ", "unexpectedEnd", 1, 9),
    ("<a><!--->", "unexpectedEnd", 1, 10),
    ("<a><?p ", "unexpectedEnd", 1, 8),
    ("<a><![CDATA[ ]]", "unexpectedEnd", 1, 16),
    ("<!DOCTYPE a [ <!-- ' --> ", "unexpectedEnd", 1, 26),
    ("<a></b>", "mismatchedTag", 1, 4),
    ("<a></a ></a>", "mismatchedTag", 1, 9),
    ("<w:a xmlns:w='u' xmlns:x='u'></x:a>", "mismatchedTag", 1, 30),
    ("<abcdefgh></abcdefgi>", "mismatchedTag", 1, 11),
    ("<a><abcdefghi></abcdefgh></a>", "mismatchedTag", 1, 15),
    ("<a/><b/>", "trailingData", 1, 5),
    ("<a/> x", "trailingData", 1, 6),
    ("<a/>&#32;", "trailingData", 1, 5),
    ("<a/><![CDATA[]]>", "trailingData", 1, 5),
    ("x<a/>", "unexpectedCharacter", 1, 1),
    ("<a b='1' b='2'/>", "duplicateAttribute", 1, 10),
    ("<a xmlns:b='1' xmlns:b='2'/>", "duplicateAttribute", 1, 16),
    ("<a xmlns:b='u' xmlns:c='u' b:x='' c:x=''/>", "duplicateAttribute", 1, 35),
    ("<a b=1/>", "unexpectedCharacter", 1, 6),
    ("<a b='1'c='2'/>", "unexpectedCharacter", 1, 9),
    ("<a b='<'/>", "unexpectedCharacter", 1, 7),
    ("<a b/>", "unexpectedCharacter", 1, 5),
    ("<1/>", "unexpectedCharacter", 1, 2),
    ("< a/>", "unexpectedCharacter", 1, 2),
    ("<a></ a>", "unexpectedCharacter", 1, 6),
    ("<a/ >", "unexpectedCharacter", 1, 4),
    ("<a><!ELEMENT b></a>", "unexpectedCharacter", 1, 4),
    ("<a>é\r\n\r&b;</a>", "unknownEntity", 3, 1),
    ("<a>&amp</a>", "unknownEntity", 1, 4),
    ("<a>& b</a>", "unknownEntity", 1, 4),
    ("<a>&&amp;</a>", "unknownEntity", 1, 4),
    ("<a>&#xD800;</a>", "unknownEntity", 1, 4),
    ("<a>&#x110000;</a>", "unknownEntity", 1, 4),
    ("<a>&#99999999999;</a>", "unknownEntity", 1, 4),
    ("<a>&#-5;</a>", "unknownEntity", 1, 4),
    ("<a>&#;</a>", "unknownEntity", 1, 4),
    ("<a b='&c;'/>", "unknownEntity", 1, 7),
    ("<a>&\(String(repeating: "l", count: 40));</a>", "unknownEntity", 1, 4),
    ("<?xml version='1.0' encoding='EBCDIC'?><a/>", "unknownEncoding", 1, 1),
    ("<a><b><c><d/></c></b></a>", "tooDeep", 1, 10),
    ("<a b='\(String(repeating: "x", count: 200))'/>", "tooLarge", 1, 1),
    ("<a><!DOCTYPE \(String(repeating: "x", count: 200))></a>", "tooLarge", 1, 4),
    ("<a></a\(String(repeating: " ", count: 200))></a>", "tooLarge", 1, 4),
  ])
  func malformedDocumentsAreNamedWithTheirPlace(document: String, code: String, line: Int, column: Int) throws
  {
    let document = Array(document.utf8)
    let whole = XMLTrace(document, depthLimit: 3, tagByteLimit: 128)
    let error = try require(whole.error)
    expectEqual(error.code.rawValue, code, "\(error)")
    expectEqual(error.position, XMLPosition(line: line, column: column), "\(error)")
    for size in 1...max(document.count, 1) {
      let chunked = XMLTrace(document, chunkByteCount: size, depthLimit: 3, tagByteLimit: 128)
      expectEqual(chunked.withoutLastText, whole.withoutLastText, "in chunks of \(size)")
    }
  }

  @Test(
    arguments: [
      ([0x3C, 0x61, 0x3E, 0x0A, 0x62, 0xFF, 0x3C], 2, 2),
      ([0x3C, 0x61, 0x3E, 0xE2, 0x82], 1, 4),
      ([0x3C, 0x61, 0x3E, 0xED, 0xA0, 0x80, 0x3C], 1, 4),
      // Half a character of UTF-16.
      ([0xFF, 0xFE, 0x3C, 0, 0x61, 0, 0x3E, 0, 0x00, 0xD8, 0x41, 0], 1, 4),
      ([0xFE, 0xFF, 0, 0x3C, 0, 0x61, 0, 0x3E, 0], 1, 4),
      ([0, 0, 0, 0x3C, 0, 0, 0, 0x61, 0, 0, 0, 0x3E, 0, 0x11, 0, 0], 1, 4),
    ] as [([UInt8], Int, Int)])
  func invalidBytesAreNamedWithTheirPlace(document: [UInt8], line: Int, column: Int) {
    let whole = XMLTrace(document)
    expectEqual(whole.error?.code, .invalidText)
    expectEqual(whole.error?.position, XMLPosition(line: line, column: column))
    for size in 1...document.count {
      expectEqual(XMLTrace(document, chunkByteCount: size).withoutLastText, whole.withoutLastText, "\(size)")
    }
  }

  @Test func latin1IsReadByItsDeclaration() {
    let document = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE9] + Array("</a>".utf8)
    expectEqual(XMLTrace(document).description, "<?a> \"é\" </?a>")
    expectEqual(XMLTrace(document, chunkByteCount: 1).description, "<?a> \"é\" </?a>")
  }

  @Test func declaredEntitiesAreNotUsed() throws {
    let bomb = """
      <!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c '&b;&b;&b;&b;'><!-- ]> --><?p ]>?>]>
      <a>x&c;</a>
      """
    let trace = XMLTrace(bomb)
    expectEqual(trace.error?.code, .unknownEntity)
    expectEqual(trace.error?.position, XMLPosition(line: 2, column: 5))
    var xml = try XMLReader(Array(bomb.utf8), testVocabulary)
    expect(!xml.hasDocumentType)
    try expectEqual(xml.next(), .begin(nil))
    expect(xml.hasDocumentType)
  }

  @Test func elementsAreSkippedWithTheirEnd() throws {
    let document = "<w:p xmlns:w='urn:w'><a><w:p>x</w:p>y<b/></a><c/>z</w:p>"
    var xml = try XMLReader(Array(document.utf8), testVocabulary)
    try expectEqual(xml.next(), .begin(.paragraph))
    try expectEqual(xml.next(), .begin(nil))
    #expect(xml.localName == "a" && xml.depth == 2)
    try xml.skipElement()
    try expectEqual(xml.next(), .begin(nil))
    expectEqual(xml.localName, "c")
    try xml.skipElement()
    expectEqual(xml.depth, 1)
    try expectEqual(xml.next(), .text)
    expectEqual(xml.text, "z")
    expectEqual(xml.position, XMLPosition(line: 1, column: 50))
    try expectEqual(xml.next(), .end(.paragraph))
    try expectNil(xml.next())
  }

  @Test func attributesAreValidOnlyAtTheStartOfAnElement() throws {
    var xml = try XMLReader(Array("<a Target='1'>x<b/></a>".utf8), testVocabulary)
    _ = try xml.next()
    #expect(xml.attribute(.target) == "1" && xml.hasAttribute(.target))
    #expect(xml.attribute(.value) == nil && !xml.hasAttribute(.value))
    _ = try xml.next()
    #expect(xml.attribute(.target) == nil && xml.attributes().isEmpty && xml.localName.isEmpty)
    _ = try xml.next()
    #expect(xml.attribute(.target) == nil && xml.text.isEmpty && xml.localName == "b")
  }

  @Test func aKnownNamespaceIsKnownByAnyPrefixInScope() throws {
    let document = "<q:p xmlns:q='urn:w' xmlns:r='urn:r'><b xmlns='urn:x' xmlns:q=''/></q:p>"
    var xml = try XMLReader(Array(document.utf8), testVocabulary)
    _ = try xml.next()
    expect(xml.namespaceIsKnown(prefix: "q"))
    expect(!xml.namespaceIsKnown(prefix: "r"))
    expect(!xml.namespaceIsKnown(prefix: "w"))
    expect(!xml.namespaceIsKnown(prefix: ""))
    _ = try xml.next()
    expect(!xml.namespaceIsKnown(prefix: "q"))
    expect(xml.namespaceIsKnown(prefix: ""))
    _ = try xml.next()
    expect(xml.namespaceIsKnown(prefix: "q"))
  }

  @Test func errorsOfTheChunksArePassedOn() throws {
    struct Broken: Error {}
    var chunks = [Array("<a>".utf8)]
    var xml = XMLReader(
      chunks: {
        if chunks.isEmpty { throw Broken() }
        return chunks.removeFirst()
      }, testVocabulary)
    expectThrows(Broken.self) { while try xml.next() != nil {} }
  }

  @Test func aCopyOfAReaderIsIndependent() throws {
    var xml = try XMLReader(Array("<a><b/>x</a>".utf8), testVocabulary)
    _ = try xml.next()
    var copy = xml
    try copy.skipElement()
    try expectNil(copy.next())
    try expectEqual(xml.next(), .begin(nil))
    expectEqual(xml.localName, "b")
  }
}
