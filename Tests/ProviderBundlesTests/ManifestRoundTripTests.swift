import Foundation
import ItemProviders
import JSONText
import ProfferFileSystem
import TestSupport
import Testing

@testable import ProviderBundles

/// Manifests that are written and read again.
@Suite struct ManifestRoundTripTests {
  private var random = SeededGenerator(seed: SeededGenerator.testSeed())
  private let seed: UInt64
  private var payloadCount = 0

  init() {
    seed = SeededGenerator.testSeed()
    random = SeededGenerator(seed: seed)
  }

  @Test mutating func everyManifestIsReadAsItWasWritten() throws {
    for _ in 0..<Repetitions.count(15, long: 40) {
      let items = try (0..<Int.random(in: 0...20, using: &random)).map { _ in try item() }
      let manifest = BundleManifest(
        items: items, typeDeclarations: [.object([JSONMember("UTTypeIdentifier", .string("a.b"))])],
        unknownMembers: unknown())
      let text = manifest.encoded()
      let read = try text.withUnsafeBytes { try BundleManifest(decoding: $0, limits: .standard) }
      expectEqual(read, manifest, "seed \(seed)")
      expectEqual(read.encoded(), text, "seed \(seed)")
    }
  }

  private mutating func item() throws -> BundledItem {
    var item = BundledItem(suggestedName: Bool.random(using: &random) ? text() : nil, representations: [])
    for number in 0..<Int.random(in: 0...4, using: &random) {
      // A promise must be made from a stored representation with the same audience.
      let sources = item.representations.indices.filter { !item.representations[$0].isPromise }
      item.representations.append(
        try representation(number, of: sources.last, in: item))
    }
    item.unknownMembers = unknown()
    return item
  }

  private mutating func representation(
    _ number: Int, of source: Int?, in item: BundledItem
  ) throws -> BundledRepresentation {
    let audiences: [BundledRepresentation.Audience] = [.all, .team(word()), .group(word())]
    var audience = try require(audiences.randomElement(using: &random))
    payloadCount += 1
    var storages: [BundledRepresentation.Storage] = [
      .payload(payload(at: "items/\(payloadCount)/1/\(word())")),
      .folder(path: "items/\(payloadCount)/2/\(word())/", members: try members()),
      .inPlace(
        BundledReference(
          path: try require(FilePath(bytes: [0x2F] + name().bytes)), byteCount: size(),
          modification: time())),
    ]
    if let source { storages.append(.promise(of: source, coder: word())) }
    let storage = try require(storages.randomElement(using: &random))
    if case .promise(let source, _) = storage { audience = item.representations[source].audience }
    var made = BundledRepresentation(
      typeIdentifier: "com.example.type-\(number)",
      kind: try require(RepresentationKind.allCases.randomElement(using: &random)), audience: audience,
      allowsOpenInPlace: Bool.random(using: &random), storage: storage,
      name: Bool.random(using: &random) ? name() : nil,
      modification: Bool.random(using: &random) ? time() : nil)
    made.isExecutable = Bool.random(using: &random)
    made.unknownMembers = unknown()
    switch storage {
    case .inPlace, .promise: made.unknownSourceMembers = unknown()
    case .payload, .folder: break
    }
    return made
  }

  private mutating func members() throws -> FolderMembers {
    var members: [FolderMembers.Member] = []
    var folders: [[FileName]] = [[]]
    for number in 0..<Int.random(in: 0...8, using: &random) {
      payloadCount += 1
      let contents: [FolderMembers.Member.Content] = [
        .folder, .file(payload(at: "items/\(payloadCount)"), isExecutable: Bool.random(using: &random)),
        .link(target: [0x2E]),
      ]
      let own = try require(FileName(bytes: Array("\(number)".utf8) + name().bytes))
      var member = FolderMembers.Member(
        names: try require(folders.randomElement(using: &random)) + [own],
        content: try require(contents.randomElement(using: &random)),
        modification: Bool.random(using: &random) ? time() : nil)
      member.unknownMembers = unknown()
      if member.content == .folder { folders.append(member.names) }
      members.append(member)
    }
    return try FolderMembers(members)
  }

