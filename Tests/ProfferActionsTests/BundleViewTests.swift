import ByteTools
import Foundation
import ImageCoders
import ItemProviders
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import UniformTypes

/// The page of a bundle, whose contents are not trusted.
struct BundleViewTests {
  private let folder: TemporaryFolder
  private let bundle: FilePath
  private var context = ActionContext.standard

  init() throws {
    folder = try TemporaryFolder()
    bundle = try require(FilePath(folder.path("b.dragbundle")))
    context.folders.temporary = try require(FilePath(folder.path))
  }

  // MARK: Bundles and pages

  private func pack(_ items: [(name: String?, files: [(name: String, bytes: [UInt8])])]) throws {
    var entries: [PackedEntry] = []
    for (number, item) in items.enumerated() {
      let representations = try item.files.map { file in
        try FileManager.default.createDirectory(
          atPath: folder.path("s\(number)"), withIntermediateDirectories: true)
        try folder.write(file.bytes, to: "s\(number)/\(file.name)")
        return PackedRepresentation(
          ActionInput(try require(FilePath(folder.path("s\(number)/\(file.name)")))))
      }
      entries.append(.item(PackedItem(representations, name: item.name)))
    }
    _ = try BundlePacking(entries, to: .file(bundle)).run(in: .standard)
  }

  private func pack(_ text: String, as name: String, called item: String? = nil) throws {
    try pack([(item, [(name, Array(text.utf8))])])
  }

  private func outcome(_ change: (inout BundleView) -> Void = { _ in }) throws -> BundleView.Outcome {
    let page = try require(FilePath(folder.path("page.html")))
    var view = BundleView(of: ActionInput(bundle), to: .path(page))
    view.replaces = true
    change(&view)
    return try view.run(in: context)
  }

  private func page(_ change: (inout BundleView) -> Void = { _ in }) throws -> String {
    _ = try outcome(change)
    return String(decoding: try folder.read("page.html"), as: UTF8.self)
  }

  /// The markup of a page after its style sheet.
  private func body(_ page: String) -> Substring {
    page.range(of: "</style>").map { page[$0.upperBound...] } ?? page[...]
  }

  private static func picture(side: Int, noise: Bool = false) throws -> [UInt8] {
    var generator = SeededGenerator(seed: 7)
    let pixels =
      noise ? generator.bytes(count: side * side * 3) : [UInt8](repeating: 90, count: side * side * 3)
    return [UInt8](
      try Image(width: side, height: side, channels: .rgb, pixels: pixels).write(as: "public.png").data)
  }

  private func code(_ body: () throws -> Void) -> String? {
    do { try body() } catch {
      return (error as? ActionError)?.code.rawValue ?? (error as? BundleError)?.code.rawValue
        ?? (error as? FileSystemError)?.code.rawValue
    }
    return nil
  }

  // MARK: What is shown

  @Test(.requires(.libpng)) func aPageShowsTextsTypesSizesAndLosses() throws {
    try pack([
      (
        "Trip",
        [("n.html", Array("<h1>Notes</h1><p>of <b>today</b></p>".utf8)), ("n.txt", Array("plain".utf8))]
      ),
      (nil, [("p.png", try Self.picture(side: 20))]),
    ])
    let page = try page()
    expect(page.contains("<title>b.dragbundle</title>"), page)
    #expect(page.contains("<h2>Trip</h2>") && page.contains("<h3>Notes</h3>"))
    expect(page.contains("<p>of <strong>today</strong></p>"), page)
    #expect(page.contains("<code>public.html</code>") && page.contains(">36 bytes</td>"))
    #expect(page.contains("src=\"data:image/png;base64,") && page.contains("width=\"20\" height=\"20\""))
    #expect(page.contains("<summary>Converts to ") && page.contains("<dt>May lose "))
  }

  @Test func aBundleWithoutItemsHasAPage() throws {
    try pack([("x", [("x.txt", [65])])])
    _ = try BundleEdit(of: bundle, .remove([PlaceReference(item: 1)])).run(in: .standard)
    #expect(try page().contains("This bundle has no items."))
  }

  @Test func theBeginningOfALongTextIsShown() throws {
    try pack("first line\n" + String(repeating: "words & more\n", count: 100_000), as: "n.txt")
    let page = try page()
    #expect(page.contains("first line") && page.contains("only the beginning is shown"))
    expectLess(page.utf8.count, 1_000_000)
  }

