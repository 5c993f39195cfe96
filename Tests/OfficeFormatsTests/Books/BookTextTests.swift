import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

/// The documents of a book, the links between them, and their notes.
@Suite
struct BookTextTests {
  // MARK: The reading order

  @Test
  func documentsAreReadInTheOrderOfTheSpine() throws {
    let file = BookFile("<h1>One</h1><p>a</p>", "<h1>Two</h1><p>b</p>")
    try expectEqual(
      file.read().value.blocks, [.h(1, "One"), .p("a"), .h(1, "Two"), .p("b")])
    try expectEmpty(file.losses)
    try expectEmpty(file.read().warnings)
  }

  @Test
  func documentsOutsideOfTheLinearOrderAreAtTheEnd() throws {
    var file = BookFile()
    file.add("a.xhtml", BookFile.page("<p>a</p>"), spine: #"linear="no""#)
    file.add("b.xhtml", BookFile.page("<p>b</p>"))
    try expectEqual(file.read().value.blocks, [.p("b"), .p("a")])
  }

  @Test
  func aTableOfContentsOutsideOfTheSpineIsNotText() throws {
    var file = BookFile("<p>a</p>")
    file.items.append(
      BookFile.Item(
        href: "nav.xhtml", attributes: #"properties="nav""#,
        content: Array(BookFile.page("<nav><ol><li>One</li></ol></nav>").utf8)))
    try expectEqual(file.read().value.blocks, [.p("a")])
    file.items[1].spine = ""
    try expectEqual(file.read().value.blocks.count, 2)
  }

  @Test
  func missingAndRepeatedDocumentsAreCounted() throws {
    var file = BookFile("<p>a</p>")
    file.items.append(BookFile.Item(href: "gone.xhtml", spine: ""))
    file.items.append(BookFile.Item(href: "../../outside.xhtml", spine: ""))
    file.items.append(BookFile.Item(href: "1.xhtml", spine: ""))
    file.items.append(BookFile.Item(href: "a.pdf", mediaType: "application/pdf", spine: ""))
    try expectEqual(file.read().value.blocks, [.p("a")])
    try expectEqual(
      file.losses,
      [
        "formatting: repeated documents × 1", "characters: documents of unsupported types × 1",
        "characters: missing documents × 2",
      ])
    try expectEqual(
      file.read().warnings,
      [
        "the book does not contain “OEBPS/gone.xhtml” and 1 other documents of its reading order"
      ])
  }

  @Test
  func aDocumentOfAnotherTypeIsReplacedByItsFallback() throws {
    var file = BookFile()
    file.items = [
      BookFile.Item(href: "a.pdf", mediaType: "application/pdf", attributes: #"fallback="i2""#, spine: ""),
      BookFile.Item(
        href: "b.xml", mediaType: "application/x-other", attributes: #"fallback="i3""#, content: []),
      BookFile.Item(href: "c.xhtml", content: Array(BookFile.page("<p>c</p>").utf8)),
    ]
    try expectEqual(file.read().value.blocks, [.p("c")])
    file.items[1].attributes = #"fallback="i1""#
    expectEqual(file.error()?.code, .wrongFormat)
  }

  @Test
  func pathsAreRelativeToThePackageDocumentAndPercentEncoded() throws {
    var file = BookFile()
    file.add("text/first%20part.xhtml", BookFile.page(#"<p><img src="../im%20g/a.png" alt="x"/></p>"#))
    file.add(file: "im%20g/a.png", "image/png", pixel)
    for folder in ["", "OEBPS/", "a/b/"] {
      file.folder = folder
      try expect(
        file.outline.hasPrefix("paragraph: "), "\(folder)")
      try expectEmpty(file.losses)
    }
  }

  // MARK: Links

  @Test
  func linksBetweenDocumentsLeadToAnchors() throws {
    let file = BookFile(
      ##"<p><a href="2.xhtml#x">1</a> <a href="2.xhtml">2</a> <a href="#y">3</a> <a href="http://a.b/">4</a></p><p id="y">y</p>"##,
      ##"<p>start</p><p id="x">x</p><p id="y">other</p>"##)
    func link(_ destination: String, _ text: String) -> RichText.Inline {
      .styled(.link(RichText.Link(destination)), [.text(text)])
    }
    try expectEqual(
      file.read().value.blocks,
      [
        .p([
          link("#2.xhtml_x", "1"), .text(" "), link("#2.xhtml", "2"), .text(" "), link("#1.xhtml_y", "3"),
          .text(" "), link("http://a.b/", "4"),
        ]),
        .p([.anchor("1.xhtml_y"), .text("y")]), .p([.anchor("2.xhtml"), .text("start")]),
        .p([.anchor("2.xhtml_x"), .text("x")]), .p("other"),
      ])
    try expectEmpty(file.losses)
  }

  @Test
  func anAnchorAtTheEndOfADocumentPrecedesTheNextText() throws {
    let file = BookFile(
      ##"<p><a href="#x">1</a> <a href="2.xhtml">2</a></p><p id="x"></p>"##, "", "<ul><li>a</li></ul>")
    let text = try file.read().value
    expectEqual(text.anchors, ["1.xhtml_x", "2.xhtml"])
    guard case .list(let list)? = text.blocks.last else {
      Issue.record("the last block is not a list")
      return
    }
    expectEqual(text.blocks.count, 2)
    expectEqual(
      list.items.first?.blocks, [.p([.anchor("1.xhtml_x"), .anchor("2.xhtml"), .text("a")])])
  }

  @Test
  func documentsOfTheSameNameHaveDifferentAnchors() throws {
    var file = BookFile()
    file.add("a/x.xhtml", BookFile.page(##"<p id="i"><a href="../b/x.xhtml#i">1</a></p>"##))
    file.add("b/x.xhtml", BookFile.page(##"<p id="i"><a href="../a/x.xhtml#i">2</a></p>"##))
    #expect(
      try file.outline == """
        paragraph: ⟨anchor x.xhtml_i⟩⟨link #x.xhtml-2_i⟩1⟨/⟩
        """ + "\n" || file.read().value.anchors == ["x.xhtml_i", "x.xhtml-2_i"])
  }

  @Test
  func linksToMissingPlacesAreCounted() throws {
    let file = BookFile(
      ##"<p><a href="gone.xhtml">a</a> <a href="#gone">b</a> <a href="../../x#y">c</a></p>"##)
    try expectEqual(file.read().value.blocks, [.p("a b c")])
    try expectEqual(file.losses, ["links: to missing places of the book × 3"])
  }

  // MARK: Notes

  struct NoteForm: CustomTestStringConvertible {
    var name: String
    var text: String
    var notes: String
    init(_ name: String, _ text: String, _ notes: String) {
      (self.name, self.text, self.notes) = (name, text, notes)
    }
    var testDescription: String { name }
  }

  private static let noteForms = [
    NoteForm(
      "aside", ##"<a epub:type="noteref" href="#n">1</a>"##,
      ##"<aside epub:type="footnote" id="n"><p>Note.</p></aside>"##),
    NoteForm(
      "paragraph", ##"<a epub:type="noteref" href="#n">1</a>"##,
      ##"<p epub:type="footnote" id="n">Note.</p>"##),
    NoteForm(
      "superscript with a link back", ##"<sup id="r"><a epub:type="noteref" href="#n">1</a></sup>"##,
      ##"<div id="n"><p><a href="#r">1</a>. Note.</p></div>"##),
    NoteForm(
      "pandoc", ##"<a href="#n" class="footnote-ref" id="r" epub:type="noteref">1</a>"##,
      ##"<section class="footnotes" epub:type="footnotes"><hr/><ol><li id="n"><p>Note.<a href="#r" class="footnote-back">↩</a></p></li></ol></section>"##
    ),
    NoteForm(
      "roles", ##"<a href="#n" role="doc-noteref">1</a>"##,
      ##"<section role="doc-endnotes"><ol><li id="n"><p>Note. <a role="doc-backlink" href="#x">↩</a></p></li></ol></section>"##
    ),
    NoteForm(
      "asides in a section", ##"<a epub:type="noteref" href="#n">1</a>"##,
      ##"<section epub:type="footnotes"><aside epub:type="footnote" id="n"><p>Note.</p></aside></section>"##),
  ]

  @Test(arguments: noteForms)
  func notesMoveToTheirReferenceMarks(_ form: NoteForm) throws {
    let file = BookFile("<p>Word\(form.text).</p><p>After.</p>\(form.notes)")
    try expectEqual(
      file.read().value.blocks,
      [
        .p([.text("Word"), .note([.p("Note.")]), .text(".")]), .p("After."),
      ])
    try expectEmpty(file.losses)
  }

  @Test(arguments: noteForms)
  func notesInAnotherDocumentMoveToo(_ form: NoteForm) throws {
    let text = form.text.replacingOccurrences(of: ##"href="#"##, with: ##"href="2.xhtml#"##)
    let notes = form.notes.replacingOccurrences(of: ##"href="#"##, with: ##"href="1.xhtml#"##)
    let file = BookFile("<p>Word\(text).</p>", notes)
    try expectEqual(file.read().value.blocks, [.p([.text("Word"), .note([.p("Note.")]), .text(".")])])
    try expectEmpty(file.losses)
  }

  @Test
  func theHeadingOfASectionOfNotesIsKept() throws {
    let file = BookFile(
      ##"<p>Word<a epub:type="noteref" href="#n">1</a></p><section epub:type="endnotes"><h2>Notes</h2><ol><li id="n">Note.</li></ol></section>"##
    )
    try expectEqual(
      file.read().value.blocks, [.p([.text("Word"), .note([.p("Note.")])]), .h(2, "Notes")])
    try expectEmpty(file.losses)
  }

  @Test
  func aReferenceWithoutANoteIsALink() throws {
    let file = BookFile(
      ##"<p>Word<a epub:type="noteref" href="#n">1</a></p><p><a id="n">1</a> Note.</p>"##)
    try expectEqual(
      file.read().value.blocks,
      [
        .p([.text("Word"), .styled(.link(RichText.Link("#1.xhtml_n")), [.text("1")])]),
        .p([.anchor("1.xhtml_n"), .text("1 Note.")]),
      ])
  }

  @Test
  func aSecondReferenceToANoteIsCounted() throws {
    let file = BookFile(
      ##"<p>a<a epub:type="noteref" href="#n">1</a> b<a epub:type="noteref" href="#n">1</a></p><aside id="n">Note.</aside>"##
    )
    try expectEqual(file.read().value.blocks, [.p([.text("a"), .note([.p("Note.")]), .text(" b")])])
    try expectEqual(
      file.losses, ["links: footnote references without a footnote, and repeated references × 1"])
  }

  // MARK: Pictures and styles

  @Test
  func picturesAreTakenFromTheBook() throws {
    var file = BookFile(#"<p><img src="a.png" alt="A"/></p>"#)
    file.add(file: "a.png", "image/png", pixel)
    try expectEqual(
      file.read().value.blocks,
      [
        .p([
          .attachment(
            RichText.Attachment(.data(Data(pixel), typeIdentifier: "public.png"), alternativeText: "A"))
        ])
      ])
  }

  @Test
  func picturesOutsideOfTheBookKeepTheirURLAndMissingPicturesAreCounted() throws {
    let file = BookFile(#"<p><img src="http://a.b/c.png"/><img src="gone.png" alt="x"/></p>"#)
    try expectEqual(
      file.read().value.blocks,
      [
        .p([.attachment(RichText.Attachment(.url("http://a.b/c.png"))), .text("x")])
      ])
    try expectEqual(file.losses, ["images:  × 1"])
  }

  @Test
  func aDrawingOfOnePictureIsThePicture() throws {
    var file = BookFile(
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><title>Cover</title><image width="1" height="1" xlink:href="a.png"/></svg><p>a</p>"#,
      #"<svg><image href="a.png"/><rect/></svg><p>b</p>"#)
    file.add(file: "a.png", "image/png", pixel, #"properties="cover-image""#)
    let text = try file.read().value
    expectEqual(text.blocks.count, 3)
    try expectEqual(file.losses, ["images: inline SVG drawings × 1"])
  }

  @Test
  func aPictureInTheSpineIsAParagraph() throws {
    var file = BookFile("<p>a</p>")
    file.items.append(
      BookFile.Item(href: "b c.svg", mediaType: "image/svg+xml", content: Array("<svg/>".utf8), spine: ""))
    try expectEqual(
      file.read().value.blocks,
      [
        .p("a"),
        .p([.attachment(RichText.Attachment(.data(Data("<svg/>".utf8), typeIdentifier: "public.svg-image")))]
        ),
      ])
  }

  @Test
  func linkedStyleSheetsApply() throws {
    var file = BookFile()
    file.add(
      "text/a.xhtml",
      BookFile.page(
        #"<p><span class="strong">a</span></p>"#, head: #"<link rel="stylesheet" href="../s.css"/>"#))
    file.add(file: "s.css", "text/css", Array(".strong { font-weight: bold }".utf8))
    try expectEqual(file.read().value.blocks, [.p([.styled(.bold, [.text("a")])])])
    try expectEmpty(file.losses)
  }

  @Test
  func contentForSpecialReadingSystemsIsCountedAndItsReplacementIsRead() throws {
    let file = BookFile(
      "<p><epub:switch><epub:case required-namespace=\"x\"><b>case</b></epub:case><epub:default>other</epub:default></epub:switch></p>"
    )
    try expectEqual(file.read().value.blocks, [.p("other")])
    try expectEqual(file.losses, ["formatting: alternative forms of content × 1"])
  }

  @Test
  func scriptsAndMediaAreCounted() throws {
    let file = BookFile("<p>a</p><script>x()</script><audio src=\"a.mp3\"></audio>")
    try expectEqual(file.read().value.blocks, [.p("a")])
    expectEqual(
      Set(try file.losses), ["scripts:  × 1", "images: audio, video and embedded objects × 1"])
  }
}

extension RichText {
  /// The names of the anchors, in document order.
  var anchors: [String] {
    var names: [String] = []
    _ = mappingRuns { run in
      if case .anchor(let name) = run.content { names.append(name) }
      return run
    }
    return names
  }
}
