import ByteTools
import DescribedErrors
import DesktopActions
import Foundation
import ItemProviders
import ProfferActions
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import UniformTypes

@testable import DesktopTransfer

/// Copying and pasting in process, with a route in memory.
@Suite(.waits) struct ClipboardActionTests: ActionSuite {
  let folder: TemporaryFolder
  private let route = MemoryRoute()

  init() throws { folder = try TemporaryFolder() }

  /// A desktop whose only route is in memory.
  private func desktop(_ wrap: (any TransferRoute) -> any TransferRoute = { $0 })
    -> DesktopContext
  {
    DesktopContext(of: wrap(route))
  }

  @Test func aFileIsCopiedToARecordedRouteInAllItsTypes() throws {
    try folder.write(Array("# Title\n".utf8), to: "a.md")
    let calls = Locked<[String]>([])
    let recorder = TransferRecorder { event in calls.withLock { $0.append("\(event.call) \(event.detail)") } }
    let offer = ClipboardOffer(
      of: [try path("a.md")], on: desktop { RecordedRoute($0, by: recorder) })
    let ownership = try offer.run(in: context)
    expectEqual(ownership.route, .terminal)
    expect(
      ownership.names.contains { $0.text == "text/html" && $0.typeIdentifier == UTType.html.identifier },
      ownership.names)
    expectEmpty(route.values)
    try expectEqual(ownership.serve(), .handedOver)
    expectEqual(route.values["text/markdown"], Data("# Title\n".utf8))
    expectEqual(route.values["text/html"].map { String(decoding: $0, as: UTF8.self) }?.contains("<h1"), true)
    let kept = calls.withLock { $0 }
    expectEqual(kept.first?.hasPrefix("itemsForBeginning text/html, text/markdown"), true, "\(kept)")
    expect(kept.contains("<loaded> public.html") && kept.last == "sessionDidEnd handedOver", "\(kept)")
    expectThrows(ActionError.self) { try ownership.serve() }
  }

  @Test func aBundleInAStreamIsOfferedAsABundle() throws {
    try folder.write(Array("# Title\n".utf8), to: "a.md")
    let bundle = try path("b.dragbundle")
    _ = try BundlePacking(of: [try path("a.md")], to: bundle).run(in: context)
    let stream = ActionInput(try OpenFile.readingRegular(bundle), named: "standard input")
    let offer = ClipboardOffer(of: [stream], on: desktop())
    let ownership = try offer.run(in: context)
    expect(ownership.names.contains { $0.text == "text/markdown" }, "\(ownership.names)")
    try expectEqual(ownership.serve(), .handedOver)
    expectEqual(route.values["text/markdown"], Data("# Title\n".utf8))
  }

  @Test func picturesBesideACopiedDocumentAreInItsConversionsAndPrivateFilesAreNot() throws {
    let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../fixtures/photo.png")
    let picture = [UInt8](try Data(contentsOf: fixture))
    try FileManager.default.createDirectory(
      atPath: folder.path("doc"), withIntermediateDirectories: false)
    try folder.write(picture, to: "doc/a.png")
    try folder.write(picture, to: "secret.png")
    try folder.write(Array("![one](a.png) ![two](../secret.png)\n".utf8), to: "doc/n.md")
    try ClipboardOffer(of: [try path("doc/n.md")], on: desktop()).run(in: context).serve()
    let page = String(decoding: try require(route.values["text/html"]), as: UTF8.self)
    expectEqual(page.components(separatedBy: "data:image/png;base64,").count, 2, "\(page)")
    expect(page.contains("../secret.png"), page)
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
    let error = expectThrows(ActionError.self) { try ClipboardListing(on: nothing).run(in: context) }
    expectEqual(tried.withLock { $0 }, [.wayland, .x11, .terminal])
    expectEqual(tried.withLock { $0 }, DesktopRoute.all.map(\.kind))
    expectEqual(
      error?.reason,
      "cannot connect to a desktop: Wayland: not there; X11: not there; the terminal: not there")
  }

