import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

/// Pictures, objects, text boxes and shapes.
@Suite
struct ODTReaderFrameTests {
  /// A PNG of one pixel.
  private static let png =
    Data(
      base64Encoded: """
        iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
        """) ?? Data()

  private func frame(_ content: String, _ attributes: String = "") -> String {
    "<draw:frame \(attributes)>\(content)</draw:frame>"
  }

  private static let flatPicture =
    "<draw:image><office:binary-data>\(png.base64EncodedString())</office:binary-data></draw:image>"

  private func picture(
    _ alternative: String = "", title: String? = nil, name: String? = nil, width: Double? = nil,
    height: Double? = nil
  ) -> RichText.Inline {
    .attachment(
      RichText.Attachment(
        .data(Self.png, typeIdentifier: "public.png"), alternativeText: alternative, title: title,
        name: name, width: width, height: height))
  }

  @Test
  func picturesOfFlatDocumentsAreKept() throws {
    let document = ODTTestDocument(
      "<text:p>a "
        + frame(
          Self.flatPicture + "<svg:title>T</svg:title><svg:desc>a  b</svg:desc>",
          #"draw:name="x.png" svg:width="2in" svg:height="36pt""#) + " b</text:p>")
    try expectEqual(
      document.blocks,
      [
        .content(
          .text("a "), picture("a b", title: "T", name: "x.png", width: 144, height: 36), .text(" b"))
      ])
  }

  @Test(
    arguments: [
      (#"svg:width="0.0104in" svg:height="0.026cm""#, nil, nil), (#"svg:width="9px""#, nil, nil),
      (#"svg:width="0.75pt""#, 0.75, nil), ("draw:name=\"Image1\"", nil, nil),
    ] as [(String, Double?, Double?)])
  func ownSizesAndMadeNamesAreNotProperties(attributes: String, width: Double?, height: Double?) throws {
    let document = ODTTestDocument("<text:p>" + frame(Self.flatPicture, attributes) + "</text:p>")
    try expectEqual(document.blocks, [.content(picture(width: width, height: height))])
  }

  @Test
  func picturesOfPackagesAreKeptAndTheFirstUsableAlternativeIsUsedOnce() throws {
    let document = ODTTestDocument(
      "<text:p>"
        + frame(
          #"<draw:image xlink:href="Pictures/none.svg"/><draw:image xlink:href="./Pictures/a%20b.png"/>"#
            + #"<draw:image xlink:href="Pictures/a%20b.png"/>"#) + "</text:p>")
    let data = ODTTestDocument.archive(document.files(), [("Pictures/a b.png", Array(Self.png))])
    let reading = try RichText.readODT(data)
    expectEqual(reading.value.blocks, [.content(picture())])
    expectEqual(reading.losses, [])
  }

  @Test(arguments: [
    ("https://example.org/a.png", "https://example.org/a.png"), ("../a.png", "a.png"),
  ])
  func linkedPicturesAreNotRead(reference: String, destination: String) throws {
    let document = ODTTestDocument(
      "<text:p>" + frame(#"<draw:image xlink:href="\#(reference)"/>"#) + "</text:p>")
    let reading = try RichText.readODT(ODTTestDocument.archive(document.files()))
    expectEqual(reading.value.blocks, [.content(.attachment(RichText.Attachment(.url(destination))))])
  }

  @Test
  func missingPicturesAreCountedAndShowTheirDescription() throws {
    let document = ODTTestDocument(
      "<text:p>" + frame(#"<draw:image xlink:href="Pictures/a.png"/><svg:desc>d</svg:desc>"#) + "</text:p>")
    let reading = try RichText.readODT(ODTTestDocument.archive(document.files()))
    expectEqual(reading.value.blocks, [.text("d")])
    expectEqual(reading.losses.map(\.description), ["1 image (missing files)"])
  }

  @Test
  func linkAroundAFrameIsTheLinkOfThePicture() throws {
    let document = ODTTestDocument(
      #"<text:p><draw:a xlink:href="x:y">"# + frame(Self.flatPicture) + "</draw:a></text:p>")
    try expectEqual(
      document.blocks, [.content(.styled(.link(RichText.Link("x:y")), [picture()]))])
  }

  @Test
  func pictureOutsideOfParagraphsIsAParagraph() throws {
    let document = ODTTestDocument(frame(Self.flatPicture) + "<text:p>a</text:p>")
    try expectEqual(document.blocks, [.content(picture()), .text("a")])
  }

  @Test
  func croppingAndMirroringAreCounted() throws {
    var document = ODTTestDocument(
      "<text:p>" + frame(Self.flatPicture, #"draw:style-name="fr""#) + "</text:p>")
    document.automaticStyles = #"""
      <style:style style:name="fr" style:family="graphic"><style:graphic-properties \#
      fo:clip="rect(0cm, 1cm, 0cm, 0cm)" style:mirror="horizontal"/></style:style>
      """#
    expectEqual(Set(try document.losses), ["1 image (cropped pictures)", "1 image (mirrored pictures)"])
  }

  // MARK: Text boxes and shapes

  @Test
  func textBoxPrecedesItsParagraphAndIsCounted() throws {
    let document = ODTTestDocument(
      "<text:p>a " + frame("<draw:text-box><text:p>b</text:p></draw:text-box>") + "c</text:p><text:p>"
        + frame("<draw:text-box><text:p/></draw:text-box>") + "</text:p>")
    try expectEqual(document.blocks, [.text("b"), .text("a c")])
    #expect(try document.losses.contains("layout in 1 place (text boxes)"))
  }

  @Test
  func textOfShapesIsKeptAndTheShapeIsCounted() throws {
    let document = ODTTestDocument(
      "<text:p><draw:g><draw:custom-shape><text:p>b</text:p><draw:enhanced-geometry/></draw:custom-shape>"
        + "<draw:line><text:p/></draw:line></draw:g>a</text:p>")
    try expectEqual(document.blocks, [.text("b"), .text("a")])
    expectEqual(Set(try document.losses), ["2 images (drawings)", "layout in 1 place (text boxes)"])
  }

  // MARK: Objects

  @Test
  func formulasAreTheirSourceText() throws {
    let math = """
      <math:math><math:semantics><math:mi>E</math:mi><math:annotation math:encoding="StarMath 5.0">E = m \
      c^2</math:annotation></math:semantics></math:math>
      """
    let flat = ODTTestDocument(
      "<text:p>" + frame("<draw:object>\(math)</draw:object>" + Self.flatPicture) + "</text:p>")
    try expectEqual(flat.blocks, [.text("E = m c^2")])
    try expectEqual(flat.losses, ["formatting in 1 place (formulas, kept as source text)"])
    let packed = ODTTestDocument(
      "<text:p>"
        + frame(
          #"<draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/>"#)
        + "</text:p>")
    var files = packed.files()
    files[4].text = ODTTestDocument.manifest([
      ("Object 1/", "application/vnd.oasis.opendocument.formula")
    ])
    files.append(
      (
        "Object 1/content.xml",
        #"<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>a</mi><mo>=</mo><mi>b</mi></math>"#
      ))
    let reading = try RichText.readODT(ODTTestDocument.archive(files))
    expectEqual(reading.value.blocks, [.text("a=b")])
    expectEqual(
      reading.losses.map(\.description), ["formatting in 1 place (formulas, kept as plain characters)"])
  }

  @Test(arguments: [
    ("application/vnd.oasis.opendocument.chart", "1 image (charts)"),
    ("application/vnd.oasis.opendocument.spreadsheet", "1 image (embedded files)"),
  ])
  func replacementPicturesOfObjectsAreKept(mediaType: String, loss: String) throws {
    let document = ODTTestDocument(
      "<text:p>"
        + frame(#"<draw:object xlink:href="./Object 1"/><draw:image xlink:href="./R/Object 1"/>"#)
        + "</text:p>")
    var files = document.files()
    files[4].text = ODTTestDocument.manifest([("Object 1/", mediaType)])
    let reading = try RichText.readODT(ODTTestDocument.archive(files, [("R/Object 1", Array(Self.png))]))
    expectEqual(reading.value.blocks, [.content(picture())])
    expectEqual(reading.losses.map(\.description), [loss])
  }
}