  private mutating func payload(at path: String) -> BundledPayload {
    BundledPayload(path: path, byteCount: size(), crc32: UInt32.random(in: 0...UInt32.max, using: &random))
  }

  private mutating func size() -> UInt64 {
    UInt64(Int.random(in: 0...Int.max, using: &random)) >> UInt64.random(in: 0...62, using: &random)
  }

  /// A time in the years 0 to 9999, which have four digits.
  private mutating func time() -> FileTime {
    FileTime(
      seconds: Int64.random(in: -62_167_219_200...253_402_300_799, using: &random),
      nanoseconds: Int32.random(in: 0..<1_000_000_000, using: &random))
  }

  private mutating func text() -> String {
    String(
      repeating: ["", "a", "é", "\u{1F3D4}", "\u{1B}\"\\"].randomElement(using: &random) ?? "",
      count: Int.random(in: 0...200, using: &random))
  }

  /// Text of visible characters without a slash.
  private mutating func word() -> String {
    (["a", "é", "\u{1F3D4}", "\"", "b c"].randomElement(using: &random) ?? "")
      + "\(Int.random(in: 0...99, using: &random))"
  }

  /// Bytes that may not be valid text.
  private mutating func name() -> FileName {
    let bytes = random.bytes(count: Int.random(in: 3...40, using: &random)).map {
      $0 == 0 || $0 == 0x2F ? 1 : $0
    }
    guard let name = FileName(bytes: bytes) else { preconditionFailure("three bytes are a name") }
    return name
  }

  private mutating func unknown() -> [JSONMember] {
    let members = [
      JSONMember("colour", .object([JSONMember("of", .array([.number("1"), .number("2.50")]))])),
      JSONMember("", .null), JSONMember("\u{0}\"", .string("\u{0}")),
    ]
    return Bool.random(using: &random) ? [] : Array(members.prefix(Int.random(in: 0...3, using: &random)))
  }
}

@Suite struct ManifestTimeTests {
  @Test(arguments: [
    (0, 0, "1970-01-01T00:00:00Z"), (951_782_400, 0, "2000-02-29T00:00:00Z"),
    (1_773_079_445, 250_000_000, "2026-03-09T18:04:05.25Z"),
    (-1, 999_999_999, "1969-12-31T23:59:59.999999999Z"),
    (253_402_300_799, 0, "9999-12-31T23:59:59Z"), (-2_203_891_200, 1, "1900-03-01T00:00:00.000000001Z"),
  ])
  func timesAreWrittenInUTC(seconds: Int64, nanoseconds: Int32, text: String) {
    let time = FileTime(seconds: seconds, nanoseconds: nanoseconds)
    expectEqual(ManifestTime.text(time), text)
    expectEqual(ManifestTime.time(text), time)
  }

  @Test func everyTimeOfFourDigitYearsComesBack() {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      let time = FileTime(
        seconds: Int64.random(in: -62_135_596_800...253_402_300_799, using: &random),
        nanoseconds: Int32.random(in: 0...999_999_999, using: &random))
      expectEqual(ManifestTime.time(ManifestTime.text(time)), time, "seed \(seed)")
    }
  }

  @Test(arguments: [
    "", "Z", "2026-03-09", "2026-03-09T18:04:05", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z",
    "2026-03-09T24:00:00Z", "2026-03-09 18:04:05Z", "2026-03-09T18:04:05.Z",
    "2026-03-09T18:04:05.1234567890Z",
    "2026-03-09T18:04:05+01:00", "+026-03-09T18:04:05Z", "２０２６-03-09T18:04:05Z",
  ])
  func otherTextIsNotATime(text: String) {
    expectNil(ManifestTime.time(text))
  }
}
