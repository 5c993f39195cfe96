import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

/// OpenDocument presentations: slides, notes, and the marks of slides that are counted.
@Suite
struct ODPTests {
  /// A presentation for a test: the content of its parts as XML.
  struct Document {
    var pages: String
    var automaticStyles = ""
    var metadata = ""
    var masterStyles = ""

    init(_ pages: String...) { self.pages = pages.joined() }

    private static let namespaces =
      ODTTestDocument.namespaces
      + #" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0""#
      + #" xmlns:anim="urn:oasis:names:tc:opendocument:xmlns:animation:1.0""#
      + #" xmlns:smil="urn:oasis:names:tc:opendocument:xmlns:smil-compatible:1.0""#

    private var content: String {
      "<office:automatic-styles>\(Self.lists)\(automaticStyles)</office:automatic-styles>"
    }

    private static let lists =
      #"<text:list-style style:name="L1"><text:list-level-style-bullet text:level="1" text:bullet-char="●"/><text:list-level-style-bullet text:level="2" text:bullet-char="–"/></text:list-style>"#

    private var body: String {
      "<office:body><office:presentation>\(pages)</office:presentation></office:body>"
    }

    /// The document in the flat form.
    var flat: String {
      "<office:document\(Self.namespaces) office:mimetype=\"application/vnd.oasis.opendocument.presentation\"><office:meta>\(metadata)</office:meta>\(content)<office:master-styles>\(masterStyles)</office:master-styles>\(body)</office:document>"
    }

    /// The document in the package form.
    func archive(_ mimetype: String = "application/vnd.oasis.opendocument.presentation") -> Data {
      ODTTestDocument.archive([
        ("mimetype", mimetype),
        (
          "content.xml",
          "<office:document-content\(Self.namespaces)>\(content)\(body)</office:document-content>"
        ),
        ("META-INF/manifest.xml", ODTTestDocument.manifest()),
      ])
    }

    func read() throws -> Reading<RichText> { try RichText.readODP(Data(flat.utf8)) }
    var blocks: [RichText.Block] { get throws { try read().value.blocks } }

    /// The losses, each as its kind, detail and count.
    var losses: [String] {
      get throws { try read().losses.map { "\($0.kind): \($0.detail ?? "") × \($0.count)" } }
    }
  }

  private static func page(_ content: String, _ attributes: String = "") -> String {
    "<draw:page \(attributes)>\(content)</draw:page>"
  }

