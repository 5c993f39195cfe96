import ByteTools
import DescribedErrors
import DesktopActions
import Foundation
import ProfferActions
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import DesktopTransfer

/// Copying and pasting in process, on a route in memory.
@Suite struct ClipboardActionTests {
  private let folder: TemporaryFolder
  private let route = MemoryRoute()

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) throws -> FilePath { try #require(FilePath(folder.path(name))) }

  private var context: ActionContext {
    get throws {
      ActionContext(
        types: .standard, folders: ActionFolders(temporary: try #require(FilePath(folder.path))))
    }
  }

  /// Routes of which only that in memory is there.
  private func desktop(_ wrap: @escaping @Sendable (any TransferRoute) -> any TransferRoute = { $0 })
    -> DesktopContext
  {
    var desktop = DesktopContext(session: DesktopSession())
    desktop.openRoute = { [route] kind in
      guard kind == route.kind else { throw TransferError(.noDisplay, "only memory is there") }
      return wrap(route)
    }
    return desktop
  }

  @Test func aFileIsCopiedToARecordedRouteInAllItsTypes() throws {
    try folder.write(Array("# Title\n".utf8), to: "a.md")
    let calls = Locked<[String]>([])
    let recorder = TransferRecorder { event in calls.withLock { $0.append("\(event.call) \(event.detail)") } }
    let offer = ClipboardOffer(
      of: [try path("a.md")], on: desktop { RecordedRoute($0, by: recorder) })
    let ownership = try offer.run(in: context)
    #expect(ownership.route == .terminal)
    #expect(
      ownership.names.contains { $0.text == "text/html" && $0.typeIdentifier == UTType.html.identifier })
    #expect(route.values.isEmpty)
    #expect(try ownership.serve() == .handedOver)
    #expect(route.values["text/markdown"] == Data("# Title\n".utf8))
    #expect(route.values["text/html"].map { String(decoding: $0, as: UTF8.self) }?.contains("<h1") == true)
    let kept = calls.withLock { $0 }
    #expect(kept.first?.hasPrefix("itemsForBeginning text/markdown") == true, "\(kept)")
    #expect(kept.contains("<loaded> public.html") && kept.last == "sessionDidEnd handedOver", "\(kept)")
    #expect(throws: ActionError.self) { try ownership.serve() }
  }

  @Test func whatIsCopiedIsPastedAsAFile() throws {
    try folder.write(Array("# Title\n".utf8), to: "a.md")
    try ClipboardOffer(of: [try path("a.md")], on: desktop()).run(in: context).serve()
    let paste = ClipboardPaste(ContentReceipt(into: .path(try path("b.html"))), on: desktop())
    guard case .document(let document) = try paste.run(in: context) else {
      Issue.record("one type is not a document")
      return
    }
    #expect(document.typeIdentifier == UTType.html.identifier && document.report == nil)
    #expect(try String(contentsOfFile: folder.path("b.html"), encoding: .utf8).contains("<h1"))
  }

  @Test func routesAreTriedInTheOrderOfTheirList() throws {
    let tried = Locked<[TransferRouteKind]>([])
    var nothing = DesktopContext(session: DesktopSession())
    nothing.openRoute = { kind in
      tried.withLock { $0.append(kind) }
      throw TransferError(.noDisplay, "not there")
    }
    let error = #expect(throws: ActionError.self) { try ClipboardListing(on: nothing).run(in: context) }
    #expect(tried.withLock { $0 } == [.wayland, .x11, .terminal])
    #expect(tried.withLock { $0 } == DesktopRoute.all.map(\.kind))
    #expect(
      error?.reason
        == "no desktop can be reached: Wayland: not there; X11: not there; the terminal: not there")
  }

  @Test func anEmptyClipboardIsTheAnswerNo() throws {
    let error = #expect(throws: ActionError.self) { try ClipboardListing(on: desktop()).run(in: context) }
    #expect(error?.code == .empty && error?.kind == .negative)
  }

  @Test func anOfferedPasswordIsNotKept() throws {
    let route = MemoryRoute(holding: [
      MemoryRoute.Value(name: "text/plain;charset=utf-8", data: Data("secret".utf8)),
      MemoryRoute.Value(name: "x-kde-passwordManagerHint", data: Data("secret".utf8)),
    ])
    var desktop = DesktopContext(session: DesktopSession())
    desktop.openRoute = { _ in route }
    var receipt = ContentReceipt(into: .folder(try path("inbox")))
    let error = #expect(throws: ActionError.self) {
      try ClipboardPaste(receipt, on: desktop).run(in: context)
    }
    #expect(error?.code == .sensitive && !FileManager.default.fileExists(atPath: folder.path("inbox")))
    receipt.takesSensitive = true
    for name in ["pasted.txt", "pasted 2.txt"] {
      _ = try ClipboardPaste(receipt, on: desktop).run(in: context)
      #expect(try String(contentsOfFile: folder.path("inbox/\(name)"), encoding: .utf8) == "secret")
    }
  }
}
