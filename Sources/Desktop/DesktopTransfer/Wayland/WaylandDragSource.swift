import ProfferFileSystem
import TransferWindows

/// A window of a Wayland compositor from which the user drags rows into other programs.
final class WaylandDragSource: DragSource {
  let names: [String]
  let ending: OwnershipEnding
  private let connection: WaylandConnection
  private let window: WaylandTransferWindow
  private let device: WaylandDragDevice
  private let drag: WaylandOutgoingDrag
  private let updates: WindowUpdates
  private let recorder: TransferRecorder?

  /// The offer of a drag over this window.
  ///
  /// Usually, this is the window's own drag, which has just started. The window accepts no drags.
  private var visit: UInt32?

  /// Shows the window.
  ///
  /// - Parameter folder: the folder for unnamed files, from which the compositor reads pictures.
  /// - Throws: `empty` if the rows offer nothing.
  init(
    _ connection: WaylandConnection, _ items: any WindowItems, _ options: DragOptions,
    filesIn folder: FilePath
  ) throws {
    self.connection = connection
    recorder = options.recorder
    ending = try OwnershipEnding()
    updates = WindowUpdates(waking: ending.wakeup)
    let content = items.content
    window = try WaylandTransferWindow(connection, content, items.theme, filesIn: folder)
    device = try WaylandDragDevice(connection, seat: window.seat)
    drag = WaylandOutgoingDrag(items, from: window, device, options)
    names = items.offerOfAllRows()?.draggedForms(on: .wayland).map(\.name) ?? []
    guard !names.isEmpty else { throw TransferError(.empty, "there is nothing to offer") }
    try connection.synchronize()
  }

  func update() { updates.request() }

  func run() throws -> DragOutcome {
    drag.restart()
    while true {
      // Messages that arrive after the end belong to the next drag.
      while !drag.hasEnded, let message = try connection.next() { try handle(message) }
      if !drag.hasEnded, let event = window.repeatKey() { try drag.handle(event) }
      if updates.take() { drag.showItems() }
      try drag.serve(isRequested: ending.isRequested)
      if let end = drag.end, drag.hasEnded {
        try connection.synchronize()
        if end == .closed || end == .requested { ending.end() }
        recorder?.add("wayland", "sessionDidEnd", "\(end)")
        if let failure = drag.takeFailure() { throw failure }
        return DragOutcome(end: end, types: drag.types)
      }
      try window.draw()
      let ready = try connection.connection.wait(
        for: [(ending.wakeup.stream, .reading)] + drag.interests,
        until: (drag.times + [window.deadline].compactMap(\.self)).min())
      if ready[0].contains(.reading) { try ending.wakeup.clear() }
    }
  }

  private func handle(_ message: WaylandMessage) throws {
    guard let event = try device.take(message) else {
      if let event = try window.take(message) { try drag.handle(event) }
      return
    }
    switch event {
    case .entered(_, let offer): visit = offer
    case .left:
      // If the offer is destroyed earlier, some compositors end the drag.
      if let visit { device.end(visit, wasTaken: false) }
      visit = nil
    default: drag.handle(event)
    }
  }
}
