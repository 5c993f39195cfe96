/// A number of bytes as people read it: three digits and a decimal unit.
struct ByteCount {
  private let count: UInt64

  init(_ count: UInt64) { self.count = count }

  /// The exact number.
  var exactText: String { count == 1 ? "1 byte" : "\(count) bytes" }

  /// The number in the unit that leaves one to three digits before the point, as in `15.8 kB`.
  var text: String {
    if count < 1_000 { return exactText }
    // Tenths, rounded; integers are exact where a floating-point number is not.
    var tenths = (count + 50) / 100
    for unit in ["kB", "MB", "GB", "TB", "PB"] {
      if tenths < 1_000 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
      let whole = (tenths + 5) / 10
      if whole < 1_000 { return "\(whole) \(unit)" }
      tenths = (tenths + 500) / 1_000
    }
    return "\(tenths / 10) EB"
  }
}
