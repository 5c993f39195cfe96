#if !canImport(Darwin)
  public import Foundation

  /// An object that can be written to a pasteboard.
  public protocol NSPasteboardWriting: NSObjectProtocol {
    /// Returns the types as which the object can be written, best first.
    ///
    /// - Parameter pasteboard: the pasteboard.
    /// - Returns: the types.
    func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType]
    /// Returns when the data of a type is made.
    ///
    /// - Parameters:
    ///   - type: one of the types.
    ///   - pasteboard: the pasteboard.
    /// - Returns: `.promised` for data that is made when it is asked for, an empty set for data that is made at once.
    func writingOptions(
      forType type: NSPasteboard.PasteboardType, pasteboard: NSPasteboard
    ) -> NSPasteboard.WritingOptions
    /// Returns the object as a property list of a type.
    ///
    /// - Parameter type: one of the types.
    /// - Returns: `Data`, which is stored as it is, a string, which is stored in the encoding of the type, or another
    ///   object of a property list; nil if the object cannot be written.
    func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any?
  }

  extension NSPasteboardWriting {
    /// Default implementation; the first type is stored at once, and all others are promised.
    public func writingOptions(
      forType type: NSPasteboard.PasteboardType, pasteboard: NSPasteboard
    ) -> NSPasteboard.WritingOptions { .positional }
  }

  extension NSPasteboard {
    /// When the data of a type is made.
    public struct WritingOptions: OptionSet, Sendable, Hashable {
      /// The options as bits.
      public let rawValue: UInt
      /// Makes options from their raw value.
      public init(rawValue: UInt) { self.rawValue = rawValue }
      /// The data is made when it is asked for.
      public static let promised = WritingOptions(rawValue: 512)
      /// The writer does not say, so that the position of the type decides.
      static let positional = WritingOptions(rawValue: 1 << 63)
    }

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

  /// The initializer of ``NSPasteboardReading``.
  ///
  /// It is a protocol of its own so that classes of Foundation can have a default implementation, for which Swift has
  /// no other place.
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

  /// An object that provides the data of types that it declared on a pasteboard.
  ///
  /// On Apple's systems every object can be an owner; here it conforms to this protocol.
  public protocol NSPasteboardTypeOwner: NSObjectProtocol {
    /// Stores the data of a type, with the setters of the pasteboard, before the method returns.
    ///
    /// - Parameters:
    ///   - sender: the pasteboard.
    ///   - type: the type that is asked for.
    func pasteboard(_ sender: NSPasteboard, provideDataForType type: NSPasteboard.PasteboardType)
    /// Called when other contents replace the declared types.
    ///
    /// - Parameter sender: the pasteboard.
    func pasteboardChangedOwner(_ sender: NSPasteboard)
  }

  extension NSPasteboardTypeOwner {
    /// Default implementation; does nothing.
    public func pasteboardChangedOwner(_ sender: NSPasteboard) {}
  }

  /// An object that provides the data of a pasteboard item.
  public protocol NSPasteboardItemDataProvider: NSObjectProtocol {
    /// Stores the data of a type, with the setters of the item, before the method returns.
    ///
    /// - Parameters:
    ///   - pasteboard: the pasteboard of the item; nil if the item is on none.
    ///   - item: the item.
    ///   - type: the type that is asked for.
    func pasteboard(
      _ pasteboard: NSPasteboard?, item: NSPasteboardItem,
      provideDataForType type: NSPasteboard.PasteboardType)
    /// Called once, when all types have data or when other contents replace the item.
    ///
    /// - Parameter pasteboard: the pasteboard of the item.
    func pasteboardFinishedWithDataProvider(_ pasteboard: NSPasteboard)
  }

  extension NSPasteboardItemDataProvider {
    /// Default implementation; does nothing.
    public func pasteboardFinishedWithDataProvider(_ pasteboard: NSPasteboard) {}
  }
#endif
