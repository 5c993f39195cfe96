import UniformTypes

/// The type with which programs mark contents that should not be saved.
///
/// Source: nspasteboard.org.
enum ConcealedType {
  static let identifier = "org.nspasteboard.ConcealedType"

  /// Returns whether contents have the type.
  static func isAmong(_ types: [String]) -> Bool {
    types.contains { TypeIdentifier($0) == TypeIdentifier(identifier) }
  }
}
