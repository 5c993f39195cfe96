import Foundation
import ProfferFileSystem
import TestSupport

@testable import DesktopTransfer

/// A Wayland compositor with windows and drags for one program; tests choose each step.
///
/// It sends the usual answers of a compositor by itself, and records all requests.
final class ScriptedCompositor: @unchecked Sendable {
  /// A request of the program.
  struct Request {
    let object: UInt32
    let interface: String
    let opcode: UInt16
    let message: WaylandMessage
    /// The stream that was passed with the request.
    let stream: ByteStream?

    /// The first words of the request.
    func words(_ count: Int) -> [UInt32] { (0..<count).map { message.word(at: 4 * $0) } }
  }

  /// The interfaces of the objects that requests create, by interface and opcode.
  private static let made: [String: [UInt16: String]] = [
    "wl_compositor": [0: "wl_surface"], "xdg_wm_base": [2: "xdg_surface"], "xdg_surface": [1: "xdg_toplevel"],
    "wl_seat": [0: "wl_pointer", 1: "wl_keyboard", 2: "wl_touch"], "wl_shm": [0: "wl_shm_pool"],
    "wl_shm_pool": [0: "wl_buffer"],
    "wl_data_device_manager": [0: "wl_data_source", 1: "wl_data_device"],
    "zxdg_decoration_manager_v1": [1: "zxdg_toplevel_decoration_v1"], "wl_surface": [3: "wl_callback"],
    "wp_viewporter": [1: "wp_viewport"], "wp_fractional_scale_manager_v1": [1: "wp_fractional_scale_v1"],
  ]
  /// The requests that pass a stream, by interface.
  private static let passing: [String: UInt16] = ["wl_shm": 0, "wl_data_offer": 1]

  /// The globals announced to the program, with versions.
  static let globals: [(name: String, version: UInt32)] = [
    ("wl_compositor", 4), ("wl_shm", 1), ("xdg_wm_base", 2), ("wl_seat", 8), ("wl_data_device_manager", 3),
    ("zxdg_decoration_manager_v1", 1),
  ]
  /// The globals of a compositor with two outputs.
  static let outputs = globals + [("wl_output", 4), ("wl_output", 4)]
  /// The globals of a compositor with fractional scales.
  static let fractions = outputs + [("wp_viewporter", 1), ("wp_fractional_scale_manager_v1", 1)]

  private let globals: [(name: String, version: UInt32)]
  private let capabilities: UInt32
  private let sendsBytesApart: Bool
  /// Who draws the frame of a window: 1 is the program, 2 the compositor.
  private let frameMode: UInt32
  /// Whether each picture is reported as shown.
  private let showsFrames: Bool
  private let condition = NSCondition()
  private var stream: ByteStream?
  private var clientStream: ByteStream?
  private var objects: [UInt32: String] = [:]
  /// The newest object of each interface.
  private var newest: [String: UInt32] = [:]
  private var requests: [Request] = []
  private var offerCount: UInt32 = 0
  private var isConfigured = false
  private var isSized = false
  /// The surface of the window.
  private var surface: UInt32 = 0
  private(set) var mistakes: [String] = []

  /// - Parameters:
  ///   - capabilities: the capabilities of the seat: 1 is a pointer, 2 a keyboard, 4 touch.
  ///   - frameMode: who draws the frame of a window: 1 is the program, 2 the compositor.
  ///   - showsFrames: whether each picture is reported as shown.
  init(
    _ globals: [(name: String, version: UInt32)] = ScriptedCompositor.globals, seat capabilities: UInt32 = 3,
    frame frameMode: UInt32 = 2, showingFrames showsFrames: Bool = true, sendingBytesApart: Bool = false
  ) throws {
    (self.globals, self.capabilities, sendsBytesApart) = (globals, capabilities, sendingBytesApart)
    (self.frameMode, self.showsFrames) = (frameMode, showsFrames)
    let (own, clients) = try ByteStream.pair(calling: "a fake compositor")
    (stream, clientStream) = (own, clients)
    Thread.detachNewThread { [self] in serve(own) }
  }

  /// The program's connection.
  func client() throws -> WaylandConnection {
    let stream = condition.withLock {
      defer { clientStream = nil }
      return clientStream
    }
    guard let stream else { fatalError("a second program") }
    return try WaylandConnection(stream, answerLimit: HangLimit.duration)
  }

  /// Closes the connection.
  func end() {
    condition.withLock {
      stream = nil
      requests = []
    }
  }

