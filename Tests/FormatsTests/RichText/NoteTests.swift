import Foundation
import ProfferConversions
import TestSupport;
import Testing

@testable import RichTextFormats

/// Footnotes are converted between the formats that have them, and counted as a loss in the others.
@Suite struct NoteTests {
  private static let markdown =
    "One[^1] and *two*[^2].\n\n[^1]: first **note**\n\n[^2]: second\n\n    with more\n"

  @Test(arguments: [
    "public.html", "public.xhtml", "public.rtf", "com.apple.rtfd", "com.apple.webarchive",
    "org.textbundle.package",
  ])
  func footnotesOfMarkdownComeBack(_ type: String) throws {
    let there = try ConvertedDocument(
      .data(Data(Self.markdown.utf8)), "net.daringfireball.markdown", to: type)
    expectEmpty(there.losses)
    let back = try ConvertedDocument(there.contents, type, to: "net.daringfireball.markdown")
    expectEmpty(back.losses)
    expectEqual(String(decoding: back.contents.bytes, as: UTF8.self), Self.markdown)
  }

  @Test func whatHasNoNotesCountsThem() {
    let written = RichText(markdown: Self.markdown).writePlainText()
    expectEqual(written.value, "One[1] and two[2].\n\n[1] first note\n[2] second\n\n    with more\n")
    expect(
      written.losses.contains {
        $0.kind == .formatting && $0.count == 2 && $0.detail?.hasPrefix("footnotes") == true
      }, written.losses)
  }

  @Test func aPageHasItsNotesAtTheEnd() {
    let page = RichText(markdown: "a[^x]\n\n[^x]: b\n").html()
    expect(
      page.hasSuffix(
        """
        <p>a<sup class="footnote-ref"><a href="#fn-1" id="fnref-1" data-footnote-ref="">1</a></sup></p>
        <section class="footnotes" data-footnotes="">
        <ol>
        <li id="fn-1">b <a href="#fnref-1" data-footnote-backref="">↩</a></li>
        </ol>
        </section>

        """), page)
  }

  /// The HTML of GitHub, cmark-gfm and pandoc.
  @Test(arguments: [
    """
    <p>a<sup><a href="#user-content-fn-1-9" id="user-content-fnref-1-9" data-footnote-ref="" aria-describedby="f">1</a></sup></p>
    <section data-footnotes="" class="footnotes"><h2 id="f" class="sr-only">Footnotes</h2>
    <ol><li id="user-content-fn-1-9"><p>b <a href="#user-content-fnref-1-9" data-footnote-backref="">↩</a></p></li></ol></section>
    """,
    """
    <p>a<sup class="footnote-ref"><a href="#fn-1" id="fnref-1" data-footnote-ref>1</a></sup></p>
    <section class="footnotes" data-footnotes>
    <ol>
    <li id="fn-1">
    <p>b <a href="#fnref-1" class="footnote-backref" data-footnote-backref data-footnote-backref-idx="1">↩</a></p>
    </li>
    </ol>
    </section>
    """,
    """
    <p>a<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a></p>
    <section id="footnotes" class="footnotes footnotes-end-of-document" role="doc-endnotes">
    <hr />
    <ol><li id="fn1"><p>b<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol>
    </section>
    """,
  ])
  func notesOfPagesAreRead(_ html: String) {
    let reading = RichText.readHTML(html)
    expectEqual(reading.value.normalized().debugDescription, "paragraph: \"a\" note(paragraph: \"b\")\n")
    expectEmpty(reading.losses)
  }

