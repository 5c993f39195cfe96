import ProfferFileSystem

/// A manifest that was read from a storage and agrees with it.
struct OpenedManifest {
  /// The manifest with the items that were opened.
  let manifest: BundleManifest
  /// The places of these items in the bundle, counted from 0.
  let openedItems: Range<Int>
  /// The number of items in the bundle.
  let itemCount: Int

  /// Reads and checks the manifest of a storage.
  ///
  /// - Parameters:
  ///   - storage: the entries, which must agree with the manifest.
  ///   - path: the bundle's name in messages.
  ///   - wanted: the places of the items to read; nil reads all. Only when all are read is every entry below `items/`
  ///     compared with the manifest.
  init(
    of storage: any BundleStorage, at path: FilePath, items wanted: Range<Int>?, limits: BundleLimits
  ) throws {
    let text = try storage.manifest(limits: limits)
    var claims = PayloadClaims()
    do throws(BundleError) {
      (manifest, itemCount) = try text.withUnsafeBufferPointer { text throws(BundleError) in
        try ManifestDecoder.decode(UnsafeRawBufferPointer(text), items: wanted, limits: limits)
      }
      let first = min(wanted?.lowerBound ?? 0, itemCount)
      openedItems = first..<first + manifest.items.count
      for (item, place) in zip(manifest.items, openedItems) {
        try item.check(at: place)
        try item.eachPayload { (payload) throws(BundleError) in try claims.add(payload) }
      }
    } catch {
      throw error.of(path)
    }
    for item in manifest.items { try item.eachPayload { try storage.check($0) } }
    if manifest.items.count == itemCount { try storage.checkNoEntryIsUnnamed(claims.names) }
  }
}
