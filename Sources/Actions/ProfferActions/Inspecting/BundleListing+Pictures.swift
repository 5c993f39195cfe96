package import ImageCoders
package import ItemProviders
import ProviderBundles
import StandardCoders
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
      try picture(of: opened.items[item.number - 1], ImagePreviewRenderer(), fitting: size)
    }
  }

  private func picture(
    of item: BundledItem, _ renderer: ImagePreviewRenderer, fitting size: PresentationSize
  ) throws -> Image? {
    let visible = opened.visible(in: item, to: context.identity).map(\.representation)
    if visible.isEmpty, !item.representations.isEmpty { return nil }
    let stored = Result {
      try opened.storedPreview(of: item).map {
        try renderer.image(of: $0.data, typeIdentifier: $0.typeIdentifier, fitting: size)
      }
    }
    if case .success(let image?) = stored { return image }
    // Files outside the bundle are not opened for a listing.
    let candidates = visible.filter { representation in
      if case .payload(let payload) = representation.storage {
        payload.byteCount <= Self.longestSource
      } else {
        false
      }
    }
    let chosen = FidelityOrder().index(
      among: candidates.map(\.typeIdentifier), accepting: renderer.renderableTypeIdentifiers)
    guard let chosen else { return try stored.get() }
    let representation = candidates[chosen]
    return try renderer.image(
      of: opened.bytes(of: representation), typeIdentifier: representation.typeIdentifier, fitting: size)
  }
}
