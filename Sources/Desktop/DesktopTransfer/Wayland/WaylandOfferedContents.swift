import ProfferFileSystem
import UniformTypes

/// The content that another program offers through a Wayland compositor, in a selection or a drop.
///
/// Values are transferred through pipes.
final class WaylandOfferedContents: SelectionContents {
  let names: [String]
  private let connection: WaylandConnection
  private let selection: TransferSelection
  private let limits: TransferLimits
  private let ask: (String, ByteStream) -> Void
  private let takeMessages: () throws -> Void

  /// - Parameters:
  ///   - ask: asks the other program to write a value to a pipe.
  ///   - takeMessages: handles the compositor's messages that arrive during a transfer.
  init(
    _ names: [String], on connection: WaylandConnection, of selection: TransferSelection,
    _ limits: TransferLimits, asking ask: @escaping (String, ByteStream) -> Void,
    _ takeMessages: @escaping () throws -> Void
  ) {
    (self.connection, self.selection, self.limits) = (connection, selection, limits)
    (self.ask, self.takeMessages) = (ask, takeMessages)
    self.names = Array(names.prefix(limits.nameCount))
  }

  /// Creates the contents of a selection.
  ///
  /// - Throws: `empty` if nothing is offered; `notSupported` if the compositor does not support the
  ///   selection.
  convenience init(_ control: any SelectionControl, _ selection: TransferSelection, _ limits: TransferLimits)
    throws
  {
    try control.require(selection)
    guard let offer = control.offer(in: selection), !offer.names.isEmpty else {
      throw TransferError.nothingOffered(in: selection)
    }
    self.init(offer.names, on: control.connection, of: selection, limits) { name, pipe in
      control.receive(name, of: offer, to: pipe)
    } _: {
      while try control.next() != nil {}
    }
  }

  func fetch(_ name: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    let shown = PrintableText.escaped(name.utf8)
    guard names.contains(name) else {
      throw TransferError(.refused, "the offering program has no \(shown); try another type")
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
          throw TransferError.timedOut(selection, "delivered no data for \(shown)", limits.idle)
        }
        // Messages may have arrived with the response to the request.
        try takeMessages()
        // The connection is also watched, because other programs keep the pipe open if the compositor ends.
        _ = try connection.connection.wait(for: [(reading, .reading)], until: deadline)
      }
    }
  }

  /// Fetches a value whose MIME type contains a file name, and writes the value to a file.
  ///
  /// Browsers offer dragged pictures in this form.
  func directFile(in folder: () throws -> FilePath) throws -> FilePath? {
    guard selection == .drag else { return nil }
    for name in names {
      let type = MediaType(name)
      guard type.essence == "application/octet-stream", let suggested = type.parameter(named: "name")
      else { continue }
      let path = try folder().appending(fileName(suggested: suggested.utf8))
      try write(name, to: path)
      return path
    }
    return nil
  }

  /// Requests a value, and passes the writing end of a pipe to the other program.
  ///
  /// - Returns: the reading end of the pipe.
  private func request(_ name: String) throws -> ByteStream {
    let (reading, writing) = try ByteStream.pipe(calling: "the program that offers \(selection.displayName)")
    ask(name, writing)
    // This call sends the writing end, which must not stay open in this process.
    try connection.synchronize()
    return reading
  }
}