  /// HTML of Word, of Word's "filtered" export, of programs that write for Word, and of LibreOffice.
  @Test(arguments: [
    """
    <p class=MsoNormal>a<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span
    class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span
    class=MsoFootnoteReference>[1]</span><![endif]></span></span></a></p>
    <div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all>
    <hr align=left size=1 width="33%">
    <![endif]>
    <div style='mso-element:footnote' id=ftn1>
    <p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span
    class=MsoFootnoteReference>[1]</span></a> b</p>
    </div>
    </div>
    """,
    """
    <p class=MsoNormal>a<a href="#_edn1" name="_ednref1" title=""><span class=MsoEndnoteReference>[i]</span></a></p>
    <div><br clear=all>
    <hr align=left size=1 width="33%">
    <div id=edn1>
    <p class=MsoEndnoteText><a href="#_ednref1" name="_edn1" title=""><span
    class=MsoEndnoteReference>[i]</span></a> b</p>
    </div>
    </div>
    """,
    """
    <p>a<a style="mso-footnote-id:ftn1" href="#_ftn1" name="_ftnref1" id="_ftnref1"></a></p>
    <div style="mso-element:footnote-list"><div style="mso-element:footnote" id="ftn1"><p><a
    style="mso-footnote-id:ftn1" href="#_ftn1" name="_ftnref1" id="_ftnref1">1</a>b</p></div></div>
    """,
    """
    <p>a<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></p>
    <div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym"
    href="#sdfootnote1anc">1</a>
    b</p></div>
    """,
    """
    <p>a<a class="sdendnoteanc" name="sdendnote1anc" href="#sdendnote1sym"><sup>i</sup></a></p>
    <div id="sdendnote1"><p class="sdendnote"><a class="sdendnotesym" name="sdendnote1sym"
    href="#sdendnote1anc">i</a>b</p></div>
    """,
  ])
  func notesOfWordAndLibreOfficeAreRead(_ html: String) {
    let reading = RichText.readHTML(html)
    expectEqual(reading.value.normalized().debugDescription, "paragraph: \"a\" note(paragraph: \"b\")\n")
    expectEmpty(reading.losses)
  }

  @Test(arguments: [
    ("<p>a<a href='#_ftn1'>[1]</a></p>", "paragraph: \"a\"\n", 1),
    ("<p>a</p><div id=ftn1>b</div>", "paragraph: \"a\"\nparagraph: \"b\"\n", 0),
    (
      "<p>a<a href='#_ftn1'>[1]</a></p><div id=ftn1>b</div><div id=ftn1>c</div>",
      "paragraph: \"a\" note(paragraph: \"b\")\nparagraph: \"c\"\n", 0
    ),
    (
      "<p>a<a href='#_ftn1'>[1]</a> b<a href='#_ftn1'>[1]</a></p><div id=ftn1>c</div>",
      "paragraph: \"a\" note(paragraph: \"c\") \" b\"\n", 1
    ),
    (
      "<p>a<a href='#_ftn1'>[1]</a> <a href='#_ftnote'>b</a><div id=ftn1><hr>c<hr></div>",
      "paragraph: \"a\" note(rule; paragraph: \"c\"; rule) \" \" link(#_ftnote)[\"b\"]\n", 0
    ),
  ])
  func whatIsAMarkOfWordIsOneOfANote(_ html: String, _ expected: String, _ lossCount: Int) {
    let reading = RichText.readHTML(html)
    expectEqual(reading.value.normalized().debugDescription, expected)
    expectEqual(reading.losses.reduce(0) { $0 + $1.count }, lossCount)
  }

  @Test(arguments: [("", "anchor(x)"), ("<p>d</p>", "anchor(x) \"d\"")])
  func anAnchorBeforeTheNotesStaysInTheText(_ end: String, _ last: String) {
    let reading = RichText.readHTML(
      "<p>a<a href='#n' data-footnote-ref>1</a> <a href='#x'>b</a></p><p id=x></p><section data-footnotes>"
        + "<ol><li id=n>c</ol></section>\(end)")
    let value = reading.value.normalized()
    expectEqual(
      value.debugDescription,
      """
      paragraph: "a" note(paragraph: "c") " " link(#x)["b"]
      paragraph: \(last)

      """)
    expectEqual(RichText.readHTML(value.writeHTML().data).value, value)
  }

  @Test(arguments: [("Sources", 7), ("Footnotes", 0)])
  func aHeadingAboveNotesIsCounted(_ heading: String, _ count: Int) {
    let reading = RichText.readHTML(
      "<p>a<a href='#n' data-footnote-ref>1</a></p><section data-footnotes><h2>\(heading)</h2>"
        + "<ol><li id=n>b</ol></section>")
    expectEqual(reading.value.normalized().debugDescription, "paragraph: \"a\" note(paragraph: \"b\")\n")
    expectEqual(reading.losses.map(\.count), count == 0 ? [] : [count])
  }

