import TestSupport
import Testing

@testable import TransferWindows

@Suite struct WindowPainterTests {
  /// Rows with names in several scripts, with and without pictures.
  private static let rows = ["notes.md", "رحلة إلى روما.html", "旅行计划.xlsx", "🏔️ Berge & 👩‍👩‍👧.png"]
    .enumerated().map { place, name in
      WindowRow(
        identifier: place, name: name, detail: "710 bytes · Markdown, HTML, RTF, plain text",
        picture: place == 3
          ? Picture(width: 2, height: 1, pixels: [0xFFFF_0000, 0xFF00_00FF]) : nil, icon: .richText)
    }

  private static let contents = [
    WindowContent(title: "one", rows: Array(rows.prefix(1)), footer: "1 item"),
    WindowContent(title: "several", rows: rows, footer: "4 items"),
    WindowContent(
      title: "drop", zone: DropZone("Drop here", state: .receiving("film.mp4", 0.4)), rows: rows),
    WindowContent(title: "empty", zone: DropZone("Drop here", state: .failed("the disk is full"))),
  ]

  @Test(arguments: [false, true], [1, 1.5, 2])
  func aPictureHasTheSizeOfTheWindowAndNoTransparency(usesLibraries: Bool, scale: Double) {
    let painter = WindowPainter(WindowTheme(), usesLibraries: usesLibraries)
    for content in Self.contents {
      let size = WindowLayout.preferredSize(for: content)
      let picture = painter.picture(
        of: content, WindowInteraction(), in: WindowLayout(of: content, size: size), scale: scale)
      expectEqual(picture.width, Int((size.width * scale).rounded(.up)))
      expectEqual(picture.height, Int((size.height * scale).rounded(.up)))
      expect(picture.pixels.allSatisfy { $0 >> 24 == 0xFF }, picture.pixels)
      expectGreater(Set(picture.pixels).count, 2, "text and shapes are drawn")
    }
  }

  @Test(arguments: [false, true]) func aSelectedRowAndAnAcceptedDropLookDifferent(usesLibraries: Bool) {
    let painter = WindowPainter(WindowTheme(), usesLibraries: usesLibraries)
    var content = Self.contents[2]
    let layout = WindowLayout(of: content, size: WindowLayout.preferredSize(for: content))
    var interaction = WindowInteraction()
    let before = painter.picture(of: content, interaction, in: layout, scale: 1)
    _ = interaction.handle(.key(.down, []), in: layout)
    let selected = painter.picture(of: content, interaction, in: layout, scale: 1)
    expectNotEqual(selected, before)
    content.zone?.state = .accepting("HTML")
    expectNotEqual(painter.picture(of: content, interaction, in: layout, scale: 1), selected)
  }

  @Test(arguments: [false, true]) func theDragPictureIsTranslucentOnlyWhereTheDisplayCanShowIt(
    usesLibraries: Bool
  ) {
    let painter = WindowPainter(WindowTheme(), usesLibraries: usesLibraries)
    for count in [1, 2, 4] {
      let rows = Array(Self.rows.prefix(count))
      let translucent = painter.dragPicture(of: rows, scale: 1, isTranslucent: true)
      expect(translucent.pixels.contains { $0 >> 24 != 0xFF }, translucent.pixels)
      let opaque = painter.dragPicture(of: rows, scale: 1, isTranslucent: false)
      expect(opaque.pixels.allSatisfy { $0 >> 24 == 0xFF }, opaque.pixels)
    }
  }

  @Test func longTextIsShortenedInTheMiddle() {
    expectEqual(PlainCanvas.shortened("a long name.txt", to: 11, inMiddle: true), "a lo....txt")
    expectEqual(PlainCanvas.shortened("a long name.txt", to: 11, inMiddle: false), "a long n...")
    expectEqual(PlainCanvas.shortened("short", to: 11, inMiddle: true), "short")
    expectEqual(PlainCanvas.shortened("short", to: 2, inMiddle: true), "sh")
  }

  @Test func everyIconIsInsideItsField() {
    for icon in WindowIcon.allCases {
      let segments = IconSegment.segments(of: icon.path)
      expect(!segments.isEmpty)
      for segment in segments {
        switch segment {
        case .move(let x, let y), .line(let x, let y):
          expect((0...24).contains(x) && (0...24).contains(y), "\(icon)")
        case .curve(_, _, _, _, let x, let y):
          expect((0...24).contains(x) && (0...24).contains(y), "\(icon)")
        case .close: break
        }
      }
    }
  }

  @Test func aThousandRowsAreDrawnAsFastAsTheRowsThatAreVisible() {
    let content = WindowContent(
      title: "many", rows: (0..<1_000).map { WindowRow(identifier: $0, name: "file \($0)", detail: "") })
    let layout = WindowLayout(of: content, size: WindowLayout.preferredSize(for: content))
    expectEqual(layout.visibleRows(scroll: 0), 0..<7)
    expectEqual(layout.visibleRows(scroll: 32), 0..<8)
    expectEqual(layout.visibleRows(scroll: layout.longestScroll), 993..<1_000)
  }

  @Test func everyLetterHasAShapeOfItsOwn() {
    let letters = (0x20...0x7E).map { String(UnicodeScalar(UInt8($0))) }
    let shapes = SmallFont.standard.rows(of: letters.joined())
    #expect(shapes.count == 95 && Set(shapes).count == 95)
    #expect(shapes[0].allSatisfy { $0 == 0 } && shapes[1...].allSatisfy { $0.contains { $0 != 0 } })
    // Combining marks are omitted, and a character without a glyph is a box.
    let font = SmallFont.standard
    expectEqual(
      font.rows(of: "Grüße é"), font.rows(of: "Gru") + font.rows(of: "\u{4E00}") + font.rows(of: "e e"))
    expectEqual(font.rows(of: "L"), [[16, 16, 16, 16, 16, 16, 31, 0, 0]])
  }

  @Test func aWindowGrowsAndShrinksByItsTitleBar() {
    var window = TransferWindow(Self.contents[0], WindowPainter(WindowTheme(), usesLibraries: false))
    #expect(window.size == (420, 108))
    window.showTitleBar(true)
    #expect(window.size == (420, 148) && window.layout.closeButton.width > 0)
    window.show(Self.contents[1], WindowTheme())
    window.grow()
    #expect(window.size == (420, 40 + 4 * 64 + 44))
    window.show(Self.contents[0], WindowTheme())
    window.grow()
    expectEqual(window.size.height, 340)
    window.showTitleBar(false)
    #expect(window.size == (420, 300) && window.layout.closeButton.width == 0)
  }

  @Test func aPictureHasTheRoundedSizeOfItsScale() {
    var window = TransferWindow(
      Self.contents[0], WindowPainter(WindowTheme(), usesLibraries: false), scale: 1.25)
    window.resize(to: (421, 102))
    let picture = window.picture()
    // 526.25 and 127.5 pixels.
    #expect(picture.width == 526 && picture.height == 128)
  }
}
