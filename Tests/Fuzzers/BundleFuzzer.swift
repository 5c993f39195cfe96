import Foundation
import ItemProviders
import ProfferFileSystem
import ProviderBundles
import TestSupport

/// Provider bundles: mutated archives, and folder bundles with a mutated manifest.
struct BundleFuzzer: Fuzzer {
  let material: Material
  private let folder: TemporaryFolder
  private let root: FilePath
  /// The bytes of every payload, by its path in the bundle.
  private var payloads: [String: [UInt8]] = [:]
  /// The expected names in the folder after each input.
  private var expectedNames: [FileName] = []

  init() throws {
    folder = try TemporaryFolder()
    root = try Self.path(folder.path)
    try FileManager.default.createDirectory(
      atPath: folder.path("album/inner"), withIntermediateDirectories: true)
    try folder.write("caption", to: "album/inner/caption.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("album/link"), withDestinationPath: "inner/caption.txt")
    try folder.write("in place", to: "in-place.txt")
    var draft = BundleDraft(items: [
      BundleDraft.Item(
        suggestedName: "Trip é",
        representations: [
          BundleDraft.Representation(.bytes(Data("<p>notes</p>".utf8)), typeIdentifier: "public.html"),
          BundleDraft.Representation(
            .bytes(Data("the same bytes".utf8)), typeIdentifier: "public.plain-text", kind: .data,
            audience: .team("A")),
          BundleDraft.Representation(.promise(of: 0, coder: "html"), typeIdentifier: "public.rtf"),
        ]),
      BundleDraft.Item(representations: [
        BundleDraft.Representation(
          .file(try Self.path(folder.path("album"))), typeIdentifier: "public.folder"),
        BundleDraft.Representation(
          .reference(try Self.path(folder.path("in-place.txt"))), typeIdentifier: "public.text",
          allowsOpenInPlace: true),
      ]),
      BundleDraft.Item(representations: [
        BundleDraft.Representation(.bytes(Data("the same bytes".utf8)), typeIdentifier: "public.text")
      ]),
    ])
    for (place, text) in ["a picture", "another picture", "a picture"].enumerated() {
      draft.items[place].preview = .image(
        PreviewImage(
          typeIdentifier: "public.png", data: Data(text.utf8),
          pixelSize: place == 1 ? nil : PresentationSize(width: 4, height: 3)))
    }
    let writer = ProviderBundleWriter(spoolFolder: root)
    try writer.write(draft, to: Self.path(folder.path("archive")))
    try writer.writeFolder(draft, to: Self.path(folder.path("layout")))
    // In a folder bundle the manifest is the only file outside `items/`.
    let manifest = try folder.names().first { $0.hasPrefix("layout/") && $0.hasSuffix("manifest.json") }
    guard let manifest else { throw Finding("the bundle's folder has no manifest.json") }
    manifestName = manifest
    let growing = try Self.growingBundles(
      like: ProviderBundle(opening: Self.path(folder.path("layout"))), folder.read(manifest))
    material = Material(
      seeds: [try folder.read("archive"), try folder.read(manifest), try folder.read(manifest)],
      words: [
        "PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "PK\u{6}\u{6}", "PK\u{6}\u{7}", "manifest.json",
        "items/", "previews/", "preview", "../", "/",
        "./", "null", "true", "{}", "[]", "0", "18446744073709551616", "\"\"", "\"a\":", "\"..\"", "\\u0000",
        "public.data",
        "/etc/passwd", "-",
      ],
      pairs: [("[", "]"), ("{\"a\":", "}")],
      shapes: [
        GrowingShape("{\"items\":[", repeating: "{},", "{}]}"), GrowingShape("PK", repeating: "PK\u{5}\u{6}"),
        GrowingShape("PK", repeating: "PK\u{1}\u{2}"), GrowingShape("PK", repeating: "\u{0}"),
        GrowingShape("{", repeating: " "),
      ]
        + growing)
    let bundle = try ProviderBundle(opening: Self.path(folder.path("archive")))
    for payload in bundle.manifest.payloads {
      payloads[payload.path] = try Self.bytes(of: payload, in: bundle)
    }
    try folder.write([], to: "input")
    expectedNames = try Folder.names(in: root).sorted()
  }

  private let manifestName: String

  /// Valid manifests that extend the manifest of a bundle.
  ///
  /// Each adds a growing number of items, representations, names, previews or declarations.
  private static func growingBundles(like bundle: ProviderBundle, _ manifest: [UInt8]) throws
    -> [GrowingShape]
  {
    guard let end = manifest.lastIndex(of: UInt8(ascii: "]")),
      case .payload(let payload) = bundle.items.first?.representations.first?.storage,
      let preview = bundle.items.first?.preview?.payload
    else { throw Finding("the bundle has no payload and no preview") }
    func members(_ payload: BundledPayload) -> String {
      let checksum = String(payload.crc32, radix: 16)
      let zeros = String(repeating: "0", count: 8 - checksum.count)
      return
        "\"path\":\"\(payload.path)\",\"byteCount\":\(payload.byteCount),\"crc32\":\"\(zeros)\(checksum)\""
    }
    let representation = "{\"type\":\"public.html\",\"kind\":\"file\",\(members(payload))}"
    let shapes = [
      GrowingShape(repeating: ",{\"representations\":[]}", "]}"),
      GrowingShape(repeating: ",{\"name\":\"same\",\"representations\":[\(representation)]}", "]}"),
      GrowingShape(",{\"representations\":[\(representation)", repeating: ",\(representation)", "]}]}"),
      GrowingShape(
        ",{\"representations\":[\(representation)",
        repeating: ",{\"type\":\"public.text\",\"kind\":\"data\",\"promise\":{\"of\":0,\"coder\":\"a\"}}",
        "]}]}"),
      GrowingShape(
        repeating: ",{\"preview\":{\"type\":\"public.png\",\(members(preview))},\"representations\":[]}", "]}"
      ),
      GrowingShape(
        "],\"types\":[{\"UTTypeIdentifier\":\"com.example.a\"}",
        repeating: ",{\"UTTypeIdentifier\":\"com.example.b\",\"UTTypeConformsTo\":[\"public.data\"]}", "]}"),
    ]
    return shapes.map { shape in
      GrowingShape(beginning: Array(manifest[..<end]) + shape.beginning, unit: shape.unit, end: shape.end)
    }
  }

  func check(_ input: [UInt8]) throws(Finding) {
    do {
      let isManifest = input.first == UInt8(ascii: "{")
      try folder.write(input, to: isManifest ? manifestName : "input")
      let place = try Self.path(folder.path(isManifest ? "layout" : "input"))
      try checkSalvage(of: place)
      let bundle = try ProviderBundle(opening: place)
      try check(bundle)
      try checkParts(of: bundle)
      try checkRewriting(bundle)
    } catch is BundleError {
    } catch let error as FileSystemError where error.code == .nameTooLong {
      // The name of a member can be too long for this file system.
    } catch let finding as Finding {
      throw finding
    } catch {
      throw Finding("rejected with an error of another kind: \(type(of: error)): \(error)")
    }
  }

  /// Checks that readable payloads have the packed bytes, and that extraction writes nothing outside its
  /// destination.
  private func check(_ bundle: ProviderBundle) throws {
    var failures: [String: String] = [:]
    try bundle.verify { result in failures[result.path] = result.failure }
    for payload in bundle.manifest.payloads where failures[payload.path] == nil {
      guard let packed = payloads[payload.path] else { continue }
      try Finding.unless(
        Self.bytes(of: payload, in: bundle) == packed,
        "\(payload.path) verifies but differs from what was packed")
    }
    for item in bundle.items {
      guard let preview = item.preview else { continue }
      let path = preview.payload.path
      try Finding.unless(
        path.hasPrefix("previews/") && !path.split(separator: "/").contains(".."),
        "a preview is at \(path)")
      let image = Result { try bundle.storedPreview(of: item) }
      try Finding.unless(
        failures[path] != nil || (try? image.get()) != nil,
        "the preview at \(path) verifies and cannot be read")
    }
    for representation in bundle.items.flatMap(\.representations) {
      guard case .folder = representation.storage else { continue }
      try checkExtracting(representation, from: bundle)
    }
  }

  /// Checks that a bundle opened for one item has the same item as the whole bundle.
  private func checkParts(of bundle: ProviderBundle) throws {
    for index in bundle.items.indices.prefix(4) {
      let part = try ProviderBundle(opening: bundle.path, items: index..<index + 1)
      try Finding.unless(
        Array(part.items) == [bundle.items[index]], "item \(index) differs when it is opened alone")
      try Finding.unless(part.itemCount == bundle.items.count, "the number of items differs")
    }
  }

  /// Checks that a valid bundle can be rewritten and stays the same.
  private func checkRewriting(_ bundle: ProviderBundle) throws {
    let again = try Self.path(folder.path("again"))
    try ProviderBundleWriter(spoolFolder: root).write(BundleDraft(of: bundle), to: again)
    let copy = try ProviderBundle(opening: again)
    try FileTree.remove(again)
    try Finding.unless(
      copy.items.map(\.suggestedName) == bundle.items.map(\.suggestedName)
        && copy.items.map { $0.representations.map(\.byteCount) }
          == bundle.items.map { $0.representations.map(\.byteCount) }
        && copy.items.map { $0.preview?.payload.crc32 } == bundle.items.map { $0.preview?.payload.crc32 },
      "a rewritten bundle differs")
  }

  /// Checks that salvaging an input makes an intact bundle.
  private func checkSalvage(of place: FilePath) throws {
    let saved = try Self.path(folder.path("saved"))
    do {
      try ProviderBundleWriter(spoolFolder: root).salvage(place, to: saved)
    } catch is BundleError {
      return
    }
    let verification = Result {
      try ProviderBundle(opening: saved).verify { result in
        try Finding.unless(
          result.failure == nil || result.path.hasPrefix("/"), "\(result.path) was saved and is damaged")
      }
    }
    // The next input is salvaged to the same path.
    try FileTree.remove(saved)
    do { try verification.get() } catch let error as BundleError {
      throw Finding("what was saved is not a bundle: \(error)")
    }
  }

  private func checkExtracting(_ representation: BundledRepresentation, from bundle: ProviderBundle) throws {
    let place = try Self.path(folder.path("out"))
    let extraction = Result { try bundle.extract(representation, to: place) }
    if try FileStatus.ifPresent(place, followingLinks: false) != nil { try FileTree.remove(place) }
    try Finding.unless(
      try Folder.names(in: root).sorted() == expectedNames, "extracting left something outside")
    try extraction.get()
  }

  private static func bytes(of payload: BundledPayload, in bundle: ProviderBundle) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try bundle.stored(payload).stream { bytes += $0 }
    return bytes
  }

  private static func path(_ text: String) throws -> FilePath {
    guard let path = FilePath(text) else { throw Finding("“\(text)” is not a path") }
    return path
  }
}