  @Test func anEmptyClipboardIsTheAnswerNo() throws {
    let error = expectThrows(ActionError.self) { try ClipboardListing(on: desktop()).run(in: context) }
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
    let error = expectThrows(ActionError.self) {
      try ClipboardPaste(receipt, on: desktop).run(in: context)
    }
    #expect(error?.code == .sensitive && !FileManager.default.fileExists(atPath: folder.path("inbox")))
    receipt.takesSensitive = true
    for name in ["pasted.txt", "pasted 2.txt"] {
      _ = try ClipboardPaste(receipt, on: desktop).run(in: context)
      try expectEqual(String(contentsOfFile: folder.path("inbox/\(name)"), encoding: .utf8), "secret")
    }
  }

  /// No route is opened, because the error is found earlier.
  @Test(arguments: [
    ("none.txt", [], "cannot examine", "none.txt: no such file or folder"),
    ("a.txt", ["png"], "", "a.txt cannot be offered as public.png"),
    ("a.txt", ["nosuchtype"], "", "no declared type has the extension .nosuchtype"),
  ])
  func whatCannotBeOfferedIsNamedBeforeADisplayIsLookedFor(
    name: String, types: [String], start: String, message: String
  ) throws {
    try folder.write(Array("a".utf8), to: "a.txt")
    let wasOpened = Locked(false)
    var desktop = DesktopContext(session: DesktopSession())
    desktop.openRoute = { _ in
      wasOpened.withLock { $0 = true }
      throw TransferError(.noDisplay, "not there")
    }
    var copy = ClipboardOffer(of: [try path(name)], on: desktop)
    copy.types = types.map { TypeReference($0) }
    var drag = DragOffer(of: [try path(name)], on: desktop)
    drag.types = copy.types
    let context = try context
    let errors: [(any Error)?] = [
      expectThrows((any Error).self) { try copy.run(in: context) },
      expectThrows((any Error).self) { try drag.run(in: context) },
    ]
    for error in errors {
      let text = try "\(#require(error))"
      expect(text.hasPrefix(start) && text.contains(message), "\(text)")
    }
    expect(!wasOpened.withLock { $0 })
  }

  @Test func aTypeWithANameThatNoBundleCanHoldIsLeftOut() throws {
    let route = MemoryRoute(holding: [
      MemoryRoute.Value(name: "text/html", data: Data("<b>hi</b>".utf8)),
      MemoryRoute.Value(name: "a/" + String(repeating: "n", count: 5000), data: Data("x".utf8)),
    ])
    let omissions = Locked<[String]>([])
    var desktop = DesktopContext(session: DesktopSession())
    desktop.openRoute = { _ in route }
    desktop.note = { note in
      guard case .typeLeftOut(_, .longName(_, let limit)) = note else { return }
      omissions.withLock { $0.append("\(limit)") }
    }
    var receipt = ContentReceipt(into: .path(try path("a.dragbundle")))
    receipt.takesUnknownTypes = true
    _ = try ClipboardPaste(receipt, on: desktop).run(in: context)
    expectEqual(omissions.withLock { $0 }, ["4096"])
    let bundle = try ProviderBundle(opening: try path("a.dragbundle"))
    expectEqual(bundle.items.flatMap(\.representations).map(\.typeIdentifier), ["public.html"])
  }

  @Test func contentInAFolderGetsTheNextFreeName() throws {
    let route = MemoryRoute(holding: [
      MemoryRoute.Value(name: "text/plain;charset=utf-8", data: Data("hi".utf8))
    ])
    var desktop = DesktopContext(session: DesktopSession())
    desktop.openRoute = { _ in route }
    var receipt = ContentReceipt(into: .folder(try path("inbox")))
    for (name, replaces) in [
      ("pasted.txt", false), ("pasted 2.txt", false), ("pasted 3.txt", false), ("pasted.txt", true),
    ] {
      receipt.replaces = replaces
      guard case .document(let document) = try ClipboardPaste(receipt, on: desktop).run(in: context) else {
        Issue.record("text is not a document")
        return
      }
      expectEqual(document.path, (try path("inbox/\(name)")))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("inbox"))
    expectEqual(names.sorted(), ["pasted 2.txt", "pasted 3.txt", "pasted.txt"])
  }

