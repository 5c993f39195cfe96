#if !canImport(Darwin)
  import AppleNames
  import AppleValues
  public import Foundation
  public import ImageCoders
  import ItemProviders

  /// A picture in an encoded form, such as the content of a PNG file.
  ///
  /// The type and the size are read from the header of the picture. The pixels are decoded only on request. Nothing is
  /// drawn: representations and templates are not kept.
  open class NSImage: NSObject, @unchecked Sendable {
    private let picture: EncodedPicture
    /// The size in points, which is the number of pixels; zero if the header cannot be read.
    public let size: NSSize

    private init(_ picture: EncodedPicture, size: NSSize? = nil) {
      self.picture = picture
      self.size = size ?? picture.size(atScale: 1)
    }

    /// Makes an empty picture of a size.
    ///
    /// - Parameter size: the size in points.
    public init(size: NSSize) {
      picture = EncodedPicture()
      self.size = size
    }

    /// Makes an empty picture.
    public convenience override init() { self.init(size: .zero) }

    /// Makes a picture from the contents of a file.
    ///
    /// - Parameter data: the contents.
    /// - Returns: nil if the data does not begin with the signature of a picture type.
    public init?(data: Data) {
      guard let picture = EncodedPicture(data) else { return nil }
      self.picture = picture
      size = picture.size(atScale: 1)
    }

    /// Makes a picture from a file.
    ///
    /// - Parameter fileName: the path of the file.
    /// - Returns: nil if the file does not exist or is not a picture.
    public convenience init?(contentsOfFile fileName: String) {
      guard let data = FileManager.default.contents(atPath: fileName) else { return nil }
      self.init(data: data)
    }

    /// Makes a picture from a file.
    ///
    /// - Parameter url: the URL of the file.
    /// - Returns: nil if the URL is not that of a file, or if the file is not a picture.
    public convenience init?(contentsOf url: URL) {
      guard url.isFileURL else { return nil }
      self.init(contentsOfFile: url.path)
    }

    /// Makes a picture from a file that is read at once.
    ///
    /// - Parameter url: the URL of the file.
    /// - Returns: nil if the URL is not that of a file, or if the file is not a picture.
    public convenience init?(byReferencing url: URL) { self.init(contentsOf: url) }

    /// Reads the first picture of a pasteboard.
    ///
    /// - Parameter pasteboard: the pasteboard.
    /// - Returns: nil if no item has a picture.
    public convenience init?(pasteboard: NSPasteboard) {
      let images = pasteboard.readObjects(forClasses: [NSImage.self])
      guard let image = images?.first as? NSImage else { return nil }
      self.init(image.picture, size: image.size)
    }

    /// Reads a picture from the data of a pasteboard.
    ///
    /// - Parameters:
    ///   - propertyList: the data.
    ///   - type: not used, because the type is determined from the data.
    /// - Returns: nil if the property list is not the data of a picture.
    public required init?(pasteboardPropertyList propertyList: Any, ofType type: NSPasteboard.PasteboardType)
    {
      guard let data = propertyList as? Data, let picture = EncodedPicture(data) else { return nil }
      self.picture = picture
      size = picture.size(atScale: 1)
    }

    /// Makes a picture from pixels.
    ///
    /// - Parameter image: the pixels.
    public convenience init(_ image: Image) { self.init(EncodedPicture(image)) }

    /// The encoded picture; empty for an empty picture.
    public var data: Data { picture.data }

    /// The type of ``data``, such as `public.png`.
    public var typeIdentifier: String { picture.typeIdentifier }

    /// Whether there is a picture.
    open var isValid: Bool { !picture.isEmpty }

    /// The pixels; nil if the picture is empty or damaged, or if its type cannot be decoded.
    ///
    /// To receive the error instead of nil, call `Image.object(withItemProviderData:typeIdentifier:)`.
    public var image: Image? { try? picture.decoded() }

    /// The picture as TIFF; nil if the pixels cannot be decoded or encoded, or if libtiff is not installed.
    ///
    /// To receive the error instead of nil, call `loadData(withTypeIdentifier:forItemProviderCompletionHandler:)`.
    open var tiffRepresentation: Data? { picture.encoded(as: "public.tiff") }

    /// The types of pictures that are read.
    open class var imageTypes: [String] { EncodedPicture.readableTypes }

    /// Returns whether a pasteboard has a picture.
    ///
    /// - Parameter pasteboard: the pasteboard.
    /// - Returns: `true` if an item has a type of pictures.
    open class func canInit(with pasteboard: NSPasteboard) -> Bool {
      pasteboard.canReadObject(forClasses: [NSImage.self])
    }

    /// Returns whether the other object is a picture with the same data and size.
    open override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? NSImage else { return false }
      return picture == other.picture && size == other.size
    }

    /// A hash of the data.
    open override var hash: Int { picture.hashValue }
  }

  extension NSImage: NSPasteboardWriting, NSPasteboardReading {
    /// The type of the data, followed by the types that the picture can be converted to.
    public func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] {
      picture.writableTypes(further: ["public.tiff"]).map { NSPasteboard.PasteboardType($0) }
    }

    /// Returns the data, or the pixels encoded as another type; nil if they cannot be encoded.
    ///
    /// `loadData(withTypeIdentifier:forItemProviderCompletionHandler:)` reports the error.
    public func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any? {
      try? picture.write(as: type.rawValue)
    }

    /// The types of pictures.
    public class func readableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] {
      imageTypes.map { NSPasteboard.PasteboardType($0) }
    }
  }

  extension NSImage: NSItemProviderWriting {
    /// Common picture types.
    public static var writableTypeIdentifiersForItemProvider: [String] { ["public.png", "public.jpeg"] }

    /// The type of the data, followed by the types that the picture can be converted to.
    public var writableTypeIdentifiersForItemProvider: [String] {
      picture.writableTypes(further: ["public.tiff"])
    }

    /// Writes the data, or the pixels encoded as another type.
    ///
    /// - Parameters:
    ///   - typeIdentifier: the type to write.
    ///   - completionHandler: called once, before this method returns, with the data or with an
    ///     ``ItemProviderError``.
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

  extension NSImage: NSItemProviderReading {
    /// Types of pictures; every picture type with a known signature can be read.
    public static var readableTypeIdentifiersForItemProvider: [String] { EncodedPicture.readableTypes }

    /// Makes a picture from data.
    ///
    /// - Parameters:
    ///   - data: the data.
    ///   - typeIdentifier: not used, because the type is determined from the data.
    /// - Throws: ``ItemProviderError`` with code `unavailableCoercionError` if the data is not a picture, and
    ///   with code `unexpectedValueClassError` if this class is a subclass.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
      let picture = try EncodedPicture.read(data, typeIdentifier: typeIdentifier)
      guard let image = NSImage(picture) as? Self else {
        throw ItemProviderError(
          .unexpectedValueClassError, reason: "a picture is not of the class \(Self.self); load it as NSImage"
        )
      }
      return image
    }
  }
#endif
