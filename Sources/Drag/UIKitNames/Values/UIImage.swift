#if !canImport(Darwin)
  public import AppleNames
  import AppleValues
  public import Foundation
  public import ImageCoders
  public import ItemProviders

  /// A picture in an encoded form, such as the content of a PNG file.
  ///
  /// The type and the size are read from the header of the picture. The pixels are decoded only on request.
  open class UIImage: NSObject, NSSecureCoding, @unchecked Sendable {
    private let picture: EncodedPicture
    /// The encoded picture.
    public var data: Data { picture.data }
    /// The type of ``data``, such as `public.png`; `public.image` for an empty picture.
    public var typeIdentifier: String { picture.typeIdentifier }
    /// The number of pixels per point.
    public let scale: CGFloat
    /// The size in points; zero if this module cannot read the header of the picture.
    public var size: CGSize { picture.size(atScale: scale) }

    init(_ picture: EncodedPicture, scale: CGFloat) {
      self.picture = picture
      self.scale = scale > 0 ? scale : 1
    }

    /// Makes an empty picture.
    public override init() {
      picture = EncodedPicture()
      scale = 1
    }

    /// Makes a picture from the contents of a file.
    ///
    /// - Parameters:
    ///   - data: the contents.
    ///   - scale: the number of pixels per point.
    /// - Returns: nil if the data does not begin with the signature of a picture type.
    public init?(data: Data, scale: CGFloat) {
      guard let picture = EncodedPicture(data) else { return nil }
      self.picture = picture
      self.scale = scale > 0 ? scale : 1
    }

    /// Makes a picture from the contents of a file, with one pixel per point.
    ///
    /// - Parameter data: the contents.
    /// - Returns: nil if the data does not begin with the signature of a picture type.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// Whether archives of pictures can be read by class; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Makes a picture from an archive that ``encode(with:)`` has written; UIKit's archives are not read.
    ///
    /// - Parameter coder: the archive.
    /// - Returns: nil if the archive contains data that does not begin with the signature of a picture type.
    public required convenience init?(coder: NSCoder) {
      guard let data = coder.decodeObject(of: NSData.self, forKey: "data"), data.length > 0 else {
        self.init()
        return
      }
      self.init(data: data as Data, scale: coder.decodeDouble(forKey: "scale"))
    }

    /// Archives the encoded picture and its scale.
    ///
    /// - Parameter coder: the archive.
    open func encode(with coder: NSCoder) {
      coder.encode(data as NSData, forKey: "data")
      coder.encode(Double(scale), forKey: "scale")
    }

    /// Makes a picture from pixels.
    ///
    /// The pixels are encoded as PNG. If a PNG cannot be written, for example without libpng, the pixels are
    /// encoded as PAM. Data that the file type cannot contain is omitted; a PAM, for example, cannot contain
    /// a color profile. `Image.write(as:options:)` reports omitted data.
    ///
    /// - Parameters:
    ///   - image: the pixels.
    ///   - scale: the number of pixels per point.
    public convenience init(_ image: Image, scale: CGFloat = 1) {
      self.init(EncodedPicture(image), scale: scale)
    }

    /// The pixels; nil if the picture is empty or damaged, or if its type cannot be decoded.
    ///
    /// The pixels are decoded on each access. To receive the error instead of nil, call
    /// `Image.object(withItemProviderData:typeIdentifier:)`. `Image.read(_:as:options:)` also reports the
    /// data that is missing from the image.
    public var image: Image? { try? picture.decoded() }

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
    public func pngData() -> Data? { picture.encoded(as: "public.png") }

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
      return picture.reencoded(as: "public.jpeg", options)
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
    public var writableTypeIdentifiersForItemProvider: [String] { picture.writableTypes() }

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
      do { completionHandler(try picture.write(as: typeIdentifier), nil) } catch {
        completionHandler(nil, error)
      }
      return nil
    }
  }

  extension UIImage: NSItemProviderReading {
    /// Types of pictures; every picture type with a known signature can be read.
    public static var readableTypeIdentifiersForItemProvider: [String] {
      EncodedPicture.readableTypes
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
      let picture = try EncodedPicture.read(data, typeIdentifier: typeIdentifier)
      guard let image = UIImage(picture, scale: 1) as? Self else {
        throw ItemProviderError(
          .unexpectedValueClassError, reason: "a picture is not of the class \(Self.self); load it as UIImage"
        )
      }
      return image
    }
  }
#endif
