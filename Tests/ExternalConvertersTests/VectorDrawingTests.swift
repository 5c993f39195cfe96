import Foundation
import ProfferConversions
import TestSupport;
import Testing

@testable import VectorFormats

/// The text, the size and the losses of SVG drawings.
@Suite struct VectorDrawingTests {
  private static func drawing(_ content: String, attributes: String = "") throws -> VectorDrawing {
    try VectorDrawing(
      Data(
        """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \(attributes)>\(content)</svg>
        """.utf8))
  }

  private static func shown(_ losses: [Loss]) -> [String] {
    losses.map { "\($0.count) \($0.kind)" + ($0.detail.map { " (\($0))" } ?? "") }
  }

  // MARK: Text

  @Test(arguments: [
    ("<text>one</text><g><text> two\n words </text></g>", ["one", "two words"]),
    ("<text y=\"1\">one<tspan> more</tspan></text>", ["one more"]),
    (
      "<text y=\"1\">one<tspan x=\"0\" dy=\"1.2em\">two</tspan><tspan x=\"0\" y=\"9\">three</tspan></text>",
      ["one", "two", "three"]
    ),
    // Indexes, letters that are moved one by one, and columns.
    ("<text>H<tspan dy=\"2\">2</tspan><tspan dy=\"-2\">O</tspan></text>", ["H2O"]),
    ("<text y=\"5\"><tspan x=\"0\" y=\"5\">W</tspan><tspan x=\"7\" y=\"5\">ord</tspan></text>", ["Word"]),
    ("<text><tspan x=\"0\">a</tspan><tspan x=\"9\">b</tspan></text>", ["a b"]),
    (
      "<text><a href=\"#x\">in a link</a> and <textPath href=\"#p\">on a path</textPath></text>",
      ["in a link and on a path"]
    ),
    ("<text>a<title>tip</title>b</text>", ["ab"]),
    ("<text/><text> </text>", []),
    (
      "<foreignObject><div xmlns=\"http://www.w3.org/1999/xhtml\">one<br/>two<p>three <b>bold</b></p></div></foreignObject>",
      ["one", "two", "three bold"]
    ),
    ("<defs><text>unused</text></defs><text>used</text>", ["used"]),
    ("<style>text { fill: red }</style><text>a &amp; b<![CDATA[<c>]]></text>", ["a & b<c>"]),
  ])
  func theTextOfADrawingIsLines(content: String, lines: [String]) throws {
    try expectEqual(Self.drawing(content).lines, lines)
  }

  // MARK: Losses

  @Test func lossesOfAPictureAreCounted() throws {
    let drawing = try Self.drawing(
      """
      <script>a()</script><defs><script href="x.js"/></defs><rect onclick="b()" onload="c()"/>
      <a href="https://a.b/"><circle r="1"/></a><a xlink:href="https://a.b/"/><a/>
      <animate/><animateTransform/><set/><animateMotion/><circle><animateColor/></circle><symbol><animate/></symbol>
      <style>@keyframes a { } @-webkit-keyframes b { }</style>
      """)
    expectEqual(Self.shown(drawing.pictureLosses), ["2 links", "4 scripts", "8 formatting (animations)"])
  }

