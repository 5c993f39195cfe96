/// The reference of a cell, such as `B7`.
enum CellReference {
  /// The number of columns of a sheet, up to `XFD`, and its number of rows (Source: ISO/IEC 29500-1, 18.3.1.4,
  /// and the limits of Excel).
  static let columnCount = 16_384
  static let rowCount = 1_048_576

  /// Returns the column of a reference, counted from 0; nil if the reference does not begin with a letter.
  ///
  /// All columns outside of the grid have the number ``columnCount``.
  @inline(__always)
  static func column(_ reference: [UInt8]) -> Int? {
    var column = 0
    var count = 0
    for byte in reference {
      let letter = (byte | 0x20) &- UInt8(ascii: "a")
      guard letter < 26 else { break }
      column = min(column * 26 + Int(letter) + 1, columnCount + 1)
      count += 1
    }
    return count == 0 ? nil : column - 1
  }
}
