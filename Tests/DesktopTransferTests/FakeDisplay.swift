import Foundation
import ProfferFileSystem
import TestSupport

@testable import DesktopTransfer

/// An X display without a screen: atoms, windows, pictures, properties, selections and a pointer as the
/// protocol describes them.
///
/// It serves any number of clients on a thread of its own. It can send each byte separately, so that a client
/// receives every message in pieces.
final class FakeDisplay: @unchecked Sendable {
  private final class Client {
    let stream: ByteStream
    var incoming: [UInt8] = []
    var isSetUp = false
    var sequence: UInt16 = 0
    let base: UInt32
    init(_ stream: ByteStream, base: UInt32) { (self.stream, self.base) = (stream, base) }
  }

  private struct Property {
    var type: UInt32
    var format: UInt8
    var data: [UInt8]
  }

  private struct Place: Hashable {
    let window: UInt32
    let atom: UInt32
  }

  /// The position and size of a window in its parent.
  private struct Place2D {
    let parent: UInt32
    var x, y: Int
    let width, height: Int
    var isMapped = false
    /// Whether no window manager moves the window.
    var isUnmanaged = false
  }

  private let sendsBytesApart: Bool
  /// The longest request of the BIG-REQUESTS extension, in words; nil if the extension is missing.
  private let longestRequest: UInt32?
  private let screen: FakeScreen
  /// The longest request without the extension, in words, as reported by the display.
  private let shortRequest: UInt16
  private let lock = NSLock()
  private var arriving: [Client] = []
  /// The first window number of each connected client.
  private var bases: Set<UInt32> = []
  private var conversions = 0
  private let wakeup: Wakeup
  private var isOver = false
  /// User input that the display has not processed yet.
  private var inputs: [() -> Void] = []

  private var clients: [Client] = []
  private var atoms: [String] = ["PRIMARY", "SECONDARY", "ARC", "ATOM"]
  private var windows: [UInt32: UInt32] = [1: 0]
  private var masks: [UInt32: [UInt32: UInt32]] = [:]
  private var properties: [Place: Property] = [:]
  private var owners: [UInt32: UInt32] = [:]
  private var clock: UInt32 = 1000
  private var places: [UInt32: Place2D] = [:]
  /// The window that has grabbed the pointer and receives all its events.
  private var grabbing: UInt32?
  /// Whether the grab was requested; otherwise it ends when the button is released.
  private var isGrabAsked = false
  private var pictures = FakePictures()
  /// The windows that no window manager moves, in the order of their creation.
  private var unmanaged: [UInt32] = []
  /// The windows that are notified of new owners, and the selections they watch.
  private var watching: [(window: UInt32, selection: UInt32)] = []

  init(
    sendingBytesApart: Bool = false, longestRequest: UInt32? = nil, shortRequest: UInt16 = 4096,
    screen: FakeScreen = FakeScreen()
  ) throws {
    (self.shortRequest, self.screen) = (shortRequest, screen)
    if let resources = screen.resources {
      properties[Place(window: 1, atom: 23)] = Property(type: 31, format: 8, data: Array(resources.utf8))
    }
    if screen.hasCompositor {
      atoms.append("_NET_WM_CM_S0")
      owners[UInt32(atoms.count)] = 1
    }
    sendsBytesApart = sendingBytesApart
    self.longestRequest = longestRequest
    wakeup = try Wakeup()
    Thread.detachNewThread { [self] in
      do { try serve() } catch { fatalError("the fake display failed: \(error)") }
    }
  }

  /// Opens a connection for a new client.
  func connect() throws -> ByteStream {
    let (own, clients) = try ByteStream.pair(calling: "a fake display")
    try lock.withLock {
      // A new client gets the window numbers of one that has disconnected, as on a real display.
      guard let base = (1...255).lazy.map({ $0 << 21 }).first(where: { !bases.contains($0) }) else {
        throw CocoaError(.coderInvalidValue)
      }
      bases.insert(base)
      arriving.append(Client(own, base: base))
    }
    wakeup.wake()
    return clients
  }

  /// A set-up connection of a new client.
  func client() throws -> X11Connection {
    try X11Connection(connect(), authority: .none, answerLimit: HangLimit.duration)
  }

  /// The number of requested conversions.
  var conversionCount: Int { lock.withLock { conversions } }

