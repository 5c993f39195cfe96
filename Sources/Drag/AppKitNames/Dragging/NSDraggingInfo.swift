#if !canImport(Darwin)
  public import Foundation

  /// A drag, as seen by a destination.
  @preconcurrency @MainActor
  public protocol NSDraggingInfo: NSObjectProtocol {
    /// The window over which the drag is; nil before the drag was over one.
    var draggingDestinationWindow: NSWindow? { get }
    /// The operations that the source allows, narrowed by modifier keys.
    var draggingSourceOperationMask: NSDragOperation { get }
    /// The place of the pointer, in the coordinates of the destination's window.
    var draggingLocation: NSPoint { get }
    /// The place of the image: that of the pointer, because there is no image.
    var draggedImageLocation: NSPoint { get }
    /// The image; nil, because nothing is drawn.
    var draggedImage: NSImage? { get }
    /// The pasteboard with the items.
    var draggingPasteboard: NSPasteboard { get }
    /// The source; nil if the drag comes from another program.
    var draggingSource: Any? { get }
    /// A number that identifies the drag.
    var draggingSequenceNumber: Int { get }
    /// How the images are arranged; the value is kept.
    var draggingFormation: NSDraggingFormation { get set }
    /// Whether the images move to their places after the drop; the value is kept.
    var animatesToDestination: Bool { get set }
    /// The number of items that a drop would take; the value is kept.
    var numberOfValidItemsForDrop: Int { get set }
    /// The highlight of a destination that the drag can activate.
    var springLoadingHighlight: NSSpringLoadingHighlight { get }

    /// Has no effect, because nothing is drawn.
    ///
    /// - Parameter screenPoint: the place to which the image would move.
    func slideDraggedImage(to screenPoint: NSPoint)
    /// Enumerates the items that classes read, each as an object of the first class that reads it.
    ///
    /// - Parameters:
    ///   - enumOpts: have no effect; the items are enumerated in order.
    ///   - view: the view in whose coordinates frames are; nil for the screen.
    ///   - classArray: the classes, which conform to `NSPasteboardReading`.
    ///   - searchOptions: restrictions of the URLs that are read.
    ///   - block: receives an item, its index, and a flag that ends the enumeration.
    func enumerateDraggingItems(
      options enumOpts: NSDraggingItemEnumerationOptions, for view: NSView?, classes classArray: [AnyClass],
      searchOptions: [NSPasteboard.ReadingOptionKey: Any],
      using block: (NSDraggingItem, Int, UnsafeMutablePointer<ObjCBool>) -> Void)
    /// Ends the activation of a destination that the drag hovers over.
    func resetSpringLoading()
  }

  extension NSDraggingInfo {
    /// Enumerates the items that classes read.
    ///
    /// - Parameters:
    ///   - view: the view in whose coordinates frames are; nil for the screen.
    ///   - classArray: the classes, which conform to `NSPasteboardReading`.
    ///   - searchOptions: restrictions of the URLs that are read.
    ///   - block: receives an item, its index, and a flag that ends the enumeration.
    public func enumerateDraggingItems(
      for view: NSView?, classes classArray: [AnyClass],
      searchOptions: [NSPasteboard.ReadingOptionKey: Any] = [:],
      using block: (NSDraggingItem, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
      enumerateDraggingItems(
        options: [], for: view, classes: classArray, searchOptions: searchOptions, using: block)
    }

    /// Enumerates the items that classes read.
    ///
    /// - Parameters:
    ///   - enumOpts: have no effect; the items are enumerated in order.
    ///   - view: the view in whose coordinates frames are; nil for the screen.
    ///   - classArray: the classes, which conform to `NSPasteboardReading`.
    ///   - block: receives an item, its index, and a flag that ends the enumeration.
    public func enumerateDraggingItems(
      options enumOpts: NSDraggingItemEnumerationOptions, for view: NSView?, classes classArray: [AnyClass],
      using block: (NSDraggingItem, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
      enumerateDraggingItems(
        options: enumOpts, for: view, classes: classArray, searchOptions: [:], using: block)
    }
  }

  /// How the images of dragged items are arranged; nothing is drawn.
  public enum NSDraggingFormation: Int, Sendable, Hashable {
    /// As the system decides.
    case `default` = 0
    /// Each image stays where it is.
    case none = 1
    /// In a pile.
    case pile = 2
    /// In a list.
    case list = 3
    /// In a stack.
    case stack = 4
  }

  /// How the items of a drag are enumerated.
  public struct NSDraggingItemEnumerationOptions: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: UInt
    /// Makes options from their raw value.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The items may be enumerated on several threads; they are enumerated in order here.
    public static let concurrent = NSDraggingItemEnumerationOptions(rawValue: 1)
    /// The images of items that no class reads are hidden; nothing is drawn here.
    public static let clearNonenumeratedImages = NSDraggingItemEnumerationOptions(rawValue: 1 << 16)
  }
#endif
