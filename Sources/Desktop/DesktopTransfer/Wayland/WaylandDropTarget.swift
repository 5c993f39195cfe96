import ByteTools
import Foundation
import ProfferFileSystem
import TransferWindows

/// A window of a Wayland compositor on which the user drops content from other programs.
///
/// The rows of the window, usually what has arrived, can be dragged into other programs.
final class WaylandDropTarget: DropTarget {
  /// A drag over the window.
  private struct Visit {
    let serial: UInt32
    let offer: UInt32
    /// Whether the user drags rows of this window, which it does not accept.
    let isOwn: Bool
    /// Whether the content is accepted; nil before the decision.
    var isAccepted: Bool?
  }

  private let connection: WaylandConnection
  private let items: any WindowItems
  private let window: WaylandTransferWindow
  private let device: WaylandDragDevice
  private let drag: WaylandOutgoingDrag
  private let wakeup: Wakeup
  private let updates: WindowUpdates
  private let limits: TransferLimits
  private let recorder: TransferRecorder?
  private var visit: Visit?
  /// The offer of the last drop; nil after the drop is finished.
  private var dropped: UInt32?
  /// Whether the last drop was not reported to the caller yet.
  private var isNew = false
  private var isClosed = false
  /// Actions of the user during a transfer, which are performed afterwards.
  private var postponed: [WaylandTransferWindow.Event] = []
  /// The thread that fetches the content of the last drop; nil while it waits for a drop.
  private let fetchingThread = Locked<ObjectIdentifier?>(nil)
  /// The error of an update during a transfer; it is thrown later, because the transfer cannot throw it.
  private var updateFailure: (any Error)?

  /// Shows the window.
  ///
  /// - Parameter folder: the folder for unnamed files, from which the compositor reads pictures.
  init(
    _ connection: WaylandConnection, _ items: any WindowItems, within limits: TransferLimits,
    recordedBy recorder: TransferRecorder? = nil, filesIn folder: FilePath
  ) throws {
    (self.connection, self.items, self.limits, self.recorder) = (connection, items, limits, recorder)
    wakeup = try Wakeup()
    updates = WindowUpdates(waking: wakeup)
    window = try WaylandTransferWindow(connection, items.content, items.theme, filesIn: folder)
    device = try WaylandDragDevice(connection, seat: window.seat)
    var options = DragOptions()
    options.recorder = recorder
    drag = WaylandOutgoingDrag(items, from: window, device, options)
    try connection.synchronize()
  }

  func next(
    until deadline: ContinuousClock.Instant?, accepting accepts: ([String]) -> Bool
  ) throws -> DropArrival {
    fetchingThread.withLock { $0 = nil }
    if let updateFailure { throw updateFailure }
    for event in postponed { try handle(event) }
    postponed = []
    while true {
      while let message = try connection.next() {
        if let event = try take(message) { try handle(event) }
        answer(accepts)
      }
      // A drag may have arrived while the previous drop was processed.
      answer(accepts)
      if let event = window.repeatKey() { try handle(event) }
      if updates.take() { drag.showItems() }
      try drag.serve()
      // The failure ends only the transfer of the value: the next drop is independent of it.
      if let failure = drag.takeFailure() { recorder?.add("proffer", "<failed>", "\(failure)") }
      if let end = drag.end {
        if end != .closed { recorder?.add("wayland", "sessionDidEnd", "\(end)") }
        drag.restart()
      }
      try window.draw()
      if let dropped, isNew {
        isNew = false
        fetchingThread.withLock { $0 = ObjectIdentifier(Thread.current) }
        return .dropped(contents(of: dropped))
      }
      if isClosed, drag.isIdle { return .closed }
      // The user can finish a drag that began before the deadline.
      let limit = drag.isWaiting && drag.isIdle ? deadline : nil
      if let limit, .now >= limit {
        // The end of a drag of rows may not have been sent yet.
        try connection.synchronize()
        return .timeLimit
      }
      let times = drag.times + [limit, window.deadline].compactMap(\.self)
      let ready = try connection.connection.wait(
        for: [(wakeup.stream, .reading)] + drag.interests, until: times.min())
      if ready[0].contains(.reading) { try wakeup.clear() }
    }
  }

