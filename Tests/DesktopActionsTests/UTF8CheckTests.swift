import ByteTools
import DesktopTransfer
import Foundation
import TestSupport
import Testing

@testable import DesktopActions

/// The test whether text is offered as it is stored.
@Suite struct UTF8CheckTests {
  @Test(arguments: [
    ("words", true), ("", true), ("Grüße, 世界, 🎉", true), ("\u{FEFF}marked", false), ("a\0b", false),
    ("\u{1B}$B%3\u{1B}(B", false),
  ])
  func onlyUnmarkedUTF8IsOfferedAsItIsStored(text: String, expected: Bool) {
    expectEqual(UTF8Check.canBeOffered(Data(text.utf8)), expected)
  }

  @Test(
    arguments: [[0xC3], [0x61, 0xE4], [0xF0, 0x9F, 0x8E], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]])
  func bytesThatAreNotUTF8AreConverted(bytes: [UInt8]) {
    #expect(!UTF8Check.canBeOffered(Data(bytes)))
  }

  /// A character of any length at any place of the border between two pieces.
  @Test(arguments: ["é", "世", "🎉"], 0..<5)
  func aCharacterMayBeDividedBetweenTwoPieces(character: String, before: Int) throws {
    let size = OfferedPieces.pieceByteCount
    let bytes = Data((String(repeating: "a", count: size - before) + character + "b").utf8)
    #expect(UTF8Check.canBeOffered(bytes) && UTF8Check.canBeOffered(bytes.dropFirst(size - 1 << 16)))
    for (text, expected) in [(bytes, true), (bytes.dropLast(2), false), (bytes + [0], false)] {
      let pieces = OfferedPieces(byteCount: text.count) { text.subdata(in: $0..<$0 + $1) }
      #expect(try UTF8Check.canBeOffered(pieces) == expected && UTF8Check.canBeOffered(text) == expected)
    }
  }

  @Test func aMarkedFileIsNotOfferedAsItIsStored() throws {
    let text = Data("\u{FEFF}marked".utf8)
    let pieces = OfferedPieces(byteCount: text.count) { text.subdata(in: $0..<$0 + $1) }
    #expect(try !UTF8Check.canBeOffered(pieces))
  }
}
