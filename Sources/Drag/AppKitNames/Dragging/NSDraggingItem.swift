#if !canImport(Darwin)
  public import Foundation

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
#endif
