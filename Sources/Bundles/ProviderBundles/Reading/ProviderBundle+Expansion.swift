import ByteTools
package import ItemProviders
import JSONText
import ProfferFileSystem

/// The total size of representations when they are written out.
///
/// A bundle stores equal payloads once, so a payload of a megabyte may be written out thousands of times.
/// ``BundleLimits/expandedByteCount`` and ``BundleLimits/expansionFactor`` limit the total size.
private struct Expansion {
  /// The number of bytes that are written out; the sum saturates instead of overflowing.
  private(set) var byteCount: UInt64 = 0
  /// The number of these bytes that are stored in payloads, with each payload counted once.
  private(set) var storedByteCount: UInt64 = 0
  /// The number of these bytes that are in files outside the bundle, with each file counted once.
  private(set) var referencedByteCount: UInt64 = 0
  private var paths: Set<EntryPath> = []
  private var references: Set<FilePath> = []

  mutating func add(_ representation: BundledRepresentation) {
    switch representation.storage {
    case .payload(let payload): add(payload)
    case .folder(_, let members): members.eachPayload { add($0) }
    case .inPlace(let reference):
      byteCount.addSaturating(reference.byteCount)
      if references.insert(reference.path).inserted {
        referencedByteCount.addSaturating(reference.byteCount)
      }
    case .promise: break
    }
  }

  mutating func add(_ payload: BundledPayload) {
    byteCount.addSaturating(payload.byteCount)
    if paths.insert(EntryPath(payload.path)).inserted { storedByteCount.addSaturating(payload.byteCount) }
  }
}

extension ProviderBundle {
  /// Throws if writing out the given representations together would exceed the limits of the bundle.
  ///
  /// - Parameter representations: calls its argument with each representation; called a second time if the
  ///   total size is large.
  /// - Throws: ``BundleError/Code/expandsTooFar``.
  package func checkExpansion(
    of representations: ((BundledRepresentation) -> Void) -> Void
  ) throws(BundleError) {
    var byteCount: UInt64 = 0
    representations { byteCount.addSaturating($0.byteCount ?? 0) }
    guard byteCount > limits.expandedByteCount else { return }
    var expansion = Expansion()
    representations { expansion.add($0) }
    try check(
      expansion.byteCount, stored: expansion.storedByteCount, referenced: expansion.referencedByteCount)
  }

  /// Throws if writing out the given items together would exceed the limits of the bundle.
  ///
  /// Each item counts with the largest representation that the receiver may see.
  ///
  /// - Throws: ``BundleError/Code/expandsTooFar``.
  package func checkExpansion(
    ofLargestIn items: some Sequence<BundledItem>, to receiver: ReceiverIdentity
  ) throws(BundleError) {
    try checkExpansion { count in
      for item in items {
        let shown = visible(in: item, to: receiver).lazy.map(\.representation)
        if let largest = shown.max(by: { $0.byteCount ?? 0 < $1.byteCount ?? 0 }) { count(largest) }
      }
    }
  }

  /// Throws if making a separate bundle from every item would exceed the limits of the bundle.
  ///
  /// Each new bundle contains everything that belongs to the old bundle as a whole: the type declarations,
  /// the unknown members of the manifest and the foreign entries.
  ///
  /// - Throws: ``BundleError/Code/expandsTooFar``, and the file system's error for an entry that cannot be
  ///   examined.
  package func checkExpansionOfSplitting() throws {
    var shared: UInt64 = 0
    for entry in try storage.foreignEntries(besidesPreviewsOf: manifest) {
      shared.addSaturating(try entry.byteCount())
    }
    for node in manifest.typeDeclarations { shared.addSaturating(UInt64(node.write().count)) }
    shared.addSaturating(UInt64(JSONNode.object(manifest.unknownMembers).write().count))
    var byteCount = shared.multipliedSaturating(by: UInt64(items.count))
    var stored = shared
    for item in items {
      // Within a new bundle, equal payloads are stored once.
      var expansion = Expansion()
      if let preview = item.preview { expansion.add(preview.payload) }
      for representation in item.representations where !representation.isReference {
        expansion.add(representation)
      }
      byteCount.addSaturating(expansion.storedByteCount)
    }
    guard byteCount > limits.expandedByteCount else { return }
    var whole = Expansion()
    for item in items {
      if let preview = item.preview { whole.add(preview.payload) }
      for representation in item.representations where !representation.isReference {
        whole.add(representation)
      }
    }
    stored.addSaturating(whole.storedByteCount)
    try check(byteCount, stored: stored, referenced: 0)
  }

  private func check(_ byteCount: UInt64, stored: UInt64, referenced: UInt64) throws(BundleError) {
    var most = limits.expandedByteCount
    if let factor = limits.expansionFactor {
      most = max(most, stored.multipliedSaturating(by: factor))
      most.addSaturating(referenced)
    }
    guard byteCount > most else { return }
    throw BundleError(
      .expandsTooFar,
      "\(path) stores \(stored) bytes, but would expand to \(byteCount) bytes, because it refers to the same payloads many "
        + "times; the limit is \(most)")
  }
}
