import Foundation
import ItemProviders
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import ZipArchives

/// Files with any name can be packed, and the bundle can be read.
@Suite struct EntryNameTests {
  /// Characters that need care in names.
  ///
  /// They fold to a character that some system forbids, or are controls beyond ASCII, line separators, or
  /// look like spaces or are invisible.
  static let characters: [Unicode.Scalar] = {
    let reserved = Set("<>:\"|?*/\\.".unicodeScalars)
    func foldsToReserved(_ text: String) -> Bool {
      let folded = text.decomposedStringWithCompatibilityMapping
      return folded.unicodeScalars.contains { reserved.contains($0) }
    }
    var found: [Unicode.Scalar] = []
    for block in stride(from: UInt32(0x80), to: 0x11_0000, by: 0x80) {
      let scalars = (block..<block + 0x80).compactMap(Unicode.Scalar.init)
      guard foldsToReserved(String(String.UnicodeScalarView(scalars))) else { continue }
      found += scalars.filter { foldsToReserved(String(Character($0))) }
    }
    let controls = (UInt32(0x80)..<0xA0).compactMap(Unicode.Scalar.init)
    return found + controls + [
      "\u{2028}", "\u{2029}", "\u{A0}", "\u{3000}", "\u{202E}", "\u{200B}", "\u{FEFF}",
    ]
  }()

  /// Complete names with a special meaning.
  static let words = [
    "COM\u{B9}", "com\u{B2}.txt", "LPT\u{B3}", "CON", "aux.txt", "\u{FF23}\u{FF2F}\u{FF2E}", "nul", "a.",
    "a ", "a\u{A0}",
    "a\u{2026}", "Was ist das\u{FF1F}.txt", "A", "A\u{FF0F}y", "a;1", "a", "a;", "~", "-", "~a;12",
    String(repeating: "x", count: 119) + " y z", String(repeating: "x", count: 117) + "... . end",
    "con" + String(repeating: " ", count: 130) + "x", String(repeating: " ", count: 130) + "x", "  x",
    String(repeating: "\u{FF1F}", count: 80), "\u{37E}1", "a\u{37E}1",
  ]

  /// Each character in one of several positions, or in all of them in the long form, and the special names.
  static func names(_ generator: inout SeededGenerator) -> [String] {
    characters.flatMap { character in
      let names = [
        "\(character)", "a\(character)", "\(character)a", "a\(character)b.txt", "A\(character)y",
        "a.\(character)",
      ]
      return Repetitions.some(1, of: names, using: &generator)
    } + words
  }

  /// A folder with a file for each name; the content is the name and its number.
  private struct Files {
    let fixture: BundleFixture
    let seed: UInt64
    var contents: [FileName: [UInt8]] = [:]

    init(_ names: [String], in folder: String, _ seed: UInt64) throws {
      self.seed = seed
      fixture = try BundleFixture()
      try Folder.create(fixture.path(folder))
      for (number, name) in names.enumerated() {
        let fileName = try require(FileName(name))
        guard contents[fileName] == nil else { continue }
        let bytes = Array("\(number) \(name)".utf8)
        let file = try OpenFile.creating(fixture.path(folder).appending(fileName))
        try bytes.withUnsafeBytes { try file.write($0, at: 0) }
        contents[fileName] = bytes
      }
    }

    /// Verifies a bundle and compares its contents with the packed files.
    func check(_ path: FilePath, renamed: Bool = false, _ location: SourceLocation = #_sourceLocation) throws
    {
      let bundle = try ProviderBundle(opening: path)
      try bundle.verify { expectNil($0.failure, "\($0.path), seed \(seed)", sourceLocation: location) }
      var found: Set<FileName> = []
      for item in bundle.items {
        let representation = item.representations[0]
        if case .folder(_, let members) = representation.storage {
          let out = try fixture.path("out-\(bundle.items.count)-\(path.lastComponent?.description ?? "")")
          try bundle.extract(representation, to: out)
          expectEqual(members.count, contents.count, sourceLocation: location)
          for (name, bytes) in contents {
            let file = try OpenFile.readingRegular(out.appending(name))
            try expectEqual(
              file.bytes(at: 0, count: Int(file.status().byteCount)), bytes, "\(name)",
              sourceLocation: location)
          }
          try FileTree.remove(out)
        } else {
          let name = try require(representation.name)
          found.insert(name)
          try expectEqual(
            [UInt8](bundle.bytes(of: representation)), contents[name], "\(name)",
            sourceLocation: location)
        }
      }
      if !renamed { expectEqual(found.count, contents.count, sourceLocation: location) }
    }
  }

