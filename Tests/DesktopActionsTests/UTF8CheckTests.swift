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
    #expect(UTF8Check.isPlainUTF8(Data(text.utf8)) == expected)
  }

  @Test(
    arguments: [[0xC3], [0x61, 0xE4], [0xF0, 0x9F, 0x8E], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]])
  func bytesThatAreNotUTF8AreConverted(bytes: [UInt8]) {
    #expect(!UTF8Check.isPlainUTF8(Data(bytes)))
  }

  /// A character of any length at any place of the border between two pieces.
  @Test(arguments: ["é", "世", "🎉"], 0..<5)
  func aCharacterMayBeDividedBetweenTwoPieces(character: String, before: Int) {
    let text = String(repeating: "a", count: 16 - before) + character + "b"
    #expect(UTF8Check.isPlainUTF8(Data(text.utf8), inPiecesOf: 16))
    #expect(!UTF8Check.isPlainUTF8(Data(text.utf8.dropLast(2)), inPiecesOf: 16))
  }
}
