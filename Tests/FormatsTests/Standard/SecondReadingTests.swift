import Foundation
import ProfferConversions
import TestSupport;
import Testing

@testable import RichTextFormats

/// Documents that are read or written twice, because they are too long to be held in memory.
struct SecondReadingTests {
  @Test func rtfIsWrittenTwiceAsItIsHeld() throws {
    let markdown =
      "[z](#c-d) *a* **b** `c`\n\n# C d\n\n1. e\n2. f\n\n> g\n\n| h |\n|---|\n| i |\n\n```\nj\n```\n\n```\nk\n```\n"
    let text = RichText(markdown: markdown + "\n- l\n\n" + markdown)
    for byteCount in [0, 100, 700, .max] {
      var sink = RTFSink(heldByteCount: byteCount)
      var output: [UInt8] = []
      text.emit { sink.write($0, into: &output) }
      var report = sink.finish(into: &output)
      expectEqual(sink.wantsSecondReading, byteCount < .max)
      if sink.wantsSecondReading {
        text.emit { sink.write($0, into: &output) }
        report = sink.finish(into: &output)
        expect(!sink.wantsSecondReading)
      }
      let whole = text.writeRTF()
      expectEqual(String(decoding: output, as: UTF8.self), String(decoding: whole.data, as: UTF8.self))
      expectEqual(report.losses.total(), whole.losses.total())
    }
  }

  @Test(arguments: [
    "<title>t</title>a<p id=x>b<a href='#x'>c</a><h2 id=h>H</h2><ul><li>d</ul><p>e<script>f</script>",
    "<p>a<!--StartFragment--><b>b</b><p>c<h1></h1><p>d<!--EndFragment--><p>e",
    "<h1 id=a></h1><p>b<a href='#a'>c</a>",
    "<p>a<a href='#n1' role=doc-noteref id=r1>1</a><p>b<a href='#n2' role=doc-noteref>2</a><hr>"
      + "<section role=doc-endnotes><ol><li id=n1>c <a href='#r1'>x</a><li id=n3>d</ol></section><p>e",
    "<p>a<a href='#_ftn1' name='_ftnref1'>[1]</a><p>b<a href='#_ftn2'>[2]</a><div><hr size=1 width='33%'>"
      + "<div id=ftn1><a href='#_ftnref1' name='_ftn1'>[1]</a> c</div><div id=ftn3>d</div></div><p>e",
    "<p>a<a title='>' href='#_ftn1'>[1]</a><!-- b --><div id=ftn1>c</div><p>d<!-- e -->",
    "<title>a</title><p>b<!-- c --><p>d<!-- StartFragment --><p>e<!-- f -->",
    "<p>a<a href='#sdendnote1sym'>i</a><div id=sdendnote1><a name=sdendnote1sym href='#sdendnote1anc'>i</a>b</div>",
    "a<table><tr><td>b<p>c</table><p style='display:none'>d<p lang=de>e<meta name=author content=f><title>g</title>",
  ])
  func longPagesAreReadAsShortOnes(page: String) throws {
    for count in [1, 3, 200] {
      let data = Data(String(repeating: page, count: count).utf8)
      let source = RepresentationSource(data, typeIdentifier: "public.html")
      let long = try RichText.collected { try RichText.streamHTML(source, heldByteCount: 0, $0) }
      let short = RichText.readHTML(data)
      expectEqual(long.value, short.value, "\(count)")
      expectEqual(long.losses.total(), short.losses.total(), "\(count)")
      expectEqual(long.warnings, short.warnings, "\(count)")
    }
  }

  @Test(arguments: [
    #"a\par b{\*\bkmkstart x}{\*\bkmkend x}\par{\field{\*\fldinst HYPERLINK \\l "x"}{\fldrslt c}}\par\par "#,
    #"\trowd\cellx900\cellx1800\intbl a\cell b\cell\row\pard c\par\page{\info{\title t}}d\par "#,
    #"{\field{\*\fldinst HYPERLINK "a:1"}{\fldrslt g{\footnote {\field{\*\fldinst HYPERLINK "a:2"}{\fldrslt h\par i}}}\par j}}k\par "#,
    #"{\footnote e}f\par\pard\li720\fi-360 1.\tab g\par\pard\par{\*\bkmkstart _Toc}h\par "#,
  ])
  func longRTFIsReadAsShortRTF(body: String) throws {
    for count in [1, 3, 600] {
      let style = #"{\rtf1{\stylesheet{\s1 Caption;}{\s2 heading 1;}{\s3 HTML Preformatted;}}"#
      let styled = #"\pard\s1 cap\par\pard\s2 head\par\pard\s3 code\par\pard "#
      let data = Data((style + String(repeating: body + styled, count: count) + "}").utf8)
      let long = try RichText.collected { try RTFReader.stream(data, heldByteCount: 0, $0) }
      let short = try RichText.readRTF(data)
      expectEqual(long.value, short.value, "\(count)")
      expectEqual(long.losses, short.losses, "\(count)")
      expectEqual(long.warnings, short.warnings, "\(count)")
    }
  }
}
