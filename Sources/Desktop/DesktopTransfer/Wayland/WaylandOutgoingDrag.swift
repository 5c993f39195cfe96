import ProfferFileSystem
import TransferWindows

/// The drags of a window's rows into other programs, one at a time.
///
/// A press of the mouse button, followed by a movement, starts a drag. The compositor then controls the drag:
/// it finds the windows under the pointer, and reports how the drag ended.
///
/// Values are served in every phase, because many programs read values while the pointer is over their
/// windows. Values that receivers requested during one drag are also served during the next drag.
final class WaylandOutgoingDrag {
  private enum Phase {
    case waiting
    /// The compositor was asked to start a drag.
    case dragging(source: UInt32, icon: UInt32)
    case dropped(source: UInt32, icon: UInt32)
  }

  /// The values of a drag.
  private struct Service {
    let server: WaylandValueServer
    /// Passes values from the threads that produce them.
    let values: OwnershipEnding
  }

  private let items: any WindowItems
  private let window: WaylandTransferWindow
  private let device: WaylandDragDevice
  private let options: DragOptions

  private var phase = Phase.waiting
  private var deadlines: DragDeadlines
  /// The services of drags, the newest last; earlier services have receivers that are still reading.
  private var services: [Service] = []
  /// The types that ended services have delivered since the last ``restart()``.
  private var endedTypes: [String] = []
  /// The error of a value that a receiver got only in part; nil if there is none.
  private var failure: (any Error)?
  /// The deadline for an event that confirms the drag; nil if no confirmation is pending.
  ///
  /// The deadline is set when the window receives the release of the button, because the compositor may then
  /// not have started the drag.
  private var beginDeadline: ContinuousClock.Instant?
  /// The reason why the drag, or the wait for a drag, ended; nil before the end.
  private(set) var end: DragOutcome.End?

  init(
    _ items: any WindowItems, from window: WaylandTransferWindow, _ device: WaylandDragDevice,
    _ options: DragOptions
  ) {
    (self.items, self.window, self.device, self.options) = (items, window, device, options)
    deadlines = DragDeadlines(options)
  }

  /// Returns the names and contents of rows; an empty array if they cannot be dragged.
  private func forms(ofRows rows: [Int]) -> [OfferedForm] {
    items.offer(ofRows: rows)?.recorded(by: options.recorder).draggedForms(on: .wayland) ?? []
  }

  // MARK: State

  /// Whether the user holds a drag: it has begun and was neither dropped nor cancelled.
  var isHeld: Bool {
    if case .dragging = phase { true } else { false }
  }

  /// Whether every receiver has the requested values.
  var isIdle: Bool { services.allSatisfy { $0.server.isIdle } }

  /// Whether the drag has ended and every receiver has the requested values.
  var hasEnded: Bool { end != nil && isIdle }

  /// The types of the values that were delivered since the last ``restart()``, each once.
  var types: [String] {
    var seen: Set<String> = []
    return (endedTypes + services.flatMap { $0.server.given.ordered }).filter { seen.insert($0).inserted }
  }

  /// Returns the error of a value that a receiver got only in part, once; nil if there is none.
  func takeFailure() -> (any Error)? {
    defer { failure = nil }
    return failure
  }

  /// Waits for the next drag.
  func restart() {
    (end, endedTypes) = (nil, [])
    for service in services { service.server.forgetGiven() }
  }

  private var current: (source: UInt32, icon: UInt32)? {
    switch phase {
    case .waiting: nil
    case .dragging(let source, let icon), .dropped(let source, let icon): (source, icon)
    }
  }

  // MARK: Events

  /// Handles an action of the user in the window.
  func handle(_ event: WaylandTransferWindow.Event) throws {
    switch event {
    case .pressed where end == nil:
      // A new press in the window means that the compositor did not start the previous drag.
      stop()
    case .dragged(let rows, let serial) where end == nil: try begin(rows, pressed: serial)
    case .released:
      if isHeld { beginDeadline = .now + options.answerLimit }
    case .copied(let rows):
      items.copy(rows: rows)
      showItems()
    case .removed(let rows):
      items.remove(rows: rows)
      showItems()
    case .closed: finish(.closed)
    case .pressed, .dragged: break
    }
  }

