public import Foundation
public import ImageCoders
public import ItemProviders
import ProfferConversions
import UniformTypes

extension Image: ItemProviderWriting {
  /// The types of image files that can currently be written, lossless types first.
  public static var writableTypeIdentifiersForItemProvider: [String] { writableTypeIdentifiers }

  /// The types of image files that can currently be written, starting with those that preserve all samples of
  /// this image.
  public var writableTypeIdentifiersForItemProvider: [String] { writableTypeIdentifiers }

  /// Passes the image in one of its types to the completion handler.
  ///
  /// Content that the type cannot represent is dropped. ``Image/write(as:options:)`` also reports the dropped
  /// content.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    do {
      completionHandler(try write(as: typeIdentifier).data, nil)
    } catch {
      completionHandler(nil, error)
    }
    return nil
  }
}

extension Image: ItemProviderReading {
  /// The types of image files that can currently be read.
  public static var readableTypeIdentifiersForItemProvider: [String] { readableTypeIdentifiers }

  /// Reads an image from the bytes of a type.
  ///
  /// Content that an image cannot represent is dropped. ``Image/read(_:as:options:)`` also reports the
  /// dropped content.
  ///
  /// - Throws: the error of the format; `ItemProviderError` with the code `unavailableCoercionError` if the
  ///   type is not a readable type of images.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Image {
    try object(withItemProviderData: data, typeIdentifier: typeIdentifier, options: ImageOptions())
  }

  package static func object(
    withItemProviderData data: Data, typeIdentifier: String, options: ImageOptions
  ) throws -> Image {
    let types = TypeRegistry.current
    guard
      let known = readableTypeIdentifiers.first(where: { types.conforms(identifier: typeIdentifier, to: $0) })
    else {
      throw ItemProviderError(
        .unavailableCoercionError, reason: "cannot read \(typeIdentifier) as an image")
    }
    return try read(data, as: known, options: options).value
  }
}
