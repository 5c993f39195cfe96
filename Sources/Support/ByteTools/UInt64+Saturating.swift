extension UInt64 {
  /// Adds a number.
  ///
  /// The result is `UInt64.max` on overflow.
  package mutating func addSaturating(_ other: UInt64) {
    let (sum, overflow) = addingReportingOverflow(other)
    self = overflow ? .max : sum
  }

  /// Returns the product, or `UInt64.max` on overflow.
  package func multipliedSaturating(by factor: UInt64) -> UInt64 {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
