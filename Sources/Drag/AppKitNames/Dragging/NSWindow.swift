#if !canImport(Darwin)
  public import Foundation

  /// An object that a window tells of events; it may also be the destination of the window's drags.
  @preconcurrency @MainActor
  public protocol NSWindowDelegate: NSObjectProtocol {}

  /// A window with views; nothing is shown.
  @preconcurrency @MainActor
  open class NSWindow: NSResponder, NSDraggingDestination {
    /// The parts of a window; they have no effect.
    public struct StyleMask: OptionSet, Sendable, Hashable {
      /// The parts as bits.
      public let rawValue: UInt
      /// Makes parts from their raw value.
      public init(rawValue: UInt) { self.rawValue = rawValue }
      /// No frame.
      public static let borderless: StyleMask = []
      /// A title.
      public static let titled = StyleMask(rawValue: 1)
      /// A button that closes the window.
      public static let closable = StyleMask(rawValue: 2)
      /// A button that makes the window small.
      public static let miniaturizable = StyleMask(rawValue: 4)
      /// Edges that change the size.
      public static let resizable = StyleMask(rawValue: 8)
    }

    /// How the picture of a window is kept; it has no effect.
    public enum BackingStoreType: UInt, Sendable, Hashable {
      /// In a buffer.
      case buffered = 2
    }

    /// The frame on the screen.
    public private(set) var frame: NSRect
    /// The title, which is the name of the window in traces.
    open var title = ""
    /// An object that is told of events; if it is an `NSDraggingDestination`, it receives the drags of the window.
    open weak var delegate: (any NSWindowDelegate)?
    private var draggedTypes = DraggedTypes()
    /// The driver that moves drags over the window.
    weak var driver: DraggingDriver?

    /// Makes a window.
    ///
    /// - Parameters:
    ///   - contentRect: the frame on the screen.
    ///   - style: has no effect.
    ///   - backingStoreType: has no effect.
    ///   - flag: has no effect.
    public init(
      contentRect: NSRect, styleMask style: StyleMask, backing backingStoreType: BackingStoreType,
      defer flag: Bool
    ) {
      frame = contentRect
      super.init()
      let content = NSView(frame: NSRect(origin: .zero, size: contentRect.size))
      contentView = content
      adopt(content)
    }

    /// Makes a window of 400 by 300 points at the origin of the screen.
    public convenience override init() {
      self.init(
        contentRect: NSRect(x: 0, y: 0, width: 400, height: 300), styleMask: .titled, backing: .buffered,
        defer: false)
    }

    /// Makes a window without reading the archive, because interface files are not supported.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) {
      frame = .zero
      super.init(coder: coder)
    }

    /// The view that contains all other views, and fills the window.
    open var contentView: NSView? {
      didSet {
        oldValue?.contentWindow = nil
        if let contentView { adopt(contentView) }
      }
    }

    private func adopt(_ view: NSView) {
      view.contentWindow = self
      view.frame = NSRect(origin: .zero, size: frame.size)
      view.nextResponder = self
      view.tellWindow()
    }

    /// Moves the window and changes its size.
    ///
    /// - Parameters:
    ///   - frameRect: the frame on the screen.
    ///   - flag: has no effect.
    open func setFrame(_ frameRect: NSRect, display flag: Bool) {
      frame = frameRect
      contentView?.frame = NSRect(origin: .zero, size: frameRect.size)
    }

    /// Returns a point of the window on the screen.
    ///
    /// - Parameter point: the point, in the coordinates of the window.
    /// - Returns: the point on the screen.
    open func convertPoint(toScreen point: NSPoint) -> NSPoint {
      NSPoint(x: point.x + frame.origin.x, y: point.y + frame.origin.y)
    }

    /// Returns a point of the screen in the window.
    ///
    /// - Parameter point: the point on the screen.
    /// - Returns: the point in the coordinates of the window.
    open func convertPoint(fromScreen point: NSPoint) -> NSPoint {
      NSPoint(x: point.x - frame.origin.x, y: point.y - frame.origin.y)
    }

    /// Shows the window in front of the others; has no effect.
    ///
    /// - Parameter sender: not used.
    open func makeKeyAndOrderFront(_ sender: Any?) {}

    /// Makes an object the receiver of the keyboard; has no effect.
    ///
    /// - Parameter responder: the object.
    /// - Returns: `true`.
    @discardableResult
    open func makeFirstResponder(_ responder: NSResponder?) -> Bool { true }

    /// Returns the topmost view at a point of the window; nil outside of the content view.
    func view(at point: NSPoint) -> NSView? { contentView?.hitTest(point) }

    // MARK: Dragging

    /// The types of drags that the window receives where no view does, without duplicates and in no order.
    open var registeredDraggedTypes: [NSPasteboard.PasteboardType] { draggedTypes.types }

    /// Receives drags that have one of some types, or a type that conforms to one, where no view does.
    ///
    /// - Parameter newTypes: the types, in addition to those that are registered.
    open func registerForDraggedTypes(_ newTypes: [NSPasteboard.PasteboardType]) {
      draggedTypes.register(newTypes)
    }

    /// Receives no drags.
    open func unregisterDraggedTypes() { draggedTypes = DraggedTypes() }

    /// Begins a drag, as the method of the same name of a view does.
    ///
    /// - Parameters:
    ///   - items: the items.
    ///   - event: the event that begins the drag.
    ///   - source: the source, which is kept until the drag has ended.
    /// - Returns: the drag.
    @discardableResult
    open func beginDraggingSession(
      with items: [NSDraggingItem], event: NSEvent, source: any NSDraggingSource
    ) -> NSDraggingSession {
      let session = NSDraggingSession(writing: items, from: source)
      driver?.begin(session)
      return session
    }

    private var destination: (any NSDraggingDestination)? { delegate as? any NSDraggingDestination }

    /// Returns the answer of the delegate, or refuses the drag.
    open func draggingEntered(_ sender: any NSDraggingInfo) -> NSDragOperation {
      destination?.draggingEntered(sender) ?? []
    }
    /// Returns the answer of the delegate, or the previous answer.
    open func draggingUpdated(_ sender: any NSDraggingInfo) -> NSDragOperation {
      destination?.draggingUpdated(sender) ?? sender.previousAnswer
    }
    /// Tells the delegate.
    open func draggingExited(_ sender: (any NSDraggingInfo)?) { destination?.draggingExited(sender) }
    /// Returns the answer of the delegate, or `true`.
    open func prepareForDragOperation(_ sender: any NSDraggingInfo) -> Bool {
      destination?.prepareForDragOperation(sender) ?? true
    }
    /// Returns the answer of the delegate, or `false`.
    open func performDragOperation(_ sender: any NSDraggingInfo) -> Bool {
      destination?.performDragOperation(sender) ?? false
    }
    /// Tells the delegate.
    open func concludeDragOperation(_ sender: (any NSDraggingInfo)?) {
      destination?.concludeDragOperation(sender)
    }
    /// Tells the delegate.
    open func draggingEnded(_ sender: any NSDraggingInfo) { destination?.draggingEnded(sender) }
    /// Returns whether `draggingUpdated(_:)` is called while the drag rests.
    ///
    /// - Returns: `true` to call the method repeatedly.
    open func wantsPeriodicDraggingUpdates() -> Bool { destination?.wantsPeriodicDraggingUpdates() ?? true }
    /// Tells the delegate.
    open func updateDraggingItemsForDrag(_ sender: (any NSDraggingInfo)?) {
      destination?.updateDraggingItemsForDrag(sender)
    }
  }
#endif
