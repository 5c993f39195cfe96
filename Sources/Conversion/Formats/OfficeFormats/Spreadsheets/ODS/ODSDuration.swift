import StructuredFormats

/// The durations of OpenDocument cells, such as `PT13H05M00S`, which also express times of day.
enum ODSDuration {
  /// Returns the value of a duration: a time of day, or a text if the format shows elapsed time, or if the
  /// duration is negative or at least a day.
  ///
  /// Any other text is returned unchanged.
  static func value(_ text: String, _ format: NumberFormat, _ tally: inout SheetTally) -> StructuredValue {
    guard let milliseconds = milliseconds(text) else {
      tally.add(.impossibleDates)
      return .string(text)
    }
    if format != .duration, (0..<CellDate.millisecondsPerDay).contains(milliseconds),
      let time = CellDate.time(milliseconds)
    {
      return time
    }
    tally.add(.durations)
    return .string(CellDate.duration(milliseconds: milliseconds))
  }

  /// Returns the number of milliseconds; nil if the text is not a duration of days and smaller units.
  ///
  /// (Source: XML Schema part 2, 3.2.6.)
  private static func milliseconds(_ text: String) -> Int64? {
    var bytes = Array(text.utf8.prefix(100))[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes = bytes.dropFirst() }
    guard bytes.popFirst() == UInt8(ascii: "P") else { return nil }
    var total = 0.0
    var isTime = false
    while let first = bytes.first {
      if first == UInt8(ascii: "T") {
        isTime = true
        bytes = bytes.dropFirst()
        continue
      }
      let digits = bytes.prefix { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
      bytes = bytes.dropFirst(digits.count)
      guard let number = Double(String(decoding: digits, as: UTF8.self)), let unit = bytes.popFirst() else {
        return nil
      }
      switch (unit, isTime) {
      case (UInt8(ascii: "D"), false): total += number * 86_400_000
      case (UInt8(ascii: "H"), true): total += number * 3_600_000
      case (UInt8(ascii: "M"), true): total += number * 60_000
      case (UInt8(ascii: "S"), true): total += number * 1000
      default: return nil
      }
    }
    guard total.isFinite, total < 1e15 else { return nil }
    return Int64(total.rounded()) * (isNegative ? -1 : 1)
  }
}
