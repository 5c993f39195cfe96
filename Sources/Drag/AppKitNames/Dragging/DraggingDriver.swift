#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  /// Simulates drags over windows without a screen, in AppKit's order of calls.
  ///
  /// ```swift
  /// let driver = DraggingDriver(windows: [window])
  /// driver.press(at: NSPoint(x: 10, y: 10), in: window)
  /// driver.move(to: NSPoint(x: 10, y: 200), in: window)
  /// let operation = driver.drop()
  /// print(driver.trace)
  /// ```
  ///
  /// A drag begins where a view calls `beginDraggingSession(with:event:source:)`, which most views do in
  /// `mouseDragged(with:)`. ``beginDrag(of:allowing:)`` is a drag that comes from another program.
  @MainActor
  public final class DraggingDriver {
    /// The windows, from back to front.
    public private(set) var windows: [NSWindow] = []
    /// The modifier keys that are held.
    public var modifierFlags: NSEvent.ModifierFlags = []
    private var drag: ActiveDragging?
    private var events: [TraceEvent] = []
    private var now = Duration.zero

    /// Makes a driver.
    ///
    /// - Parameter windows: the windows of the program, from back to front.
    public init(windows: [NSWindow]) {
      self.windows = windows
      for window in windows { window.driver = self }
    }

    /// Whether a drag has begun and not ended.
    public var isDragging: Bool { drag != nil }

    /// The drag as its source sees it; nil without a drag, or if the drag comes from another program.
    public var session: NSDraggingSession? { drag?.session }

    /// The drag as destinations see it; nil without a drag.
    public var info: (any NSDraggingInfo)? { drag }

    /// The calls so far, in order.
    public var trace: DragTrace { DragTrace(events: events) }

    // MARK: Beginning

    /// Presses the mouse at a point of a window and moves it a little, as a user who begins a drag.
    ///
    /// The view at the point receives `mouseDown(with:)` and, if no drag has begun then, `mouseDragged(with:)`.
    ///
    /// - Parameters:
    ///   - point: the point, in the coordinates of the window.
    ///   - window: the window.
    /// - Returns: whether a drag has begun.
    @discardableResult
    public func press(at point: NSPoint, in window: NSWindow) -> Bool {
      let view: NSResponder = window.view(at: point) ?? window
      view.mouseDown(with: NSEvent(.leftMouseDown, at: point, in: window, modifierFlags))
      if drag == nil {
        let moved = NSPoint(x: point.x + 4, y: point.y)
        view.mouseDragged(with: NSEvent(.leftMouseDragged, at: moved, in: window, modifierFlags))
      }
      drag?.screenPoint = window.convertPoint(toScreen: point)
      return drag != nil
    }

    /// Begins a drag that comes from another program; it ends the drag that is there.
    ///
    /// - Parameters:
    ///   - writers: the dragged objects.
    ///   - operations: the operations that the other program allows.
    public func beginDrag(of writers: [any NSPasteboardWriting], allowing operations: NSDragOperation = .copy)
    {
      cancel()
      drag = ActiveDragging(.ofDrag(writing: writers), allowing: operations)
    }

    /// Takes over a drag that a view has begun.
    func begin(_ session: NSDraggingSession) {
      cancel()
      drag = ActiveDragging(session)
    }

    /// Calls the source in the next turn, as the system does.
    private func startIfNeeded(_ drag: ActiveDragging) {
      guard !drag.hasBegun else { return }
      drag.hasBegun = true
      guard let session = drag.session else { return }
      record(session.source, "willBeginAt")
      session.draggingLocation = drag.screenPoint
      session.source.draggingSession(session, willBeginAt: drag.screenPoint)
    }

    // MARK: Moving

    /// Moves the drag; does nothing without a drag.
    ///
    /// - Parameters:
    ///   - point: the point, in the coordinates of the window.
    ///   - window: the window.
    public func move(to point: NSPoint, in window: NSWindow) {
      guard let drag else { return }
      startIfNeeded(drag)
      now += .milliseconds(16)
      drag.draggingDestinationWindow = window
      drag.draggingLocation = point
      moveSource(drag, to: window.convertPoint(toScreen: point), .withinApplication)
      let destination = drag.destination(at: point, in: window)
      if let destination, destination === drag.destination {
        answer(drag, destination, "draggingUpdated") { destination.draggingUpdated(drag) }
      } else {
        leave(drag)
        if let destination { enter(drag, destination) }
      }
      moveSpringLoading(drag, window.view(at: point))
    }

    /// Moves the drag over another program; does nothing without a drag.
    ///
    /// - Parameter screenPoint: the place on the screen.
    public func moveOutside(to screenPoint: NSPoint) {
      guard let drag else { return }
      startIfNeeded(drag)
      now += .milliseconds(16)
      leave(drag)
      moveSpringLoading(drag, nil)
      drag.draggingDestinationWindow = nil
      moveSource(drag, to: screenPoint, .outsideApplication)
    }

    /// Lets the drag rest for a moment: the destination is updated if it wants that, and a destination that hovering
    /// activates is activated.
    public func rest() {
      guard let drag else { return }
      now += .milliseconds(500)
      if let destination = drag.destination, destination.wantsPeriodicDraggingUpdates() {
        answer(drag, destination, "draggingUpdated") { destination.draggingUpdated(drag) }
      }
      guard let spring = drag.springDestination, drag.springLoadingHighlight == .standard else { return }
      drag.springLoadingHighlight = .emphasized
      record(spring, "springLoadingActivated")
      spring.springLoadingHighlightChanged(drag)
      spring.springLoadingActivated(true, draggingInfo: drag)
    }

    private func moveSource(_ drag: ActiveDragging, to screenPoint: NSPoint, _ context: NSDraggingContext) {
      drag.screenPoint = screenPoint
      drag.updateMask(context, modifierFlags)
      guard let session = drag.session else { return }
      session.draggingLocation = screenPoint
      record(session.source, "movedTo")
      session.source.draggingSession(session, movedTo: screenPoint)
    }

    private func enter(_ drag: ActiveDragging, _ destination: any NSDraggingDestination) {
      drag.destination = destination
      if !drag.entered.contains(where: { $0 === destination }) { drag.entered.append(destination) }
      answer(drag, destination, "draggingEntered") { destination.draggingEntered(drag) }
      guard !drag.operation.isEmpty else { return }
      destination.updateDraggingItemsForDrag(drag)
    }

    private func leave(_ drag: ActiveDragging) {
      guard let destination = drag.destination else { return }
      record(destination, "draggingExited")
      destination.draggingExited(drag)
      drag.destination = nil
      drag.answer = []
    }

    private func answer(
      _ drag: ActiveDragging, _ destination: any NSDraggingDestination, _ call: String,
      _ ask: () -> NSDragOperation
    ) {
      drag.answer = ask()
      record(destination, call, drag.operation.names)
    }

    private func moveSpringLoading(_ drag: ActiveDragging, _ view: NSView?) {
      var view = view
      while let candidate = view, !(candidate is any NSSpringLoadingDestination) {
        view = candidate.superview
      }
      let destination = view as? any NSSpringLoadingDestination
      if let destination, destination === drag.springDestination {
        drag.springLoadingAnswer = destination.springLoadingUpdated(drag)
      } else {
        leaveSpringLoading(drag)
        guard let destination else { return }
        drag.springDestination = destination
        if !drag.springs.contains(where: { $0 === destination }) { drag.springs.append(destination) }
        drag.springLoadingAnswer = .enabled
        record(destination, "springLoadingEntered")
        drag.springLoadingAnswer = destination.springLoadingEntered(drag)
      }
      let isEnabled =
        !drag.springLoadingAnswer.isDisjoint(with: [.enabled, .continuousActivation])
        && !drag.springLoadingAnswer.contains(.noHover)
      let highlight: NSSpringLoadingHighlight = isEnabled ? .standard : .none
      // An activation ends with the next move.
      drag.resetSpringLoading()
      guard drag.springLoadingHighlight != highlight else { return }
      drag.springLoadingHighlight = highlight
      destination?.springLoadingHighlightChanged(drag)
    }

    private func leaveSpringLoading(_ drag: ActiveDragging) {
      guard let left = drag.springDestination else { return }
      drag.resetSpringLoading()
      drag.springLoadingHighlight = .none
      record(left, "springLoadingExited")
      left.springLoadingExited(drag)
      drag.springDestination = nil
    }

    // MARK: Ending

    /// Releases the drag over the destination where it is.
    ///
    /// - Returns: the operation that was performed; empty if there is no destination, or if it refused.
    @discardableResult
    public func drop() -> NSDragOperation {
      guard let drag else { return [] }
      startIfNeeded(drag)
      now += .milliseconds(250)
      guard let destination = drag.destination, !drag.operation.isEmpty else {
        leave(drag)
        return end(drag, [])
      }
      let operation = drag.operation
      record(destination, "prepareForDragOperation")
      guard destination.prepareForDragOperation(drag) else { return end(drag, []) }
      record(destination, "performDragOperation", operation.names)
      guard destination.performDragOperation(drag) else { return end(drag, []) }
      record(destination, "concludeDragOperation")
      destination.concludeDragOperation(drag)
      return end(drag, operation)
    }

    /// Releases the drag over another program, which performs an operation.
    ///
    /// - Parameter operation: the operation; one that the source does not allow counts as none.
    /// - Returns: the operation that was performed.
    @discardableResult
    public func dropOutside(_ operation: NSDragOperation) -> NSDragOperation {
      guard let drag else { return [] }
      moveOutside(to: drag.screenPoint)
      return end(drag, operation.intersection(drag.draggingSourceOperationMask).lowest)
    }

    /// Cancels the drag; does nothing without a drag.
    public func cancel() {
      guard let drag else { return }
      startIfNeeded(drag)
      leave(drag)
      end(drag, [])
    }

    @discardableResult
    private func end(_ drag: ActiveDragging, _ operation: NSDragOperation) -> NSDragOperation {
      leaveSpringLoading(drag)
      self.drag = nil
      for destination in drag.entered {
        record(destination, "draggingEnded")
        destination.draggingEnded(drag)
      }
      for spring in drag.springs where !drag.entered.contains(where: { $0 === spring }) {
        spring.draggingEnded(drag)
      }
      if let session = drag.session {
        record(session.source, "endedAt", operation.names)
        session.source.draggingSession(session, endedAt: drag.screenPoint, operation: operation)
      }
      return operation
    }

    // MARK: Tracing

    private func record(_ object: any NSObjectProtocol, _ call: String, _ detail: String = "") {
      let name = (object as? NSView)?.identifier?.rawValue ?? "\(type(of: object))"
      let window = (object as? NSView)?.window ?? object as? NSWindow
      events.append(
        TraceEvent(
          time: now, application: window?.title ?? "-", view: name, call: call, detail: detail))
    }
  }
#endif
