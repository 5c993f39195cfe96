import Foundation
public import ItemProviders
import ProfferFileSystem
import UniformTypes

/// The settings with which a writer makes previews of items.
///
/// A preview is made only from a representation that all readers may see, and whose bytes are stored in the
/// bundle or in a referenced file. Representations for a team or group are not used, and neither are promises
/// and folders.
///
/// When a bundle is edited, its old items keep their previews, or remain without a preview. Files to which
/// the old bundle refers are not used.
public struct PreviewMaking: Sendable {
  /// The result of making the preview of an item.
  public enum Outcome: Sendable {
    /// The item has a preview.
    case made
    /// No representation can be rendered.
    case notRenderable
    /// The preview could not be made, for this reason.
    case failed(any Error)
  }

  /// The renderer for items that have no preview of their own; nil to store only previews that providers
  /// supply.
  public var renderer: (any PreviewRendering)?
  /// The size in pixels into which a preview must fit; nil to let the renderer choose the size.
  public var size: PresentationSize?
  /// Called with the result for each item; an item is identified by its index, counted from 0.
  public var report: (@Sendable (_ item: Int, _ outcome: Outcome) -> Void)?

  /// The maximum length in bytes of a representation or file that is read into memory for a preview.
  static let longestSource: UInt64 = 1 << 28

  /// Makes settings.
  ///
  /// - Parameters:
  ///   - renderer: the renderer for items that have no preview of their own.
  ///   - size: the size in pixels into which a preview must fit; nil to let the renderer choose the size.
  public init(renderer: (any PreviewRendering)? = nil, size: PresentationSize? = nil) {
    self.renderer = renderer
    self.size = size
  }

  /// Renders the preview of an item and reports the result.
  ///
  /// - Parameters:
  ///   - item: the item, as it is stored.
  ///   - place: the index of the item, counted from 0.
  ///   - limits: the limits of the bundle.
  ///   - bytes: reads a payload of the item.
  /// - Returns: the preview; nil if none could be made.
  func image(
    of item: BundledItem, at place: Int, limits: BundleLimits,
    reading bytes: (BundledPayload) throws -> Data
  ) -> PreviewImage? {
    let candidates = item.representations.filter { representation in
      guard representation.audience == .all else { return false }
      switch representation.storage {
      case .payload, .inPlace: return true
      case .folder, .promise: return false
      }
    }
    guard let renderer,
      let index = FidelityOrder().index(
        among: candidates.map(\.typeIdentifier), accepting: renderer.renderableTypeIdentifiers)
    else {
      report?(place, .notRenderable)
      return nil
    }
    do {
      let chosen = candidates[index]
      let byteCount = chosen.byteCount ?? 0
      guard byteCount <= PreviewMaking.longestSource else {
        throw BundleError(
          .limitExceeded,
          "it has \(byteCount) bytes; the limit for making a preview is \(PreviewMaking.longestSource)"
        )
      }
      let data: Data
      switch chosen.storage {
      case .payload(let payload): data = try bytes(payload)
      case .inPlace(let reference): data = try reference.bytes()
      case .folder, .promise: preconditionFailure("neither is a candidate")
      }
      let image = try renderer.preview(of: data, typeIdentifier: chosen.typeIdentifier, fitting: size)
      try image.checkStorable(limits)
      report?(place, .made)
      return image
    } catch let error as ItemProviderError where error.code == .unavailableCoercionError {
      // The document has a type that can be rendered, but contains no picture.
      report?(place, .notRenderable)
      return nil
    } catch {
      report?(place, .failed(error))
      return nil
    }
  }

  /// Loads the preview that a provider supplies, and reports the result.
  ///
  /// - Parameters:
  ///   - provider: the provider, which has a handler for previews.
  ///   - place: the index of the provider, counted from 0.
  ///   - limits: the limits of the bundle.
  /// - Returns: the preview; nil if the provider supplies none that can be stored.
  func image(of provider: ItemProvider, at place: Int, limits: BundleLimits) async -> PreviewImage? {
    do {
      let size = size
      let options: [String: any Sendable]? = size.map { [ItemProvider.preferredImageSizeKey: $0] }
      let image = try PreviewImage(loaded: await provider.loadPreviewImage(options: options))
      try image.checkStorable(limits)
      let registry = provider.typeRegistry
      guard registry.conforms(identifier: image.typeIdentifier, to: UTType.image.identifier) else {
        throw BundleError(.previewNotImage, "\(image.typeIdentifier) does not conform to public.image")
      }
      report?(place, .made)
      return image
    } catch {
      report?(place, .failed(error))
      return nil
    }
  }
}

extension PreviewImage {
  /// Makes a preview from the value that a handler returned: a preview, its bytes, or the URL of a file.
  fileprivate init(loaded item: any Sendable) throws {
    switch item {
    case let image as PreviewImage: self = image
    case let data as Data: self.init(typeIdentifier: UTType.image.identifier, data: data)
    case let url as URL:
      let path = try FilePath(fileURL: url)
      let type = UTType(filenameExtension: url.pathExtension, conformingTo: .image)
      let (file, status) = try OpenFile.examiningRegular(path)
      guard status.byteCount <= PreviewMaking.longestSource else {
        throw BundleError(.limitExceeded, "the preview \(path) has \(status.byteCount) bytes")
      }
      let data = Data(try file.bytes(at: 0, count: Int(status.byteCount)))
      self.init(typeIdentifier: type?.identifier ?? UTType.image.identifier, data: data)
    default:
      throw BundleError(
        .previewNotImage, "the preview is a value of the type \(Swift.type(of: item)), not an image")
    }
  }

  /// Throws if the preview is longer than a reader accepts.
  fileprivate func checkStorable(_ limits: BundleLimits) throws(BundleError) {
    guard data.count > limits.previewByteCount else { return }
    throw BundleError(
      .limitExceeded, "the preview has \(data.count) bytes; the limit is \(limits.previewByteCount)")
  }

  /// The size in pixels; nil if it is unknown or cannot be stated in a manifest.
  var statablePixelSize: PresentationSize? {
    guard let pixelSize else { return nil }
    let sides = [pixelSize.width, pixelSize.height]
    let isStatable = sides.allSatisfy { 1...Double(BundledPreview.longestSide) ~= $0 && $0.rounded() == $0 }
    return isStatable ? pixelSize : nil
  }
}
