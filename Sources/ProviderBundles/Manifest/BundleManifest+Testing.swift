extension BundleManifest {
  /// The bytes of the manifest, for tests of what a rewrite keeps.
  package func encodedForTesting() -> [UInt8] { encoded() }
}
