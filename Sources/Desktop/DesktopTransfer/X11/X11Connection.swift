import ByteTools
import ProfferFileSystem

/// A connection to an X display, with its requests, replies and events.
///
/// A request can be sent before the replies to earlier requests have arrived.
final class X11Connection {
  let connection: BufferedConnection
  /// The root window, which contains all other windows.
  let root: UInt32
  let screen: X11Screen
  /// The maximum size of a request in bytes.
  private(set) var largestRequest: Int
  private let identifierBase: UInt32
  private var identifierCount: UInt32 = 0
  /// The number of requests that were sent.
  ///
  /// The display counts requests in the same way, in 16 bits.
  private var sequence: UInt16 = 0
  /// Events and errors that arrived during the wait for a reply.
  private var queue = Queue<X11Message>()
  private var atomNumbers: [String: UInt32] = [:]
  private var atomNames: [UInt32: String] = [:]
  /// The maximum time for a reply from the display.
  private let answerLimit: Duration

  /// The window through which this program communicates with other programs.
  private(set) var window: UInt32 = 0

  var name: String { connection.name }

  /// Sets up a connection.
  ///
  /// - Throws: `cannotConnect` with the display's reason if the display rejects the connection.
  init(
    _ stream: ByteStream, authority: X11Authority, calling name: String = "the X display",
    answerLimit: Duration = .seconds(10)
  ) throws {
    let connection = BufferedConnection(stream, calling: name)
    self.connection = connection
    self.answerLimit = answerLimit
    var writer = HostOrderWriter()
    writer.add(UInt8(ascii: 1.littleEndian == 1 ? "l" : "B"))
    writer.add(UInt8(0))
    writer.add(UInt16(11))
    writer.add(UInt16(0))
    writer.add(UInt16(authority.name.count))
    writer.add(UInt16(authority.data.count))
    writer.zeros(2)
    writer.add(authority.name)
    writer.pad()
    writer.add(authority.data)
    writer.pad()
    connection.send(writer.bytes)
    let deadline = ContinuousClock.now + answerLimit
    func bytes(_ count: Int) throws -> HostOrderReader {
      while connection.unread.count < count {
        if .now >= deadline { throw TransferError.unresponsive(name) }
        try connection.wait(until: deadline)
      }
      return HostOrderReader(connection.unread.prefix(count))
    }
    let head = try bytes(8)
    let count = 8 + Int(head.short(at: 6)) * 4
    let setup = try bytes(count)
    guard head.byte(at: 0) == 1 else {
      let reason = String(decoding: setup.slice(8, Int(head.byte(at: 1))), as: UTF8.self)
      throw TransferError(
        .cannotConnect,
        "\(name) refuses the connection: \(PrintableText.escaped(reason.utf8.drop { $0 == 0x0A })); "
          + "check that DISPLAY and XAUTHORITY belong to the session")
    }
    guard let screen = X11Screen(setup) else {
      throw TransferError.violation(name, "a greeting that is too short")
    }
    // Every display must accept requests of this length (Source: X Window System Protocol, version 11,
    // connection setup).
    guard setup.short(at: 26) >= 4096 else {
      throw TransferError(
        .protocolViolation,
        "\(name) breaks its protocol: the maximum request length in its greeting is too small")
    }
    identifierBase = setup.word(at: 12)
    largestRequest = Int(setup.short(at: 26)) * 4
    (self.screen, root) = (screen, screen.root)
    connection.consume(count)
    try enableBigRequests()
    window = makeIdentifier()
    send(X11Request.createWindow(window, parent: root, events: X11Request.propertyChange))
  }

  private func enableBigRequests() throws {
    let answer = try reply(to: send(X11Request.queryExtension("BIG-REQUESTS")))
    // The numbers of extensions start at 128.
    guard answer.byte(at: 8) == 1, answer.byte(at: 9) >= 128 else { return }
    let limit = try reply(to: send(X11Request.enableBigRequests(answer.byte(at: 9))))
    largestRequest = max(largestRequest, Int(limit.word(at: 8)) * 4)
  }

  /// Returns an identifier for a new resource of this program.
  func makeIdentifier() -> UInt32 {
    defer { identifierCount += 1 }
    return identifierBase | identifierCount
  }

  // MARK: Requests

  /// Sends a request, and returns the sequence number that identifies its reply.
  @discardableResult
  func send(_ request: [UInt8]) -> UInt16 {
    sequence &+= 1
    connection.send(request)
    return sequence
  }

  /// Waits for the reply to a request.
  ///
  /// Events that arrive before the reply are queued.
  ///
  /// - Throws: `refused` with the display's error code if the request failed; `unresponsive` if there is no
  ///   reply within the time limit.
  func reply(to wanted: UInt16) throws -> HostOrderReader {
    let deadline = ContinuousClock.now + answerLimit
    while true {
      while let message = nextArrived() {
        switch message {
        case .reply(wanted, let answer): return answer
        case .error(wanted, let code, _):
          throw TransferError(.refused, "\(name) answered a request with error \(code)")
        // A reply that does not match the awaited request belongs to a request that was given up.
        case .reply: continue
        case .error, .event: queue.append(message)
        }
      }
      if .now >= deadline { throw TransferError.unresponsive(name) }
      try connection.wait(until: deadline)
    }
  }

  /// Sends a request that has no reply, and returns whether the request succeeded.
  func isDone(_ request: [UInt8]) throws -> Bool {
    let number = send(request)
    try synchronize()
    return queue.removeFirst { if case .error(number, _, _) = $0 { true } else { false } } == nil
  }

  /// Waits until the display has processed all requests.
  func synchronize() throws { _ = try reply(to: send(X11Request.synchronize)) }

