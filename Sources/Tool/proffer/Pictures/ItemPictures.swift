import Foundation
import ImageCoders
import ItemProviders
import ProviderBundles
import StandardCoders

/// The pictures of the items of a bundle as a receiver sees them: the stored previews, or what is rendered of a representation.
struct ItemPictures {
  /// The longest representation that is read for a picture; it is in memory as a whole.
  private static let longestSource: UInt64 = 1 << 28

  let screen: PictureScreen
  private let renderer = ImagePreviewRenderer()

  init(on screen: PictureScreen) { self.screen = screen }

  /// Shows the picture of an item, if it has one.
  func show(_ item: BundledItem, at place: Int, in bundle: ProviderBundle, to receiver: ReceiverIdentity)
    throws
  {
    let image: Image
    do {
      guard let found = try self.image(of: item, in: bundle, to: receiver) else { return }
      image = found
    } catch {
      return Console.shared.note("item \(place + 1) is shown without a picture: \(error)")
    }
    try screen.show(image)
  }

  private func image(
    of item: BundledItem, in bundle: ProviderBundle, to receiver: ReceiverIdentity
  ) throws -> Image? {
    let visible = bundle.visible(in: item, to: receiver).map(\.representation)
    if visible.isEmpty, !item.representations.isEmpty { return nil }
    let stored = Result { try storedImage(of: item, in: bundle) }
    if case .success(let image?) = stored { return image }
    // A file outside the bundle is not opened for a list.
    let candidates = visible.filter { representation in
      if case .payload(let payload) = representation.storage {
        payload.byteCount <= ItemPictures.longestSource
      } else {
        false
      }
    }
    let chosen = FidelityOrder().index(
      among: candidates.map(\.typeIdentifier), accepting: renderer.renderableTypeIdentifiers)
    guard let chosen else { return try stored.get() }
    let representation = candidates[chosen]
    return try renderer.image(
      of: bundle.bytes(of: representation), typeIdentifier: representation.typeIdentifier,
      fitting: screen.size)
  }

  private func storedImage(of item: BundledItem, in bundle: ProviderBundle) throws -> Image? {
    guard let preview = try bundle.storedPreview(of: item) else { return nil }
    return try renderer.image(of: preview.data, typeIdentifier: preview.typeIdentifier, fitting: screen.size)
  }
}