  @Test func contentOfOtherFilesIsCounted() throws {
    let drawing = try Self.drawing(
      """
      <image href="a.png"/><image xlink:href="file:///etc/a.png"/><image href="http://a.b/c.png"/>
      <image href=" data:image/png;base64,AA=="/><image href="DATA:image/png,"/><image/><image href=""/>
      <use href="#a"/><use href="other.svg#a"/><filter><feImage href="b.png"/><feImage href="#c"/></filter>
      <pattern><image href="d.png"/></pattern>
      <style>@import url("a.css"); @import 'b.css'; a { fill: url(#p); src: url(data:font/woff,); b: url( 'c.woff') }</style>
      """)
    #expect(drawing.externalPictureCount == 6 && drawing.externalStyleCount == 3)
    let named = try VectorDrawing(
      Data("<?xml-stylesheet href=\"a.css\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8))
    expectEqual(
      Self.shown(named.pictureLosses), ["1 formatting (style sheets and fonts stored outside the drawing)"])
  }

  @Test func theTextOfADrawingLosesItsShapesAndPositions() throws {
    let drawing = try Self.drawing(
      "<title>t</title><rect/><path/><use href=\"#a\"/><defs><rect/></defs><text>a</text><text>b</text>")
    expectEqual(
      Self.shown(drawing.textLosses),
      [
        "3 images (shapes and pictures of the drawing)", "2 layout (positions of texts)", "1 metadata",
      ])
  }

  // MARK: Size

  @Test(arguments: [
    ("width=\"100\" height=\"50\"", 100, 50), ("width=\"2in\" height=\"25.4mm\"", 192, 96),
    ("width=\"72pt\" height=\"1pc\"", 96, 16), ("width=\"2.54cm\" height=\"101.6q\"", 96, 96),
    ("viewBox=\"0 0 120 60\"", 120, 60), ("width=\"50%\" height=\"50%\" viewBox=\"0,0,120,60\"", 120, 60),
    ("width=\"60\" viewBox=\"0 0 120 60\"", 60, 30), ("height=\"60\" viewBox=\"0 0 120 60\"", 120, 60),
    ("width=\"1e2px\" height=\" 5e1 \"", 100, 50),
  ])
  func theSizeIsInPixelsAt96DotsPerInch(attributes: String, width: Double, height: Double) throws {
    let size = try require(Self.drawing("", attributes: attributes).size)
    #expect(abs(size.width - width) < 1e-9 && abs(size.height - height) < 1e-9)
  }

  @Test(arguments: [
    "", "width=\"100\"", "width=\"100%\" height=\"100%\"", "width=\"nan\" height=\"inf\"",
    "width=\"-1\" height=\"1\"",
    "viewBox=\"0 0 0 0\"", "viewBox=\"0 0 1e999 1\"", "viewBox=\"a\"", "width=\"1furlong\" height=\"1\"",
    "width=\"\" height=\"\"",
  ])
  func aSizeThatIsNotAbsoluteIsUnknown(attributes: String) throws {
    try expectNil(Self.drawing("", attributes: attributes).size)
  }

  // MARK: Malformed documents

  @Test(arguments: [
    ("", "contains no element"), ("<html/>", "its root element is not svg"),
    ("<svg/>", "its root element is not svg"),
    ("words", "line 1"), ("<svg xmlns=\"http://www.w3.org/2000/svg\"><g>", "line 1"),
    (
      "<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><svg xmlns=\"http://www.w3.org/2000/svg\">&x;</svg>",
      "the entity 'x'"
    ),
    ("<svg xmlns=\"http://www.w3.org/2000/svg\" a=\"1\" a=\"2\"/>", "line 1"),
  ])
  func aDocumentThatIsNotADrawingIsNamed(text: String, message: String) throws {
    let error = try requireThrows(CoderError.self) { _ = try VectorDrawing(Data(text.utf8)) }
    expect(error.code == .wrongFormat && error.message.contains(message), "\(error.message)")
  }

  @Test func nestingIsLimited() throws {
    let text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\">" + String(repeating: "<g>", count: 9)
      + String(repeating: "</g>", count: 9) + "</svg>"
    #expect(throws: Never.self) { _ = try VectorDrawing(Data(text.utf8), depthLimit: 10) }
    expectThrows(CoderError.self) { _ = try VectorDrawing(Data(text.utf8), depthLimit: 9) }
  }

  @Test func aCompressedDrawingIsAnErrorThatSaysSo() throws {
    let data = Data([0x1F, 0x8B, 0x08, 0x00])
    for error in [
      try requireThrows(CoderError.self) { _ = try VectorDrawing(data) },
      try requireThrows(CoderError.self) { _ = try VectorDrawing.inspection(of: data, depthLimit: 9) },
    ] {
      expect(error.message.contains("compressed with gzip; decompress it first"), error.message)
    }
  }

  @Test func aDrawingThatOnlyAProgramCanReadIsNotedAsNotCounted() throws {
    let data = Data(
      "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg xmlns=\"http://www.w3.org/2000/svg\">&a;</svg>".utf8)
    let inspection = try VectorDrawing.inspection(of: data, depthLimit: 9)
    #expect(inspection.losses.isEmpty && inspection.size == nil)
    expectEqual(
      inspection.warnings.first?.hasPrefix(
        "The links, scripts and animations of the drawing are not counted: "),
      true)
  }

  @Test func aDrawingThatIsCutIsAnErrorAtEveryLength() throws {
    let text = "<svg xmlns=\"http://www.w3.org/2000/svg\"><text x=\"1\">a</text><style>b</style></svg>"
    let bytes = Data(text.utf8)
    for count in 0..<bytes.count {
      expectThrows(CoderError.self) { _ = try VectorDrawing(bytes.prefix(count)) }
    }
  }
}
