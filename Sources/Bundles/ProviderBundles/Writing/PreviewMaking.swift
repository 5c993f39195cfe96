import Foundation
public import ItemProviders
import ProfferFileSystem
import UniformTypes

/// How a writer makes previews of the items that it writes.
///
/// Items of a bundle that is changed keep what they have. A preview is made only of a representation that everyone may see
/// and that is stored or referred to: not of one for a team or group, not of a promise, and not of a file outside the
/// bundle to which the bundle referred before.
public struct PreviewMaking: Sendable {
  /// What came of the preview of an item.
  public enum Outcome: Sendable {
    /// The item has a preview.
    case made
    /// None of its representations is of a type that can be rendered.
    case notRenderable
    /// The representation could not be rendered, for this reason.
    case failed(any Error)
  }

  /// Renders the previews of items that do not bring their own; nil stores only those that providers give.
  public var renderer: (any PreviewRendering)?
  /// The size in pixels that a preview fits into; nil leaves it to the renderer.
  public var size: PresentationSize?
  /// Called with what came of each item, whose place is counted from 0.
  public var report: (@Sendable (_ item: Int, _ outcome: Outcome) -> Void)?

  /// The longest representation that is read for a preview; it is in memory as a whole.
  static let longestSource: UInt64 = 1 << 28

  /// Makes settings.
  ///
  /// - Parameters:
  ///   - renderer: renders the previews of items that do not bring their own.
  ///   - size: the size in pixels that a preview fits into; nil leaves it to the renderer.
  public init(renderer: (any PreviewRendering)? = nil, size: PresentationSize? = nil) {
    self.renderer = renderer
    self.size = size
  }

  /// Renders the preview of an item; nil where there is none, which is reported.
  ///
  /// - Parameters:
  ///   - item: the item, as it is stored.
  ///   - place: its place, counted from 0.
  ///   - limits: what the bundle may hold.
  ///   - bytes: reads a payload of the item.
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
          "it has \(byteCount) bytes; the limit of what is read for a preview is \(PreviewMaking.longestSource)"
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
    } catch {
      report?(place, .failed(error))
      return nil
    }
  }

  /// The preview that a provider gives; nil where it gives none that can be stored, which is reported.
  ///
  /// - Parameters:
  ///   - provider: the provider, which has a handler for previews.
  ///   - place: its place, counted from 0.
  ///   - limits: what the bundle may hold.
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
  /// A preview as a handler gives it: a preview, bytes, or the URL of a file.
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

  /// Refuses a preview that is longer than a reader takes.
  fileprivate func checkStorable(_ limits: BundleLimits) throws(BundleError) {
    guard data.count > limits.previewByteCount else { return }
    throw BundleError(
      .limitExceeded, "the preview has \(data.count) bytes; the limit is \(limits.previewByteCount)")
  }

  /// The size in pixels, where a manifest can state it.
  var statablePixelSize: PresentationSize? {
    guard let pixelSize else { return nil }
    let sides = [pixelSize.width, pixelSize.height]
    let isStatable = sides.allSatisfy { 1...Double(BundledPreview.longestSide) ~= $0 && $0.rounded() == $0 }
    return isStatable ? pixelSize : nil
  }
}