  /// The files are removed even if the ownership still exists, as in a signal handler.
  @Test func filesOfABundleAreRemovedWhenTheOfferEnds() throws {
    var item = BundleDraft.Item(suggestedName: "notes")
    item.representations = [
      BundleDraft.Representation(
        .bytes(Data("<b>hi</b>".utf8)), typeIdentifier: UTType.html.identifier, kind: .data)
    ]
    let context = try context
    try ProviderBundleWriter(spoolFolder: context.folders.temporary).write(
      BundleDraft(items: [item]), to: path("a.dragbundle"))
    var copy = ClipboardOffer(of: [try path("a.dragbundle")], on: desktop())
    copy.types = [TypeReference(.fileURL)]
    let ownership = try copy.run(in: context)
    try withExtendedLifetime(ownership) {
      try ownership.serve()
      let list = try require(route.values["text/uri-list"])
      let url = try require(
        URL(string: String(decoding: list, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)))
      expectEqual(url.lastPathComponent, "notes.html")
      // The thread that made the file may keep it for a moment.
      expect(HangLimit.blocks { !FileManager.default.fileExists(atPath: url.path) })
    }
  }

  /// Qt offers a page, Markdown and text; Markdown has other line breaks than the text.
  @Test func textIsPreferredToMarkdownOnAStream() throws {
    let route = MemoryRoute(
      holding: [("text/markdown", "a\n\nb\n\n"), ("text/plain;charset=utf-8", "a\nb")].map {
        MemoryRoute.Value(name: $0.0, data: Data($0.1.utf8))
      })
    let bytes = Locked(Data())
    let receipt = ContentReceipt(into: .stream { piece in bytes.withLock { $0.append(contentsOf: piece) } })
    _ = try ClipboardPaste(receipt, on: DesktopContext(of: route)).run(in: context)
    expectEqual(bytes.withLock { $0 }, Data("a\nb".utf8))
  }

  /// Calc prefers RTF to the table of a page, and loses line breaks in cells.
  @Test func aTableIsNotOfferedAsRTF() throws {
    try folder.write(Array("a,b\n1,2\n".utf8), to: "a.csv")
    let names = try ClipboardOffer(of: [try path("a.csv")], on: desktop()).run(in: context).names.map(\.text)
    expect(names.contains("text/html") && !names.contains { $0.contains("rtf") }, "\(names)")
  }

  // MARK: Conversions

  /// Pastes values as a type, and returns the text of the result.
  private func pasted(
    _ values: KeyValuePairs<String, String>, as type: String, strictly isStrict: Bool = false
  ) throws -> String {
    let route = MemoryRoute(
      holding: values.map { MemoryRoute.Value(name: $0.key, data: Data($0.value.utf8)) })
    var receipt = ContentReceipt(into: .path(try path("out")))
    receipt.accepted = [TypeReference(word: Array(type.utf8))]
    receipt.converts = true
    receipt.isStrict = isStrict
    receipt.replaces = true
    _ = try ClipboardPaste(receipt, on: DesktopContext(of: route)).run(in: context)
    return try String(contentsOfFile: folder.path("out"), encoding: .utf8)
  }

