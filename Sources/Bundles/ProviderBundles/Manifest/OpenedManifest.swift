import ProfferFileSystem

/// A manifest that was read from a storage and agrees with the entries in the storage.
struct OpenedManifest {
  /// The manifest, which contains only the items that were opened.
  let manifest: BundleManifest
  /// The indices of the opened items in the bundle, counted from 0.
  let openedItems: Range<Int>
  /// The number of all items in the bundle.
  let itemCount: Int

  /// Reads and checks the manifest of a storage.
  ///
  /// - Parameters:
  ///   - storage: the storage of the bundle, whose entries must agree with the manifest.
  ///   - path: the path of the bundle, shown in messages.
  ///   - wanted: the indices of the items to open; nil to open all items. Entries below `items/` that the
  ///     manifest does not name are detected only if all items are opened.
  init(
    of storage: any BundleStorage, at path: FilePath, items wanted: Range<Int>?, limits: BundleLimits
  ) throws {
    let text = try storage.manifest(limits: limits)
    do throws(BundleError) {
      (manifest, itemCount) = try text.withUnsafeBufferPointer { text throws(BundleError) in
        try ManifestDecoder.decode(UnsafeRawBufferPointer(text), items: wanted, limits: limits)
      }
    } catch {
      throw error.of(path)
    }
    let first = min(wanted?.lowerBound ?? 0, itemCount)
    openedItems = first..<first + manifest.items.count
    do {
      for (item, place) in zip(manifest.items, openedItems) { try item.check(at: place) }
      try storage.check(manifest.items, areAll: manifest.items.count == itemCount)
    } catch {
      try OpenedManifest.checkInOrder(manifest.items, at: openedItems, of: path)
      throw error
    }
  }

  /// Throws if an item violates a rule, or if the items contradict each other.
  ///
  /// Called to find the first error of a manifest that is known to be invalid. For a valid manifest, collecting the
  /// paths of all entries would take a sixth of the time of opening a bundle.
  private static func checkInOrder(
    _ items: [BundledItem], at places: Range<Int>, of path: FilePath
  ) throws(BundleError) {
    var claims = PayloadClaims()
    do throws(BundleError) {
      for (item, place) in zip(items, places) {
        try item.check(at: place)
        try item.eachPayload { (payload) throws(BundleError) in try claims.add(payload) }
      }
    } catch {
      throw error.of(path)
    }
  }
}
