#if !canImport(Darwin)
  public import AppleNames
  public import Foundation
  public import ImageCoders
  public import ItemProviders
  import ProfferConversions
  import RichTextFormats
  import StandardCoders
  import UniformTypes

  /// A picture as its bytes: its type and its size are those that its header says, and its dots are decoded only where they are
  /// asked for.
  open class UIImage: NSObject, @unchecked Sendable {
    /// The bytes, as they were read.
    public let data: Data
    /// The type of the bytes, such as `public.png`; `public.image` for an empty picture.
    public let typeIdentifier: String
    /// How many dots make a point.
    public let scale: CGFloat
    /// The size in points; zero for a picture whose header this module does not read.
    public let size: CGSize

    /// Makes an empty picture.
    public override init() {
      data = Data()
      typeIdentifier = "public.image"
      scale = 1
      size = .zero
    }

    /// Makes a picture of the bytes of a file.
    ///
    /// - Parameters:
    ///   - data: the bytes.
    ///   - scale: how many dots make a point.
    /// - Returns: nil for bytes that no signature of a picture begins.
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

    /// Makes a picture of the bytes of a file, with a dot for each point.
    ///
    /// - Parameter data: the bytes.
    /// - Returns: nil for bytes that no signature of a picture begins.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// Makes a picture of pixels.
    ///
    /// Its bytes are those of a PNG, or of a PAM where a PNG cannot be written, as without libpng. What the type does not hold
    /// is left out, such as the color profile in a PAM; `Image.write(as:options:)` reports it.
    ///
    /// - Parameters:
    ///   - image: the pixels.
    ///   - scale: how many dots make a point.
    public init(_ image: Image, scale: CGFloat = 1) {
      let written = ["public.png", "io.proffer.portable-arbitrary-map"].lazy.compactMap { type in
        // A PNG that cannot be written is followed by a PAM, which holds the pixels of every image.
        (try? image.write(as: type)).map { (type, $0.data) }
      }.first
      guard let written else { preconditionFailure("an image cannot be written as a PAM") }
      (typeIdentifier, data) = written
      self.scale = scale > 0 ? scale : 1
      let dots = image.displayedSize
      size = CGSize(
        width: CGFloat(dots.width) / self.scale, height: CGFloat(dots.height) / self.scale)
    }

    /// The pixels; nil for an empty picture, bytes that are damaged, and a type that nothing here decodes.
    ///
    /// They are decoded each time. `Image.object(withItemProviderData:typeIdentifier:)` throws the error where this is nil, and
    /// `Image.read(_:as:options:)` also reports what of the bytes is not in the image.
    public var image: Image? { try? decoded() }

    fileprivate func decoded() throws -> Image {
      try Image.object(withItemProviderData: data, typeIdentifier: typeIdentifier)
    }

    /// Makes a picture of a file.
    ///
    /// - Parameter path: the path of the file.
    /// - Returns: nil for a file that is not there or is not a picture.
    public convenience init?(contentsOfFile path: String) {
      guard let data = FileManager.default.contents(atPath: path) else { return nil }
      self.init(data: data)
    }

    /// The bytes of a PNG: the picture's own, or its dots encoded.
    ///
    /// As in UIKit, what a PNG does not hold is left out, and the result of an error is nil. `Image.read(_:as:options:)` and
    /// `Image.write(as:options:)` throw the error, and report what is left out.
    ///
    /// - Returns: the bytes; nil for a picture whose dots cannot be decoded or encoded, and where libpng is not installed.
    public func pngData() -> Data? { typeIdentifier == "public.png" ? data : encoded(as: "public.png") }

    /// The bytes of a JPEG; what is transparent becomes white.
    ///
    /// As in UIKit, what a JPEG does not hold is left out, and the result of an error is nil, as for ``pngData()``.
    ///
    /// - Parameter compressionQuality: how well the dots are kept, 0 to 1; with 1, a picture that is a JPEG gives its own
    ///   bytes.
    /// - Returns: the bytes; nil for a picture whose dots cannot be decoded or encoded, and where libjpeg-turbo is not
    ///   installed.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
      if typeIdentifier == "public.jpeg", !(compressionQuality < 1) { return data }
      var options = ImageOptions()
      options.quality = min(100, max(1, Int((min(max(compressionQuality, 0), 1) * 100).rounded())))
      return encoded(as: "public.jpeg", options)
    }

    /// The dots in another type; nil where they cannot be decoded or encoded, which is all that UIKit's methods tell.
    private func encoded(as type: String, _ options: ImageOptions = ImageOptions()) -> Data? {
      (try? decoded().write(as: type, options: options))?.data
    }

    /// Whether the other object is a picture of the same bytes at the same scale.
    open override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? UIImage else { return false }
      return data == other.data && scale == other.scale
    }

    /// A hash of the bytes.
    open override var hash: Int { data.hashValue }
  }

  extension UIImage: NSItemProviderWriting, PresentationSizeProviding {
    /// The types of pictures that are common.
    public static var writableTypeIdentifiersForItemProvider: [String] {
      ["public.png", "public.jpeg", "public.heic"]
    }

    /// The type of the bytes, and after it PNG and JPEG where they can be made of it; none for an empty picture.
    public var writableTypeIdentifiersForItemProvider: [String] {
      guard !data.isEmpty else { return [] }
      let types = TypeRegistry.current
      let isReadable = Image.readableTypeIdentifiers.contains {
        types.conforms(identifier: typeIdentifier, to: $0)
      }
      let made = isReadable ? Image.writableTypeIdentifiers.filter(Self.commonTypes.contains) : []
      return [typeIdentifier] + made.filter { $0 != typeIdentifier }
    }

    /// The types that every receiver of pictures takes.
    private static let commonTypes: Set<String> = ["public.png", "public.jpeg"]

    /// The size in points.
    public var preferredPresentationSizeForItemProvider: PresentationSize {
      PresentationSize(width: size.width, height: size.height)
    }

    /// Gives the bytes, or the dots in another type; what that type does not hold is left out.
    ///
    /// - Parameters:
    ///   - typeIdentifier: the type that is loaded.
    ///   - completionHandler: called once, before this returns, with the bytes, or with the error of what could not be
    ///     decoded or encoded.
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
            reason: "cannot be made of this picture of type \(self.typeIdentifier)", cause: error))
      }
      return nil
    }
  }

  extension UIImage: NSItemProviderReading {
    /// Pictures of any type whose signature is known.
    public static var readableTypeIdentifiersForItemProvider: [String] {
      ["public.png", "public.jpeg", "public.heic", "public.tiff", "com.compuserve.gif", "public.image"]
    }

    /// Makes a picture of bytes.
    ///
    /// - Parameters:
    ///   - data: the bytes.
    ///   - typeIdentifier: the type that they were registered as; the bytes decide.
    /// - Throws: ``ItemProviderError`` with code `unavailableCoercionError` for bytes that are not a picture, and with
    ///   code `unexpectedValueClassError` for a subclass.
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