  @Test func everyWrittenBundleVerifies() throws {
    expectGreater(Self.characters.count, 90)
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let files = try Files(Self.names(&generator), in: "all", seed)
    let fixture = files.fixture
    let all = BundleDraft.Representation(.file(try fixture.path("all")), typeIdentifier: "public.folder")
    let alone = try files.contents.keys.sorted().map { name in
      BundleDraft.Item(representations: [
        BundleDraft.Representation(
          .file(try fixture.path("all").appending(name)), typeIdentifier: "public.data")
      ])
    }
    let items = [BundleDraft.Item(representations: [all])] + alone
    let (archive, layout) = (try fixture.path("archive"), try fixture.path("layout"))
    try fixture.writer().write(BundleDraft(items: items), to: archive)
    try files.check(archive)
    try fixture.writer().writeFolder(BundleDraft(items: items), to: layout)
    try files.check(layout)

    // Copy from a bundle in both forms, and add to one.
    let copy = try fixture.path("copy")
    try fixture.writer().write(BundleDraft(of: ProviderBundle(opening: layout)), to: copy)
    try files.check(copy)
    let added = try fixture.path("added")
    try fixture.writer().write(BundleDraft(items: [BundleDraft.Item(representations: [all])]), to: added)
    try fixture.writer().edit(added) { try $0.add(alone) }
    try files.check(added)
    let merged = try fixture.path("merged")
    var draft = BundleDraft()
    for path in [archive, layout] { try draft.merge(BundleDraft(of: ProviderBundle(opening: path))) }
    try fixture.writer().write(draft, to: merged)
    try files.check(merged)
    let saved = try fixture.path("saved")
    let salvage = try fixture.writer().salvage(archive, to: saved)
    expect(salvage.results.allSatisfy { $0.failure == nil }, salvage.results)
    try files.check(saved)

    // Rename the files and the folder.
    try fixture.writer().edit(archive) { draft in
      for (number, name) in files.contents.keys.sorted().reversed().enumerated() {
        try draft.rename(representationAt: 0, ofItemAt: number + 1, to: name)
        try draft.rename(itemAt: number + 1, to: name.string)
      }
    }
    let renamed = try ProviderBundle(opening: archive)
    try renamed.verify { expectNil($0.failure, "\($0.path)") }
    expectEqual(
      renamed.items.dropFirst().map { $0.representations[0].name }, files.contents.keys.sorted().reversed())
  }

