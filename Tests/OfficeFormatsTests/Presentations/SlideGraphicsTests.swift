import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

/// Tables, pictures and other graphics on slides, and the marks of slides that are counted.
@Suite
struct SlideGraphicsTests {
  // MARK: Tables

  private func cell(_ text: String, _ columns: Int = 1, _ rows: Int = 1) -> RichText.TableCell {
    RichText.TableCell([RichText.Inline.text(text)], columnSpan: columns, rowSpan: rows)
  }

  @Test
  func tablesAreRead() throws {
    let file = SlideFile(
      frame(slideTable([[("", "a"), ("", "b")], [("", "c"), ("", "d")]], #"firstRow="1""#)))
    try expectEqual(
      file.blocks,
      [
        .table(RichText.Table(headerRowCount: 1, rows: [[cell("a"), cell("b")], [cell("c"), cell("d")]]))
      ])
    try expectEmpty(file.losses)
  }

  @Test
  func mergedCellsBecomeSpans() throws {
    let file = SlideFile(
      frame(
        slideTable([
          [(#"gridSpan="2""#, "a"), (#"hMerge="1""#, ""), ("", "b")],
          [(#"rowSpan="2" gridSpan="2""#, "c"), (#"hMerge="1" rowSpan="2""#, ""), ("", "d")],
          [(#"vMerge="1" gridSpan="2""#, ""), (#"hMerge="1" vMerge="1""#, ""), ("", "e")],
        ])))
    try expectEqual(
      file.blocks,
      [
        .table(
          RichText.Table(rows: [
            [cell("a", 2), cell("b")], [cell("c", 2, 2), cell("d")], [cell("e")],
          ]))
      ])
    try expectEmpty(file.losses)
  }

  @Test
  func merelyMarkedCellsAreOrdinaryCellsAndHiddenTextIsCounted() throws {
    let file = SlideFile(
      frame(
        slideTable([
          [(#"hMerge="1""#, "a"), (#"gridSpan="2""#, "b"), (#"hMerge="1""#, "lost")],
          [(#"vMerge="1""#, "c"), (#"rowSpan="9""#, "d"), ("", "e")],
        ])))
    try expectEqual(
      file.blocks,
      [
        .table(RichText.Table(rows: [[cell("a"), cell("b", 2)], [cell("c"), cell("d"), cell("e")]]))
      ])
    try expectEqual(file.losses, ["tables: text in merged cells × 1"])
  }

  @Test
  func hugeSpansAreBounded() throws {
    let file = SlideFile(
      frame(slideTable([[(#"gridSpan="999999999" rowSpan="999999999""#, "a")], [("", "b")]])))
    let blocks = try file.blocks
    guard case .table(let table) = blocks.first else { throw WordFile.Unexpected(blocks) }
    expectAtMost(table.rows[0][0].columnSpan, 1_000)
    expectEqual(table.rows[0][0].rowSpan, 2)
  }

  // MARK: Pictures

  @Test
  func picturesAreReadWithTheirDescriptionSizeAndLink() throws {
    var file = SlideFile(
      pic(#"<a:blip r:embed="i"/>"#)
        + pic(#"<a:blip r:link="e"/>"#).replacingOccurrences(
          of: #"descr="A"/>"#, with: #"descr="B"><a:hlinkClick r:id="u"/></p:cNvPr>"#)
        + pic(#"<a:blip r:embed="gone"/>"#, name: #"descr="C""#))
    file.files = [("ppt/media/a.png", pixel)]
    file.slides[0].relationships = [("i", "image", "../media/a.png")]
    file.slides[0].externals = [("e", "image", "http://a.b/c.png"), ("u", "hyperlink", "http://a.b/")]
    let outer = RichText.Attachment(.url("http://a.b/c.png"), alternativeText: "B", width: 100, height: 50)
    try expectEqual(
      file.blocks,
      [
        .p([
          .attachment(
            RichText.Attachment(
              .data(Data(pixel), typeIdentifier: "public.png"), alternativeText: "A", width: 100, height: 50))
        ]), .p([.styled(.link(RichText.Link("http://a.b/")), [.attachment(outer)])]), .p("C"),
      ])
    try expectEqual(file.losses, ["images: missing files × 1"])
  }

  @Test(arguments: [
    (#"<a:srcRect l="5000"/>"#, "images: cropped parts of pictures × 1"),
    (#"<a:duotone/>"#, "images: rotations and effects of pictures × 1"),
  ])
  func changesOfPicturesAreCounted(_ other: String, _ loss: String) throws {
    var file = SlideFile(pic(#"<a:blip r:embed="i"/>"#, other))
    file.files = [("ppt/media/a.png", pixel)]
    file.slides[0].relationships = [("i", "image", "../media/a.png")]
    try expectEqual(file.losses, [loss])
  }

  // MARK: Graphics

  @Test
  func chartsAreCountedWithTheirDescriptionAsText() throws {
    let file = SlideFile(frame(#"<c:chart r:id="c"/>"#, name: #"descr="Sales""#))
    try expectEqual(file.blocks, [.p("Sales")])
    try expectEqual(file.losses, ["images: charts × 1"])
  }

  @Test
  func theTextOfDiagramsIsKept() throws {
    var file = SlideFile(frame(#"<dgm:relIds r:dm="d"/>"#))
    file.slides[0].relationships = [("d", "diagramData", "../diagrams/data1.xml")]
    file.files = [
      (
        "ppt/diagrams/data1.xml",
        Array(
          #"<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst><dgm:pt><dgm:t><a:bodyPr/><a:p><a:r><a:t>One</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt><dgm:t><a:p><a:r><a:t>Two</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>"#
            .utf8)
      )
    ]
    try expectEqual(file.blocks, [.p("One"), .p("Two")])
    try expectEqual(file.losses, ["images: diagrams, kept as text × 1"])
  }

  @Test
  func thePictureOfAnEmbeddedFileIsKept() throws {
    var file = SlideFile(
      frame(
        #"<mc:AlternateContent><mc:Choice Requires="v"><p:oleObj spid="x"/></mc:Choice><mc:Fallback><p:oleObj><p:embed/>\#(pic(#"<a:blip r:embed="i"/>"#))</p:oleObj></mc:Fallback></mc:AlternateContent>"#
      ))
    file.files = [("ppt/media/a.png", pixel)]
    file.slides[0].relationships = [("i", "image", "../media/a.png")]
    try expectEqual(file.blocks.count, 1)
    try expectEqual(file.losses, ["images: embedded files × 1"])
  }

  // MARK: Marks that are counted

  struct Mark: CustomTestStringConvertible {
    var name: String
    var loss: String
    var change: @Sendable (inout SlideFile.Slide) -> Void
    init(_ name: String, _ loss: String, _ change: @escaping @Sendable (inout SlideFile.Slide) -> Void) {
      (self.name, self.loss, self.change) = (name, loss, change)
    }
    var testDescription: String { name }
  }

  @Test(arguments: [
    Mark("hidden slide", "formatting: hidden slides, kept as visible text × 1") {
      $0.attributes = #"show="0""#
    },
    Mark("transition", "formatting: transitions × 1") { $0.after = "<p:transition><p:fade/></p:transition>" },
    Mark("transition in alternatives", "formatting: transitions × 1") {
      $0.after =
        #"<mc:AlternateContent><mc:Choice Requires="p14"><p:transition p14:dur="1"/></mc:Choice><mc:Fallback><p:transition/></mc:Fallback></mc:AlternateContent>"#
    },
    Mark("animation", "formatting: animations × 1") {
      $0.after =
        #"<p:timing><p:tnLst><p:par><p:cTn id="1"><p:childTnLst><p:par><p:cTn presetID="2"/></p:par></p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>"#
    },
    Mark("background color", "colors: the page background × 1") { $0.background = "<p:bg><p:bgPr/></p:bg>" },
    Mark("background picture", "images: background images × 1") {
      $0.background = #"<p:bg><p:bgPr><a:blipFill><a:blip r:embed="x"/></a:blipFill></p:bgPr></p:bg>"#
    },
    Mark("connector", "images: drawings × 1") { $0.shapes += "<p:cxnSp/>" },
    Mark("shape without text", "images: drawings × 1") { $0.shapes += sp(ap("")) },
    Mark("ink", "images: drawings × 1") {
      $0.shapes +=
        #"<mc:AlternateContent><mc:Choice Requires="p14"><p14:contentPart/></mc:Choice></mc:AlternateContent>"#
    },
    Mark("hidden shape", "comments: hidden shapes × 1") { $0.shapes += sp(ap("x"), name: #"hidden="1""#) },
    Mark("hidden group", "comments: hidden shapes × 1") {
      $0.shapes +=
        #"<p:grpSp><p:nvGrpSpPr><p:cNvPr id="1" name="" hidden="1"/></p:nvGrpSpPr><p:grpSpPr/>\#(sp(ap("x")))</p:grpSp>"#
    },
    Mark("footer", "characters: in page headers and footers × 4") {
      $0.shapes += sp(ap("fo ot"), ph: #"type="ftr""#)
    },
    Mark("slide number", "layout: page numbers × 1") {
      $0.shapes += sp(apx(#"<a:fld type="slidenum"><a:t>12</a:t></a:fld>"#), ph: #"type="sldNum""#)
    },
    Mark("unknown alternative", "formatting: content for other programs × 1") {
      $0.shapes += #"<mc:AlternateContent><mc:Choice Requires="x"><x:y/></mc:Choice></mc:AlternateContent>"#
    },
  ])
  func marksOfSlidesAreCounted(_ mark: Mark) throws {
    var file = SlideFile(title("One"))
    mark.change(&file.slides[0])
    try expectEqual(file.blocks, [.h(1, "One")])
    try expectEqual(file.losses, [mark.loss])
  }

  @Test
  func commentsAreCounted() throws {
    var file = SlideFile(title("One"))
    file.slides[0].relationships = [
      ("a", "comments", "../comments/a.xml"),
      ("b", "http://schemas.microsoft.com/office/2018/10/relationships/comments", "../comments/b.xml"),
    ]
    file.files = [
      (
        "ppt/comments/a.xml",
        Array(
          #"<p:cmLst xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cm><p:text>x</p:text></p:cm><p:cm/></p:cmLst>"#
            .utf8)
      ),
      (
        "ppt/comments/b.xml",
        Array(
          #"<q:cmLst xmlns:q="http://schemas.microsoft.com/office/powerpoint/2018/8/main"><q:cm/></q:cmLst>"#
            .utf8)
      ),
    ]
    try expectEqual(file.losses, ["comments: annotations × 3"])
  }

  @Test
  func videoKeepsItsPicture() throws {
    var file = SlideFile(
      pic(#"<a:blip r:embed="i"/>"#).replacingOccurrences(
        of: "<p:nvPr/>",
        with:
          #"<p:nvPr><a:videoFile r:link="v"/><p:extLst><p:ext><p14:media r:embed="v"/></p:ext></p:extLst></p:nvPr>"#
      ))
    file.files = [("ppt/media/a.png", pixel)]
    file.slides[0].relationships = [("i", "image", "../media/a.png")]
    try expectEqual(file.blocks.count, 1)
    try expectEqual(file.losses, ["images: audio and video × 1"])
  }

  @Test
  func contentOfLayoutsAndMastersIsCountedOnce() throws {
    var file = SlideFile(title("One"), title("Two"))
    file.layout += sp(ap("ab c"))
    file.master += pic(#"<a:blip r:embed="x"/>"#)
    expectEqual(
      Set(try file.losses),
      [
        "characters: in slide layouts and masters × 3", "images: in slide layouts and masters × 1",
      ])
  }
}
