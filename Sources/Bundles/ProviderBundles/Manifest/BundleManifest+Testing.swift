extension BundleManifest {
  /// The bytes of the manifest, for tests of what a rewrite keeps.
  package func encodedForTesting() -> [UInt8] { encoded() }
}

extension BundleManifest {
  /// Reads a manifest alone, for tests of what its text may look like.
  package init(decodingForTesting bytes: UnsafeRawBufferPointer, limits: BundleLimits) throws(BundleError) {
    try self.init(decoding: bytes, limits: limits)
  }
}
