import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

/// Pictures, text boxes and embedded objects.
@Suite
struct WordDrawingTests {
  private func file(_ body: String) -> WordFile {
    var file = WordFile(body)
    file.relationships = [("p", "image", "media/image1.png"), ("gone", "image", "media/none.png")]
    file.externals = [
      ("web", "image", "https://example.com/a.png"), ("l", "hyperlink", "https://example.com"),
    ]
    file.files = [("word/media/image1.png", pixel)]
    return file
  }

  private func attachment(_ file: WordFile) throws -> RichText.Attachment? {
    let inlines = try file.inlines
    guard case .attachment(let attachment)? = inlines.first else { return nil }
    return attachment
  }

  private var expected: RichText.Attachment {
    RichText.Attachment(
      .data(Data(pixel), typeIdentifier: "public.png"), alternativeText: "a dog", name: "dog.png", width: 100,
      height: 50)
  }

  @Test
  func picturesAreKept() throws {
    let file = file(par(picture(#"<a:blip r:embed="p"/>"#)))
    try expectEqual(attachment(file), expected)
    try expectEmpty(file.losses())
  }

  @Test
  func picturesOutsideOfTheDocumentAreNotRead() throws {
    let file = file(par(picture(#"<a:blip r:link="web"/>"#)))
    try expectEqual(attachment(file)?.source, .url("https://example.com/a.png"))
  }

  @Test(arguments: ["gone", "unknown"])
  func missingPicturesAreCountedAndDescribed(_ identifier: String) throws {
    let file = file(par(picture(#"<a:blip r:embed="\#(identifier)"/>"#)))
    try expectEqual(file.inlines, [.text("a dog")])
    try expectEqual(file.losses(), ["images: missing files × 1"])
    try expectEqual(file.read().warnings.count, 1)
  }

  @Test(arguments: [
    (#"<a:srcRect l="10000"/>"#, "images: cropped parts of pictures × 1"),
    (#"<a:xfrm rot="5400000"/>"#, "images: rotations and effects of pictures × 1"),
  ])
  func changesToPicturesAreCounted(_ xml: String, _ loss: String) throws {
    try expectEqual(file(par(picture(#"<a:blip r:embed="p"/>"#, xml))).losses(), [loss])
  }

  @Test
  func uncroppedPicturesAreNotCounted() throws {
    try expectEmpty(file(par(picture(#"<a:blip r:embed="p"/>"#, "<a:srcRect/>"))).losses())
  }

  @Test
  func effectsAndVectorOriginalsAreCounted() throws {
    let blip =
      #"<a:blip r:embed="p"><a:grayscl/><a:extLst><a:ext uri="x"><asvg:svgBlip r:embed="p"/></a:ext></a:extLst></a:blip>"#
    try expectEqual(
      file(par(picture(blip))).losses(),
      [
        "images: rotations and effects of pictures × 1", "images: vector originals of pictures × 1",
      ])
  }

  @Test
  func linksOfPicturesAreKept() throws {
    let xml = picture(#"<a:blip r:embed="p"/>"#).replacingOccurrences(
      of: #"name="Picture 1" descr="a dog"/>"#,
      with: #"name="Picture 1" descr="a dog"><a:hlinkClick r:id="l"/></wp:docPr>"#)
    try expectEqual(
      file(par(xml)).inlines,
      [
        .styled(.link(RichText.Link("https://example.com")), [.attachment(expected)])
      ])
  }

  @Test
  func positionsOfPicturesAreCounted() throws {
    let xml = picture(#"<a:blip r:embed="p"/>"#).replacingOccurrences(of: "wp:inline", with: "wp:anchor")
    try expectEqual(attachment(file(par(xml))), expected)
    try expectEqual(file(par(xml)).losses(), ["layout: positions of pictures × 1"])
  }

  @Test
  func vectorMarkupPicturesAreKept() throws {
    let xml = run(
      #"<w:pict><v:shape style="width:100pt;height:50pt" alt="a dog"><v:imagedata r:id="p" o:title="dog.png"/></v:shape></w:pict>"#
    )
    try expectEqual(attachment(file(par(xml))), expected)
    try expectEmpty(file(par(xml)).losses())
  }

  @Test
  func embeddedObjectsKeepTheirPreview() throws {
    let xml = run(
      #"<w:object><v:shape style="width:100pt;height:50pt" alt="a dog"><v:imagedata r:id="p" o:title="dog.png"/></v:shape><o:OLEObject Type="Embed" r:id="o"/></w:object>"#
    )
    try expectEqual(attachment(file(par(xml))), expected)
    try expectEqual(file(par(xml)).losses(), ["images: embedded files × 1"])
  }

  @Test
  func horizontalRulesAreKept() throws {
    let xml = run(#"<w:pict><v:rect style="width:0;height:1.5pt" o:hr="t"/></w:pict>"#)
    try expectEqual(WordFile(p("a") + par(xml) + p("b")).blocks, [.p("a"), .rule, .p("b")])
  }

  @Test
  func aBottomBorderOfAnEmptyParagraphIsARule() throws {
    let border = "<w:pBdr>\(on("bottom", "single"))</w:pBdr>"
    try expectEqual(WordFile(p("a") + par("", border) + p("b")).blocks, [.p("a"), .rule, .p("b")])
    try expectEqual(WordFile(p("a", border)).losses(), ["layout: borders of paragraphs × 1"])
  }

  // MARK: Text boxes

  private func box(_ content: String) -> String {
    let text = "<w:txbxContent>\(content)</w:txbxContent>"
    return run(
      #"<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wp:extent cx="1" cy="1"/><a:graphic><a:graphicData><wps:wsp><wps:txbx>\#(text)</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox>\#(text)</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent>"#
    )
  }

  @Test
  func textBoxesFollowTheirParagraphOnce() throws {
    let file = WordFile(par(r("a") + box(p("in the box")) + r("b")) + p("c"))
    try expectEqual(file.blocks, [.p("ab"), .p("in the box"), .p("c")])
    try expectEqual(file.losses(), ["layout: text boxes × 1"])
  }

  @Test
  func oldTextBoxesAreKept() throws {
    let file = WordFile(
      par(
        run(
          "<w:pict><v:shape><v:textbox><w:txbxContent>\(p("in the box"))</w:txbxContent></v:textbox></v:shape></w:pict>"
        )))
    try expectEqual(file.blocks, [.p("in the box")])
    try expectEqual(file.losses(), ["layout: text boxes × 1"])
  }

  @Test
  func textBoxesInTextBoxesAreKept() throws {
    try expectEqual(WordFile(par(box(par(r("a") + box(p("b")))))).blocks, [.p("a"), .p("b")])
  }

  @Test
  func artisticTextIsKeptAndCounted() throws {
    let file = WordFile(par(run(#"<w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict>"#)))
    try expectEqual(file.inlines, [.text("DRAFT")])
    try expectEqual(file.losses(), ["formatting: text effects × 1"])
  }

  @Test
  func shapesWithoutTextAreCounted() throws {
    let shape =
      #"<w:drawing><wp:inline><wp:extent cx="1" cy="1"/><wp:docPr descr="an arrow"/><a:graphic><a:graphicData><wps:wsp/></a:graphicData></a:graphic></wp:inline></w:drawing>"#
    let file = WordFile(par(run(shape)))
    try expectEqual(file.inlines, [.text("an arrow")])
    try expectEqual(file.losses(), ["images: drawings × 1"])
    try expectEqual(
      WordFile(par(r("a") + run("<w:pict><v:line/></w:pict>"))).losses(), ["images: drawings × 1"])
  }

  @Test
  func chartsAreCountedAndDescribed() throws {
    let chart =
      #"<w:drawing><wp:inline><wp:extent cx="1" cy="1"/><wp:docPr descr="sales"/><a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></wp:inline></w:drawing>"#
    let file = WordFile(par(run(chart)))
    try expectEqual(file.inlines, [.text("sales")])
    try expectEqual(file.losses(), ["images: charts × 1"])
  }

  @Test
  func diagramsKeepTheirText() throws {
    var file = WordFile(
      par(
        run(
          #"<w:drawing><wp:inline><wp:extent cx="1" cy="1"/><wp:docPr/><a:graphic><a:graphicData><dgm:relIds r:dm="d"/></a:graphicData></a:graphic></wp:inline></w:drawing>"#
        )))
    file.relationships = [("d", "diagramData", "diagrams/data1.xml")]
    file.files = [
      (
        "word/diagrams/data1.xml",
        file.element(
          "dgm:dataModel", "<a:p><a:r><a:t>one</a:t></a:r></a:p><a:p/><a:p><a:r><a:t>two</a:t></a:r></a:p>")
      )
    ]
    try expectEqual(file.blocks, [.p("one"), .p("two")])
    try expectEqual(file.losses(), ["images: diagrams, kept as text × 1"])
  }
}
