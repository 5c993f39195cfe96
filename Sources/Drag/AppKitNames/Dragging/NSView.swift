#if !canImport(Darwin)
  public import Foundation

  /// A rectangle of a window in which drags begin and end; nothing is drawn.
  ///
  /// As in AppKit, coordinates begin at the bottom left, unless ``isFlipped`` is true.
  @preconcurrency @MainActor
  open class NSView: NSResponder, NSDraggingDestination {
    /// The frame in the coordinates of the superview.
    open var frame: NSRect
    /// The name of the view, which is its name in traces.
    open var identifier: NSUserInterfaceItemIdentifier?
    /// Whether the view and its subviews are hidden; drags reach the view below.
    open var isHidden = false
    /// Whether the view should be drawn again; the value is kept.
    open var needsDisplay = false
    /// Whether the view should be laid out again; the value is kept.
    open var needsLayout = false
    /// Whether the view has a layer; the value is kept.
    open var wantsLayer = false
    /// A text about the view; the value is kept.
    open var toolTip: String?
    /// A number of the program's own.
    open var tag = 0
    /// The view that contains this view.
    public private(set) weak var superview: NSView?
    private var views: [NSView] = []
    private var draggedTypes = DraggedTypes()
    /// The window, if this view is its content view.
    weak var contentWindow: NSWindow?

    /// Makes a view.
    ///
    /// - Parameter frameRect: the frame, in the coordinates of the superview.
    public init(frame frameRect: NSRect) {
      frame = frameRect
      super.init()
    }

    /// Makes an empty view without reading the archive, because interface files are not supported.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) {
      frame = .zero
      super.init(coder: coder)
    }

    /// Makes a view with an empty frame.
    public convenience override init() { self.init(frame: .zero) }

    // MARK: Hierarchy

    /// The direct subviews; the topmost is last.
    open var subviews: [NSView] {
      get { views }
      set {
        for view in views { view.removeFromSuperview() }
        for view in newValue { addSubview(view) }
      }
    }

    /// Adds a view on top of the others.
    ///
    /// - Parameter view: the view, which leaves its superview.
    open func addSubview(_ view: NSView) {
      view.removeFromSuperview()
      views.append(view)
      view.superview = self
      view.nextResponder = self
      view.viewDidMoveToSuperview()
      if window != nil { view.tellWindow() }
    }

    /// Removes the view from its superview.
    open func removeFromSuperview() {
      guard let superview else { return }
      superview.views.removeAll { $0 === self }
      self.superview = nil
      nextResponder = nil
    }

    /// The window; nil if the view is in none.
    open var window: NSWindow? { contentWindow ?? superview?.window }

    /// Returns whether the view is the other view or inside of it.
    ///
    /// - Parameter view: the other view.
    /// - Returns: `true` also if both are the same view.
    open func isDescendant(of view: NSView) -> Bool {
      self === view || superview?.isDescendant(of: view) == true
    }

    /// Called when the view has another superview; does nothing.
    open func viewDidMoveToSuperview() {}

    /// Called when the view has a window; does nothing.
    open func viewDidMoveToWindow() {}

    /// Called for views that are made from interface files, which are not supported; does nothing.
    open func awakeFromNib() {}

    func tellWindow() {
      viewDidMoveToWindow()
      for view in views { view.tellWindow() }
    }

    // MARK: Drawing

    /// Draws the view; does nothing, and is not called here.
    ///
    /// - Parameter dirtyRect: the part to draw.
    open func draw(_ dirtyRect: NSRect) {}

    /// Lays out the subviews; does nothing, and is not called here.
    open func layout() {}

    /// Notes that a part has to be drawn again.
    ///
    /// - Parameter invalidRect: the part.
    open func setNeedsDisplay(_ invalidRect: NSRect) { needsDisplay = true }

    // MARK: Coordinates

    /// Whether coordinates begin at the top left.
    open var isFlipped: Bool { false }

    /// The area in the coordinates of the view.
    open var bounds: NSRect { NSRect(origin: .zero, size: frame.size) }

    /// Converts a point from the coordinates of another view.
    ///
    /// - Parameters:
    ///   - point: the point.
    ///   - view: the other view; nil for the window.
    /// - Returns: the point in the coordinates of this view.
    open func convert(_ point: NSPoint, from view: NSView?) -> NSPoint {
      fromWindow(view?.toWindow(point) ?? point)
    }

    /// Converts a point to the coordinates of another view.
    ///
    /// - Parameters:
    ///   - point: the point.
    ///   - view: the other view; nil for the window.
    /// - Returns: the point in the coordinates of the other view.
    open func convert(_ point: NSPoint, to view: NSView?) -> NSPoint {
      view?.fromWindow(toWindow(point)) ?? toWindow(point)
    }

    /// Converts a rectangle to the coordinates of another view.
    ///
    /// - Parameters:
    ///   - rect: the rectangle.
    ///   - view: the other view; nil for the window.
    /// - Returns: the rectangle in the coordinates of the other view.
    open func convert(_ rect: NSRect, to view: NSView?) -> NSRect {
      let first = convert(rect.origin, to: view)
      let second = convert(NSPoint(x: rect.maxX, y: rect.maxY), to: view)
      return NSRect(
        x: min(first.x, second.x), y: min(first.y, second.y), width: rect.width, height: rect.height)
    }

    /// Returns a point of the superview in the coordinates of this view.
    private func fromSuperview(_ point: NSPoint) -> NSPoint {
      let y = point.y - frame.origin.y
      let isTurned = isFlipped != (superview?.isFlipped ?? false)
      return NSPoint(x: point.x - frame.origin.x, y: isTurned ? frame.height - y : y)
    }

    private func toWindow(_ point: NSPoint) -> NSPoint {
      let isTurned = isFlipped != (superview?.isFlipped ?? false)
      let y = isTurned ? frame.height - point.y : point.y
      let outer = NSPoint(x: point.x + frame.origin.x, y: y + frame.origin.y)
      return superview?.toWindow(outer) ?? outer
    }

    private func fromWindow(_ point: NSPoint) -> NSPoint {
      fromSuperview(superview?.fromWindow(point) ?? point)
    }

    /// Returns the topmost view at a point.
    ///
    /// - Parameter point: the point, in the coordinates of the superview.
    /// - Returns: this view or one inside of it; nil if the point is outside, or if the view is hidden.
    open func hitTest(_ point: NSPoint) -> NSView? {
      let inner = fromSuperview(point)
      guard !isHidden, bounds.contains(inner) else { return nil }
      return views.reversed().lazy.compactMap { $0.hitTest(inner) }.first ?? self
    }

    // MARK: Dragging

    /// The types of drags that the view receives, without duplicates and in no order.
    open var registeredDraggedTypes: [NSPasteboard.PasteboardType] { draggedTypes.types }

    /// Receives drags that have one of some types, or a type that conforms to one.
    ///
    /// - Parameter newTypes: the types, in addition to those that are registered.
    open func registerForDraggedTypes(_ newTypes: [NSPasteboard.PasteboardType]) {
      draggedTypes.register(newTypes)
    }

    /// Receives no drags.
    open func unregisterDraggedTypes() { draggedTypes = DraggedTypes() }

    /// Begins a drag, which moves when the `DraggingDriver` of the window moves it.
    ///
    /// The objects are on the pasteboard of the drag when the method returns. The pasteboard is empty if one of them is
    /// an `NSPasteboardItem` that was written to a pasteboard before.
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
      begin(NSDraggingSession(writing: items, from: source))
    }

    func begin(_ session: NSDraggingSession) -> NSDraggingSession {
      window?.driver?.begin(session)
      return session
    }

    /// Refuses the drag.
    open func draggingEntered(_ sender: any NSDraggingInfo) -> NSDragOperation { [] }
    /// Returns the previous answer.
    open func draggingUpdated(_ sender: any NSDraggingInfo) -> NSDragOperation { sender.previousAnswer }
    /// Does nothing.
    open func draggingExited(_ sender: (any NSDraggingInfo)?) {}
    /// Returns `true`.
    open func prepareForDragOperation(_ sender: any NSDraggingInfo) -> Bool { true }
    /// Returns `false`.
    open func performDragOperation(_ sender: any NSDraggingInfo) -> Bool { false }
    /// Does nothing.
    open func concludeDragOperation(_ sender: (any NSDraggingInfo)?) {}
    /// Does nothing.
    open func draggingEnded(_ sender: any NSDraggingInfo) {}
    /// Returns whether `draggingUpdated(_:)` is called while the drag rests.
    ///
    /// - Returns: `true` to call the method repeatedly.
    open func wantsPeriodicDraggingUpdates() -> Bool { true }
    /// Does nothing.
    open func updateDraggingItemsForDrag(_ sender: (any NSDraggingInfo)?) {}
  }
#endif