  @Test func anotherReceiversRepresentationIsNotShown() throws {
    try folder.write(Array("secret words".utf8), to: "s.txt")
    var secret = PackedRepresentation(ActionInput(try require(FilePath(folder.path("s.txt")))))
    secret.audience = .team("ours")
    _ = try BundlePacking([.item(PackedItem([secret], name: "Secret name"))], to: .file(bundle)).run(
      in: .standard)
    let page = try page()
    #expect(!page.contains("secret words") && !page.contains("Secret name"))
  }

  // MARK: Hostile bundles

  @Test func textIsEscaped() throws {
    let mark = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&"
    try pack(mark, as: "n.txt", called: mark)
    let page = try page()
    #expect(!body(page).contains("<script") && !body(page).contains("<img"))
    expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), page)
  }

  @Test func htmlIsWrittenAgain() throws {
    try pack(
      """
      <!DOCTYPE html><title>t</title><style>@import 'http://h/s.css'; p { background: url(http://h/i) }</style>
      <p onclick="a()" onerror="b()">one <script>evil()</script><b onmouseover=c()>two</b></p>
      <iframe src="http://h/f"></iframe><object data="http://h/o"></object><embed src="http://h/e">
      <form action="http://h/form"><input name=q></form><svg onload=d()><a href="javascript:e()">x</a></svg>
      <meta http-equiv=refresh content="0;url=http://h/r"><base href="http://h/"><link rel=stylesheet href="http://h/l">
      <img src="http://h/p.png" alt="remote"><img src="file:///etc/passwd" alt="local">
      <video src="http://h/v"></video><audio src="http://h/a"></audio>
      <p style="position:fixed;margin-left:-5000pt;font-size:9000pt">three</p>
      """, as: "n.html")
    let page = try page()
    let body = body(page)
    #expect(body.contains("<strong>two</strong>") && body.contains("[picture: remote]"))
    for word in [
      "<script", "onclick", "onerror", "onmouseover", "onload", "<iframe", "<object", "<embed", "<form",
      "<svg",
      "<base", "<link", "<meta", "<video", "<audio", "http:", "file:", "javascript:", "url(", "position:",
      "-5000", "9000pt",
    ] { expect(!body.contains(word), "\(word)") }
  }

  @Test(arguments: [
    ("https://example.org/a?b=c", true), ("http://example.org", true), ("mailto:a@example.org", true),
    (" HTTPS://example.org ", true), ("javascript:alert(1)", false), (" JaVa\tScript:alert(1)", false),
    ("data:text/html,<script>alert(1)</script>", false), ("vbscript:x", false), ("file:///etc/passwd", false),
    ("blob:https://h/1", false), ("ftp://h/", false), ("notes.html", false), ("//h/x", false),
    ("#item-1", false),
    ("steam://run/1", false), ("ms-msdt:/id", false), ("http", false), ("view-source:http://h", false),
  ])
  func onlyLinksToThePublicNetAreKept(address: String, isKept: Bool) throws {
    let escaped = address.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(
      of: "<", with: "&lt;")
    try pack("<p>see <a href=\"\(escaped)\">words</a></p>", as: "n.html")
    let body = body(try page())
    expect(body.contains("words"), body)
    expectEqual(body.contains("<a href"), isKept)
  }

  @Test func thePolicyForbidsScriptsAndTheNetwork() throws {
    try pack("x", as: "n.txt")
    let page = try page()
    let policy = try require(page.range(of: "<meta http-equiv=\"Content-Security-Policy\" content=\""))
    let value = page[policy.upperBound...].prefix { $0 != "\"" }
    expectEqual(
      value,
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    )
    // Nothing of the bundle precedes the policy.
    expectLess(page.distance(from: page.startIndex, to: policy.lowerBound), 100)
  }

  @Test func controlCharactersAreReplaced() throws {
    try pack("a\u{1B}[2Jb\u{7}c\u{9B}d", as: "n.txt", called: "n\u{1B}]0;x")
    let page = try page()
    expect(page.contains("a\u{FFFD}[2Jb\u{FFFD}c\u{FFFD}d"), page)
    expect(
      !page.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || 0x7F...0x9F ~= $0.value },
      page.unicodeScalars)
  }

  @Test(.requires(.libpng)) func picturesAreEncodedAgain() throws {
    // Bytes after the end of a picture, and text in it, would be another file.
    let polyglot = try Self.picture(side: 8) + Array("<script>alert(1)</script>".utf8)
    try pack([(nil, [("p.png", polyglot)])])
    let page = try page()
    let start = try require(page.range(of: "data:image/png;base64,"))
    let data = try require(Data(base64Encoded: String(page[start.upperBound...].prefix { $0 != "\"" })))
    #expect(!data.contains(Data("script".utf8)) && data.count < polyglot.count)
  }

  @Test(.requires(.libpng)) func aBrokenPictureIsReportedOnThePage() throws {
    try pack([
      ("bad", [("p.png", Array(try Self.picture(side: 40).prefix(60)))]),
      ("good", [("p.png", try Self.picture(side: 8))]),
    ])
    let page = try page()
    #expect(page.contains("The picture cannot be shown") && page.contains("data:image/png;base64,"))
  }

  @Test(.requires(.libpng)) func payloadsAboveTheLimitAreListedByName() throws {
    // 30 MB, and its preview would also be large.
    try pack([
      ("Large", [("large.png", [UInt8](repeating: 1, count: 30_000_000))]), ("Small", [("s.txt", [65])]),
    ])
    let page = try page()
    expectLess(page.utf8.count, 100_000)
    #expect(page.contains("large.png") && page.contains("has 30.0 MB, which is too large for this page"))
    expect(page.contains("<p>A</p>"), page)
  }

  @Test func longFormattedTextsAreListedByName() throws {
    try pack("<p>\(String(repeating: "words ", count: 700_000))</p>", as: "n.html")
    let page = try page()
    #expect(page.contains("has 4.2 MB, which is too large for this page") && page.contains("n.html"))
  }

  @Test func aPageStaysWithinItsLimit() throws {
    let text = (0..<4_000).map { "line \($0) <&>\n" }.joined()
    try pack((0..<60).map { ("Item \($0)", [("n.txt", Array(text.utf8))]) })
    for limit in [60_000, 120_000, 400_000, 2_000_000] {
      let outcome = try outcome { $0.limits.byteCount = limit }
      let page = String(decoding: try folder.read("page.html"), as: UTF8.self)
      #expect(page.utf8.count == outcome.byteCount && outcome.byteCount <= limit)
      expect(page.hasSuffix("</main>\n</body>\n</html>\n"), page)
      expectEqual(page.contains("Items that do not fit on this page"), outcome.omittedItemCount > 0)
      for number in [0, 59] { expect(page.contains("Item \(number)<"), "\(limit)") }
    }
  }

  @Test func namesThatDoNotFitAreCounted() throws {
    try pack((0..<300).map { (String(repeating: "n\($0)", count: 60), [("n.txt", [65])]) })
    let outcome = try outcome { $0.limits.byteCount = 40_000 }
    let page = String(decoding: try folder.read("page.html"), as: UTF8.self)
    #expect(outcome.byteCount <= 40_000 && page.contains("more items</p>"))
  }

  @Test func readingEndsAfterTheTimeLimit() throws {
    try pack((0..<3).map { ("Item \($0)", [("n.txt", Array("some words".utf8))]) })
    let page = try page { $0.limits.time = .zero }
    #expect(!page.contains("some words") && page.contains("would take too long"))
    expect(page.contains("Item 2"), page)
  }

  @Test func noProgramIsStarted() throws {
    // Converters that would be found and used: only they read drawings, and make PDF of Word documents.
    let program = folder.path("bin/pandoc")
    try FileManager.default.createDirectory(
      atPath: folder.path("bin"), withIntermediateDirectories: true)
    try folder.write(Array("#!/bin/sh\n: > '\(folder.path("ran"))'\n".utf8), to: "bin/pandoc")
    for name in ["soffice", "convert", "magick", "rsvg-convert", "ffmpeg", "xdg-open"] {
      try FileManager.default.copyItem(atPath: program, toPath: folder.path("bin/\(name)"))
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("bin")) {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/\(name)"))
    }
    var context = context
    context.searchPath = folder.path("bin")
    let document = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("fixtures/report.docx")
    try pack([
      ("d", [("d.docx", [UInt8](Data(contentsOf: document)))]), ("s", [("s.svg", Array("<svg/>".utf8))]),
    ])
    let page = try require(FilePath(folder.path("p.html")))
    _ = try BundleView(of: ActionInput(bundle), to: .path(page)).run(in: context)
    let picture = try require(FilePath(folder.path("p.png")))
    _ = code {
      _ = try patientThumbnail(to: picture).run(in: context)
    }
    #expect(try !folder.names().contains("ran"))
  }

  @Test func aFileOutsideTheBundleIsNotRead() throws {
    try folder.write(Array("outside words".utf8), to: "o.txt")
    var reference = PackedRepresentation(ActionInput(try require(FilePath(folder.path("o.txt")))))
    reference.isOfferedInPlace = true
    _ = try BundlePacking([.item(PackedItem([reference]))], to: .file(bundle)).run(in: .standard)
    let page = try page()
    #expect(!page.contains("outside words") && page.contains("outside the bundle, at"))
  }

  @Test func aDamagedPayloadIsReportedOnThePage() throws {
    let copy = try require(FilePath(folder.path("f")))
    try folder.write(Array("words here".utf8), to: "n.txt")
    let representation = PackedRepresentation(ActionInput(try require(FilePath(folder.path("n.txt")))))
    _ = try BundlePacking([.item(PackedItem([representation]))], to: .folder(copy)).run(in: .standard)
    try folder.write(Array("w0rds here".utf8), to: "f/items/1/1/n.txt")
    let page = try require(FilePath(folder.path("page.html")))
    _ = try BundleView(of: ActionInput(copy), to: .path(page)).run(in: context)
    let text = String(decoding: try folder.read("page.html"), as: UTF8.self)
    #expect(!text.contains("w0rds here") && text.contains("The text of representation 1 cannot be shown"))
  }

  @Test func aBundleThatCannotBeOpenedHasNoPage() throws {
    try pack("x", as: "n.txt")
    let bytes = try folder.read("b.dragbundle")
    try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "b.dragbundle")
    expectNotNil(code { _ = try outcome() })
    try folder.write(Array("not a bundle".utf8), to: "b.dragbundle")
    expectEqual(code { _ = try outcome() }, "notABundle")
    #expect(try !folder.names().contains("page.html"))
  }

  // MARK: Temporary pages

  @Test func aTemporaryPageIsForItsOwnerOnlyAndRemovedLater() throws {
    try pack("x", as: "n.txt")
    let view = BundleView(of: ActionInput(bundle))
    let first = try require(view.run(in: context).path)
    try expectEqual(FileStatus.of(first).permissions, 0o600)
    try expectEqual(FileStatus.of(first.parent).permissions, 0o700)
    // Folders of others, and folders with other names, stay.
    for name in ["proffer-view-0123456789abcdef", "proffer-view-own", "other"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path(name))
    }
    let second = try require(view.run(in: context).path)
    expectNotEqual(first, second)
    try expectNotNil(FileStatus.ifPresent(first))
    var later = context
    later.now = { Date(timeIntervalSinceNow: 3_700) }
    _ = try view.run(in: later)
    try expectNil(FileStatus.ifPresent(first.parent))
    try expectNil(FileStatus.ifPresent(second.parent))
    let names = try folder.names()
    for name in ["proffer-view-0123456789abcdef", "proffer-view-own", "other"] {
      expect(names.contains(name), names)
    }
  }

  @Test func theRuntimeFolderIsPreferred() throws {
    try pack("x", as: "n.txt")
    var context = context
    context.folders.runtime = FilePath(folder.path("run"))
    let view = BundleView(of: ActionInput(bundle))
    // A runtime folder that does not exist is not used.
    #expect(try view.run(in: context).path?.description.contains("/run/") == false)
    try FileManager.default.createDirectory(atPath: folder.path("run"), withIntermediateDirectories: true)
    try expectEqual(view.run(in: context).path?.description.contains("/run/proffer-view-"), true)
  }

  // MARK: Thumbnails

  private func patientThumbnail(to picture: FilePath) -> BundleThumbnail {
    var thumbnail = BundleThumbnail(of: ActionInput(bundle), side: 64, to: .path(picture))
    thumbnail.timeLimit = HangLimit.duration
    return thumbnail
  }

  @Test(.requires(.libpng)) func aThumbnailIsThePictureOfTheFirstItemThatHasOne() throws {
    try pack([("t", [("t.txt", [65])]), ("p", [("p.png", try Self.picture(side: 300))])])
    let picture = try require(FilePath(folder.path("t.png")))
    var thumbnail = patientThumbnail(to: picture)
    _ = try thumbnail.run(in: context)
    let image = try Image.read(Data(try folder.read("t.png")), as: "public.png").value
    #expect(image.width == 64 && image.height == 64)
    expectEqual(code { _ = try thumbnail.run(in: context) }, "alreadyExists")
    thumbnail.replaces = true
    _ = try thumbnail.run(in: context)
    thumbnail.timeLimit = .zero
    expectEqual(code { _ = try thumbnail.run(in: context) }, "outOfTime")
  }

  @Test func aBundleWithoutPicturesHasNoThumbnail() throws {
    try pack("x", as: "n.txt")
    let picture = try require(FilePath(folder.path("t.png")))
    let thumbnail = patientThumbnail(to: picture)
    expectEqual(code { _ = try thumbnail.run(in: context) }, "noPicture")
  }
}
