import ColorFormats
public import Foundation
public import ImageCoders
public import ItemProviders
import ProfferConversions
import UniformTypes

/// Renders previews of pictures and colors as a PNG: a picture as a viewer sees it, scaled down to the size that is asked for,
/// and a color as a square of it, which is as transparent as the color.
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

  /// The types of pictures that can be read now, and those of colors.
  public var renderableTypeIdentifiers: [String] {
    Image.readableTypeIdentifiers + ImagePreviewRenderer.colorTypeIdentifiers
  }

  package static let colorTypeIdentifiers = CoderSet.colors.readers.flatMap(\.typeIdentifiers)

  /// Renders a picture or a color.
  ///
  /// - Parameters:
  ///   - data: the bytes of the picture or color.
  ///   - typeIdentifier: the type of the bytes.
  ///   - size: the size in pixels that the preview fits into; a smaller picture keeps its size.
  /// - Returns: the preview.
  /// - Throws: what the format throws; `ItemProviderError` with code `unavailableCoercionError` for a type that is not one
  ///   of images or colors here.
  public func preview(
    of data: Data, typeIdentifier: String, fitting size: PresentationSize?
  ) throws -> PreviewImage {
    var options = ImageOptions()
    options.limits = limits
    options.stripsMetadata = true
    let image = try image(of: data, typeIdentifier: typeIdentifier, fitting: size, options)
    let types = Image.writableTypeIdentifiers
    let type = types.contains("public.png") ? "public.png" : "com.microsoft.bmp"
    return PreviewImage(
      typeIdentifier: type, data: try image.write(as: type, options: options).data,
      pixelSize: PresentationSize(width: Double(image.width), height: Double(image.height)))
  }

  /// The pixels of a preview.
  ///
  /// - Parameters:
  ///   - data: the bytes of the picture or color.
  ///   - typeIdentifier: the type of the bytes.
  ///   - size: the size in pixels that the preview fits into; a smaller picture keeps its size.
  /// - Returns: the pixels, turned as a viewer sees them.
  /// - Throws: what ``preview(of:typeIdentifier:fitting:)`` throws.
  package func image(
    of data: Data, typeIdentifier: String, fitting size: PresentationSize?
  ) throws -> Image {
    var options = ImageOptions()
    options.limits = limits
    return try image(of: data, typeIdentifier: typeIdentifier, fitting: size, options)
  }

  private static func isColor(_ typeIdentifier: String) -> Bool {
    colorTypeIdentifiers.contains { TypeRegistry.current.conforms(identifier: typeIdentifier, to: $0) }
  }

  private func image(
    of data: Data, typeIdentifier: String, fitting size: PresentationSize?, _ options: ImageOptions
  ) throws -> Image {
    let most = size.map(Self.pixels) ?? usualSize
    if Self.isColor(typeIdentifier) {
      return Image(
        swatchOf: try ColorArchive.color(in: data).value, side: max(1, min(most.width, most.height, 1024)))
    }
    let image = try Image.object(
      withItemProviderData: data, typeIdentifier: typeIdentifier, options: options)
    var losses = LossCounter()
    return image.scaled(toFit: most, &losses).turnedUp()
  }

  private static func pixels(_ size: PresentationSize) -> ImageSize {
    // NaN fails the comparison, so it becomes 1.
    func count(_ length: Double) -> Int { length > 1 ? Int(min(length, 1_000_000)) : 1 }
    return ImageSize(width: count(size.width), height: count(size.height))
  }
}

extension Image {
  /// A square of one color.
  fileprivate init(swatchOf color: Color, side: Int) {
    let (red, green, blue, alpha) = color.bytes
    let isOpaque = alpha == 255
    let pixel = isOpaque ? [red, green, blue] : [red, green, blue, alpha]
    self.init(
      width: side, height: side, channels: isOpaque ? .rgb : .rgba,
      pixels: Array(repeatElement(pixel, count: side * side).joined()))
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
