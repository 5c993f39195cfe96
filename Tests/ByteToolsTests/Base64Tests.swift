import ByteTools
import Foundation
import TestSupport
import Testing

@Suite struct Base64Tests {
  private func decode(_ text: String) throws(Base64.Flaw) -> [UInt8] {
    let result = Array(text.utf8).withUnsafeBytes { bytes in
      Result { () throws(Base64.Flaw) in try Base64.decode(bytes) }
    }
    return try result.get()
  }

  @Test func textIsThatOfFoundationAndComesBack() throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      var text: [UInt8] = []
      bytes.withUnsafeBytes { Base64.encode($0, into: &text) }
      expectEqual(String(decoding: text, as: UTF8.self), Data(bytes).base64EncodedString(), "seed \(seed)")
      try expectEqual(decode(String(decoding: text, as: UTF8.self)), bytes, "seed \(seed)")
    }
  }

  @Test func spacesAndLineBreaksAreSkipped() throws {
    try expectEqual(decode(" Zm9v\r\n\tYm Fy\nZg = =\n"), Array("foobarf".utf8))
  }

  @Test(arguments: [
    ("Zm9v*", 4, "is not a character of base64"), ("Zg==Zg==", 4, "follows the padding of base64"),
    ("Z", 1, "ends base64 with the wrong number of characters, or with extra bits"),
    ("Zg", 2, "ends base64 with the wrong number of characters, or with extra bits"),
    ("Zg=", 2, "ends base64 with the wrong number of characters, or with extra bits"),
    ("Zm9v=", 4, "ends base64 with the wrong number of characters, or with extra bits"),
    // The last letter has bits that do not belong to any byte.
    ("Zh==", 2, "ends base64 with the wrong number of characters, or with extra bits"),
    ("Zm9=", 3, "ends base64 with the wrong number of characters, or with extra bits"),
  ])
  func otherTextIsRefusedAtItsFirstFlaw(text: String, offset: Int, reason: String) {
    #expect {
      try decode(text)
    } throws: { error in
      let flaw = error as? Base64.Flaw
      return flaw?.offset == offset && flaw?.reason == reason
    }
  }
}
