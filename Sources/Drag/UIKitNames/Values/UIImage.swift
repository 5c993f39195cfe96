#if !canImport(Darwin)
  public import AppleNames
  public import Foundation
  public import ItemProviders
  import RichTextFormats
  import UniformTypes

  /// A picture as its bytes: its type and its size are those that its header says, and its dots are not decoded.
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

    /// Makes a picture of a file.
    ///
    /// - Parameter path: the path of the file.
    /// - Returns: nil for a file that is not there or is not a picture.
    public convenience init?(contentsOfFile path: String) {
      guard let data = FileManager.default.contents(atPath: path) else { return nil }
      self.init(data: data)
    }

    /// The bytes of a PNG; nil for a picture of another type, because nothing is encoded.
    ///
    /// - Returns: the bytes.
    public func pngData() -> Data? { typeIdentifier == "public.png" ? data : nil }

    /// The bytes of a JPEG; nil for a picture of another type, because nothing is encoded.
    ///
    /// - Parameter compressionQuality: without effect.
    /// - Returns: the bytes.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
      typeIdentifier == "public.jpeg" ? data : nil
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
    /// The types of pictures that are common; an image is written only as its own.
    public static var writableTypeIdentifiersForItemProvider: [String] {
      ["public.png", "public.jpeg", "public.heic"]
    }

    /// The type of the bytes; none for an empty picture.
    public var writableTypeIdentifiersForItemProvider: [String] { data.isEmpty ? [] : [typeIdentifier] }

    /// The size in points.
    public var preferredPresentationSizeForItemProvider: PresentationSize {
      PresentationSize(width: size.width, height: size.height)
    }

    /// Gives the bytes.
    ///
    /// - Parameters:
    ///   - typeIdentifier: the type that is loaded.
    ///   - completionHandler: called once, before this returns, with the bytes, or with ``ItemProviderError`` for a type
    ///     that is not the picture's own.
    public func loadData(
      withTypeIdentifier typeIdentifier: String,
      forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
      if typeIdentifier == self.typeIdentifier {
        completionHandler(data, nil)
      } else {
        completionHandler(
          nil,
          ItemProviderError(
            .unavailableCoercionError, subject: typeIdentifier,
            reason: "cannot be made of a picture of type \(self.typeIdentifier): nothing is encoded here"))
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
