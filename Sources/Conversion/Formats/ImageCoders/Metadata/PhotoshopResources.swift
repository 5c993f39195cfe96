import Foundation

/// The blocks that Photoshop keeps in files of other formats, of which one is IPTC.
///
/// A block is `8BIM`, a number, a name and its bytes, of which name and bytes have an even length. (Source: Adobe Photoshop
/// File Formats Specification, "Image Resource Blocks".)
enum PhotoshopResources {
  /// The number of the block that is IPTC.
  private static let iptcNumber = 0x0404

  /// What the other blocks are called among losses.
  static let lossName = "what Photoshop keeps for itself"

  /// The IPTC among blocks, and how many other blocks there are.
  static func iptc(in blocks: Data) -> (iptc: Data?, otherCount: Int) {
    let bytes = [UInt8](blocks)
    var place = 0
    var iptc: Data?
    var otherCount = 0
    while place + 12 <= bytes.count, bytes[place..<place + 4].elementsEqual("8BIM".utf8) {
      let number = bytes[place + 4..<place + 6].number(isBigEndian: true)
      // The length of the name counts itself in the evenness.
      place += 6 + (Int(bytes[place + 6]) / 2 + 1) * 2
      guard place + 4 <= bytes.count else { break }
      let length = bytes[place..<place + 4].number(isBigEndian: true)
      place += 4
      guard length <= bytes.count - place else { break }
      if number == iptcNumber, iptc == nil {
        iptc = Data(bytes[place..<place + length])
      } else {
        otherCount += 1
      }
      place += length + length % 2
    }
    // What is no such block has no name; zeros are padding.
    if place < bytes.count, bytes[place...].contains(where: { $0 != 0 }) { otherCount += 1 }
    return (iptc, otherCount)
  }

  /// One block that is IPTC.
  static func block(iptc: Data) -> Data {
    let length = iptc.count.bytes(4, isBigEndian: true)
    return Data("8BIM".utf8) + [0x04, 0x04, 0, 0] + length + iptc + (iptc.count % 2 == 0 ? [] : [0])
  }
}