  /// The number of connected clients.
  var clientCount: Int { lock.withLock { bases.count } }

  /// Closes all connections.
  func end() {
    lock.withLock { isOver = true }
    wakeup.wake()
  }

  // MARK: People

  private func input(_ body: @escaping () -> Void) {
    lock.withLock { inputs.append(body) }
    wakeup.wake()
  }

  /// Moves the pointer, or presses or releases a button.
  ///
  /// - Parameters:
  ///   - kind: 4 is a press, 5 a release, 6 a motion.
  ///   - state: the keys that are held down: 1 is Shift, 4 is Control.
  func pointer(_ kind: UInt8, at x: Int, _ y: Int, button: UInt8 = 1, state: UInt16 = 0) {
    input { [self] in
      clock += 1
      var window: UInt32 = 1
      while let child = child(of: window, at: x, y) { window = child }
      let receiver = grabbing ?? window
      if kind == 4 { grabbing = receiver }
      if kind == 5, !isGrabAsked { grabbing = nil }
      let corner = corner(of: receiver)
      event(kind, button, to: windows[receiver] ?? 0) {
        for word in [clock, 1, receiver, 0] { $0.add(word) }
        for number in [x, y, x - corner.x, y - corner.y] { $0.add(Int16(number)) }
        $0.add(state)
      }
    }
  }

  /// Presses a key, in the window that was shown last unless a window has grabbed the pointer.
  ///
  /// - Parameter state: the keys that are held down: 1 is Shift, 4 is Control.
  func key(_ code: UInt8, state: UInt16 = 0) {
    input { [self] in
      let managed = places.filter { $0.value.isMapped && !$0.value.isUnmanaged }
      let receiver = grabbing ?? managed.keys.max() ?? 0
      event(2, code, to: windows[receiver] ?? 0) {
        for word in [clock, 1, receiver, 0] { $0.add(word) }
        $0.zeros(8)
        $0.add(state)
      }
    }
  }

  /// Uncovers a window, so that its program must draw it again.
  func expose(_ window: UInt32) {
    input { [self] in event(12, to: windows[window] ?? 0) { $0.add(window) } }
  }

  /// Changes the size of a window, as a window manager does.
  func resize(_ window: UInt32, to width: UInt16, _ height: UInt16) {
    input { [self] in setSize(of: window, width, height) }
  }

  private func setSize(of window: UInt32, _ width: UInt16, _ height: UInt16) {
    guard let old = places[window] else { return }
    places[window] = Place2D(
      parent: old.parent, x: old.x, y: old.y, width: Int(width), height: Int(height), isMapped: old.isMapped)
    pictures.resize(window, Int(width), Int(height))
    event(22, to: windows[window] ?? 0) {
      for word in [window, window, 0] { $0.add(word) }
      for number in [UInt16(0), 0, width, height, 0] { $0.add(number) }
    }
  }

  /// Returns a value of the display after it has processed all input.
  func state<Value>(_ read: @escaping () -> Value) -> Value {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var value: Value?
    input {
      value = read()
      done.signal()
    }
    done.wait()
    guard let value else { fatalError("the fake display read nothing") }
    return value
  }

  /// The picture of a window, and the number of requests that have drawn it; nil if there is none.
  func picture(of window: UInt32) -> FakePictures.Picture? { state { self.pictures[window] } }

  /// The upper left corner of a window on the screen; nil if the window does not exist or is not shown.
  func place(of window: UInt32) -> [Int]? {
    state { self.places[window].flatMap { $0.isMapped ? [$0.x, $0.y] : nil } }
  }

  /// The windows that no window manager moves, in the order of their creation; some may be destroyed.
  var unmanagedWindows: [UInt32] { state { self.unmanaged } }

  /// The window that was shown last; 0 if there is none yet.
  var shownWindow: UInt32 {
    state { self.places.filter { $0.value.isMapped }.keys.max() ?? 0 }
  }

  /// The upper left corner of a window on the screen.
  private func corner(of window: UInt32) -> (x: Int, y: Int) {
    var (x, y) = (0, 0)
    var next = places[window]
    while let place = next {
      (x, y) = (x + place.x, y + place.y)
      next = places[place.parent]
    }
    return (x, y)
  }