  /// Calc offers a table in these types; the text was taken for a document without a table.
  @Test func aTableOfASpreadsheetIsPastedAsCSV() throws {
    let html = "<table><tr><td>a<td>b<tr><td>1<td>2</table>"
    let rtf = #"{\rtf1\trowd\cellx100\cellx200 a\cell b\cell\row 1\cell 2\cell\row}"#
    try expectEqual(
      pasted(["text/rtf": rtf, "text/html": html, "UTF8_STRING": "a\tb\n1\t2"], as: "csv").lines,
      ["a,b", "1,2"])
    try expectEqual(
      pasted(
        ["text/html": html, "application/x-libreoffice-tsvc": "a\tb\n1\t2", "UTF8_STRING": "a b"], as: "csv"
      ).lines, ["a,b", "1,2"])
    // Text without a table is offered first, and the page has one.
    #expect(try pasted(["UTF8_STRING": "no table", "text/html": html], as: "csv").lines == ["a,b", "1,2"])
  }

  @Test func aDamagedTypeDoesNotEndAPaste() throws {
    let markdown = try pasted(["text/rtf": "not RTF", "text/html": "<b>words</b>"], as: "md")
    expectEqual(markdown, "**words**\n")
    let error = expectThrows(ActionError.self) { try pasted(["text/rtf": "not RTF"], as: "md") }
    expectEqual(error?.message.contains("cannot be converted"), true, "\(error?.message ?? "")")
  }

  // MARK: Extensions

  @Test(arguments: [("htm", "pasted.htm"), ("html", "pasted.html"), ("public.html", "pasted.html")])
  func theExtensionThatWasTypedIsKept(type: String, name: String) throws {
    for values in [["text/html": "<b>words</b>"], ["text/markdown": "**words**"]] {
      let route = MemoryRoute(
        holding: values.map { MemoryRoute.Value(name: $0.key, data: Data($0.value.utf8)) })
      var receipt = ContentReceipt(into: .folder(try path("to")))
      receipt.accepted = [TypeReference(type)]
      receipt.converts = true
      _ = try ClipboardPaste(receipt, on: DesktopContext(of: route)).run(in: context)
      let names = try folder.names()
      expect(names.contains("to/\(name)"), "\(values): \(names)")
      try FileManager.default.removeItem(atPath: folder.path("to"))
    }
  }

  @Test(.requires(.libpng), arguments: [("x.pgm", "P5\n"), ("x.ppm", "P6\n")])
  func aPictureHasTheFormatOfItsExtension(name: String, beginning: String) throws {
    try paste("photo.png", as: "image/png", to: name)
    #expect(try folder.read(name).starts(with: beginning.utf8))
  }

  @Test func aDocumentHasTheFormatOfItsExtension() throws {
    try paste("notes.md", as: "text/markdown", to: "x.htm")
    #expect(try folder.read("x.htm").starts(with: "<".utf8))
    try paste("notes.md", as: "text/markdown", to: "x.textbundle")
    #expect(try folder.names().contains("x.textbundle/info.json"))
  }

  /// Pastes a file of `fixtures/` under a name of another format.
  private func paste(_ fixture: String, as type: String, to name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../fixtures/\(fixture)")
    let value = MemoryRoute.Value(name: type, data: try Data(contentsOf: file))
    var receipt = ContentReceipt(into: .path(try path(name)))
    receipt.converts = true
    _ = try ClipboardPaste(receipt, on: DesktopContext(of: MemoryRoute(holding: [value]))).run(in: context)
  }

  // MARK: Streams

  /// The names under which a stream is offered, and the notes about it.
  private func offered(_ name: String, as type: String? = nil) throws -> (names: [String], notes: [String]) {
    let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../fixtures/\(name)")
    let stream = ActionInput(
      try OpenFile.readingRegular(try require(FilePath(fixture.path))), named: "standard input")
    let notes = Locked<[String]>([])
    var context = try context
    context.note = { note in
      if case .typeGuessed(_, let type) = note { notes.withLock { $0.append(type.identifier) } }
    }
    var offer = ClipboardOffer(of: [stream], on: desktop())
    offer.inputType = type.map { TypeReference($0) }
    return (try offer.run(in: context).names.map(\.text), notes.withLock { $0 })
  }

