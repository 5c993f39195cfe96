import ColorFormats
public import Foundation
public import ImageCoders
public import ItemProviders
import OfficeFormats
import ProfferConversions
import UniformTypes

/// Renders previews of pictures and colors as PNG.
///
/// A picture is turned upright and scaled down to the requested size. A color becomes a square that is as
/// transparent as the color. The preview of an office document is its thumbnail, or the first picture in its
/// text; documents are rendered only if ``showsDocuments`` is true. If libpng is not installed,
/// the preview is a BMP. The preview does not contain the place, date and other metadata of the picture.
public struct ImagePreviewRenderer: PreviewRendering {
  /// The limits for the declared size of a picture; a picture that exceeds them is rejected.
  public var limits: ImageLimits
  /// The size into which a preview fits if no size is requested.
  public var usualSize: ImageSize
  /// Whether office documents with a picture are rendered.
  public var showsDocuments = false

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - limits: the limits for the declared size of a picture; a picture that exceeds them is rejected.
  ///   - usualSize: the size into which a preview fits if no size is requested.
  public init(
    limits: ImageLimits = ImageLimits(), usualSize: ImageSize = ImageSize(width: 256, height: 256)
  ) {
    self.limits = limits
    self.usualSize = usualSize
  }

  /// The types of pictures that can currently be read, followed by the types of colors and of documents.
  public var renderableTypeIdentifiers: [String] {
    Image.readableTypeIdentifiers + ImagePreviewRenderer.colorTypeIdentifiers
      + (showsDocuments ? OfficePictures.typeIdentifiers : [])
  }

  package static let colorTypeIdentifiers = CoderSet.colors.readers.flatMap(\.typeIdentifiers)

  /// Renders a picture or a color.
  ///
  /// - Parameters:
  ///   - data: the bytes of the picture or color.
  ///   - typeIdentifier: the type of the bytes.
  ///   - size: the size in pixels into which the preview must fit; nil for ``usualSize``. A smaller picture
  ///     keeps its size.
  /// - Returns: the preview.
  /// - Throws: the error of the format; `ItemProviderError` with the code `unavailableCoercionError` if the
  ///   type is neither a readable type of images nor a type of colors, or if a document contains no readable
  ///   picture.
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

  /// Returns the pixels of a preview.
  ///
  /// - Parameters:
  ///   - data: the bytes of the picture or color.
  ///   - typeIdentifier: the type of the bytes.
  ///   - size: the size in pixels into which the preview must fit; nil for ``usualSize``. A smaller picture
  ///     keeps its size.
  /// - Returns: the pixels, turned upright.
  /// - Throws: the errors of ``preview(of:typeIdentifier:fitting:)``.
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
    let image = try picture(in: data, typeIdentifier: typeIdentifier, options)
    var losses = LossCounter()
    return image.scaled(toFit: most, &losses).turnedUp()
  }

  /// Decodes a picture, or the first readable picture of a document.
  private func picture(in data: Data, typeIdentifier: String, _ options: ImageOptions) throws -> Image {
    guard showsDocuments, Self.isDocument(typeIdentifier) else {
      return try Image.object(withItemProviderData: data, typeIdentifier: typeIdentifier, options: options)
    }
    for picture in try OfficePictures.pictures(in: data, typeIdentifier: typeIdentifier) {
      do {
        return try Image.object(
          withItemProviderData: picture.data, typeIdentifier: picture.typeIdentifier, options: options)
      } catch {
        // Another picture of the document may be readable.
        continue
      }
    }
    throw ItemProviderError(
      .unavailableCoercionError, reason: "the document contains no picture that can be read")
  }

  private static func isDocument(_ typeIdentifier: String) -> Bool {
    OfficePictures.typeIdentifiers.contains {
      TypeRegistry.current.conforms(identifier: typeIdentifier, to: $0)
    }
  }

  private static func pixels(_ size: PresentationSize) -> ImageSize {
    // Comparisons with NaN are false, so NaN becomes 1.
    func count(_ length: Double) -> Int { length > 1 ? Int(min(length, 1_000_000)) : 1 }
    return ImageSize(width: count(size.width), height: count(size.height))
  }
}

extension Image {
  /// Makes a square of one color.
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
  /// Makes ``ItemProvider/loadPreviewImage(options:completionHandler:)`` return a preview that is rendered
  /// from the provider's own picture or color.
  ///
  /// The preview fits into the size that the receiver requests.
  ///
  /// - Parameter renderer: the renderer of the preview.
  public func rendersPreviewImage(with renderer: ImagePreviewRenderer = ImagePreviewRenderer()) {
    previewImageHandler = { [weak self] completion, _, options in
      guard let self else {
        completion(
          nil, ItemProviderError(.itemUnavailableError, reason: "the item of the preview no longer exists"))
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
