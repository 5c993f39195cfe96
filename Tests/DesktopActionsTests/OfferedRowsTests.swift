import ByteTools
import Foundation
import ItemProviders
import ProfferActions
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import TransferWindows
import UniformTypes

@testable import DesktopActions
@testable import DesktopTransfer

/// The rows of windows: what they show, and what they offer.
@Suite(.waits) struct OfferedRowsTests: ActionSuite {
  let folder: TemporaryFolder
  private let route = MemoryRoute()

  init() throws { folder = try TemporaryFolder() }

  private func items(_ names: String...) throws -> CopiedItems {
    try CopiedItems(
      try names.map { ActionInput(try path($0)) }, as: [], inputType: nil, asFiles: true, context: context
    ) { _ in }
  }

  private func rows(zone: DropZone? = nil) throws -> OfferedRows {
    OfferedRows(
      "a window", zone: zone, on: DesktopContext(of: route), through: nil, types: try context.types.registry)
  }

  private func write() throws {
    try folder.write(Array("# Title\n".utf8), to: "a.md")
    try folder.write(Array("text".utf8), to: "b.txt")
    let photo = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../fixtures/photo.png")
    try folder.write([UInt8](Data(contentsOf: photo)), to: "c.png")
  }

  /// The names of the files that an offer has.
  private func files(_ offer: TransferOffer?) async throws -> [String] {
    let offer = try require(offer)
    let form = try require(offer.draggedForms(on: .x11).first { $0.name == "text/uri-list" })
    let list: Data = try await withCheckedThrowingContinuation { continuation in
      form.content.request { continuation.resume(with: $0) }
    }
    return String(decoding: list, as: UTF8.self).split(whereSeparator: \.isNewline).map {
      String($0.split(separator: "/").last ?? "")
    }
  }

  // MARK: Rows

  @Test func aRowHasTheNameTheSizeAndTheTypesInWords() throws {
    try write()
    try FileManager.default.createDirectory(atPath: folder.path("d"), withIntermediateDirectories: false)
    let rows = try rows()
    rows.add(try items("a.md", "b.txt", "c.png", "d"))
    let shown = rows.content.rows
    expectEqual(shown.map(\.name), ["a.md", "b.txt", "c.png", "d"])
    expectEqual(shown[0].detail, "8 bytes · Markdown, HTML, RTF, text")
    expectEqual(shown[1].detail, "4 bytes · text")
    #expect(shown[2].detail.hasSuffix(" · PNG picture"))
    #expect(shown[3].detail.hasPrefix("folder"))
    expectEqual(shown.map(\.icon), [.richText, .text, .picture, .folder])
    expectEqual(rows.content.footer, "4 items – drag all of them from here")
  }

  @Test func aRowNamesAFewTypesAndCountsTheOthers() throws {
    let types = try context.types.registry
    let all = ["public.html", "public.rtf", "public.png", "public.jpeg", "public.json", "public.xml"]
    #expect(WindowRow.names(of: all, in: types).hasSuffix(", 2 more"))
    #expect(!WindowRow.names(of: Array(all.prefix(5)), in: types).contains("more"))
    expectEqual(WindowRow.names(of: ["public.file-url", "public.utf8-plain-text"], in: types), "text")
  }

  @Test(.requires(.libpng)) func thePictureOfARowIsShownWhenItIsMade() async throws {
    try write()
    let rows = try rows()
    let updates = Locked(0)
    rows.connect { updates.withLock { $0 += 1 } }
    rows.add(try items("b.txt", "c.png"))
    try await expect(HangLimit.waits { rows.content.rows[1].picture != nil })
    let picture = try require(rows.content.rows[1].picture)
    #expect(max(picture.width, picture.height) <= 132 && Set(picture.pixels).count > 10)
    expectNil(rows.content.rows[0].picture)
    try await expect(HangLimit.waits { updates.withLock { $0 } > 1 })
  }

  // MARK: Offers

  @Test func rowsAreOfferedOneByOneAndTogether() async throws {
    try write()
    let rows = try rows()
    rows.add(try items("a.md", "b.txt", "c.png"))
    try await expectEqual(files(rows.offer(ofRows: [1])), ["b.txt"])
    try await expectEqual(files(rows.offer(ofRows: [2, 0])), ["a.md", "c.png"])
    try await expectEqual(files(rows.offer(ofRows: [0, 1, 2])), ["a.md", "b.txt", "c.png"])
  }