  func update() {
    guard fetchingThread.withLock({ $0 == ObjectIdentifier(Thread.current) }) else {
      return updates.request()
    }
    do {
      // The compositor may be ready for a picture since the last message was handled.
      try connection.connection.wait(until: .now)
      try takeDuringTransfer()
      drag.showItems()
      try window.draw()
      try connection.connection.flush()
    } catch { updateFailure = updateFailure ?? error }
  }

  func finish(_ wasTaken: Bool) throws {
    guard let dropped else { return }
    self.dropped = nil
    recorder?.addConclusion(wasTaken: wasTaken)
    device.end(dropped, wasTaken: wasTaken)
    try connection.synchronize()
  }

  private func contents(of offer: UInt32) -> any SelectionContents {
    let contents = WaylandOfferedContents(
      device.offer(offer).names, on: connection, of: .drag, limits
    ) { [device] name, pipe in
      device.receive(name, of: offer, to: pipe)
    } _: { [self] in
      try takeDuringTransfer()
      if updates.take() { drag.showItems() }
      try window.draw()
    }
    return recorder.map { RecordedContents(contents, .wayland, $0) } ?? contents
  }

  // MARK: Events

  /// Handles the messages that arrive during a transfer.
  ///
  /// Actions of the user are performed later, because the caller of the transfer changes the rows. A drag
  /// does not start, because its values could not be served.
  private func takeDuringTransfer() throws {
    while let message = try connection.next() {
      guard let event = try take(message) else { continue }
      switch event {
      case .copied, .removed, .closed: postponed.append(event)
      case .pressed, .released, .dragged: break
      }
    }
  }

  /// Handles a message.
  ///
  /// - Returns: the action of the user; nil for all other messages.
  private func take(_ message: WaylandMessage) throws -> WaylandTransferWindow.Event? {
    guard let event = try device.take(message) else { return try window.take(message) }
    drag.handle(event)
    handle(event)
    return nil
  }

  private func handle(_ event: WaylandTransferWindow.Event) throws {
    if event == .closed { isClosed = true }
    try drag.handle(event)
  }

  private func handle(_ event: WaylandDragDevice.Event) {
    switch event {
    case .entered(let serial, let offer):
      leave()
      visit = Visit(serial: serial, offer: offer, isOwn: drag.isHeld)
    case .changed(let offer):
      if let visit, visit.offer == offer, visit.isAccepted == true { accept(visit) }
    case .left:
      if let visit, !visit.isOwn { recorder?.add("wayland", "sessionDidExit") }
      leave()
    case .dropped:
      guard let visit else { break }
      guard visit.isAccepted == true, dropped == nil else { return leave() }
      self.visit = nil
      (dropped, isNew) = (visit.offer, true)
      recorder?.add("wayland", "performDrop", device.offer(visit.offer).names.joined(separator: ", "))
    case .requested, .answered, .performed, .finished, .cancelled: break
    }
  }

  /// Responds to a drag that has just entered the window.
  private func answer(_ accepts: ([String]) -> Bool) {
    guard var visit, !visit.isOwn, visit.isAccepted == nil else { return }
    let names = Array(device.offer(visit.offer).names.prefix(limits.nameCount))
    recorder?.add("wayland", "sessionDidEnter", names.joined(separator: ", "))
    let isAccepted = !names.isEmpty && accepts(names)
    recorder?.addAnswer(isAccepted: isAccepted)
    visit.isAccepted = isAccepted
    self.visit = visit
    drag.showItems()
    if visit.offer != 0 { accept(visit) }
  }

  private func accept(_ visit: Visit) {
    let name = visit.isAccepted == true ? device.offer(visit.offer).names.first : nil
    device.answer(visit.offer, entered: visit.serial, accepting: name)
  }

  /// Removes the drag over the window.
  private func leave() {
    guard let visit else { return }
    device.end(visit.offer, wasTaken: false)
    self.visit = nil
    if visit.isAccepted != nil {
      items.dragDidLeave()
      drag.showItems()
    }
  }
}