  @Test(arguments: [
    (
      #"a{\super\chftn}{\footnote\pard\plain b\par} c\par"#,
      "paragraph: \"a\" note(paragraph: \"b\") \" c\"\n"
    ),
    (
      #"a{\super\chftn{\footnote\pard\plain{\super\chftn}{ b\par c}}}d\par"#,
      "paragraph: \"a\" note(paragraph: \"b\"; paragraph: \"c\") \"d\"\n"
    ), (#"a*{\footnote b}\par"#, "paragraph: \"a*\" note(paragraph: \"b\")\n"),
    (#"\pard\outlinelevel0 {\b A{\footnote b}c}\par"#, "heading 1: \"A\" note(paragraph: \"b\") \"c\"\n"),
  ])
  func notesOfRTFAreRead(_ body: String, _ expected: String) throws {
    let reading = try RichText.readRTF(Data((#"{\rtf1\ansi "# + body + "}").utf8))
    expectEqual(reading.value.debugDescription, expected)
    expectEmpty(reading.losses)
  }

  @Test(arguments: [
    ("a[^1]\n", "paragraph: \"a[^1]\"\n", 0),
    ("a\n\n[^1]: b\n", "paragraph: \"a\"\nparagraph: \"[^1]: b\"\n", 1),
    ("`[^1]`\n\n[^1]: bc\n", "paragraph: code[\"[^1]\"]\n", 2),
    ("a[^1] b[^1]\n\n[^1]: c\n", "paragraph: \"a\" note(paragraph: \"c\") \" b[^1]\"\n", 1),
    ("a[^1]\n\n[^1]: b\n[^2]: c\n", "paragraph: \"a\" note(paragraph: \"b\")\nparagraph: \"[^2]: c\"\n", 1),
    ("a[^my_own_note](b)\n\n[^My_own_note]: c\n", "paragraph: \"a\" note(paragraph: \"c\") \"(b)\"\n", 1),
    ("> a[^1]\n>\n> [^1]: b\n", "quotation\n  paragraph: \"a\" note(paragraph: \"b\")\n", 0),
    ("[^1]: b\n\n# *a*[^1]\n", "heading 1: italic[\"a\"] note(paragraph: \"b\")\n", 0),
    ("a[^1]\n\n[^1]: b[^2]\n\n[^2]: c\n", "paragraph: \"a\" note(paragraph: \"b[^2]\")\n", 1),
  ])
  func whatIsAMarkOfMarkdownIsOneOfANote(_ markdown: String, _ expected: String, _ lossCount: Int) {
    let reading = RichText.readMarkdown(markdown)
    expectEqual(reading.value.debugDescription, expected)
    expectEqual(reading.losses.reduce(0) { $0 + $1.count }, lossCount)
  }

  @Test func wordsThatLookLikeMarksStayWords() {
    let text = RichText([
      .paragraph(
        RichText.Paragraph([
          .text("[^1] "), .note([.paragraph(RichText.Paragraph([.text("b")]))]), .text("(c)"),
        ])),
      .paragraph(RichText.Paragraph([.text("[^1]: d")])),
    ])
    expectEqual(text.markdown(), "\\[^1] [^2]\\(c)\n\n\\[^1]: d\n\n[^2]: b\n")
    expectEqual(RichText(markdown: text.markdown()), text)
  }

  @Test func notesHoldBlocks() throws {
    let note: [RichText.Block] = [
      .blockQuote([.paragraph(RichText.Paragraph([.text("q")]))]), .codeBlock(RichText.CodeBlock("c\n")),
    ]
    let text = RichText([.paragraph(RichText.Paragraph([.text("a"), .note(note)]))])
    expectEqual(RichText(markdown: text.markdown()), text)
    expectEqual(RichText(html: text.html()).normalized(), text)
    try expectEqual(RichText.readRTF(text.writeRTF().data).value, text)
  }

  @Test(arguments: [
    [RichText.Block.rule], [.paragraph(RichText.Paragraph([.text("b")])), .rule], [.blockQuote([.rule])],
  ])
  func aNoteMayEndWithARule(note: [RichText.Block]) throws {
    let text = RichText([.paragraph(RichText.Paragraph([.text("a"), .note(note)]))])
    try expectEqual(RichText.readRTF(text.writeRTF().data).value, text)
  }

  /// Before the fix, each level took twice as long as the one inside it.
  @Test func notesInsideNotesTakeLinearTime() {
    var blocks: [RichText.Block] = []
    for _ in 0..<64 { blocks = [.paragraph(RichText.Paragraph([.text("a"), .note(blocks)]))] }
    let text = RichText(blocks)
    expectEqual(text.normalized(), text.normalized().normalized())
  }

  @Test func notesInNotesHaveALimit() {
    func mark(_ number: Int) -> String { "<a data-footnote-ref href='#n\(number)'>\(number)</a>" }
    let items = (0..<5_000).map { "<li id=n\($0)>w\(mark($0 + 1))</li>" }.joined()
    let reading = RichText.readHTML("<p>a\(mark(0))</p><section data-footnotes><ol>\(items)</ol></section>")
    #expect(reading.value.writePlainText().value.contains("[10] w"))
    expect(reading.losses.contains { $0.kind == .characters && $0.count == 4_990 }, reading.losses)
  }
}
