import Foundation
public import ItemProviders

extension ProviderBundle {
  /// Reads the preview that is stored with an item, and verifies its checksum.
  ///
  /// - Parameter item: one of ``items``.
  /// - Returns: the preview; nil if none is stored.
  /// - Throws: ``BundleError/Code/checksumMismatch`` if the bytes have changed since they were packed; a file
  ///   system error if they cannot be read.
  public func storedPreview(of item: BundledItem) throws -> PreviewImage? {
    guard let preview = item.preview else { return nil }
    var data = Data(capacity: Int(preview.byteCount))
    try stored(preview.payload).stream { data.append(contentsOf: $0) }
    return PreviewImage(typeIdentifier: preview.typeIdentifier, data: data, pixelSize: preview.pixelSize)
  }

  /// Makes a provider return the preview of an item, if the item has a preview or a preview can be rendered.
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

/// The source of the preview of an item.
private struct PreviewSource: Sendable {
  let bundle: ProviderBundle
  let item: BundledItem
  let renderer: (any PreviewRendering)?

  /// Returns whether a representation of a provider can be rendered.
  func canRender(_ provider: ItemProvider) -> Bool {
    guard let renderer else { return false }
    let types = renderer.renderableTypeIdentifiers
    return provider.fidelityOrder().index(among: provider.registeredTypeIdentifiers, accepting: types) != nil
  }

  /// Returns the preview of the item.
  ///
  /// The stored preview is returned unchanged if no size is requested or there is no renderer. In all other
  /// cases, the preview fits into the requested size.
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
        // The stored preview is used instead, because it also fits into the size. Rendering can fail, for
        // example if a file outside the bundle no longer exists.
      }
    }
    return try renderer.preview(of: stored.data, typeIdentifier: stored.typeIdentifier, fitting: size)
  }

  private func rendered(
    by renderer: any PreviewRendering, fitting size: PresentationSize?, of provider: ItemProvider?
  ) async throws -> PreviewImage {
    guard let provider else {
      throw ItemProviderError(.itemUnavailableError, reason: "the item of the preview no longer exists")
    }
    return try await provider.previewImage(renderedBy: renderer, fitting: size)
  }
}