  private func child(of parent: UInt32, at x: Int, _ y: Int) -> UInt32? {
    // Windows created later are above earlier ones.
    places.filter { window, place in
      guard place.parent == parent, place.isMapped else { return false }
      let (left, top) = corner(of: window)
      return (left..<left + place.width).contains(x) && (top..<top + place.height).contains(y)
    }.keys.max()
  }

  // MARK: Serving

  private func serve() throws {
    while true {
      let inputs = lock.withLock {
        clients += arriving
        arriving = []
        defer { self.inputs = [] }
        return self.inputs
      }
      for input in inputs { input() }
      if lock.withLock({ isOver }) { return clients.removeAll() }
      let ready = try StreamWaiting.wait(
        for: [(wakeup.stream, .reading)] + clients.map { ($0.stream, .reading) }, until: nil)
      if !ready[0].isEmpty { try wakeup.clear() }
      for (client, readiness) in zip(clients, ready.dropFirst()) where !readiness.isEmpty {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var passed: [ByteStream] = []
        switch try buffer.withUnsafeMutableBytes({ try client.stream.receive(into: $0, passed: &passed) }) {
        case .ended: leave(client)
        case .wouldWait: break
        case .moved(let count):
          client.incoming += buffer[..<count]
          try takeRequests(of: client)
        }
      }
    }
  }

  private func leave(_ client: Client) {
    clients.removeAll { $0 === client }
    for window in windows.filter({ $0.value == client.base }).keys { destroy(window) }
    _ = lock.withLock { bases.remove(client.base) }
  }

  private func destroy(_ window: UInt32) {
    windows[window] = nil
    places[window] = nil
    pictures[window] = nil
    properties = properties.filter { $0.key.window != window }
    if grabbing == window { grabbing = nil }
    owners = owners.filter { $0.value != window }
    for (other, mask) in masks.removeValue(forKey: window) ?? [:]
    where mask & X11Request.structureNotify != 0 {
      event(17, to: other) {
        $0.add(window)
        $0.add(window)
      }
    }
  }

  private func takeRequests(of client: Client) throws {
    while true {
      let reader = HostOrderReader(client.incoming[...])
      if !client.isSetUp {
        guard reader.count >= 12 else { return }
        let length = 12 + (Int(reader.short(at: 6)) + 3) / 4 * 4 + (Int(reader.short(at: 8)) + 3) / 4 * 4
        guard reader.count >= length else { return }
        client.incoming.removeFirst(length)
        client.isSetUp = true
        greet(client)
        continue
      }
      guard reader.count >= 4 else { return }
      var start = 4
      var length = Int(reader.short(at: 2)) * 4
      if length == 0 {
        guard reader.count >= 8 else { return }
        (start, length) = (8, Int(reader.word(at: 4)) * 4)
      }
      guard reader.count >= length else { return }
      precondition(length / 4 <= Int(longestRequest ?? 4096), "a request is too long")
      let body = HostOrderReader(Array(client.incoming[start..<length])[...])
      let (number, detail) = (client.incoming[0], client.incoming[1])
      client.incoming.removeFirst(length)
      client.sequence &+= 1
      handle(number, detail, body, of: client)
    }
  }

  private func greet(_ client: Client) {
    var body = HostOrderWriter()
    for word: UInt32 in [0, client.base, 0x1FFFFF, 0] { body.add(word) }
    body.add(UInt16(4))
    body.add(shortRequest)
    screen.describe(in: &body)
    var head = HostOrderWriter()
    head.add([1, 0])
    for short: UInt16 in [11, 0, UInt16(body.bytes.count / 4)] { head.add(short) }
    send(head.bytes + body.bytes, to: client)
  }

  private func send(_ bytes: [UInt8], to client: Client) {
    do {
      try client.stream.sendAll(bytes, apart: sendsBytesApart)
    } catch {
      // The client has disconnected.
    }
  }

  private func reply(
    _ detail: UInt8, to client: Client, extra: [UInt8] = [], _ body: (inout HostOrderWriter) -> Void
  ) {
    var writer = HostOrderWriter()
    body(&writer)
    writer.zeros(24 - writer.bytes.count)
    let padding = (4 - extra.count % 4) % 4
    var head = HostOrderWriter()
    head.add([1, detail])
    head.add(client.sequence)
    head.add(UInt32((extra.count + padding) / 4))
    send(head.bytes + writer.bytes + extra + [UInt8](repeating: 0, count: padding), to: client)
  }

