#if !canImport(Darwin)
  public import Foundation

  /// The initializer of ``NSPasteboardReading``.
  ///
  /// A separate protocol, because a Foundation class can get a `required` initializer only from a protocol extension.
  public protocol NSPasteboardReadingInitializer {
    /// Makes an object from a property list of a type.
    ///
    /// - Parameters:
    ///   - propertyList: the data, or what the reading options of the class say.
    ///   - type: the type on the pasteboard, one of the class's types.
    /// - Returns: nil if the property list is not such an object.
    init?(pasteboardPropertyList propertyList: Any, ofType type: NSPasteboard.PasteboardType)
  }

  /// A class whose objects can be read from a pasteboard.
  public protocol NSPasteboardReading: NSPasteboardReadingInitializer, NSObjectProtocol, SendableMetatype {
    /// Returns the types that the class reads, most preferred first.
    ///
    /// - Parameter pasteboard: the pasteboard.
    /// - Returns: the types.
    static func readableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType]
    /// Returns the form in which the class reads a type.
    ///
    /// - Parameters:
    ///   - type: one of the types.
    ///   - pasteboard: the pasteboard.
    /// - Returns: the form.
    static func readingOptions(
      forType type: NSPasteboard.PasteboardType, pasteboard: NSPasteboard
    ) -> NSPasteboard.ReadingOptions
  }

  extension NSPasteboardReading {
    /// Default implementation; the class reads data.
    public static func readingOptions(
      forType type: NSPasteboard.PasteboardType, pasteboard: NSPasteboard
    ) -> NSPasteboard.ReadingOptions { .asData }
  }

  extension NSPasteboard {
    /// The form in which a class reads data.
    public struct ReadingOptions: OptionSet, Sendable, Hashable {
      /// The options as bits.
      public let rawValue: UInt
      /// Makes options from their raw value.
      public init(rawValue: UInt) { self.rawValue = rawValue }
      /// The data itself.
      public static let asData: ReadingOptions = []
      /// A string, in the encoding of the type.
      public static let asString = ReadingOptions(rawValue: 1)
      /// An object of a property list.
      public static let asPropertyList = ReadingOptions(rawValue: 2)
      /// An object that is unarchived; the class is not asked to make it.
      public static let asKeyedArchive = ReadingOptions(rawValue: 4)
    }
  }
#endif
