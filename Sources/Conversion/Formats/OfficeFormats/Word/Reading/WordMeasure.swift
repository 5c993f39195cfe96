/// The lengths and switches in attributes of Word documents.
enum WordMeasure {
  /// Returns whether a property is on, given its attribute `w:val`; without the attribute, it is on.
  static func isOn(_ value: String?) -> Bool {
    switch value {
    case "0", "false", "off", "none": false
    default: true
    }
  }

  /// Parses a length without unit, or with one as in strict documents.
  ///
  /// - Parameter unitsPerPoint: the number of units in a point: 20 for twentieths of a point, 2 for half
  ///   points.
  /// - Returns: the length in the unit, at most 1,000,000; nil if the text is not a length.
  static func length(_ text: String?, unitsPerPoint: Double) -> Int? {
    guard let text else { return nil }
    if let number = Int(text) { return min(max(number, -1_000_000), 1_000_000) }
    let points: Double
    switch text.suffix(2) {
    case "pt": points = 1
    case "in": points = 72
    case "cm": points = 72 / 2.54
    case "mm": points = 72 / 25.4
    case "pc", "pi": points = 12
    case "px": points = 0.75
    default:
      guard let number = Double(text), number.isFinite else { return nil }
      return Int(min(max(number, -1_000_000), 1_000_000).rounded())
    }
    guard let number = Double(text.dropLast(2)), number.isFinite else { return nil }
    return Int(min(max(number * points * unitsPerPoint, -1_000_000), 1_000_000).rounded())
  }

  /// Parses a length in twentieths of a point.
  static func twips(_ text: String?) -> Int? { length(text, unitsPerPoint: 20) }

  /// Parses a length in points.
  ///
  /// - Parameter text: a length in English Metric Units, 12,700 to a point.
  static func points(emu text: String?) -> Double? {
    guard let text, let number = Double(text), number > 0, number < 1e12 else { return nil }
    return (number / 127).rounded() / 100
  }

  /// Parses a whole number; a number outside of a range becomes the nearest bound.
  static func number(_ text: String?, in range: ClosedRange<Int>) -> Int? {
    guard let text else { return nil }
    if let number = Int(text) { return min(max(number, range.lowerBound), range.upperBound) }
    guard let number = Double(text), number.isFinite else { return nil }
    return Int(min(max(number, Double(range.lowerBound)), Double(range.upperBound)))
  }
}