  private func nextArrived() -> X11Message? {
    guard let (message, byteCount) = X11Message.first(of: connection.unread) else { return nil }
    connection.consume(byteCount)
    return message
  }

  /// Returns the next event or error that has arrived; nil if there is none.
  func next() -> X11Message? {
    if let message = queue.popFirst() { return message }
    while let message = nextArrived() {
      if case .reply = message { continue }
      return message
    }
    return nil
  }

  /// Whether an unprocessed message has arrived.
  ///
  /// A wait would ignore this message and block until another message arrives.
  var hasArrived: Bool { !queue.isEmpty || X11Message.first(of: connection.unread) != nil }

  /// Waits for an event that a function accepts.
  ///
  /// These events are kept for later: exposures, sizes and ends of windows, messages and requests from other
  /// programs, and deleted properties of their windows. All other events are dropped.
  ///
  /// - Returns: the function's result; nil if the deadline has passed.
  func event<Value>(until deadline: ContinuousClock.Instant, _ take: (X11Event) throws -> Value?) throws
    -> Value?
  {
    var kept: [X11Message] = []
    defer { queue.prepend(contentsOf: kept) }
    while true {
      while let message = next() {
        guard case .event(let event) = message else { continue }
        if let value = try take(event) { return value }
        switch event {
        case .message, .exposed, .configured, .selectionRequest, .windowDestroyed: kept.append(message)
        // A receiver of a value in chunks is ready for the next chunk.
        case .propertyChanged(let changed, _, _, isDeleted: true) where changed != window:
          kept.append(message)
        default: break
        }
      }
      if .now >= deadline { return nil }
      try connection.wait(until: deadline)
    }
  }

  /// Waits until a message arrives, another thread wakes this thread, or the deadline has passed.
  func wait(for wakeup: Wakeup, until deadline: ContinuousClock.Instant?) throws {
    let ready = try connection.wait(for: [(wakeup.stream, .reading)], until: deadline)
    if ready[0].contains(.reading) { try wakeup.clear() }
  }

  // MARK: Windows

  /// Uses another window to communicate with other programs, and destroys the previous window.
  func use(_ window: UInt32) {
    send(X11Request.destroyWindow(self.window))
    self.window = window
  }

  // MARK: Atoms

  /// Returns the atoms of names.
  ///
  /// All unknown names are requested at once.
  func atoms(_ wanted: [String]) throws -> [UInt32] {
    let unknown = Set(wanted).subtracting(atomNumbers.keys).sorted()
    guard unknown.allSatisfy({ $0.utf8.count <= UInt16.max }) else {
      throw TransferError(.notSupported, "\(name) accepts only names of at most \(UInt16.max) bytes")
    }
    let requests = unknown.map { ($0, send(X11Request.internAtom($0))) }
    for (name, request) in requests {
      let atom = try reply(to: request).word(at: 8)
      atomNumbers[name] = atom
      atomNames[atom] = name
    }
    return wanted.map { atomNumbers[$0] ?? 0 }
  }

  /// Returns the atom of a name.
  func atom(_ name: String) throws -> UInt32 { try atoms([name])[0] }

  /// Returns the names of atoms.
  ///
  /// Atoms without a name in UTF-8 are omitted.
  func names(of wanted: [UInt32]) throws -> [String] {
    let requests = wanted.map { atom in atomNames[atom] == nil ? send(X11Request.nameOfAtom(atom)) : nil }
    for (atom, request) in zip(wanted, requests) {
      guard let request else { continue }
      do {
        let answer = try reply(to: request)
        atomNames[atom] = String(
          validating: answer.slice(32, Int(answer.short(at: 8))), as: UTF8.self)
      } catch let error as TransferError where error.code == .refused {
        // An atom without a name cannot be requested from the offering program.
        continue
      }
    }
    return wanted.compactMap { atomNames[$0] }
  }

  /// Returns the X server's current time, used to acquire selections.
  func timestamp() throws -> UInt32 {
    let property = try atom("PROFFER_TIME")
    send(X11Request.touchProperty(property, of: window))
    let time = try event(until: .now + answerLimit) { event -> UInt32? in
      if case .propertyChanged(self.window, property, let time, _) = event { time } else { nil }
    }
    guard let time else { throw TransferError.unresponsive(name) }
    return time
  }

  /// Returns the window that owns a selection; 0 if there is no owner.
  func owner(of selection: UInt32) throws -> UInt32 {
    try reply(to: send(X11Request.getOwner(of: selection))).word(at: 8)
  }

  /// Returns a part of a property.
  ///
  /// The offset and the count are in units of four bytes.
  func property(
    _ property: UInt32, of window: UInt32, at offset: UInt32 = 0, wordCount: UInt32 = 1 << 18, deleting: Bool
  ) throws -> X11Property {
    let answer = try reply(
      to: send(X11Request.getProperty(property, of: window, at: offset, count: wordCount, deleting: deleting))
    )
    let format = answer.byte(at: 1)
    let count = Int(answer.word(at: 16)) * Int(format / 8)
    return X11Property(
      type: answer.word(at: 8), format: format, bytes: answer.slice(32, count),
      leftByteCount: answer.word(at: 12))
  }
}

/// A part of a property of a window.
struct X11Property {
  /// The type; 0 if the property does not exist.
  let type: UInt32
  let format: UInt8
  let bytes: ArraySlice<UInt8>
  /// The number of bytes after this part.
  let leftByteCount: UInt32

  /// The value as 32-bit numbers; empty if the format is not 32.
  var words: [UInt32] {
    guard format == 32 else { return [] }
    let reader = HostOrderReader(bytes)
    return (0..<bytes.count / 4).map { reader.word(at: 4 * $0) }
  }
}
