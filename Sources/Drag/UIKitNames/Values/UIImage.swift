#if !canImport(Darwin)
  public import AppleNames
  public import Foundation
  public import ImageCoders
  public import ItemProviders
  import ProfferConversions
  import RichTextFormats
  import StandardCoders
  import UniformTypes

  /// A picture in an encoded form, such as the content of a PNG file.
  ///
  /// The type and the size are read from the header of the picture. The pixels are decoded only on request.
  open class UIImage: NSObject, @unchecked Sendable {
    /// The encoded picture.
    public let data: Data
    /// The type of ``data``, such as `public.png`; `public.image` for an empty picture.
    public let typeIdentifier: String
    /// The number of pixels per point.
    public let scale: CGFloat
    /// The size in points; zero if this module cannot read the header of the picture.
    public let size: CGSize

    /// Makes an empty picture.
    public override init() {
      data = Data()
      typeIdentifier = "public.image"
      scale = 1
      size = .zero
    }

    /// Makes a picture from the contents of a file.
    ///
    /// - Parameters:
    ///   - data: the contents.
    ///   - scale: the number of pixels per point.
    /// - Returns: nil if the data does not begin with the signature of a picture type.
    public init?(data: Data, scale: CGFloat) {
      let image = ContentSignatures.standard.candidates(in: Array(data.prefix(4096))).first {
        TypeRegistry.current.conforms(identifier: $0.typeIdentifier, to: "public.image")
      }
      guard let image else { return nil }
      self.data = data
      typeIdentifier = image.typeIdentifier
      self.scale = scale > 0 ? scale : 1
      let dots = PictureSize(data)
      size = CGSize(
        width: CGFloat(dots?.width ?? 0) / self.scale, height: CGFloat(dots?.height ?? 0) / self.scale)
    }

    /// Makes a picture from the contents of a file, with one pixel per point.
    ///
    /// - Parameter data: the contents.
    /// - Returns: nil if the data does not begin with the signature of a picture type.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// Makes a picture from pixels.
    ///
    /// The pixels are encoded as PNG. If a PNG cannot be written, for example without libpng, the pixels are
    /// encoded as PAM. Data that the file type cannot contain is omitted; a PAM, for example, cannot contain
    /// a color profile. `Image.write(as:options:)` reports omitted data.
    ///
    /// - Parameters:
    ///   - image: the pixels.
    ///   - scale: the number of pixels per point.
    public init(_ image: Image, scale: CGFloat = 1) {
      let written = ["public.png", "io.proffer.portable-arbitrary-map"].lazy.compactMap { type in
        // The fallback is PAM, which can contain the pixels of every image.
        (try? image.write(as: type)).map { (type, $0.data) }
      }.first
      guard let written else { preconditionFailure("an image cannot be written as a PAM") }
      (typeIdentifier, data) = written
      self.scale = scale > 0 ? scale : 1
      let dots = image.displayedSize
      size = CGSize(
        width: CGFloat(dots.width) / self.scale, height: CGFloat(dots.height) / self.scale)
    }

    /// The pixels; nil if the picture is empty or damaged, or if its type cannot be decoded.
    ///
    /// The pixels are decoded on each access. To receive the error instead of nil, call
    /// `Image.object(withItemProviderData:typeIdentifier:)`. `Image.read(_:as:options:)` also reports the
    /// data that is missing from the image.
    public var image: Image? { try? decoded() }

    fileprivate func decoded() throws -> Image {
      try Image.object(withItemProviderData: data, typeIdentifier: typeIdentifier)
    }

    /// Makes a picture from a file.
    ///
    /// - Parameter path: the path of the file.
    /// - Returns: nil if the file does not exist or is not a picture.
    public convenience init?(contentsOfFile path: String) {
      guard let data = FileManager.default.contents(atPath: path) else { return nil }
      self.init(data: data)
    }

    /// Returns the picture as PNG; returns the original data if the picture is a PNG.
    ///
    /// As in UIKit, data that a PNG cannot contain is omitted, and the result is nil if an error occurs.
    /// `Image.read(_:as:options:)` and `Image.write(as:options:)` throw the errors and report omitted data.
    ///
    /// - Returns: the PNG data; nil if the pixels cannot be decoded or encoded, or if libpng is not
    ///   installed.
    public func pngData() -> Data? { typeIdentifier == "public.png" ? data : encoded(as: "public.png") }

    /// Returns the picture as JPEG; transparent parts become white.
    ///
    /// As in UIKit, data that a JPEG cannot contain is omitted, and the result is nil if an error occurs.
    ///
    /// - Parameter compressionQuality: the quality from 0 to 1. If the quality is 1 and the picture is a
    ///   JPEG, the original data is returned.
    /// - Returns: the JPEG data; nil if the pixels cannot be decoded or encoded, or if libjpeg-turbo is not
    ///   installed.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
      if typeIdentifier == "public.jpeg", !(compressionQuality < 1) { return data }
      var options = ImageOptions()
      options.quality = min(100, max(1, Int((min(max(compressionQuality, 0), 1) * 100).rounded())))
      return encoded(as: "public.jpeg", options)
    }

    /// Returns the pixels encoded as another type; nil if the pixels cannot be decoded or encoded, as in
    /// UIKit.
    private func encoded(as type: String, _ options: ImageOptions = ImageOptions()) -> Data? {
      (try? decoded().write(as: type, options: options))?.data
    }

    /// Returns whether the other object is a picture with the same data and scale.
    open override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? UIImage else { return false }
      return data == other.data && scale == other.scale
    }

    /// A hash of the data.
    open override var hash: Int { data.hashValue }
  }

  extension UIImage: NSItemProviderWriting, PresentationSizeProviding {
    /// Common picture types.
    public static var writableTypeIdentifiersForItemProvider: [String] {
      ["public.png", "public.jpeg", "public.heic"]
    }

    /// The type of the data, followed by PNG and JPEG if the picture can be converted to these types; empty
    /// for an empty picture.
    public var writableTypeIdentifiersForItemProvider: [String] {
      guard !data.isEmpty else { return [] }
      let types = TypeRegistry.current
      let isReadable = Image.readableTypeIdentifiers.contains {
        types.conforms(identifier: typeIdentifier, to: $0)
      }
      let made = isReadable ? Image.writableTypeIdentifiers.filter(Self.commonTypes.contains) : []
      return [typeIdentifier] + made.filter { $0 != typeIdentifier }
    }

    /// The types that all receivers of pictures accept.
    private static let commonTypes: Set<String> = ["public.png", "public.jpeg"]

    /// The size in points.
    public var preferredPresentationSizeForItemProvider: CGSize { size }

    /// Writes the data, or the pixels encoded as another type.
    ///
    /// Data that the other type cannot contain is omitted.
    ///
    /// - Parameters:
    ///   - typeIdentifier: the type to write.
    ///   - completionHandler: called once, before this method returns, with the data or with an
    ///     ``ItemProviderError``. The cause of the error is the decoding or encoding error.
    public func loadData(
      withTypeIdentifier typeIdentifier: String,
      forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
      if typeIdentifier == self.typeIdentifier {
        completionHandler(data, nil)
        return nil
      }
      do {
        completionHandler(try decoded().write(as: typeIdentifier).data, nil)
      } catch {
        completionHandler(
          nil,
          ItemProviderError(
            .unavailableCoercionError, subject: typeIdentifier,
            reason: "cannot be created from this picture of type \(self.typeIdentifier)", cause: error))
      }
      return nil
    }
  }

  extension UIImage: NSItemProviderReading {
    /// Types of pictures; every picture type with a known signature can be read.
    public static var readableTypeIdentifiersForItemProvider: [String] {
      ["public.png", "public.jpeg", "public.heic", "public.tiff", "com.compuserve.gif", "public.image"]
    }

    /// Makes a picture from data.
    ///
    /// - Parameters:
    ///   - data: the data.
    ///   - typeIdentifier: the registered type of the data; ignored, because the type is determined from
    ///     the data.
    /// - Throws: ``ItemProviderError`` with code `unavailableCoercionError` if the data is not a picture, and
    ///   with code `unexpectedValueClassError` if this class is a subclass.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
      guard let image = UIImage(data: data) else {
        throw ItemProviderError(
          .unavailableCoercionError, reason: "the bytes of \(typeIdentifier) are not a picture")
      }
      guard let image = image as? Self else {
        throw ItemProviderError(
          .unexpectedValueClassError, reason: "a picture is not of the class \(Self.self); load it as UIImage"
        )
      }
      return image
    }
  }
#endif
