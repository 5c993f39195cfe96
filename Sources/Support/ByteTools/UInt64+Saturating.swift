extension UInt64 {
  /// Adds a number; the result is at most the largest number.
  package mutating func addSaturating(_ other: UInt64) {
    let (sum, overflow) = addingReportingOverflow(other)
    self = overflow ? .max : sum
  }

  /// The product, at most the largest number.
  package func multipliedSaturating(by factor: UInt64) -> UInt64 {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
