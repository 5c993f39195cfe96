public import Foundation
public import ImageCoders
public import ItemProviders
import ProfferConversions
import UniformTypes

extension Image: ItemProviderWriting {
  /// The types of files that can be written now, those that keep every pixel first.
  public static var writableTypeIdentifiersForItemProvider: [String] { writableTypeIdentifiers }

  /// The same, those first that keep all samples of this image.
  public var writableTypeIdentifiersForItemProvider: [String] { writableTypeIdentifiers }

  /// Gives the image as a file of one of its types; what that cannot hold is left out.
  ///
  /// ``Image/write(as:options:)`` also reports what was left out.
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
  /// The types of files that can be read now.
  public static var readableTypeIdentifiersForItemProvider: [String] { readableTypeIdentifiers }

  /// Reads an image of the bytes of a type; what of them is not in the image is left out.
  ///
  /// ``Image/read(_:as:options:)`` also reports what was left out.
  ///
  /// - Throws: what the format throws; `ItemProviderError` with code `unavailableCoercionError` for a type that is not one
  ///   of images here.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Image {
    try object(withItemProviderData: data, typeIdentifier: typeIdentifier, options: ImageOptions())
  }

  static func object(
    withItemProviderData data: Data, typeIdentifier: String, options: ImageOptions
  ) throws -> Image {
    let types = TypeRegistry.current
    guard
      let known = readableTypeIdentifiers.first(where: { types.conforms(identifier: typeIdentifier, to: $0) })
    else {
      throw ItemProviderError(
        .unavailableCoercionError, reason: "nothing reads \(typeIdentifier) as an image")
    }
    return try read(data, as: known, options: options).value
  }
}
