import UniformTypes

extension ContentCompatibility {
  /// All types that the tables name, for a test that they are declared.
  static var namedTypesForTesting: [UTType] {
    carriers + marked + families.flatMap { $0.content + $0.names }
  }
}
