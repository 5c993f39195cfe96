import Testing
import XMLText

@Suite
struct XMLWriterTests {
  @Test
  func escapesMarkupInTextAndAttributes() {
    var xml = XMLWriter(isDocument: false)
    xml.begin("a", ("b", "\"<&>\"\n\t\r"))
    xml.add(text: "<&>\"\n\t\r]]>")
    xml.add("c", text: "é𝄞")
    xml.end("a")
    #expect(
      String(decoding: xml.bytes, as: UTF8.self)
        == #"<a b="&quot;&lt;&amp;&gt;&quot;&#10;&#9;&#13;">&lt;&amp;&gt;""# + "\n\t&#13;]]&gt;<c>é𝄞</c></a>")
    #expect(xml.droppedCount == 0)
  }

  @Test
  func dropsAndCountsCharactersThatXMLDoesNotAllow() {
    var xml = XMLWriter(isDocument: false)
    xml.add(text: "\u{0}a\u{B}b\u{FFFE}c\u{FFFF}\u{FFFD}")
    #expect(String(decoding: xml.bytes, as: UTF8.self) == "abc\u{FFFD}")
    #expect(xml.droppedCount == 4)
  }
}
