/// A number of bytes, formatted for people.
package struct ByteCount: Sendable {
  private let count: UInt64

  package init(_ count: UInt64) { self.count = count }

  /// The exact number of bytes.
  package var exactText: String { count == 1 ? "1 byte" : "\(count) bytes" }

  /// The number in the unit for which it has one to three digits before the decimal point, as in `15.8 kB`.
  package var text: String {
    if count < 1_000 { return exactText }
    // The rounded number of tenths. Integers are used because floating-point numbers would not be exact.
    var tenths = count / 100 + (count % 100 < 50 ? 0 : 1)
    for unit in ["kB", "MB", "GB", "TB", "PB"] {
      if tenths < 1_000 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
      let whole = (tenths + 5) / 10
      if whole < 1_000 { return "\(whole) \(unit)" }
      tenths = (tenths + 500) / 1_000
    }
    return "\(tenths / 10) EB"
  }
}
