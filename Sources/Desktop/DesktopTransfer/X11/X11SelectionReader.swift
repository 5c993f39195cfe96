import ProfferFileSystem

/// The content that another program offers in a selection of an X display.
final class X11SelectionReader: SelectionContents {
  /// The result of a request for a value.
  private enum Answer {
    case given
    case refused
    case ownerEnded
    case late
  }

  private(set) var names: [String] = []
  let connection: X11Connection
  /// The source window of a drop; nil for other selections.
  let source: UInt32?
  private let selection: TransferSelection
  private let limits: TransferLimits
  private let selectionAtom: UInt32
  private let property: UInt32
  private let increments: UInt32
  private let owner: UInt32
  private let time: UInt32

  /// Requests the offered names.
  convenience init(_ connection: X11Connection, _ selection: TransferSelection, _ limits: TransferLimits)
    throws
  {
    try self.init(connection, selection, from: nil, at: connection.timestamp(), limits)
    names = try offeredNames(targets: connection.atom("TARGETS"))
    guard !names.isEmpty else { throw TransferError.nothingOffered(in: selection) }
  }

  /// Creates the contents of a drop.
  ///
  /// - Parameters:
  ///   - names: the names that the source announced during the drag.
  ///   - source: the source window of the drag.
  ///   - time: the time of the drop, which is sent with each request.
  convenience init(
    _ connection: X11Connection, dropOf names: [String], from source: UInt32, at time: UInt32,
    _ limits: TransferLimits
  ) throws {
    try self.init(connection, .drag, from: source, at: time, limits)
    self.names = Array(names.prefix(limits.nameCount))
  }

  private init(
    _ connection: X11Connection, _ selection: TransferSelection, from source: UInt32?, at time: UInt32,
    _ limits: TransferLimits
  ) throws {
    self.connection = connection
    self.selection = selection
    self.source = source
    self.time = time
    self.limits = limits
    let atoms = try connection.atoms([selection.atomName, "PROFFER_VALUE", "INCR"])
    (selectionAtom, property, increments) = (atoms[0], atoms[1], atoms[2])
    owner = try connection.owner(of: selectionAtom)
    guard owner != 0 else { throw TransferError.nothingOffered(in: selection) }
    // If the owner ends during a request, the display reports the destruction of the owner's window.
    connection.send(X11Request.selectEvents(X11Request.structureNotify, of: owner))
  }

  private func offeredNames(targets: UInt32) throws -> [String] {
    switch try ask(targets) {
    case .given: break
    // A program that does not report its names is assumed to offer text.
    case .refused: return ["UTF8_STRING", "STRING"]
    case .ownerEnded: throw ownerEnded
    case .late: throw timedOut("does not report what it offers")
    }
    var atoms: [UInt32] = []
    var format: UInt8 = 0
    // The complete list is read, but names above the limit are ignored.
    try receive("TARGETS", atMost: 64 << 20) { part in
      format = part.format
      if atoms.count < limits.nameCount { atoms += part.words }
    }
    guard format == 32 || atoms.isEmpty else {
      throw TransferError.violation("the program that offers", "an invalid list of names")
    }
    return try connection.names(of: Array(atoms.prefix(limits.nameCount)))
  }

  // MARK: Fetching

  func fetch(_ name: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    switch try ask(connection.atom(name)) {
    case .given: break
    case .refused:
      throw TransferError(
        .refused,
        "the program that offers \(PrintableText.escaped(name.utf8)) does not deliver it; try another type")
    case .ownerEnded: throw ownerEnded
    case .late: throw timedOut("does not deliver \(PrintableText.escaped(name.utf8))")
    }
    try receive(name, atMost: limits.byteCount) { try $0.bytes.withUnsafeBytes(take) }
  }

  /// Requests a value, and waits for the response.
  private func ask(_ target: UInt32) throws -> Answer {
    connection.send(X11Request.deleteProperty(property, of: connection.window))
    connection.send(
      X11Request.convert(selectionAtom, to: target, on: property, of: connection.window, at: time))
    let answer = try connection.event(until: .now + limits.idle) { event -> Answer? in
      switch event {
      case .selectionNotify(connection.window, selectionAtom, target, 0): return .refused
      // The answer to another request of this window names another property.
      case .selectionNotify(connection.window, selectionAtom, target, property): return .given
      case .windowDestroyed(owner): return .ownerEnded
      default: return nil
      }
    }
    return answer ?? .late
  }

  /// Reads the value from the property, either at once or in chunks.
  private func receive(_ name: String, atMost limit: UInt64, _ take: (X11Property) throws -> Void) throws {
    let first = try connection.property(property, of: connection.window, deleting: false)
    var byteCount: UInt64 = 0
    guard first.type == increments else {
      try takeAll(first, name, &byteCount, atMost: limit, take)
      connection.send(X11Request.deleteProperty(property, of: connection.window))
      return
    }
    // The deletion of the announcement causes the owner to store the first chunk.
    connection.send(X11Request.deleteProperty(property, of: connection.window))
    while true {
      let isOwnerGone = try connection.event(until: .now + limits.idle) { event -> Bool? in
        switch event {
        case .propertyChanged(connection.window, property, _, isDeleted: false): return false
        case .windowDestroyed(owner): return true
        default: return nil
        }
      }
      guard let isOwnerGone else {
        throw timedOut("stopped in the middle of \(PrintableText.escaped(name.utf8))")
      }
      if isOwnerGone { throw ownerEnded }
      let piece = try connection.property(property, of: connection.window, deleting: true)
      // An event may arrive after the chunk that it announces was read.
      if piece.type == 0 { continue }
      if piece.bytes.isEmpty { return }
      try takeAll(piece, name, &byteCount, atMost: limit, take)
      // A read deletes the property only if the read reaches the end of the property.
      if piece.leftByteCount > 0 {
        connection.send(X11Request.deleteProperty(property, of: connection.window))
      }
    }
  }

  /// Passes on the first part of a property, then reads and passes on the remaining parts.
  private func takeAll(
    _ first: X11Property, _ name: String, _ byteCount: inout UInt64, atMost limit: UInt64,
    _ take: (X11Property) throws -> Void
  ) throws {
    var part = first
    var offset: UInt32 = 0
    while true {
      byteCount += UInt64(part.bytes.count)
      guard byteCount <= limit else {
        throw TransferError.tooLarge(name, limit)
      }
      try take(part)
      guard part.leftByteCount > 0, !part.bytes.isEmpty else { return }
      // All parts except the last consist of whole words, and the display counts words in 32 bits.
      let (next, isBeyond) = offset.addingReportingOverflow(UInt32(clamping: part.bytes.count / 4))
      guard !isBeyond, next > offset else {
        throw TransferError.violation(connection.name, "a property whose parts are not consecutive")
      }
      offset = next
      part = try connection.property(property, of: connection.window, at: offset, deleting: false)
    }
  }

  // MARK: Errors

  var ownerEnded: TransferError {
    TransferError(.offererEnded, "the program that offered \(selection.displayName) has ended; try again")
  }

  private func timedOut(_ what: String) -> TransferError {
    .timedOut(selection, what, limits.idle)
  }
}