  @Test func theBundleOfSomeRowsHasOnlyTheirItems() throws {
    try write()
    let all = try items("a.md", "b.txt", "c.png")
    for places in [[1], [0, 2], [0, 1, 2]] {
      let provider = all.selection(of: places).providers[0]
      let done = DispatchSemaphore(value: 0)
      let loaded = Locked<Data?>(nil)
      _ = provider.loadDataRepresentation(forTypeIdentifier: UTType.dragBundle.identifier) { data, _ in
        loaded.withLock { $0 = data }
        done.signal()
      }
      done.wait()
      try folder.write([UInt8](try require(loaded.withLock { $0 })), to: "copy.dragbundle")
      try expectEqual(ProviderBundle(opening: path("copy.dragbundle")).items.count, places.count)
    }
  }

  @Test func rowsThatArrivedLaterAreOfferedWithEarlierOnes() async throws {
    try write()
    let rows = try rows(zone: DropZone("Drop here"))
    rows.add(try items("a.md"))
    rows.add(try items("b.txt", "c.png"))
    try await expectEqual(files(rows.offer(ofRows: [0, 1, 2])), ["a.md", "b.txt", "c.png"])
    try await expectEqual(files(rows.offer(ofRows: [2])), ["c.png"])
  }

  // MARK: Actions of the user

  @Test func copiedRowsArePastedUntilAnotherProgramCopies() async throws {
    try write()
    let rows = try rows()
    rows.add(try items("a.md", "b.txt"))
    expect(!rows.clipboard.wasUsed)
    rows.copy(rows: [1])
    expectEqual(rows.content.footer, "Copied 1 item")
    try await expect(HangLimit.waits { route.values["text/plain;charset=utf-8"] != nil })
    expect(route.values.values.contains(Data("text".utf8)), route.values.values)
    expect(rows.clipboard.wasUsed)
    rows.clipboard.waitUntilReplaced()
    expect(!rows.clipboard.isServing)
  }

  /// A drag that ends in the given ways, one after the other.
  private final class ScriptedDrag: DragSource {
    let names = ["text/plain"]
    let ending: OwnershipEnding
    private var ends: [DragOutcome.End]

    init(_ ends: [DragOutcome.End]) throws {
      self.ends = ends
      ending = try OwnershipEnding()
    }

    func update() {}
    func run() -> DragOutcome { DragOutcome(end: ends.removeFirst(), types: []) }
  }

  private func window(_ ends: [DragOutcome.End], _ rows: OfferedRows) throws -> DragWindow {
    DragWindow(
      try ScriptedDrag(ends), on: .x11, files: CopiedFiles(in: try context.folders.temporary), portal: nil,
      clipboard: rows.clipboard, appearance: nil, types: try context.types.registry, note: { _ in })
  }

  @Test func aCancelledDragEndedTheCopyOfRows() throws {
    try write()
    let rows = try rows()
    rows.add(try items("a.md"))
    for allowsSeveral in [false, true] {
      expectThrows(ActionError.self) {
        try window([.cancelled, .closed], rows).serve(allowingSeveral: allowsSeveral) { _ in }
      }
    }
    rows.copy(rows: [0])
    for allowsSeveral in [false, true] {
      try expectEqual(
        window([.cancelled, .closed], rows).serve(allowingSeveral: allowsSeveral) { _ in }, 0)
    }
  }

  @Test(arguments: [
    ([DragOutcome.End.dropped], false, 1), ([.dropped, .cancelled, .dropped, .closed], true, 2),
  ])
  func dropsAreCountedUntilTheWindowIsClosed(ends: [DragOutcome.End], allowsSeveral: Bool, count: Int) throws
  {
    let reports = Locked(0)
    let drops = try window(ends, rows()).serve(allowingSeveral: allowsSeveral) { _ in
      reports.withLock { $0 += 1 }
    }
    #expect(drops == count && reports.withLock { $0 } == count)
  }

  @Test func removedRowsAreNotOfferedAndTheirFilesStay() throws {
    try write()
    let rows = try rows()
    rows.add(try items("a.md", "b.txt"))
    rows.remove(rows: [0])
    expectEqual(rows.content.rows.map(\.identifier), [1])
    expectEqual(rows.content.footer, "1 item")
    rows.remove(rows: [1])
    expectEqual(rows.content.footer, "No items")
    #expect(FileManager.default.fileExists(atPath: folder.path("a.md")))
  }

  @Test func theColorsChangeWithTheSettingsAndTheWindowIsUpdated() throws {
    let rows = try rows()
    let updates = Locked(0)
    rows.connect { updates.withLock { $0 += 1 } }
    let light = rows.theme
    rows.changeColors(WindowTheme.Preference(isDark: true))
    // The first update is that of the connection.
    #expect(rows.theme != light && updates.withLock { $0 } == 2)
  }
}
