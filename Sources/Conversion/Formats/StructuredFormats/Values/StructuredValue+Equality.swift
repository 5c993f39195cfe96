import TextEncodings

extension StructuredMember: Equatable {
  /// Returns whether two members have equal keys (compared scalar by scalar) and equal values.
  public static func == (left: StructuredMember, right: StructuredMember) -> Bool {
    left.key.isExactly(right.key) && left.value == right.value
  }
}

extension StructuredValue: Equatable {
  /// Returns whether two values are equal.
  ///
  /// The order of members is significant.
  public static func == (left: StructuredValue, right: StructuredValue) -> Bool {
    switch (left, right) {
    case (.array(let left), .array(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): left == right
    default: left.isSameScalar(as: right)
    }
  }

  /// Returns whether two values are equal if the order of members is ignored.
  ///
  /// If a key occurs several times, its values are compared in order. The members are sorted by key for the
  /// comparison.
  ///
  /// - Parameter other: the other value.
  /// - Returns: `true` if the values are equivalent.
  public func isEquivalent(to other: StructuredValue) -> Bool {
    switch (self, other) {
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { $0.isEquivalent(to: $1) }
    case (.dictionary(let left), .dictionary(let right)):
      guard left.count == right.count else { return false }
      return zip(left.sortedByKey(), right.sortedByKey()).allSatisfy {
        $0.key.isExactly($1.key) && $0.value.isEquivalent(to: $1.value)
      }
    default:
      return isSameScalar(as: other)
    }
  }

  private func isSameScalar(as other: StructuredValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.string(let left), .string(let right)): left.isExactly(right)
    case (.data(let left), .data(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.localDate(let left), .localDate(let right)): left == right
    case (.localTime(let left), .localTime(let right)): left == right
    case (.localDateTime(let left), .localDateTime(let right)): left == right
    case (.uid(let left), .uid(let right)): left == right
    default: false
    }
  }
}

extension [StructuredMember] {
  /// Returns the members sorted by the bytes of their keys.
  ///
  /// Members with equal keys keep their order.
  fileprivate func sortedByKey() -> [StructuredMember] {
    enumerated().sorted { left, right in
      if left.element.key.isExactly(right.element.key) { return left.offset < right.offset }
      return left.element.key.utf8.lexicographicallyPrecedes(right.element.key.utf8)
    }.map(\.element)
  }
}

extension String {
  /// Returns whether two strings consist of the same Unicode scalars.
  ///
  /// Unlike this function, `==` also treats a composed and a decomposed accented letter as equal.
  package func isExactly(_ other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in left.count == right.count && left.elementsEqual(right) }
    }
  }
}
