/// Reports changes of a selection of a Wayland compositor.
final class WaylandSelectionWatch: SelectionWatch {
  private let control: DataControl
  private let selection: TransferSelection

  init(_ control: DataControl, _ selection: TransferSelection) throws {
    try control.require(selection)
    self.control = control
    self.selection = selection
  }

  func wait(until deadline: ContinuousClock.Instant?) throws -> Bool {
    while true {
      var hasChanged = false
      while let event = try control.next() {
        if case .changed(selection) = event { hasChanged = true }
        if case .finished = event {
          throw TransferError(.connectionLost, "\(control.connection.name) has removed its seat")
        }
      }
      if hasChanged { return true }
      if let deadline, .now >= deadline { return false }
      try control.connection.connection.wait(until: deadline)
    }
  }
}
