import Foundation
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing

/// The limit for bundles that reference the same bytes many times.
@Suite struct ExpansionTests {
  private let fixture: BundleFixture

  init() throws { fixture = try BundleFixture() }

  /// A bundle folder in which one payload of 1,000 bytes is referenced many times, by items or by files of a
  /// folder.
  private func bundle(naming count: Int, inFolder: Bool = false) throws -> FilePath {
    let path = try fixture.path("layout")
    let file = try fixture.file("a.bin", [UInt8](repeating: 7, count: 1000))
    try fixture.writer().writeFolder(
      BundleDraft(items: [BundleDraft.Item(representations: [file])]), to: path, replacing: true)
    let crc32 = try require(
      ProviderBundle(opening: path).manifest.payloads.first.map { String($0.crc32, radix: 16) })
    let sum = String(repeating: "0", count: 8 - crc32.count) + crc32
    let size = "\"byteCount\":1000,\"crc32\":\"\(sum)\""
    let items =
      inFolder
      ? [
        """
        {"representations":[{"type":"public.folder","kind":"file","path":"items/1/1/d/","members":[\
        \((0..<count).map { "{\"path\":\"\($0)\",\"entry\":\"items/1/1/a.bin\",\(size)}" }.joined(separator: ","))]}]}
        """
      ]
      : [String](
        repeating: """
          {"representations":[{"type":"public.data","kind":"file","path":"items/1/1/a.bin",\(size)}]}
          """, count: count)
    try fixture.folder.write(
      "{\"version\":1,\"items\":[\(items.joined(separator: ","))]}", to: "layout/manifest.json")
    return path
  }

  private func limits(_ byteCount: UInt64, factor: UInt64? = 100) -> BundleLimits {
    var limits = BundleLimits()
    limits.expandedByteCount = byteCount
    limits.expansionFactor = factor
    return limits
  }

  private func check(_ bundle: ProviderBundle) throws(BundleError) {
    try bundle.checkExpansion { count in
      for item in bundle.items { for representation in item.representations { count(representation) } }
    }
  }

  @Test(arguments: [
    (100, 0 as UInt64, 100 as UInt64?, true), (101, 0, 100, false), (101, 101_000, 100, true),
    (2, 1999, nil, false),
    (2, 2000, nil, true),
  ])
  func repeatedPayloadsAreWrittenOutWithinTheLimit(
    count: Int, byteCount: UInt64, factor: UInt64?, isTaken: Bool
  ) throws {
    for inFolder in [false, true] {
      let bundle = try ProviderBundle(
        opening: bundle(naming: count, inFolder: inFolder), limits: limits(byteCount, factor: factor))
      if isTaken {
        try check(bundle)
      } else {
        let error = expectThrows(BundleError.self) { try check(bundle) }
        expectEqual(error?.code, .expandsTooFar)
        expectEqual(error?.message.contains("1000 bytes, but would expand to \(count)000"), true)
      }
    }
  }

  @Test func aFolderThatIsTooLargeIsNotBegun() throws {
    let bundle = try ProviderBundle(opening: bundle(naming: 300, inFolder: true), limits: limits(10_000))
    let error = expectThrows(BundleError.self) {
      try bundle.extract(bundle.items[0].representations[0], to: fixture.path("out"))
    }
    expectEqual(error?.code, .expandsTooFar)
    #expect(try !fixture.folder.names().contains { $0.hasPrefix("out") })
  }

  @Test func theDefaultLimitsAllowFilesThatArePackedManyTimes() throws {
    try check(ProviderBundle(opening: bundle(naming: 20_000)))
  }

  @Test func aFileOutsideTheBundleMayBeWrittenOutOnce() throws {
    let file = try fixture.file("a.bin", [UInt8](repeating: 7, count: 1000))
    guard case .file(let path) = file.content else { return }
    let reference = BundleDraft.Representation(
      .reference(path), typeIdentifier: "public.data", allowsOpenInPlace: true)
    let item = BundleDraft.Item(representations: [reference])
    for (count, isTaken) in [(1, true), (2, false)] {
      let place = try fixture.path("references-\(count)")
      try fixture.writer().write(BundleDraft(items: Array(repeating: item, count: count)), to: place)
      let bundle = try ProviderBundle(opening: place, limits: limits(500))
      #expect((try? check(bundle)) != nil || !isTaken)
      if !isTaken { expectThrows(BundleError.self) { try check(bundle) } }
    }
  }

  /// Every part of a split bundle contains a copy of the foreign entries and unknown members.
  @Test(arguments: ["payload", "beside", "unknown"])
  func splittingIsWithinTheLimit(what: String) throws {
    let path = try bundle(naming: 300)
    let manifest = String(decoding: try fixture.folder.read("layout/manifest.json"), as: UTF8.self)
    switch what {
    case "beside": try fixture.folder.write([UInt8](repeating: 1, count: 1000), to: "layout/readme")
    case "unknown":
      let value = String(repeating: "x", count: 1000)
      try fixture.folder.write(
        manifest.replacing("\"version\":1", with: "\"version\":1,\"note\":\"\(value)\""),
        to: "layout/manifest.json")
    default: break
    }
    let most: UInt64 = what == "payload" ? 299_999 : 599_999
    let error = expectThrows(BundleError.self) {
      try ProviderBundle(opening: path, limits: limits(most, factor: 2)).checkExpansionOfSplitting()
    }
    expectEqual(error?.code, .expandsTooFar)
    try ProviderBundle(opening: path, limits: limits(700_000, factor: nil)).checkExpansionOfSplitting()
  }

  @Test func mergingTakesTimeInProportionToUnknownMembers() throws {
    _ = try bundle(naming: 1)
    let manifest = String(decoding: try fixture.folder.read("layout/manifest.json"), as: UTF8.self)
    let growth = try ProcessorTime.growth(to: 20_000) { count in
      let unknown = (0..<count).map { "\"k\($0)\":1" }.joined(separator: ",")
      let copy = "layout-\(count)"
      try FileManager.default.copyItem(
        atPath: fixture.folder.path("layout"), toPath: fixture.folder.path(copy))
      try fixture.folder.write(
        manifest.replacing("\"version\":1", with: "\"version\":1,\(unknown)"), to: "\(copy)/manifest.json")
      return try ProviderBundle(opening: fixture.path(copy))
    } _: { opened in
      var draft = try BundleDraft(of: opened)
      try draft.merge(BundleDraft(of: opened))
    }
    expect(growth.isLinear, "\(growth)")
  }
}
