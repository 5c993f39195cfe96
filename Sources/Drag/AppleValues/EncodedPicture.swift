#if !canImport(Darwin)
  package import Foundation
  package import ImageCoders
  import ItemProviders
  import ProfferConversions
  import RichTextFormats
  import ProvidedValues
  import UniformTypes

  // What the module is for: the text, colors and pictures that UIKit's and AppKit's names have in common are read and
  // written here once, as Apple's protocols ask for it. What it may not know: pasteboards, views, and the classes that
  // only one of the two has.

  /// A picture in an encoded form, such as the content of a PNG file: the value of `UIImage` and `NSImage`.
  ///
  /// The type and the size are read from the header of the picture. The pixels are decoded only on request.
  package struct EncodedPicture: Sendable, Hashable {
    /// The encoded picture.
    package let data: Data
    /// The type of ``data``, such as `public.png`; `public.image` for an empty picture.
    package let typeIdentifier: String
    /// The displayed width and height in pixels; zero if the header of the picture cannot be read.
    package let width, height: Int

    /// An empty picture.
    package init() {
      data = Data()
      typeIdentifier = "public.image"
      (width, height) = (0, 0)
    }

    /// Makes a picture from the contents of a file.
    ///
    /// - Returns: nil if the data does not begin with the signature of a picture type.
    package init?(_ data: Data) {
      let image = ContentSignatures.standard.candidates(in: Array(data.prefix(4096))).first {
        TypeRegistry.current.conforms(identifier: $0.typeIdentifier, to: "public.image")
      }
      guard let image else { return nil }
      self.data = data
      typeIdentifier = image.typeIdentifier
      let dots = PictureSize(data)
      (width, height) = (dots?.width ?? 0, dots?.height ?? 0)
    }

    /// Makes a picture from pixels.
    ///
    /// The pixels are encoded as PNG. If a PNG cannot be written, for example without libpng, the pixels are
    /// encoded as PAM.
    package init(_ image: Image) {
      let written = ["public.png", "io.proffer.portable-arbitrary-map"].lazy.compactMap { type in
        // The fallback is PAM, which can contain the pixels of every image.
        (try? image.write(as: type)).map { (type, $0.data) }
      }.first
      guard let written else { preconditionFailure("an image cannot be written as a PAM") }
      (typeIdentifier, data) = written
      let dots = image.displayedSize
      (width, height) = (dots.width, dots.height)
    }

    /// Whether there is no picture.
    package var isEmpty: Bool { data.isEmpty }

    /// The size in points for a number of pixels per point.
    package func size(atScale scale: CGFloat) -> CGSize {
      CGSize(width: CGFloat(width) / scale, height: CGFloat(height) / scale)
    }

    /// Decodes the pixels.
    package func decoded() throws -> Image {
      try Image.object(withItemProviderData: data, typeIdentifier: typeIdentifier)
    }

    /// Returns the pixels encoded as another type; nil if the pixels cannot be decoded or encoded, which is
    /// how Apple's classes report it.
    package func encoded(as type: String, _ options: ImageOptions = ImageOptions()) -> Data? {
      type == typeIdentifier && !isEmpty ? data : reencoded(as: type, options)
    }

    /// Returns newly encoded pixels, also for the type that the picture has.
    package func reencoded(as type: String, _ options: ImageOptions) -> Data? {
      (try? decoded().write(as: type, options: options))?.data
    }

    // MARK: Providers

    /// The types that all receivers of pictures accept.
    private static let commonTypes: Set<String> = ["public.png", "public.jpeg"]

    /// The type of the data, followed by common types if the picture can be converted to these types; empty
    /// for an empty picture.
    ///
    /// - Parameter further: types that are offered in addition to PNG and JPEG.
    package func writableTypes(further: Set<String> = []) -> [String] {
      if isEmpty { return [] }
      let types = TypeRegistry.current
      let isReadable = Image.readableTypeIdentifiers.contains {
        types.conforms(identifier: typeIdentifier, to: $0)
      }
      let common = Self.commonTypes.union(further)
      let made = isReadable ? Image.writableTypeIdentifiers.filter(common.contains) : []
      return [typeIdentifier] + made.filter { $0 != typeIdentifier }
    }

    /// Returns the data, or the pixels encoded as another type.
    ///
    /// - Throws: ``ItemProviderError`` whose cause is the decoding or encoding error.
    package func write(as type: String) throws -> Data {
      if type == typeIdentifier { return data }
      do { return try decoded().write(as: type).data } catch {
        throw ItemProviderError(
          .unavailableCoercionError, subject: type,
          reason: "cannot be created from this picture of type \(typeIdentifier)", cause: error)
      }
    }

    /// The types that are read; every picture type with a known signature can be read.
    package static let readableTypes = [
      "public.png", "public.jpeg", "public.heic", "public.tiff", "com.compuserve.gif", "public.image",
    ]

    /// Reads a picture.
    ///
    /// - Throws: ``ItemProviderError`` with code `unavailableCoercionError` if the data is not a picture.
    package static func read(_ data: Data, typeIdentifier: String) throws -> EncodedPicture {
      guard let picture = EncodedPicture(data) else {
        throw ItemProviderError(
          .unavailableCoercionError, reason: "the bytes of \(typeIdentifier) are not a picture")
      }
      return picture
    }
  }
#endif