  private func serve(_ stream: ByteStream) {
    let buffered = BufferedConnection(stream, calling: "a client")
    do {
      while condition.withLock({ self.stream != nil }) {
        let ready = try StreamWaiting.wait(for: [(stream, .reading)], until: .now + .milliseconds(20))
        if ready[0].isEmpty { continue }
        try buffered.receive()
        while let (message, byteCount) = WaylandMessage.first(of: buffered.unread) {
          condition.withLock {
            handle(message, buffered)
            condition.broadcast()
          }
          buffered.consume(byteCount)
        }
      }
    } catch {
      // The program has disconnected.
    }
  }

  private func handle(_ message: WaylandMessage, _ buffered: BufferedConnection) {
    let first = message.word(at: 0)
    if message.object == 1 {
      if message.opcode == 0 { return put(first, 0, [.word(0)]) }
      objects[first] = "wl_registry"
      for (index, global) in globals.enumerated() {
        put(first, 0, [.word(UInt32(index + 1)), .text(global.name), .word(global.version)])
      }
      return
    }
    guard let interface = objects[message.object] else {
      return mistakes.append("request \(message.opcode) for the unknown object \(message.object)")
    }
    if interface == "wl_registry" {
      guard let (name, end) = message.text(at: 4) else { fatalError("a bind without a name") }
      make(message.word(at: end + 4), name)
      if name == "wl_seat" { put(message.word(at: end + 4), 0, [.word(capabilities)]) }
      return
    }
    let stream = ScriptedCompositor.passing[interface] == message.opcode ? buffered.takePassed() : nil
    if let made = ScriptedCompositor.made[interface]?[message.opcode] { make(first, made) }
    requests.append(
      Request(
        object: message.object, interface: interface, opcode: message.opcode, message: message,
        stream: stream))
    switch (interface, message.opcode) {
    // The first commit of a window requests its size; a buffer may only be attached after that.
    case ("wl_surface", 6) where !isConfigured && newest["xdg_toplevel"] != nil:
      isConfigured = true
      configure(0, 0)
    case ("xdg_surface", 4): isSized = true
    case ("xdg_wm_base", 2): surface = message.word(at: 4)
    case ("zxdg_toplevel_decoration_v1", 1): put(message.object, 0, [.word(frameMode)])
    case ("wl_surface", 3) where showsFrames: put(first, 0, [.word(5)])
    case ("wl_surface", 1) where !isSized: mistakes.append("a picture before the size")
    case ("wl_data_offer", 2), ("wl_data_source", 1), ("wl_surface", 0), ("wl_buffer", 0),
      ("wp_viewport", 0):
      objects[message.object] = nil
    default: break
    }
  }

  private func make(_ object: UInt32, _ interface: String) {
    if objects[object] != nil || object >= 0xFF00_0000 { mistakes.append("the number \(object) is in use") }
    objects[object] = interface
    newest[interface] = object
  }

  private func configure(_ width: UInt32, _ height: UInt32, states: [UInt32] = []) {
    guard let window = newest["xdg_toplevel"], let surface = newest["xdg_surface"] else { return }
    put(window, 0, ([width, height, UInt32(4 * states.count)] + states).map { .word($0) })
    put(surface, 0, [.word(77)])
  }

  private func put(
    _ object: UInt32, _ opcode: UInt16, _ arguments: [WaylandMessage.Argument] = [],
    passing streams: [ByteStream] = []
  ) {
    do {
      try stream?.sendAll(
        WaylandMessage.bytes(to: object, opcode, arguments), passing: streams, apart: sendsBytesApart)
    } catch {
      // The program has disconnected.
    }
  }

  // MARK: Steps

  /// The newest object of an interface; 0 if there is none.
  func object(_ interface: String) -> UInt32 { condition.withLock { newest[interface] ?? 0 } }

  /// All objects of an interface, oldest first.
  func objects(_ interface: String) -> [UInt32] {
    condition.withLock { objects.filter { $0.value == interface }.keys.sorted() }
  }

  /// The surface of the window.
  var windowSurface: UInt32 { condition.withLock { surface } }

  /// Sends an event of the newest object of an interface, or of the given object.
  func send(
    _ interface: String, _ opcode: UInt16, _ arguments: [WaylandMessage.Argument] = [],
    of object: UInt32? = nil,
    passing streams: [ByteStream] = []
  ) {
    condition.withLock { put(object ?? newest[interface] ?? 0, opcode, arguments, passing: streams) }
  }

  /// Resizes the window.
  func resize(_ width: UInt32, _ height: UInt32, states: [UInt32] = []) {
    condition.withLock { configure(width, height, states: states) }
  }

