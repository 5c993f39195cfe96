import ProfferFileSystem

/// What another program offers in a selection of a Wayland compositor.
final class WaylandSelectionReader: SelectionContents {
  let names: [String]
  private let control: DataControl
  private let selection: TransferSelection
  private let limits: TransferLimits
  private let offer: DataControl.Offer

  init(_ control: DataControl, _ selection: TransferSelection, _ limits: TransferLimits) throws {
    self.control = control
    self.selection = selection
    self.limits = limits
    try control.require(selection)
    guard let offer = control.offer(in: selection), !offer.names.isEmpty else {
      throw TransferError.nothingOffered(in: selection)
    }
    self.offer = offer
    names = Array(offer.names.prefix(limits.nameCount))
  }

  func fetch(_ name: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    let shown = PrintableText.escaped(name.utf8)
    guard names.contains(name) else {
      throw TransferError(.refused, "the program that offers has no \(shown); try another type")
    }
    let reading = try request(name)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var byteCount: UInt64 = 0
    var deadline = ContinuousClock.now + limits.idle
    while true {
      switch try reading.read(into: buffer) {
      case .ended: return
      case .moved(let count):
        byteCount += UInt64(count)
        guard byteCount <= limits.byteCount else { throw TransferError.tooLarge(name, limits.byteCount) }
        try take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        deadline = .now + limits.idle
      case .wouldWait:
        if .now >= deadline {
          throw TransferError.timedOut(selection, "gives nothing of \(shown)", limits.idle)
        }
        // The connection is watched too: a compositor that ends leaves the pipe open in other programs.
        _ = try control.connection.connection.wait(for: [(reading, .reading)], until: deadline)
        while try control.next() != nil {}
      }
    }
  }

  /// Sends the question with an end of a pipe; only the other program has that end then.
  private func request(_ name: String) throws -> ByteStream {
    let (reading, writing) = try ByteStream.pipe(calling: "the program that offers \(selection.displayName)")
    control.receive(name, of: offer, to: writing)
    // The end is sent when the compositor takes it, and must not stay open here.
    try control.connection.synchronize()
    return reading
  }
}