  /// Entry names as earlier writers wrote them.
  @Test(arguments: [
    ["Was ist das\u{FF1F}.txt"], ["a\u{FF1A}b"], ["a\u{FF5C}"], ["\u{FF02}"], ["\u{FF1C}", "\u{FF1E}"],
    ["\u{2049}"],
    ["and so on\u{2026}"], ["a\u{A0}"], ["COM\u{B9}"], ["\u{FF23}\u{FF2F}\u{FF2E}"], ["A", "A\u{FF0F}y"],
    ["\u{2100}"],
    ["\u{FF3C}"], ["\u{2024}\u{2024}"], ["\u{2025}"], ["a;1"], [String(repeating: "x", count: 119) + " "],
    [String(repeating: "x", count: 117) + "..."],
  ])
  func bundlesOfEarlierVersionsAreRead(names: [String]) throws {
    let fixture = try BundleFixture()
    let path = try fixture.path("earlier")
    var writer = ZipWriter(output: try OpenFile.creating(path))
    func add(_ name: String, _ text: String) throws {
      try Array(text.utf8).withUnsafeBytes {
        _ = try writer.add(name: Array(name.utf8), bytes: $0, unixMode: 0o100644)
      }
    }
    try add("mimetype", "application/vnd.proffer.dragbundle+zip")
    for name in names { try add("items/1/1/f/\(name)", "x") }
    let members = names.map { "{\"path\":\"\($0)\",\"byteCount\":1,\"crc32\":\"8cdc1683\"}" }
    try add(
      "manifest.json",
      """
      {"version":1,"items":[{"representations":[{"type":"public.folder","kind":"file","path":"items/1/1/f/",\
      "members":[\(members.joined(separator: ","))],"name":"f"}]}]}
      """)
    _ = try writer.finish()
    let bundle = try ProviderBundle(opening: path)
    try bundle.verify { expectNil($0.failure) }
    // An edit gives them new entry names and keeps the original names.
    try fixture.writer().edit(path) { try $0.rename(itemAt: 0, to: "other") }
    let edited = try ProviderBundle(opening: path)
    try edited.verify { expectNil($0.failure) }
    guard case .folder(_, let kept) = edited.items[0].representations[0].storage else {
      Issue.record("the folder is gone")
      return
    }
    expectEqual(kept.map { $0.names[0].string }, names)
    expect(kept.allSatisfy { !"\($0.content)".contains("/f/\u{FF0F}") }, kept)
  }

  @Test(arguments: ["ab:c", "con", "a?", "lpt1.txt", "a. ", "COM5.x.y", "\u{E9}|"])
  func aReservedNameOfAnEntryIsRefused(name: String) throws {
    let fixture = try BundleFixture()
    let path = try fixture.path("reserved")
    var writer = ZipWriter(output: try OpenFile.creating(path))
    for (name, text) in [
      ("mimetype", "application/vnd.proffer.dragbundle+zip"), (name, ""),
      ("manifest.json", "{\"version\":1,\"items\":[]}"),
    ] {
      try Array(text.utf8).withUnsafeBytes {
        _ = try writer.add(name: Array(name.utf8), bytes: $0, unixMode: 0o100644)
      }
    }
    _ = try writer.finish()
    let error = expectThrows(BundleError.self) { try ProviderBundle(opening: path) }
    expectEqual(error?.code, .reservedName)
  }

  /// unzip writes both to the name without the version.
  @Test func aFileAndAVersionOfItAreRefusedTogether() throws {
    let fixture = try BundleFixture()
    let path = try fixture.path("versions")
    var writer = ZipWriter(output: try OpenFile.creating(path))
    for (name, text) in [
      ("mimetype", "application/vnd.proffer.dragbundle+zip"), ("a.txt", "1"), ("A.txt;12", "2"),
      ("manifest.json", "{\"version\":1,\"items\":[]}"),
    ] {
      try Array(text.utf8).withUnsafeBytes { _ = try writer.add(name: Array(name.utf8), bytes: $0) }
    }
    _ = try writer.finish()
    let error = expectThrows(BundleError.self) { try ProviderBundle(opening: path) }
    expectEqual(error?.code, .ambiguousName)
  }

  /// A bundle folder contains all files that it names, and no links.
  @Test(arguments: ["items", "items/1", "items/1/1", "items/1/1/a.txt"])
  func aLinkInABundleFolderIsRefused(place: String) throws {
    let fixture = try BundleFixture()
    let file = try fixture.file("a.txt", Array("a".utf8))
    let layout = try fixture.path("layout")
    try fixture.writer().writeFolder(
      BundleDraft(items: [BundleDraft.Item(representations: [file])]), to: layout)
    try FileManager.default.moveItem(
      atPath: fixture.folder.path("layout/\(place)"), toPath: fixture.folder.path("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: fixture.folder.path("layout/\(place)"),
      withDestinationPath: fixture.folder.path("elsewhere"))
    for open in [
      { try ProviderBundle(opening: layout) }, { try ProviderBundle(opening: layout, items: 0..<1) },
    ] {
      let error = expectThrows(BundleError.self) { try open() }
      expect(
        [.specialFile, .manifestDisagrees, .unnamedEntry].contains(error?.code), "\(error?.message ?? "")")
    }
  }
}
