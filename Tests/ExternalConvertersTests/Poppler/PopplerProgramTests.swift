import Foundation
import TestSupport;
import Testing

@testable import ExternalConverters
@testable import ProfferConversions

/// The markup, the numbers and the messages of Poppler's programs.
@Suite struct PopplerProgramTests {
  // MARK: Markup

  @Test func partsOfMarkupAreReadOneByOne() {
    var markup = PopplerMarkup(Array("<?xml v?><!DOCTYPE a><a b=\"1 &amp; 2\" c=\"3\">x&lt;<br/>y</a>".utf8))
    expectEqual(markup.next(), .begin("a"))
    #expect(markup.attribute("b") == "1 & 2" && markup.number("c") == 3 && markup.attribute("d") == nil)
    expectEqual(markup.next(), .text("x<"))
    expectEqual(markup.next(), .begin("br"))
    expectEqual(markup.next(), .text("y"))
    expectEqual(markup.next(), .end("a"))
    #expect(markup.next() == nil && markup.next() == nil)
  }

  @Test(arguments: [
    ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("&#65;&#x42;&#x1F600;", "AB😀"), ("a & b", "a & b"),
    ("&unknown;", "&unknown;"), ("&#xD800;&#0;", "&#xD800;&#0;"), ("&#99999999999;", "&#99999999999;"),
    ("&averylongnamewithoutend", "&averylongnamewithoutend"), ("a\u{1}\u{8}b\tc", "ab\tc"), ("&", "&"),
    ("&;", "&;"),
  ])
  func referencesAreExpandedAndControlCharactersDropped(text: String, expanded: String) {
    var markup = PopplerMarkup(Array("<a>\(text)".utf8))
    _ = markup.next()
    expectEqual(markup.next(), .text(expanded))
  }

  @Test func bytesThatAreNotUTF8AreReplaced() {
    var markup = PopplerMarkup([0x61, 0xFF, 0x62])
    expectEqual(markup.next(), .text("a\u{FFFD}b"))
  }

  @Test(arguments: ["nan", "inf", "1e999", "", "x"])
  func numbersAreFinite(text: String) {
    var markup = PopplerMarkup(Array("<a b=\"\(text)\">".utf8))
    _ = markup.next()
    expectNil(markup.number("b"))
  }

  // MARK: Numbers

  private static func information(_ lines: String...) -> PageInformation? {
    PageInformation(lines.joined(separator: "\n"))
  }

  @Test(arguments: [
    "", "Pages:", "Pages: x", "Pages: 0", "Pages: -1", "Title: Pages", "Pages: 99999999999999999999",
  ])
  func withoutANumberOfPagesNothingIsKnown(text: String) {
    expectNil(PageInformation(text))
  }

  @Test(arguments: [
    ("Page size: 600 x 800 pts", 300, 300, 225, 300),
    ("Page    1 size: 600 x 800 pts (A4)", 60, 8_000, 60, 80),
    ("Page size: 600 x 800 pts\nPage rot: 90", 300, 300, 300, 225),
    ("Page size: 600 x 800 pts\nPage    1 rot:  180", 300, 300, 225, 300),
    // Without a size of the page, and with sizes that are not numbers, the request is as it was.
    ("Producer: x", 300, 300, 300, 300), ("Page size: 0 x 800 pts", 300, 300, 300, 300),
    ("Page size: nan x inf pts", 300, 300, 300, 300), ("Page size: 1e300 x 1e-300 pts", 300, 200, 300, 1),
  ])
  func theSizeOfAPictureHasTheAspectRatioOfThePage(
    lines: String, width: Int, height: Int, fittedWidth: Int, fittedHeight: Int
  ) throws {
    let information = try require(Self.information("Pages: 2", lines))
    expectEqual(information.pageCount, 2)
    let request = DrawingRequest(pageNumber: 2, size: .init(width: width, height: height))
    expectEqual(
      information.fitting(request),
      DrawingRequest(pageNumber: 2, size: .init(width: fittedWidth, height: fittedHeight)))
    expectEqual(information.fitting(DrawingRequest(pageNumber: 1)), DrawingRequest(pageNumber: 1))
  }

  @Test func aPictureWithTooManyPixelsIsRefused() throws {
    let information = try require(Self.information("Pages: 1", "Page size: 14400 x 14400 pts"))
    let error = try requireThrows(CoderError.self) {
      try information.check(DrawingRequest(), limits: .standard)
    }
    expectEqual(error.code, .tooLarge)
    expectEqual(
      error.message,
      "the picture would be 30000 by 30000 pixels, and the limit is 268435456 pixels; draw it in a smaller size"
    )
    let small = DrawingRequest(size: .init(width: 100, height: 100))
    try information.check(small, limits: .standard)
    expectThrows(CoderError.self) {
      try information.check(small, limits: ReadingLimits(pixelCount: 9_999))
    }
    expectThrows(CoderError.self) {
      try information.check(DrawingRequest(size: .init(width: .max, height: .max)), limits: .standard)
    }
  }

  // MARK: Messages

  @Test(arguments: [
    (": Command Line Error: Incorrect password", "the document is encrypted"),
    (": Permission Error: Copying of text from this document is not allowed.", "does not allow its text"),
    (
      ": Command Line Error: Wrong page range given: the first page (9) can not be after the last page (2).",
      "page 9 does not exist; the last page of the document is page 2"
    ),
  ])
  func messagesOfTheProgramsBecomePlain(message: String, reason: String) {
    expectEqual(PopplerComplaint.reason(of: message)?.contains(reason), true)
  }

  @Test(arguments: [
    "", ": Syntax Error: Couldn't read xref table", "Wrong page range given", "Wrong page range given 1",
  ])
  func otherMessagesAreNotReplaced(message: String) {
    expectNil(PopplerComplaint.reason(of: message))
  }
}
