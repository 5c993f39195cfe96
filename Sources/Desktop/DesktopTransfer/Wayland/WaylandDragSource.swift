import ProfferFileSystem

/// A small window of a Wayland compositor from which content is dragged into other programs.
///
/// A press of the button and a movement begin a drag, which is the compositor's then: it finds the windows under the pointer,
/// and says how the drag ended. Values are given in every phase: many programs read them already while the pointer is over
/// them.
final class WaylandDragSource: DragSource {
  private enum Phase {
    case waiting
    /// The button is down, and the pointer has not moved far.
    case pressed(serial: UInt32, at: WaylandPoint)
    /// The compositor was asked for a drag.
    case dragging(source: UInt32, icon: UInt32)
    case dropped(source: UInt32, icon: UInt32)
  }

  /// How far the pointer moves before a press is a drag and not a click.
  private static let threshold = 4
  /// How far from the pointer the picture of the drag is.
  private static let iconDistance: UInt32 = 16

  let ending: OwnershipEnding
  private let connection: WaylandConnection
  private let look: SmallWindowLook
  private let window: WaylandSmallWindow
  private let device: WaylandDragDevice
  private let server: WaylandValueServer
  private let options: DragOptions
  private let begin = ContinuousClock.now

  private var phase = Phase.waiting
  private var outcome: DragOutcome?
  /// The offer of a drag that is over this window, which takes none: mostly its own, as it begins.
  private var visit: UInt32?
  /// Until when a drag of which the window got the end of the press has to be one for the compositor.
  private var beginDeadline: ContinuousClock.Instant?
  /// Until when the program on which it was dropped may go on.
  private var finishDeadline: ContinuousClock.Instant?

  var names: [String] { server.names }

  /// Shows the window.
  ///
  /// - Parameter folder: where files without a name are made, which the compositor reads.
  init(
    _ connection: WaylandConnection, _ offer: TransferOffer, calling label: String, _ options: DragOptions,
    filesIn folder: FilePath
  ) throws {
    self.connection = connection
    self.options = options
    ending = try OwnershipEnding()
    let offer =
      options.recorder.map { recorder in offer.mapContents { $1.recorded(as: $0, by: recorder) } } ?? offer
    let forms = offer.draggedForms(on: .wayland)
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
      // What comes after the end belongs to the next drag.
      while !hasEnded, let message = try connection.next() { try handle(message) }
      server.deliver()
      server.write()
      endIfDue()
      if let outcome, hasEnded {
        try connection.synchronize()
        if outcome.end == .closed || outcome.end == .requested { ending.end() }
        options.recorder?.add("wayland", "sessionDidEnd", "\(outcome.end)")
        return DragOutcome(end: outcome.end, types: server.given)
      }
      let ready = try connection.connection.wait(
        for: [(ending.wakeup.stream, .reading)] + server.interests, until: nextDeadline)
      if ready[0].contains(.reading) { try ending.wakeup.clear() }
    }
  }

  /// Whether the drag has ended, and every receiver has what it asked for.
  private var hasEnded: Bool { outcome != nil && server.isIdle }

  // MARK: Events

  private func handle(_ message: WaylandMessage) throws {
    if let event = try device.take(message) { return handle(event) }
    guard let event = try window.take(message) else { return }
    switch (event, phase) {
    case (.closed, _): end(.closed)
    case (.pressed(let serial, let place), _) where outcome == nil:
      // A press in the window is the end of a drag that the compositor did not begin.
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
      // It is a drag, whatever the window got.
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
      // Before that, some compositors take it for the end of the drag.
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

  /// Ends the drag that is under way, or the waiting for one.
  private func end(_ end: DragOutcome.End) {
    stop()
    if outcome == nil { outcome = DragOutcome(end: end, types: []) }
  }

  private func stop() {
    if let current {
      device.end(current.source)
      window.surfaces.remove(current.icon)
    }
    phase = .waiting
    (beginDeadline, finishDeadline) = (nil, nil)
  }

  private func extendFinish() {
    if case .dropped = phase { finishDeadline = .now + options.finishLimit }
  }

  private func endIfDue() {
    let now = ContinuousClock.now
    if let beginDeadline, beginDeadline <= now { stop() }
    // A value that is made or read is no silence.
    if let finishDeadline, finishDeadline <= now {
      if server.isIdle { end(.unanswered) } else { extendFinish() }
    }
    if ending.isRequested { end(.requested) }
    if current == nil, outcome == nil, let limit = options.timeLimit, now - begin >= limit {
      end(.timeLimit)
    }
  }

  private var nextDeadline: ContinuousClock.Instant? {
    let others = [
      beginDeadline, finishDeadline,
      current == nil && outcome == nil ? options.timeLimit.map { begin + $0 } : nil,
    ].compactMap(\.self)
    return (server.deadlines + others).min()
  }
}