  /// Handles an event of a drag; events of other drags are ignored.
  func handle(_ event: WaylandDragDevice.Event) {
    switch event {
    case .requested(let source, let name, let pipe) where source == current?.source:
      services.last?.server.start(name, for: pipe)
      extendFinish()
    case .answered(let source, _) where source == current?.source:
      // The event confirms that the compositor has started the drag.
      beginDeadline = nil
    case .performed(let source) where source == current?.source:
      if case .dragging(source, let icon) = phase { phase = .dropped(source: source, icon: icon) }
      beginDeadline = nil
      extendFinish()
    case .finished(let source) where source == current?.source: finish(.dropped)
    case .cancelled(let source) where source == current?.source:
      if case .dropped = phase { finish(.refused) } else { finish(.cancelled) }
    case .requested, .answered, .performed, .finished, .cancelled, .entered, .changed, .left, .dropped: break
    }
  }

  /// Shows the current content of the window.
  func showItems() { window.show(items.content, items.theme) }

  // MARK: The drag

  private func begin(_ rows: [Int], pressed serial: UInt32) throws {
    stop()
    let forms = forms(ofRows: rows)
    // The content of the window then says why the rows cannot be dragged.
    guard !forms.isEmpty else { return showItems() }
    let values = try OwnershipEnding()
    let server = try WaylandValueServer(
      forms, options.service, idleLimit: options.service.idleLimit, values)
    services.append(Service(server: server, values: values))
    let icon = window.makeIcon()
    let source = device.start(server.names, from: window.surface, showing: icon, pressed: serial)
    phase = .dragging(source: source, icon: icon)
    try window.show(rows, onIcon: icon)
    options.recorder?.add("proffer", "itemsForBeginning", server.names.joined(separator: ", "))
    options.recorder?.add("wayland", "sessionWillBegin")
  }

  /// Ends the drag, or the wait for a drag.
  private func finish(_ end: DragOutcome.End) {
    stop()
    if self.end == nil { self.end = end }
  }

  private func stop() {
    if let current {
      device.end(current.source)
      window.remove(icon: current.icon)
    }
    phase = .waiting
    beginDeadline = nil
    deadlines.clearFinish()
  }

  private func extendFinish() {
    if case .dropped = phase { deadlines.extendFinish() }
  }

  /// Whether no drag is in progress and the wait for a drag has not ended.
  var isWaiting: Bool { current == nil && end == nil }

  // MARK: Serving

  /// Writes the values that were produced, as much as the receivers accept now, and ends a drag whose time
  /// limit has passed.
  ///
  /// - Parameter isRequested: whether the end of the drag was requested.
  func serve(isRequested: Bool = false) throws {
    for service in services {
      try service.values.wakeup.clear()
      service.server.deliver()
      service.server.write()
      let failure = service.server.takeFailure()
      self.failure = self.failure ?? failure
    }
    // The newest service may receive further requests.
    for place in services.indices.dropLast().reversed() where services[place].server.isIdle {
      let server = services.remove(at: place).server
      endedTypes += server.given.ordered
    }
    if let beginDeadline, beginDeadline <= .now { stop() }
    let due = deadlines.end(isWaiting: isWaiting, isServing: !isIdle, isRequested: isRequested)
    if let due { finish(due) }
  }

  /// The streams to wait for, before ``serve(isRequested:)`` is called again.
  var interests: [(stream: ByteStream, interest: StreamInterest)] {
    services.flatMap { [($0.values.wakeup.stream, .reading)] + $0.server.interests }
  }

  /// The times at which ``serve(isRequested:)`` must be called again.
  var times: [ContinuousClock.Instant] {
    services.flatMap(\.server.deadlines) + deadlines.times(isWaiting: isWaiting)
      + [beginDeadline].compactMap(\.self)
  }
}
