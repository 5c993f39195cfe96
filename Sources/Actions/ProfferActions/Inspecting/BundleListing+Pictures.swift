package import ImageCoders
package import ItemProviders
package import ProviderBundles
package import StandardCoders
import UniformTypes

extension BundleListing.Outcome {
  /// The maximum size, in bytes, of a representation that is rendered.
  ///
  /// The representation is held in memory.
  private static let longestSource: UInt64 = 1 << 28

  /// Returns a picture of an item: the stored preview, or a rendered representation that the receiver may
  /// see.
  ///
  /// - Parameter size: the maximum size of the picture, in pixels.
  /// - Returns: the picture; nil if the item has no preview and no representation that can be rendered.
  package func picture(of item: ListedItem, fitting size: PresentationSize) throws -> Image? {
    try TypeRegistry.withCurrent(context.types.registry) {
      try opened.picture(
        of: opened.items[item.number - 1], to: context.identity, by: ImagePreviewRenderer(), fitting: size,
        readingAtMost: Self.longestSource)
    }
  }
}

extension ProviderBundle {
  /// Returns a picture of an item: the stored preview, or a rendered representation that the receiver may
  /// see.
  ///
  /// - Parameters:
  ///   - size: the maximum size of the picture, in pixels.
  ///   - byteCount: the maximum size, in bytes, of a representation that is rendered.
  /// - Returns: the picture; nil if the item has no preview and no representation that can be rendered.
  package func picture(
    of item: BundledItem, to receiver: ReceiverIdentity, by renderer: ImagePreviewRenderer,
    fitting size: PresentationSize, readingAtMost byteCount: UInt64
  ) throws -> Image? {
    let visible = visible(in: item, to: receiver).map(\.representation)
    if visible.isEmpty, !item.representations.isEmpty { return nil }
    let stored = Result {
      try storedPreview(of: item).map {
        try renderer.image(of: $0.data, typeIdentifier: $0.typeIdentifier, fitting: size)
      }
    }
    if case .success(let image?) = stored { return image }
    // Files outside the bundle are not opened for a picture.
    let candidates = visible.filter { representation in
      if case .payload(let payload) = representation.storage {
        payload.byteCount <= byteCount
      } else {
        false
      }
    }
    let chosen = FidelityOrder().index(
      among: candidates.map(\.typeIdentifier), accepting: renderer.renderableTypeIdentifiers)
    guard let chosen else { return try stored.get() }
    let representation = candidates[chosen]
    return try renderer.image(
      of: bytes(of: representation), typeIdentifier: representation.typeIdentifier, fitting: size)
  }
}
