extension String {
  /// Whether two strings have the same scalars; `==` takes the two ways to encode an accented letter for the same.
  package func isExactly(_ other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in left.count == right.count && left.elementsEqual(right) }
    }
  }
}