  /// Removes and returns the next request of a kind; nil if none comes within the time limit.
  func request(_ interface: String, _ opcode: UInt16, within limit: Duration = HangLimit.duration) -> Request?
  {
    let end = Date(timeIntervalSinceNow: limit / .seconds(1))
    return condition.withLock {
      while true {
        if let place = requests.firstIndex(where: { $0.interface == interface && $0.opcode == opcode }) {
          return requests.remove(at: place)
        }
        guard condition.wait(until: end) else { return nil }
      }
    }
  }

  /// All received requests of a kind.
  func all(_ interface: String, _ opcode: UInt16) -> [Request] {
    condition.withLock { requests.filter { $0.interface == interface && $0.opcode == opcode } }
  }

  // MARK: The pointer

  private func fixed(_ x: Int, _ y: Int) -> [WaylandMessage.Argument] {
    [x, y].map { .word(UInt32(bitPattern: Int32($0 << 8))) }
  }

  /// Moves the pointer into the window and presses a button.
  func press(_ button: UInt32 = 0x110, serial: UInt32, at x: Int = 20, _ y: Int = 20) {
    send("wl_pointer", 0, [.word(serial - 1), .word(windowSurface)] + fixed(x, y))
    send("wl_pointer", 3, [.word(serial), .word(1000), .word(button), .word(1)])
  }

  func move(to x: Int, _ y: Int) { send("wl_pointer", 2, [.word(1001)] + fixed(x, y)) }

  func release() { send("wl_pointer", 3, [.word(99), .word(1002), .word(0x110), .word(0)]) }

  /// Touches the window with a finger and moves it.
  func touch(serial: UInt32) {
    send(
      "wl_touch", 0, [.word(serial), .word(1), .word(windowSurface), .word(3)] + fixed(20, 20))
    send("wl_touch", 2, [.word(2), .word(3)] + fixed(60, 20))
  }

  func scroll(by distance: Int) {
    send("wl_pointer", 4, [.word(1003), .word(0), .word(UInt32(bitPattern: Int32(distance << 8)))])
  }

  // MARK: The keyboard

  /// Presses and releases a key while other keys are held down.
  ///
  /// - Parameters:
  ///   - code: the code of the key, as in events of Linux.
  ///   - modifiers: 1 is Shift, 4 is Control.
  func type(_ code: UInt32, holding modifiers: UInt32 = 0, group: UInt32 = 0) {
    send("wl_keyboard", 4, [.word(1), .word(modifiers), .word(0), .word(0), .word(group)])
    for state: UInt32 in [1, 0] {
      send("wl_keyboard", 3, [.word(2), .word(1000), .word(code), .word(state)])
    }
  }

  /// Sends the keymap of the keyboard.
  func setKeymap(_ text: String, byteCount: Int? = nil) throws {
    guard let folder = FilePath(NSTemporaryDirectory()) else { fatalError("no folder") }
    let file = try OpenFile.unnamed(in: folder)
    try Array(text.utf8).withUnsafeBytes { try file.write($0, at: 0) }
    send(
      "wl_keyboard", 0, [.word(1), .word(UInt32(byteCount ?? text.utf8.count))],
      passing: [try ByteStream.sharing(file, calling: "a keymap")])
  }

  // MARK: Drags of other programs

  /// Creates an offer of another program with the given names.
  private func offer(_ names: [String]) -> UInt32 {
    let offer = condition.withLock {
      offerCount += 1
      let offer = 0xFF00_0000 + offerCount
      objects[offer] = "wl_data_offer"
      return offer
    }
    send("wl_data_device", 0, [.word(offer)])
    for name in names { send("", 0, [.text(name)], of: offer) }
    return offer
  }

  /// Sets the selection to an offer of another program.
  func select(_ names: [String]) -> UInt32 {
    let offer = offer(names)
    send("wl_data_device", 5, [.word(offer)])
    return offer
  }

  /// Creates an offer of another program, and moves its drag over the window.
  func enter(_ names: [String], actions: UInt32 = 3, serial: UInt32) -> UInt32 {
    let offer = offer(names)
    send("", 1, [.word(actions)], of: offer)
    send("wl_data_device", 1, [.word(serial), .word(object("wl_surface"))] + fixed(5, 5) + [.word(offer)])
    return offer
  }

  /// Leaves the window, or drops on it; a compositor also sends `leave` after a drop.
  func leave() { send("wl_data_device", 2) }
  func drop() {
    send("wl_data_device", 4)
    leave()
  }
}
