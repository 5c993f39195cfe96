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
  }
#endif