  private func error(_ code: UInt8, _ resource: UInt32, to client: Client) {
    var writer = HostOrderWriter()
    writer.add([0, code])
    writer.add(client.sequence)
    writer.add(resource)
    writer.zeros(24)
    send(writer.bytes, to: client)
  }

  private func event(
    _ kind: UInt8, _ detail: UInt8 = 0, to base: UInt32, _ body: (inout HostOrderWriter) -> Void
  ) {
    guard let client = clients.first(where: { $0.base == base }) else { return }
    var writer = HostOrderWriter()
    writer.add([kind, detail])
    writer.add(client.sequence)
    body(&writer)
    writer.zeros(32 - writer.bytes.count)
    send(writer.bytes, to: client)
  }

  // MARK: Requests

  private func handle(_ number: UInt8, _ detail: UInt8, _ body: HostOrderReader, of client: Client) {
    clock += 1
    let window = body.word(at: 0)
    if [2, 8, 12, 18, 19, 20, 25].contains(number), windows[window] == nil {
      return error(3, window, to: client)
    }
    switch number {
    case 1: create(window, depth: detail, body, for: client)
    case 2: masks[window, default: [:]][client.base] = body.word(at: 8)
    case 4: destroy(window)
    case 8:
      places[window]?.isMapped = true
      event(12, to: windows[window] ?? 0) { $0.add(window) }
    case 12:
      if body.short(at: 4) == 12 {
        setSize(of: window, UInt16(body.word(at: 8)), UInt16(body.word(at: 12)))
        break
      }
      precondition(body.short(at: 4) == 3, "either the size or the position of a window is changed")
      places[window]?.x = Int(Int32(bitPattern: body.word(at: 8)))
      places[window]?.y = Int(Int32(bitPattern: body.word(at: 12)))
    case 16:
      let name = String(decoding: body.slice(4, Int(body.short(at: 0))), as: UTF8.self)
      if !atoms.contains(name) { atoms.append(name) }
      let atom = UInt32((atoms.firstIndex(of: name) ?? 0) + 1)
      reply(0, to: client) { $0.add(atom) }
    case 17:
      guard let name = atoms.indices.contains(Int(window) - 1) ? atoms[Int(window) - 1] : nil else {
        return error(5, window, to: client)
      }
      reply(0, to: client, extra: Array(name.utf8)) { $0.add(UInt16(name.utf8.count)) }
    case 18: change(body, isAppending: detail == 2)
    case 19: delete(Place(window: window, atom: body.word(at: 4)))
    case 20: read(body, isDeleting: detail == 1, for: client)
    case 22: own(window, body.word(at: 4))
    case 23:
      let owner = owners[window] ?? 0
      reply(0, to: client) { $0.add(owner) }
    case 24: convert(body)
    case 25:
      let bytes = Array(body.slice(8, 32))
      event(bytes[0], bytes[1], to: windows[window] ?? 0) { $0.add(bytes[4...]) }
    case 26:
      (grabbing, isGrabAsked) = (window, true)
      reply(0, to: client) { $0.add(UInt32(0)) }
    case 27: (grabbing, isGrabAsked) = (nil, false)
    case 30, 32, 45, 60, 78, 79, 94: break
    case 53, 54, 55, 72: pictures.handle(number, detail, body)
    case 31: reply(0, to: client) { $0.add(UInt32(0)) }
    case 40:
      let (x, y) = (Int16(bitPattern: body.short(at: 8)), Int16(bitPattern: body.short(at: 10)))
      let target = body.word(at: 4)
      guard target == 1 || windows[target] != nil else { return error(3, target, to: client) }
      let child = child(of: target, at: Int(x), Int(y)) ?? 0
      reply(1, to: client) { $0.add(child) }
    case 101:
      // Each key has one symbol.
      var symbols = HostOrderWriter()
      for key in 0..<UInt32(body.byte(at: 1)) { symbols.add(FakeScreen.symbols[Int(key)] ?? key) }
      reply(1, to: client, extra: symbols.bytes) { $0.zeros(4) }
    case 43: reply(0, to: client) { $0.add(UInt32(0)) }
    case 98 where body.slice(4, 6).elementsEqual("XFIXES".utf8):
      reply(0, to: client) { $0.add([1, 134, 87, 0]) }
    case 134 where detail == 0: reply(0, to: client) { $0.add([1, 0, 0, 0, 0, 0, 0, 0]) }
    case 134: watching.append((window, body.word(at: 4)))
    case 98:
      let hasExtension = longestRequest != nil
      reply(0, to: client) { $0.add([hasExtension ? 1 : 0, 133, 0, 0]) }
    case 133: reply(0, to: client) { $0.add(longestRequest ?? 0) }
    default: fatalError("the fake display has no request \(number)")
    }
  }

