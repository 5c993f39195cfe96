#if !canImport(Darwin)
  public import Foundation

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
