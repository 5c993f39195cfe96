public import Foundation
public import ImageCoders
public import ItemProviders
import ProfferConversions

/// Renders previews of pictures: the picture as a viewer sees it, scaled down to the size that is asked for, as a PNG.
///
/// Where libpng is not installed, the preview is a BMP. Place, date and other metadata of the picture are not in it.
public struct ImagePreviewRenderer: PreviewRendering {
  /// What a picture may declare before it is refused.
  public var limits: ImageLimits
  /// The size of a preview where none is asked for.
  public var usualSize: ImageSize

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - limits: what a picture may declare before it is refused.
  ///   - usualSize: the size of a preview where none is asked for.
  public init(
    limits: ImageLimits = ImageLimits(), usualSize: ImageSize = ImageSize(width: 256, height: 256)
  ) {
    self.limits = limits
    self.usualSize = usualSize
  }

  /// The types of pictures that can be read now.
  public var renderableTypeIdentifiers: [String] { Image.readableTypeIdentifiers }

  /// Renders a picture.
  ///
  /// - Parameters:
  ///   - data: the bytes of the picture.
  ///   - typeIdentifier: the type of the bytes.
  ///   - size: the size in pixels that the preview fits into; a smaller picture keeps its size.
  /// - Returns: the preview.
  /// - Throws: what the format throws; `ItemProviderError` with code `unavailableCoercionError` for a type that is not one
  ///   of images here.
  public func preview(
    of data: Data, typeIdentifier: String, fitting size: PresentationSize?
  ) throws -> PreviewImage {
    var options = ImageOptions()
    options.limits = limits
    options.maximumSize = size.map(Self.pixels) ?? usualSize
    options.stripsMetadata = true
    let image = try Image.object(
      withItemProviderData: data, typeIdentifier: typeIdentifier, options: options
    ).turnedUp()
    let types = Image.writableTypeIdentifiers
    let type = types.contains("public.png") ? "public.png" : "com.microsoft.bmp"
    return PreviewImage(
      typeIdentifier: type, data: try image.write(as: type, options: options).data)
  }

  private static func pixels(_ size: PresentationSize) -> ImageSize {
    func count(_ length: Double) -> Int { Int(min(max(length, 1), 1_000_000)) }
    return ImageSize(width: count(size.width), height: count(size.height))
  }
}

extension ItemProvider {
  /// Has ``ItemProvider/loadPreviewImage(options:completionHandler:)`` answer with the provider's own picture, at the size that
  /// is asked for.
  ///
  /// - Parameter renderer: makes the preview.
  public func rendersPreviewImage(with renderer: ImagePreviewRenderer = ImagePreviewRenderer()) {
    previewImageHandler = { [weak self] completion, _, options in
      guard let self else {
        completion(nil, ItemProviderError(.itemUnavailableError, reason: "the item of the preview is gone"))
        return
      }
      let size = options[ItemProvider.preferredImageSizeKey] as? PresentationSize
      Task {
        do {
          completion(try await self.previewImage(renderedBy: renderer, fitting: size), nil)
        } catch {
          completion(nil, error)
        }
      }
    }
  }
}
