import ProfferFileSystem

/// A small window of a Wayland compositor on which the user drops content from other programs.
final class WaylandDropTarget: DropTarget {
  /// A drag over the window.
  private struct Visit {
    let serial: UInt32
    let offer: UInt32
    /// Whether the content is accepted; nil before the decision.
    var isAccepted: Bool?
  }

  private let connection: WaylandConnection
  private let window: WaylandSmallWindow
  private let device: WaylandDragDevice
  private let limits: TransferLimits
  private let recorder: TransferRecorder?
  private var visit: Visit?
  /// The offer of the last drop; nil after the drop is finished.
  private var dropped: UInt32?
  /// Whether the last drop was not reported to the caller yet.
  private var isNew = false
  private var isClosed = false

  /// Shows the window.
  ///
  /// - Parameter folder: the folder for unnamed files, from which the compositor reads pictures.
  init(
    _ connection: WaylandConnection, calling label: String, within limits: TransferLimits,
    recordedBy recorder: TransferRecorder? = nil, filesIn folder: FilePath
  ) throws {
    (self.connection, self.limits, self.recorder) = (connection, limits, recorder)
    window = try WaylandSmallWindow(connection, .target(into: label), filesIn: folder)
    device = try WaylandDragDevice(connection, seat: window.seat)
    try connection.synchronize()
  }

  func next(
    until deadline: ContinuousClock.Instant?, accepting accepts: ([String]) -> Bool
  ) throws -> DropArrival {
    while true {
      while let message = try connection.next() {
        try handle(message)
        answer(accepts)
      }
      // A drag may have arrived while the previous drop was processed.
      answer(accepts)
      if let dropped, isNew {
        isNew = false
        return .dropped(contents(of: dropped))
      }
      if isClosed { return .closed }
      if let deadline, .now >= deadline { return .timeLimit }
      try connection.connection.wait(until: deadline)
    }
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
      while let message = try connection.next() { try handle(message) }
    }
    return recorder.map { RecordedContents(contents, .wayland, $0) } ?? contents
  }

  // MARK: Events

  private func handle(_ message: WaylandMessage) throws {
    if let event = try device.take(message) { return handle(event) }
    if case .closed = try window.take(message) { isClosed = true }
  }

  private func handle(_ event: WaylandDragDevice.Event) {
    switch event {
    case .entered(let serial, let offer):
      leave()
      visit = Visit(serial: serial, offer: offer)
    case .changed(let offer):
      if let visit, visit.offer == offer, visit.isAccepted == true { accept(visit) }
    case .left:
      if visit != nil { recorder?.add("wayland", "sessionDidExit") }
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
    guard var visit, visit.isAccepted == nil else { return }
    let names = Array(device.offer(visit.offer).names.prefix(limits.nameCount))
    recorder?.add("wayland", "sessionDidEnter", names.joined(separator: ", "))
    let isAccepted = !names.isEmpty && accepts(names)
    recorder?.addAnswer(isAccepted: isAccepted)
    visit.isAccepted = isAccepted
    self.visit = visit
    if visit.offer != 0 { accept(visit) }
  }

  private func accept(_ visit: Visit) {
    let name = visit.isAccepted == true ? device.offer(visit.offer).names.first : nil
    device.answer(visit.offer, entered: visit.serial, accepting: name)
  }

  /// Removes the drag over the window.
  private func leave() {
    if let visit { device.end(visit.offer, wasTaken: false) }
    visit = nil
  }
}