  private static func frame(_ kind: String?, _ content: String, _ attributes: String = "") -> String {
    let kind = kind.map { #"presentation:class="\#($0)""# } ?? ""
    return "<draw:frame \(kind) \(attributes)><draw:text-box>\(content)</draw:text-box></draw:frame>"
  }

  private static func p(_ text: String) -> String { "<text:p>\(text)</text:p>" }

  private static func item(_ text: String, _ inner: String = "") -> String {
    "<text:list-item><text:p>\(text)</text:p>\(inner)</text:list-item>"
  }

  private static func list(_ items: String) -> String {
    #"<text:list text:style-name="L1">\#(items)</text:list>"#
  }

  // MARK: Slides

  @Test
  func slidesAreReadInTheirOrder() throws {
    let document = Document(
      Self.page(
        Self.frame(
          "outline", Self.list(Self.item("a", "<text:list>\(Self.item("b"))</text:list>") + Self.item("c")))
          + Self.frame("title", Self.p("One"))),
      Self.page(Self.frame("title", Self.p("Two") + Self.p("lines")) + Self.frame("subtitle", Self.p("sub"))))
    try expectEqual(
      document.blocks,
      [
        .h(1, "One"),
        .list(
          RichText.List(
            .bullet(.disc),
            items: [
              RichText.ListItem([.p("a"), .list(.bullet(.disc), ["b"])]), RichText.ListItem([.p("c")]),
            ])), .pageBreak,
        .heading(level: 1, RichText.Paragraph([.text("Two"), .hardBreak, .text("lines")])), .p("sub"),
      ])
    try expectEmpty(document.losses)
    try expectEqual(document.read().value.metadata.title, "One")
  }

  @Test
  func packagesAndTemplatesAreRead() throws {
    let document = Document(Self.page(Self.frame("title", Self.p("One"))))
    for kind in ["presentation", "presentation-template"] {
      let data = document.archive("application/vnd.oasis.opendocument.\(kind)")
      try expectEqual(RichText.readODP(data).value.blocks, [.h(1, "One")])
    }
    expectThrows(CoderError.self) {
      try RichText.readODP(document.archive("application/vnd.oasis.opendocument.text"))
    }
    expectThrows(CoderError.self) { try RichText.readODT(document.archive()) }
    expectThrows(CoderError.self) {
      try RichText.readODP(Data(ODTTestDocument("<text:p>a</text:p>").flat.utf8))
    }
  }

  @Test
  func anEmptyTitleIsNoHeadingAndEmptyPlaceholdersAreSkipped() throws {
    let document = Document(
      Self.page(
        Self.frame("title", Self.p(""))
          + Self.frame("outline", Self.p("Click"), #"presentation:placeholder="true""#)
          + Self.frame(nil, Self.p("a"))))
    try expectEqual(document.blocks, [.p("a")])
    try expectEqual(document.losses, ["layout: text boxes × 1"])
  }

  @Test
  func notesAreAQuotationAfterTheSlide() throws {
    let notes =
      #"<presentation:notes><draw:page-thumbnail presentation:class="page"/>"#
      + Self.frame("notes", Self.p("Say this.") + Self.p("And this."))
      + Self.frame("page-number", Self.p("<text:page-number>1</text:page-number>")) + "</presentation:notes>"
    let document = Document(
      Self.page(notes + Self.frame("title", Self.p("One")) + Self.frame("subtitle", Self.p("a"))),
      Self.page(Self.frame("title", Self.p("Two"))))
    try expectEqual(
      document.blocks,
      [
        .h(1, "One"), .p("a"), .blockQuote([.p("Say this."), .p("And this.")]), .pageBreak, .h(1, "Two"),
      ])
    try expectEmpty(document.losses)
  }

  @Test
  func tablesInFramesAreReadAndTheirPicturesAreNot() throws {
    let cell = "<table:table-cell><text:p>x</text:p></table:table-cell>"
    let document = Document(
      Self.page(
        #"<draw:frame><table:table table:use-first-row-styles="true"><table:table-row>\#(cell)</table:table-row><table:table-row>\#(cell)</table:table-row></table:table><draw:image xlink:href="Pictures/preview.svm"/></draw:frame>"#
      ))
    let row = [RichText.TableCell([.text("x")])]
    try expectEqual(document.blocks, [.table(RichText.Table(headerRowCount: 1, rows: [row, row]))])
    try expectEmpty(document.losses)
  }

  @Test
  func aListInSeveralElementsIsOneList() throws {
    let outer = Self.list(Self.item("a"))
    let inner =
      #"<text:list text:style-name="L2"><text:list-item><text:list>\#(Self.item("b"))</text:list></text:list-item></text:list>"#
    var document = Document(
      Self.page(Self.frame("outline", outer + inner + outer) + Self.frame("outline", Self.p("t") + outer)))
    document.automaticStyles =
      #"<text:list-style style:name="L2"><text:list-level-style-bullet text:level="1" text:bullet-char="●"/><text:list-level-style-bullet text:level="2" text:bullet-char="–"/></text:list-style>"#
    try expectEqual(
      document.blocks,
      [
        .list(
          RichText.List(
            .bullet(.disc),
            items: [
              RichText.ListItem([.p("a"), .list(.bullet(.disc), ["b"])]), RichText.ListItem([.p("a")]),
            ])), .p("t"), .list(.bullet(.disc), ["a"]),
      ])
  }

  @Test
  func linksToSlidesLeadToTheirTitles() throws {
    let document = Document(
      Self.page(Self.frame("title", Self.p(##"<text:a xlink:href="#b">go</text:a>"##)), #"draw:name="a""#),
      Self.page(Self.frame("title", Self.p("Two")), #"draw:name="b""#))
    try expectEqual(
      document.blocks,
      [
        .heading(level: 1, RichText.Paragraph([.styled(.link(RichText.Link("#b")), [.text("go")])])),
        .pageBreak,
        .heading(level: 1, RichText.Paragraph([.anchor("b"), .text("Two")])),
      ])
  }

  // MARK: Marks that are counted

  struct Mark: CustomTestStringConvertible {
    var name: String
    var loss: String
    var content = ""
    var attributes = ""
    var styles = ""
    var testDescription: String { name }
  }

  private static func style(_ properties: String) -> String {
    #"<style:style style:name="dp1" style:family="drawing-page"><style:drawing-page-properties \#(properties)/></style:style>"#
  }

  private static let marks = [
    Mark(
      name: "hidden slide", loss: "formatting: hidden slides, kept as visible text × 1",
      attributes: #"draw:style-name="dp1""#, styles: style(#"presentation:visibility="hidden""#)),
    Mark(
      name: "transition", loss: "formatting: transitions × 1", attributes: #"draw:style-name="dp1""#,
      styles: style(#"smil:type="fade""#)),
    Mark(
      name: "background", loss: "colors: the page background × 1", attributes: #"draw:style-name="dp1""#,
      styles: style(#"draw:fill="solid""#)),
    Mark(
      name: "animation", loss: "formatting: animations × 1",
      content:
        #"<anim:par><anim:seq><anim:par presentation:preset-id="ooo-entrance-appear"/></anim:seq></anim:par>"#
    ),
    Mark(
      name: "animation without a preset", loss: "formatting: animations × 1",
      content: "<anim:par><anim:seq><anim:par><anim:set/></anim:par></anim:seq></anim:par>"),
    Mark(
      name: "footer", loss: "characters: in page headers and footers × 4",
      content: frame("footer", p("fo ot"))),
    Mark(
      name: "slide number", loss: "layout: page numbers × 1",
      content: frame("page-number", p("<text:page-number>12</text:page-number>"))),
    Mark(name: "shape", loss: "images: drawings × 1", content: "<draw:rect/>"),
    Mark(name: "comment", loss: "comments: annotations × 1", content: "<office:annotation/>"),
    Mark(
      name: "chart", loss: "images: charts × 1",
      content:
        #"<draw:frame><draw:object><office:document office:mimetype="application/vnd.oasis.opendocument.chart"/></draw:object></draw:frame>"#
    ),
  ]

  @Test(arguments: marks)
  func marksOfSlidesAreCounted(_ mark: Mark) throws {
    var document = Document(Self.page(Self.frame("title", Self.p("One")) + mark.content, mark.attributes))
    document.automaticStyles = mark.styles
    try expectEqual(document.blocks, [.h(1, "One")])
    try expectEqual(document.losses, [mark.loss])
  }

  private static func master(_ name: String, _ content: String) -> String {
    #"<style:master-page style:name="\#(name)">\#(content)</style:master-page>"#
  }

  @Test
  func shapesOfMastersAreCountedOnce() throws {
    let slide = Self.page(Self.frame("title", Self.p("One")), #"draw:master-page-name="m""#)
    var document = Document(slide, slide)
    let shapes =
      Self.frame(nil, Self.p("Fixed words <text:page-number>1</text:page-number>"))
      + #"<draw:g><draw:rect><text:p>box</text:p></draw:rect></draw:g>"#
      + #"<draw:frame><draw:image xlink:href="a.png"/></draw:frame>"#
    document.masterStyles =
      Self.master("m", Self.frame("title", Self.p("Click here")) + shapes)
      + Self.master("other", Self.frame(nil, Self.p("unused")))
    try expectEqual(
      document.losses,
      [
        "characters: in slide layouts and masters × 13", "images: in slide layouts and masters × 1",
      ])
  }

  @Test
  func shapesOfMastersThatNoSlideShowsAreNotCounted() throws {
    var document = Document(
      Self.page(Self.frame("title", Self.p("One")), #"draw:master-page-name="m" draw:style-name="dp1""#))
    document.automaticStyles = Self.style(#"presentation:background-objects-visible="false""#)
    document.masterStyles = Self.master("m", Self.frame(nil, Self.p("Fixed words")))
    try expectEmpty(document.losses)
  }

  @Test
  func footersAndDatesToWhichSlidesReferAreCounted() throws {
    let names = #"presentation:use-footer-name="a" presentation:use-date-time-name="#
    let document = Document(
      #"<presentation:footer-decl presentation:name="a">fo ot</presentation:footer-decl>"#
        + #"<presentation:date-time-decl presentation:name="a" presentation:source="fixed">1 May</presentation:date-time-decl>"#
        + #"<presentation:date-time-decl presentation:name="b" presentation:source="current-date"/>"#,
      Self.page(Self.frame("title", Self.p("One")), names + #""a""#),
      Self.page(Self.frame("title", Self.p("Two")), names + #""b""#))
    try expectEqual(document.losses, ["characters: in page headers and footers × 12"])
    var hidden = document
    hidden.pages = hidden.pages.replacingOccurrences(
      of: "<draw:page", with: #"<draw:page draw:style-name="dp1""#)
    hidden.automaticStyles = Self.style(
      #"presentation:display-footer="false" presentation:display-date-time="false" presentation:display-page-number="true""#
    )
    try expectEqual(hidden.losses, ["layout: page numbers × 2"])
  }

  @Test
  func everyCutIsAnErrorOrAWarning() throws {
    let whole = Array(
      Document(
        Self.page(Self.frame("title", Self.p("One")) + Self.frame("outline", Self.list(Self.item("a"))))
      ).flat.utf8)
    for count in stride(from: 0, to: whole.count, by: 5) {
      expectThrows(CoderError.self) { try RichText.readODP(Data(whole.prefix(count))) }
    }
  }
}
