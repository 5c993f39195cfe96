import Foundation

/// Photoshop's resource blocks in files of other formats.
///
/// One of the blocks contains IPTC. A block consists of `8BIM`, a number, a name and data. The name and
/// the data are each padded to an even length. (Source: Adobe Photoshop File Formats Specification, "Image
/// Resource Blocks".)
enum PhotoshopResources {
  /// The number of the IPTC block.
  private static let iptcNumber = 0x0404

  /// The text that describes the other blocks in a reported loss.
  static let lossName = "Photoshop image resources"

  /// Returns the IPTC data in a sequence of blocks, and the number of other blocks.
  static func iptc(in blocks: Data) -> (iptc: Data?, otherCount: Int) {
    let bytes = [UInt8](blocks)
    var place = 0
    var iptc: Data?
    var otherCount = 0
    while place + 12 <= bytes.count, bytes[place..<place + 4].elementsEqual("8BIM".utf8) {
      let number = bytes[place + 4..<place + 6].number(isBigEndian: true)
      // The name, including its length byte, is padded to an even size.
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
    // Zero bytes after the last block are padding. Other bytes are counted as one more block.
    if place < bytes.count, bytes[place...].contains(where: { $0 != 0 }) { otherCount += 1 }
    return (iptc, otherCount)
  }

  /// Returns a block that contains IPTC data.
  static func block(iptc: Data) -> Data {
    let length = iptc.count.bytes(4, isBigEndian: true)
    return Data("8BIM".utf8) + [0x04, 0x04, 0, 0] + length + iptc + (iptc.count % 2 == 0 ? [] : [0])
  }
}
