import Foundation

/// The two forms of property list that are read.
enum PropertyListForm {
  case xml, binary

  /// The form by the first bytes; nil if they begin neither.
  init?(of data: Data) {
    if data.starts(with: BinaryPropertyListLayout.magic) {
      self = .binary
      return
    }
    // '<' in any encoding, after a mark and space or none.
    let skipped: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x20, 0x09, 0x0A, 0x0D]
    guard data.first(where: { !skipped.contains($0) }) == UInt8(ascii: "<") else { return nil }
    self = .xml
  }
}
