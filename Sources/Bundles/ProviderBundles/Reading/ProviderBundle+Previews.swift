import Foundation
public import ItemProviders

extension ProviderBundle {
  /// Reads the preview that is stored with an item, and compares its bytes with their checksum.
  ///
  /// - Parameter item: one of ``items``.
  /// - Returns: the preview; nil where none is stored.
  /// - Throws: ``BundleError/Code/checksumMismatch`` for bytes that are not those that were packed, and the file system's
  ///   error for what cannot be read.
  public func storedPreview(of item: BundledItem) throws -> PreviewImage? {
    guard let preview = item.preview else { return nil }
    var data = Data(capacity: Int(preview.byteCount))
    try stored(preview.payload).stream { data.append(contentsOf: $0) }
    return PreviewImage(typeIdentifier: preview.typeIdentifier, data: data, pixelSize: preview.pixelSize)
  }

  /// Has a provider of an item answer `loadPreviewImage`, where the item has a preview or one can be rendered.
  func givePreview(
    of item: BundledItem, to provider: ItemProvider, by renderer: (any PreviewRendering)?
  ) {
    let source = PreviewSource(bundle: self, item: item, renderer: renderer)
    guard item.preview != nil || source.canRender(provider) else { return }
    provider.previewImageHandler = { [weak provider] completion, _, options in
      let size = options[ItemProvider.preferredImageSizeKey] as? PresentationSize
      Task {
        do {
          let wanted = size.flatMap { $0.isUsable ? $0 : nil }
          completion(try await source.image(fitting: wanted, of: provider), nil)
        } catch {
          completion(nil, error)
        }
      }
    }
  }
}

/// Where the preview of an item comes from.
private struct PreviewSource: Sendable {
  let bundle: ProviderBundle
  let item: BundledItem
  let renderer: (any PreviewRendering)?

  /// Whether a representation of a provider can be rendered.
  func canRender(_ provider: ItemProvider) -> Bool {
    guard let renderer else { return false }
    let types = renderer.renderableTypeIdentifiers
    return provider.fidelityOrder().index(among: provider.registeredTypeIdentifiers, accepting: types) != nil
  }

  /// The preview: the stored one as it is where no size is asked for or nothing can scale it, else one that fits.
  func image(fitting size: PresentationSize?, of provider: ItemProvider?) async throws -> PreviewImage {
    let stored = try bundle.storedPreview(of: item)
    guard let renderer else {
      guard let stored else { throw ItemProviderError.noPreview }
      return stored
    }
    guard let stored else { return try await rendered(by: renderer, fitting: size, of: provider) }
    guard let size else { return stored }
    if let pixels = stored.pixelSize, size.width > pixels.width, size.height > pixels.height {
      do {
        return try await rendered(by: renderer, fitting: size, of: provider)
      } catch {
        // The stored preview fits too; a picture outside the bundle, say, may be gone.
      }
    }
    return try renderer.preview(of: stored.data, typeIdentifier: stored.typeIdentifier, fitting: size)
  }

  private func rendered(
    by renderer: any PreviewRendering, fitting size: PresentationSize?, of provider: ItemProvider?
  ) async throws -> PreviewImage {
    guard let provider else {
      throw ItemProviderError(.itemUnavailableError, reason: "the item of the preview is gone")
    }
    return try await provider.previewImage(renderedBy: renderer, fitting: size)
  }
}
