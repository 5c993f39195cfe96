#if !canImport(Darwin)
  public import Foundation
  import Pasteboards

  /// An item of a drag, with the place and the image that it has on the screen.
  @preconcurrency @MainActor
  open class NSDraggingItem: NSObject {
    /// What a part of the image shows.
    public struct ImageComponentKey: RawRepresentable, Hashable, Sendable {
      /// The key.
      public let rawValue: String
      /// Makes a key.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// The icon.
      public static let icon = ImageComponentKey(rawValue: "icon")
      /// The label.
      public static let label = ImageComponentKey(rawValue: "label")
    }

    /// The written object; in an enumeration, an object of a class that was asked for.
    public let item: Any
    /// The frame of the image; zero if not set.
    open var draggingFrame = NSRect.zero
    /// Makes the parts of the image; kept, and called by ``imageComponents`` only.
    open var imageComponentsProvider: (() -> [NSDraggingImageComponent])?

    /// Makes an item.
    ///
    /// - Parameter pasteboardWriter: the object that is written to the pasteboard of the drag.
    public init(pasteboardWriter: any NSPasteboardWriting) { item = pasteboardWriter }

    init(reading object: Any) { item = object }

    /// Sets the frame, and an image that fills it.
    ///
    /// - Parameters:
    ///   - frame: the frame.
    ///   - contents: the image; nil for none.
    open func setDraggingFrame(_ frame: NSRect, contents: Any?) {
      draggingFrame = frame
      imageComponentsProvider = {
        let component = NSDraggingImageComponent(key: .icon)
        component.contents = contents
        component.frame = NSRect(origin: .zero, size: frame.size)
        return [component]
      }
    }

    /// The parts of the image; nil if there are none.
    open var imageComponents: [NSDraggingImageComponent]? { imageComponentsProvider?() }
  }

  /// A part of the image of a dragged item.
  @preconcurrency @MainActor
  open class NSDraggingImageComponent: NSObject {
    /// What the part shows.
    open var key: NSDraggingItem.ImageComponentKey
    /// The image; nil if not set.
    open var contents: Any?
    /// The frame within that of the item.
    open var frame = NSRect.zero

    /// Makes a part without an image.
    ///
    /// - Parameter key: what the part shows.
    public init(key: NSDraggingItem.ImageComponentKey) { self.key = key }
  }

  /// A drag, as seen by its source.
  @preconcurrency @MainActor
  open class NSDraggingSession: NSObject {
    /// The pasteboard with the items: `NSPasteboard(name: .drag)`.
    public let draggingPasteboard: NSPasteboard
    /// A number that identifies the drag.
    public let draggingSequenceNumber: Int
    /// The place of the pointer on the screen.
    public internal(set) var draggingLocation = NSPoint.zero
    /// The index of the item under the pointer; the value is kept.
    open var draggingLeaderIndex = 0
    /// How the images are arranged; the value is kept.
    open var draggingFormation = NSDraggingFormation.none
    /// Whether the images move back if the drop fails; the value is kept.
    open var animatesToStartingPositionsOnCancelOrFail = true
    let items: [NSDraggingItem]
    let source: any NSDraggingSource
    private static var lastNumber = 0

    init(_ items: [NSDraggingItem], from source: any NSDraggingSource, on pasteboard: NSPasteboard) {
      draggingPasteboard = pasteboard
      draggingSequenceNumber = Self.nextNumber()
      self.items = items
      self.source = source
    }

    static func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }

    /// Enumerates the items that classes read, each as an object of the first class that reads it.
    ///
    /// - Parameters:
    ///   - enumOpts: have no effect; the items are enumerated in order.
    ///   - view: the view in whose coordinates frames are; nil for the screen.
    ///   - classArray: the classes, which conform to `NSPasteboardReading`.
    ///   - searchOptions: restrictions of the URLs that are read.
    ///   - block: receives an item, its index, and a flag that ends the enumeration.
    open func enumerateDraggingItems(
      options enumOpts: NSDraggingItemEnumerationOptions = [], for view: NSView?,
      classes classArray: [AnyClass], searchOptions: [NSPasteboard.ReadingOptionKey: Any] = [:],
      using block: (NSDraggingItem, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
      draggingPasteboard.enumerateItems(of: classArray, searchOptions) { object, index, stop in
        let item = NSDraggingItem(reading: object)
        if items.indices.contains(index) { item.draggingFrame = items[index].draggingFrame }
        block(item, index, stop)
      }
    }
  }

  extension NSPasteboard {
    /// Calls a function with an object for each item that a class reads.
    func enumerateItems(
      of classes: [AnyClass], _ options: [ReadingOptionKey: Any],
      _ body: (Any, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
      var stop = ObjCBool(false)
      for (index, object) in ObjectReader(classes, options, on: self).objects(of: pasteboard.items) {
        body(object, index, &stop)
        if stop.boolValue { return }
      }
    }
  }
#endif
