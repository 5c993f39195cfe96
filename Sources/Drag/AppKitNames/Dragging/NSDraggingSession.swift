#if !canImport(Darwin)
  public import Foundation
  import Pasteboards

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

    /// Makes a drag whose items replace the contents of the pasteboard of drags.
    convenience init(writing items: [NSDraggingItem], from source: any NSDraggingSource) {
      let writers = items.compactMap { $0.item as? any NSPasteboardWriting }
      self.init(items, from: source, on: .ofDrag(writing: writers))
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
    /// Empties the pasteboard of drags, writes objects to it, and returns it.
    ///
    /// It stays empty if `writeObjects(_:)` refuses the objects.
    static func ofDrag(writing objects: [any NSPasteboardWriting] = []) -> NSPasteboard {
      let pasteboard = NSPasteboard(name: .drag)
      pasteboard.clearContents()
      pasteboard.writeObjects(objects)
      return pasteboard
    }

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