  @Test func textInAStreamIsOfferedByItsContentAndTheGuessIsSaid() throws {
    let page = try offered("notes.html")
    #expect(page.names.contains("text/html") && page.names.contains("text/plain;charset=utf-8"))
    expectEqual(page.notes, ["public.html"])
    try expectEqual(offered("notes.md").notes, ["net.daringfireball.markdown"])
    let plain = try offered("notes.html", as: "public.plain-text")
    #expect(!plain.names.contains("text/html") && plain.notes.isEmpty)
    let text = try offered("notes.txt")
    expect(!text.names.contains("text/html") && text.notes.isEmpty, "\(text)")
  }

  // MARK: Files that were cut

  private func pasteFiles(_ values: [MemoryRoute.Value], _ context: ActionContext) throws -> (
    paths: [FilePath], isEmpty: Bool
  ) {
    let route = MemoryRoute(holding: values)
    let receipt = ContentReceipt(into: .folder(try path("to")))
    let outcome = try ClipboardPaste(receipt, on: DesktopContext(of: route)).run(in: context)
    guard case .files(let paths) = outcome else { return ([], false) }
    return (paths, route.values.isEmpty)
  }

  @Test(arguments: [
    ("x-special/gnome-copied-files", "cut\nURLS", true), ("x-special/mate-copied-files", "cut\nURLS", true),
    ("application/x-kde-cutselection", "1", true), ("x-special/gnome-copied-files", "copy\nURLS", false),
    ("application/x-kde-cutselection", "0", false),
  ])
  func filesThatWereCutAreMovedAndCanBeMovedBack(name: String, value: String, isCut: Bool) throws {
    for file in ["a.txt", "b.md"] { try folder.write(Array(file.utf8), to: file) }
    let urls = try ["a.txt", "b.md"].map { try path($0).fileURLText }.joined(separator: "\n")
    var context = try context
    context.folders.state = try path("state")
    let (paths, isEmpty) = try pasteFiles(
      [
        MemoryRoute.Value(name: "text/uri-list", data: Data(urls.utf8)),
        MemoryRoute.Value(name: name, data: Data(value.replacing("URLS", with: urls).utf8)),
      ], context)
    expectEqual(paths.map { $0.lastComponent?.string }, ["a.txt", "b.md"])
    expectEqual(isEmpty, isCut)
    try expectEqual(folder.names().contains("a.txt"), !isCut)
    guard isCut else { return }
    _ = try DropUndo().run(in: context)
    try expectEqual(folder.read("a.txt"), Array("a.txt".utf8))
    #expect(try !folder.names().contains("to/a.txt"))
  }

  @Test func aFileThatCannotBeMovedStaysAndIsNamed() throws {
    try folder.write(Array("a".utf8), to: "a.txt")
    let urls = try [path("none.txt"), path("a.txt")].map(\.fileURLText).joined(separator: "\n")
    let value = MemoryRoute.Value(name: "x-special/gnome-copied-files", data: Data("cut\n\(urls)".utf8))
    let error = expectThrows((any Error).self) { try pasteFiles([value], context) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("none.txt"))
  }

  // MARK: Contents at the time of the copy

  @Test(arguments: [1_000, 70_000, 300_000])
  func whatIsPastedIsWhatWasCopied(byteCount: Int) throws {
    let old = [UInt8](repeating: UInt8(ascii: "a"), count: byteCount)
    try folder.write(old, to: "a.log")
    let ownership = try ClipboardOffer(of: [try path("a.log")], on: desktop()).run(in: context)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("a.log")))
    try file.write(contentsOf: Data("changed".utf8))
    try file.truncate(atOffset: 10)
    try expectEqual(ownership.serve(), .handedOver)
    expectEqual(route.values["text/plain;charset=utf-8"], Data(old))
  }
}

extension String {
  fileprivate var lines: [String] { split(whereSeparator: \.isNewline).map(String.init) }
}
