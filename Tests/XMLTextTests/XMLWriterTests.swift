import TestSupport;
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
    expectEqual(
      String(decoding: xml.bytes, as: UTF8.self),
      #"<a b="&quot;&lt;&amp;&gt;&quot;&#10;&#9;&#13;">&lt;&amp;&gt;""# + "\n\t&#13;]]&gt;<c>é𝄞</c></a>")
    expectEqual(xml.droppedCount, 0)
  }

  @Test
  func dropsAndCountsCharactersThatXMLDoesNotAllow() {
    var xml = XMLWriter(isDocument: false)
    xml.add(text: "\u{0}a\u{B}b\u{FFFE}c\u{FFFF}\u{FFFD}")
    expectEqual(String(decoding: xml.bytes, as: UTF8.self), "abc\u{FFFD}")
    expectEqual(xml.droppedCount, 4)
  }
}
