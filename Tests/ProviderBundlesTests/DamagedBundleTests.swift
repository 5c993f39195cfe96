import FileSystem
import Foundation
import ItemProviders
import ProviderBundles
import TestSupport
import Testing

@Suite struct DamagedBundleTests {
  /// Everything a bundle gives, or the error that it was refused with.
  private enum Reading: Equatable {
    case refused
    case whole([[UInt8]])
  }

  private func read(_ bytes: [UInt8], in fixture: BundleFixture) throws -> Reading {
    try fixture.folder.write(bytes, to: "damaged.dragbundle")
    do {
      let bundle = try ProviderBundle(opening: fixture.path("damaged.dragbundle"))
      var failed = false
      try bundle.verify { failed = failed || $0.failure != nil }
      if failed { return .refused }
      return .whole(try contents(of: bundle))
    } catch let error as BundleError {
      #expect(!error.message.isEmpty)
      return .refused
    }
  }

  /// Names, types and bytes of all that is in a bundle, in order.
  private func contents(of bundle: ProviderBundle) throws -> [[UInt8]] {
    try bundle.items.flatMap { item in
      try [Array((item.suggestedName ?? "").utf8)]
        + item.representations.flatMap { representation -> [[UInt8]] in
          let head = [Array(representation.typeIdentifier.utf8), representation.name?.bytes ?? []]
          switch representation.storage {
          case .folder(_, let members):
            return try head
              + members.flatMap { member -> [[UInt8]] in
                let name = Array(member.printablePath.utf8)
                guard case .file(let payload, _) = member.content else { return [name] }
                var bytes: [UInt8] = []
                try bundle.stored(payload).stream { bytes += $0 }
                return [name, bytes]
              }
          case .payload, .inPlace, .promise: return try head + [[UInt8](bundle.bytes(of: representation))]
          }
        }
    }
  }

  @Test func aBundleCutAtAnyLengthIsRefused() throws {
    let fixture = try BundleFixture()
    let good = try fixture.smallBundle()
    for length in 0..<good.count {
      #expect(try read(Array(good[..<length]), in: fixture) == .refused, "cut at \(length) of \(good.count)")
    }
    #expect(try read(good, in: fixture) != .refused)
  }

  @Test func aFlippedByteIsRefusedOrChangesNothingThatIsRead() throws {
    let fixture = try BundleFixture()
    let good = try fixture.smallBundle()
    let whole = try read(good, in: fixture)
    for place in good.indices {
      for mask in [UInt8(0x01), 0x20, 0xFF] {
        var bad = good
        bad[place] ^= mask
        let reading = try read(bad, in: fixture)
        #expect(reading == .refused || reading == whole, "byte \(place) with \(mask)")
      }
    }
  }

  @Test func whatFollowsTheEndIsRefused() throws {
    let fixture = try BundleFixture()
    let good = try fixture.smallBundle()
    #expect(try read(good + [0], in: fixture) == .refused)
    #expect(try read(good + good, in: fixture) == .refused)
    #expect(try read([0] + good, in: fixture) == .refused)
  }

  @Test func randomDamageNeverTraps() throws {
    let seed = SeededGenerator.freshSeed()
    var random = SeededGenerator(seed: seed)
    let fixture = try BundleFixture()
    let good = try fixture.smallBundle()
    let whole = try read(good, in: fixture)
    for _ in 0..<1500 {
      var bad = good
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bad[Int.random(in: bad.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bad.removeSubrange(0..<Int.random(in: 0...3, using: &random)) }
      let reading = try read(bad, in: fixture)
      #expect(reading == .refused || reading == whole, "seed \(seed)")
    }
  }
}
