/// The two forms of property list that are read.
package enum PropertyListForm: Sendable {
  case xml, binary

  /// The form by the first bytes; nil if they begin neither.
  package init?(of bytes: some Collection<UInt8>) {
    if bytes.starts(with: BinaryPropertyListLayout.magic) {
      self = .binary
      return
    }
    // '<' in any encoding, after a mark and space or none.
    let skipped: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x20, 0x09, 0x0A, 0x0D]
    guard bytes.first(where: { !skipped.contains($0) }) == UInt8(ascii: "<") else { return nil }
    self = .xml
  }
}
