import FileSystem
import Foundation
import ItemProviders
import JSONText
import ProviderBundles
import TestSupport
import Testing

/// Items that are kept in few bytes and made when they are asked for.
@Suite struct BundledItemsTests {
  @Test func everyItemComesBackEqual() throws {
    let seed = SeededGenerator.freshSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let items = try (0..<Int.random(in: 0...20, using: &random)).map { _ in try Self.item(&random) }
      let packed = BundledItems(items)
      #expect(packed.count == items.count && Array(packed) == items, "seed \(seed)")
      #expect(packed.reversed() == items.reversed(), "seed \(seed)")
      #expect(packed == BundledItems(items), "seed \(seed)")
      #expect(packed != BundledItems(items + [BundledItem(suggestedName: nil, representations: [])]))
    }
  }

  private static func item(_ random: inout SeededGenerator) throws -> BundledItem {
    var item = BundledItem(
      suggestedName: Bool.random(using: &random) ? text(&random) : nil,
      representations: try (0..<Int.random(in: 0...4, using: &random)).map { _ in
        try representation(&random)
      })
    item.unknownMembers = unknown(&random)
    return item
  }

  private static func representation(_ random: inout SeededGenerator) throws -> BundledRepresentation {
    let audiences: [BundledRepresentation.Audience] = [.all, .team(text(&random)), .group(text(&random))]
    let storages: [BundledRepresentation.Storage] = [
      .payload(payload(&random)),
      .folder(path: text(&random), members: try members(&random)),
      .inPlace(
        BundledReference(
          path: try #require(FilePath(bytes: [0x2F] + name(&random).bytes)),
          byteCount: UInt64.random(in: 0...UInt64.max, using: &random), modification: time(&random))),
      .promise(of: Int.random(in: 0...300, using: &random), coder: text(&random)),
    ]
    var made = BundledRepresentation(
      typeIdentifier: text(&random),
      kind: try #require(RepresentationKind.allCases.randomElement(using: &random)),
      audience: try #require(audiences.randomElement(using: &random)),
      allowsOpenInPlace: Bool.random(using: &random),
      storage: try #require(storages.randomElement(using: &random)),
      name: Bool.random(using: &random) ? name(&random) : nil,
      modification: Bool.random(using: &random) ? time(&random) : nil)
    made.isExecutable = Bool.random(using: &random)
    made.unknownMembers = unknown(&random)
    return made
  }

  private static func members(_ random: inout SeededGenerator) throws -> FolderMembers {
    try FolderMembers(
      forTesting: (0..<Int.random(in: 0...5, using: &random)).map { number in
        let contents: [FolderMembers.Member.Content] = [
          .folder, .file(payload(&random), isExecutable: Bool.random(using: &random)), .link(target: [0x2E]),
        ]
        let names = [try #require(FileName("\(number)"))]
        var member = FolderMembers.Member(
          names: names, content: try #require(contents.randomElement(using: &random)),
          modification: Bool.random(using: &random) ? time(&random) : nil)
        member.unknownMembers = unknown(&random)
        return member
      })
  }

  private static func payload(_ random: inout SeededGenerator) -> BundledPayload {
    BundledPayload(
      path: text(&random),
      byteCount: UInt64.random(in: 0...UInt64.max, using: &random)
        >> UInt64.random(in: 0...63, using: &random),
      crc32: UInt32.random(in: 0...UInt32.max, using: &random))
  }

  private static func time(_ random: inout SeededGenerator) -> FileTime {
    FileTime(
      seconds: Int64.random(in: Int64.min...Int64.max, using: &random)
        >> Int64.random(in: 0...63, using: &random),
      nanoseconds: Int32.random(in: 0..<1_000_000_000, using: &random))
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    String(
      repeating: ["", "a", "é", "\u{1F3D4}"].randomElement(using: &random) ?? "",
      count: Int.random(in: 0...200, using: &random))
  }

  /// Bytes that need not be text.
  private static func name(_ random: inout SeededGenerator) -> FileName {
    let bytes = random.bytes(count: Int.random(in: 3...40, using: &random)).map {
      $0 == 0 || $0 == 0x2F ? 1 : $0
    }
    guard let name = FileName(bytes: bytes) else { preconditionFailure("three bytes are a name") }
    return name
  }

  private static func unknown(_ random: inout SeededGenerator) -> [JSONMember] {
    let members = [
      JSONMember("colour", .object([JSONMember("of", .array([.number("1"), .number("2.50")]))])),
      JSONMember("", .null), JSONMember("\u{0}\"", .string("\u{0}")),
    ]
    return Bool.random(using: &random) ? [] : Array(members.prefix(Int.random(in: 0...3, using: &random)))
  }
}