  private func create(_ window: UInt32, depth: UInt8, _ body: HostOrderReader, for client: Client) {
    windows[window] = client.base
    // The values of attributes follow in the order of their bits.
    let attributes = body.word(at: 24)
    func attribute(_ bit: UInt32) -> UInt32? {
      guard attributes & bit != 0 else { return nil }
      return body.word(at: 28 + 4 * (attributes & (bit - 1)).nonzeroBitCount)
    }
    masks[window, default: [:]][client.base] = attribute(1 << 11) ?? 0
    places[window] = Place2D(
      parent: body.word(at: 4), x: Int(Int16(bitPattern: body.short(at: 8))),
      y: Int(Int16(bitPattern: body.short(at: 10))), width: Int(body.short(at: 12)),
      height: Int(body.short(at: 14)), isUnmanaged: attribute(1 << 9) == 1)
    if attribute(1 << 9) == 1 { unmanaged.append(window) }
    if body.short(at: 18) == 1 {
      pictures.create(
        window, Int(body.short(at: 12)), Int(body.short(at: 14)), depth: depth == 0 ? screen.depth : depth,
        background: attribute(1))
    }
  }

  private func tell(_ place: Place, isDeleted: Bool) {
    for (base, mask) in masks[place.window] ?? [:] where mask & X11Request.propertyChange != 0 {
      event(28, to: base) {
        for word in [place.window, place.atom, clock] { $0.add(word) }
        $0.add(UInt8(isDeleted ? 1 : 0))
      }
    }
  }

  private func change(_ body: HostOrderReader, isAppending: Bool) {
    let place = Place(window: body.word(at: 0), atom: body.word(at: 4))
    let format = body.byte(at: 12)
    let data = Array(body.slice(20, Int(body.word(at: 16)) * Int(format / 8)))
    let old = isAppending ? properties[place]?.data ?? [] : []
    properties[place] = Property(type: body.word(at: 8), format: format, data: old + data)
    tell(place, isDeleted: false)
  }

  private func delete(_ place: Place) {
    if properties.removeValue(forKey: place) != nil { tell(place, isDeleted: true) }
  }

  private func read(_ body: HostOrderReader, isDeleting: Bool, for client: Client) {
    let place = Place(window: body.word(at: 0), atom: body.word(at: 4))
    guard let property = properties[place] else {
      return reply(0, to: client) { $0.zeros(12) }
    }
    let start = min(property.data.count, Int(body.word(at: 12)) * 4)
    let end = min(property.data.count, start + Int(body.word(at: 16)) * 4)
    reply(property.format, to: client, extra: Array(property.data[start..<end])) {
      $0.add(property.type)
      $0.add(UInt32(property.data.count - end))
      $0.add(UInt32((end - start) / Int(property.format / 8)))
    }
    if isDeleting, end == property.data.count { delete(place) }
  }

  private func own(_ window: UInt32, _ selection: UInt32) {
    if let old = owners[selection], old != window {
      event(29, to: windows[old] ?? 0) { for word in [clock, old, selection] { $0.add(word) } }
    }
    owners[selection] = window == 0 ? nil : window
    for watch in watching where watch.selection == selection {
      event(87, to: windows[watch.window] ?? 0) {
        for word in [watch.window, window, selection, clock, clock] { $0.add(word) }
      }
    }
  }

  private func convert(_ body: HostOrderReader) {
    lock.withLock { conversions += 1 }
    let (requestor, selection, target) = (body.word(at: 0), body.word(at: 4), body.word(at: 8))
    let (property, time) = (body.word(at: 12), body.word(at: 16))
    guard let owner = owners[selection] else {
      return event(31, to: windows[requestor] ?? 0) {
        for word in [time, requestor, selection, target, 0] { $0.add(word) }
      }
    }
    event(30, to: windows[owner] ?? 0) {
      for word in [time, owner, requestor, selection, target, property] { $0.add(word) }
    }
  }
}
