import ProfferFileSystem

/// A small window of a Wayland compositor from which the user drags content into other programs.
///
/// A press of the mouse button, followed by a movement, starts a drag. The compositor then controls the drag:
/// it finds the windows under the pointer, and reports how the drag ended.
///
/// Values are served in every phase, because many programs read values while the pointer is over their
/// windows.
final class WaylandDragSource: DragSource {
  private enum Phase {
    case waiting
    /// The button is pressed, but the pointer has not moved far enough for a drag.
    case pressed(serial: UInt32, at: WaylandPoint)
    /// The compositor was asked to start a drag.
    case dragging(source: UInt32, icon: UInt32)
    case dropped(source: UInt32, icon: UInt32)
  }

  /// The distance in pixels at which the movement after a press becomes a drag.
  private static let threshold = 4
  /// The distance between the pointer and the picture of the drag, in pixels.
  private static let iconDistance: UInt32 = 16

  let ending: OwnershipEnding
  private let connection: WaylandConnection
  private let look: SmallWindowLook
  private let window: WaylandSmallWindow
  private let device: WaylandDragDevice
  private let server: WaylandValueServer
  private let options: DragOptions

  private var phase = Phase.waiting
  private var deadlines: DragDeadlines
  /// The reason why the drag, or the wait for a drag, ended; nil before the end.
  private var outcome: DragOutcome.End?
  /// The offer of a drag over this window.
  ///
  /// Usually, this is the window's own drag, which has just started. The window accepts no drags.
  private var visit: UInt32?
  /// The deadline for an event that confirms the drag; nil if no confirmation is pending.
  ///
  /// The deadline is set when the window receives the release of the button, because the compositor may then
  /// not have started the drag.
  private var beginDeadline: ContinuousClock.Instant?

  var names: [String] { server.names }

  /// Shows the window.
  ///
  /// - Parameter folder: the folder for unnamed files, from which the compositor reads pictures.
  init(
    _ connection: WaylandConnection, _ offer: TransferOffer, calling label: String, _ options: DragOptions,
    filesIn folder: FilePath
  ) throws {
    self.connection = connection
    self.options = options
    deadlines = DragDeadlines(options)
    ending = try OwnershipEnding()
    let forms = offer.recorded(by: options.recorder).draggedForms(on: .wayland)
    server = try WaylandValueServer(forms, options.service, idleLimit: options.service.idleLimit, ending)
    look = .source(of: label)
    window = try WaylandSmallWindow(connection, look, filesIn: folder)
    device = try WaylandDragDevice(connection, seat: window.seat)
    try connection.synchronize()
    options.recorder?.add("proffer", "itemsForBeginning", server.names.joined(separator: ", "))
  }

  func run() throws -> DragOutcome {
    outcome = nil
    server.forgetGiven()
    while true {
      // Messages that arrive after the end belong to the next drag.
      while !hasEnded, let message = try connection.next() { try handle(message) }
      server.deliver()
      server.write()
      endIfDue()
      if let outcome, hasEnded {
        try connection.synchronize()
        if outcome == .closed || outcome == .requested { ending.end() }
        options.recorder?.add("wayland", "sessionDidEnd", "\(outcome)")
        if let failure = server.failure { throw failure }
        return DragOutcome(end: outcome, types: server.given.ordered)
      }
      let ready = try connection.connection.wait(
        for: [(ending.wakeup.stream, .reading)] + server.interests, until: nextDeadline)
      if ready[0].contains(.reading) { try ending.wakeup.clear() }
    }
  }

  /// Whether the drag has ended and every receiver has the requested values.
  private var hasEnded: Bool { outcome != nil && server.isIdle }

  // MARK: Events

  private func handle(_ message: WaylandMessage) throws {
    if let event = try device.take(message) { return handle(event) }
    guard let event = try window.take(message) else { return }
    switch (event, phase) {
    case (.closed, _): end(.closed)
    case (.pressed(let serial, let place), _) where outcome == nil:
      // A new press in the window means that the compositor did not start the previous drag.
      stop()
      phase = .pressed(serial: serial, at: place)
    case (.moved(let place), .pressed(let serial, let origin)):
      let distance = max(abs(place.x - origin.x), abs(place.y - origin.y))
      if distance >= WaylandDragSource.threshold { try begin(serial) }
    case (.released, .pressed): phase = .waiting
    case (.released, .dragging): beginDeadline = .now + options.answerLimit
    case (.pressed, _), (.moved, _), (.released, _): break
    }
  }

  private func handle(_ event: WaylandDragDevice.Event) {
    switch event {
    case .requested(let source, let name, let pipe) where source == current?.source:
      server.start(name, for: pipe)
      extendFinish()
    case .answered(let source, _) where source == current?.source:
      // The event confirms that the compositor has started the drag.
      beginDeadline = nil
    case .performed(let source):
      if case .dragging(source, let icon) = phase { phase = .dropped(source: source, icon: icon) }
      beginDeadline = nil
      extendFinish()
    case .finished(let source) where source == current?.source: end(.dropped)
    case .cancelled(let source) where source == current?.source:
      if case .dropped = phase { end(.refused) } else { end(.cancelled) }
    case .entered(_, let offer): visit = offer
    case .left:
      // If the offer is destroyed earlier, some compositors end the drag.
      if let visit { device.end(visit, wasTaken: false) }
      visit = nil
    case .requested, .answered, .finished, .cancelled, .changed, .dropped: break
    }
  }

  // MARK: The drag

  private var current: (source: UInt32, icon: UInt32)? {
    switch phase {
    case .waiting, .pressed: nil
    case .dragging(let source, let icon), .dropped(let source, let icon): (source, icon)
    }
  }

  private func begin(_ serial: UInt32) throws {
    let icon = window.surfaces.make()
    let source = device.start(server.names, from: window.surface, showing: icon, pressed: serial)
    phase = .dragging(source: source, icon: icon)
    try window.surfaces.show(Picture(of: look), on: icon, movedBy: WaylandDragSource.iconDistance)
    options.recorder?.add("wayland", "sessionWillBegin")
  }

  /// Ends the drag, or the wait for a drag.
  private func end(_ end: DragOutcome.End) {
    stop()
    if outcome == nil { outcome = end }
  }

  private func stop() {
    if let current {
      device.end(current.source)
      window.surfaces.remove(current.icon)
    }
    phase = .waiting
    beginDeadline = nil
    deadlines.clearFinish()
  }

  private func extendFinish() {
    if case .dropped = phase { deadlines.extendFinish() }
  }

  /// Whether no drag is in progress and the wait for a drag has not ended.
  private var isWaiting: Bool { current == nil && outcome == nil }

  private func endIfDue() {
    if let beginDeadline, beginDeadline <= .now { stop() }
    let due = deadlines.end(
      isWaiting: isWaiting, isServing: !server.isIdle, isRequested: ending.isRequested)
    if let due { end(due) }
  }

  private var nextDeadline: ContinuousClock.Instant? {
    let begin = [beginDeadline].compactMap(\.self)
    return (server.deadlines + deadlines.times(isWaiting: isWaiting) + begin).min()
  }
}
