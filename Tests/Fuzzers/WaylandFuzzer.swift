import DesktopTransfer
import Foundation
import ProfferFileSystem
import TestSupport

/// Messages of a Wayland compositor, for every use of it.
///
/// The first byte of an input selects the use. The object numbers are predictable, because the client counts
/// them up.
struct WaylandFuzzer: Fuzzer {
  let material: Material
  private let peer: ScriptedPeer
  private let use: TransferUse

  init() throws {
    peer = try ScriptedPeer()
    use = try TransferUse()
    var seeds: [[UInt8]] = []
    for kind in TransferUse.Kind.allCases {
      let compositor = WaylandAnswers(for: kind)
      _ = try peer.talk(.answers { compositor.answer($0) }) { [use, peer] in
        let error = try use.run(kind) { try Self.route(to: peer.path) }
        if let error { throw Finding("the small compositor ends the use \(kind): \(error)") }
      }
      seeds.append([kind.rawValue] + compositor.said)
    }
    var name = FieldWriter()
    name.word(1 << 24, 16 << 16, 0, 0)
    material = Material(
      seeds: seeds, words: ["wl_seat", "text/plain", "application/octet-stream;name=\"a\"", "\u{1}\u{0}"],
      shapes: [
        GrowingShape(beginning: Array(seeds[0].prefix(200)), unit: name.bytes, end: []),
        GrowingShape(beginning: [TransferUse.Kind.paste.rawValue], unit: name.bytes),
      ])
  }

  private static func route(to socket: String) throws -> any TransferRoute {
    var session = DesktopSession()
    session.waylandDisplay = socket
    return try session.route(.wayland)
  }

  func check(_ input: [UInt8]) throws(Finding) {
    guard let kind = input.first.flatMap(TransferUse.Kind.init) else { return }
    let sent: [UInt8]
    do {
      sent = try peer.talk(.bytes(Array(input.dropFirst()))) {
        try use.run(kind) { try Self.route(to: peer.path) }
      }
    } catch let finding as Finding { throw finding } catch { throw Finding("\(error)") }
    try Self.check(requests: sent)
  }

  /// Checks that each request names an object and has a length in whole words.
  ///
  /// The last request may be incomplete.
  private static func check(requests: [UInt8]) throws(Finding) {
    var place = 0
    while place + 8 <= requests.count {
      let count = Int(requests.number(UInt32.self, at: place + 4) >> 16)
      try Finding.unless(
        requests.number(UInt32.self, at: place) != 0 && count >= 8 && count % 4 == 0,
        "a request of \(count) bytes at \(place)")
      place += count
    }
  }
}

/// A small compositor: it answers each request like a real one, and plays the user in each use.
final class WaylandAnswers {
  private enum Object {
    case registry, seat, manager, device, shell, shellSurface, window, pointer, source, other
  }

  private(set) var said: [UInt8] = []
  private let kind: TransferUse.Kind
  private var incoming: [UInt8] = []
  private var objects: [UInt32: Object] = [:]
  private var numbers: [Object: UInt32] = [:]
  private var didAct = false
  private static let globals = [
    "wl_compositor", "wl_shm", "wl_seat", "xdg_wm_base", "wl_data_device_manager",
    "zxdg_decoration_manager_v1",
    "ext_data_control_manager_v1",
  ]
  /// The first object number on the compositor's side.
  private static let offer: UInt32 = 0xFF00_0000

  init(for kind: TransferUse.Kind) { self.kind = kind }

  func answer(_ bytes: [UInt8]) -> [UInt8] {
    incoming += bytes
    let before = said.count
    while incoming.count >= 8 {
      let count = Int(incoming.number(UInt32.self, at: 4) >> 16)
      guard count >= 8, incoming.count >= count else { break }
      handle(Array(incoming[..<count]))
      incoming.removeFirst(count)
    }
    return Array(said[before...])
  }

  private func event(_ object: UInt32, _ number: UInt32, _ fields: (inout FieldWriter) -> Void = { _ in }) {
    var body = FieldWriter()
    fields(&body)
    body.align()
    var head = FieldWriter()
    head.word(object, UInt32(8 + body.bytes.count) << 16 | number)
    said += head.bytes + body.bytes
  }

  private func text(_ text: String, _ writer: inout FieldWriter) {
    writer.word(UInt32(text.utf8.count + 1))
    writer.add(text.utf8)
    writer.add(0)
    writer.align()
  }

  private func make(_ object: Object, _ number: UInt32) {
    objects[number] = object
    numbers[object] = number
  }

  private func handle(_ request: [UInt8]) {
    let (object, opcode) = (request.number(UInt32.self, at: 0), request.number(UInt32.self, at: 4) & 0xFFFF)
    let first = request.number(UInt32.self, at: 8)
    if object == 1 {
      guard opcode == 0 else {
        make(.registry, first)
        for (place, name) in Self.globals.enumerated() {
          event(first, 0) { writer in
            writer.word(UInt32(place + 1))
            text(name, &writer)
            writer.word(3)
          }
        }
        return
      }
      act()
      return event(first, 0) { $0.word(0) }
    }
    switch (objects[object], opcode) {
    case (.registry, 0):
      let bound = request.number(UInt32.self, at: request.count - 4)
      let kinds: [UInt32: Object] = [3: .seat, 4: .shell, 5: .manager, 7: .manager]
      make(kinds[first] ?? .other, bound)
      if first == 3 { event(bound, 0) { $0.word(5) } }
    case (.manager, 1):
      make(.device, first)
      if kind == .paste { offerSelection() }
    case (.manager, 0): make(.source, first)
    case (.shell, 2): make(.shellSurface, first)
    case (.shellSurface, 1): make(.window, first)
    case (.seat, 0): make(.pointer, first)
    case (.device, 0) where kind == .own:
      if let source = numbers[.source] { event(source, 1) }
    case (.device, 0) where kind == .drag: finishDrag()
    case (.window, 3):
      event(numbers[.window] ?? 0, 0) { $0.word(300, 100, 0) }
      event(numbers[.shellSurface] ?? 0, 0) { $0.word(7) }
      event(numbers[.shell] ?? 0, 0) { $0.word(8) }
    default: break
    }
  }

  private func offerNames(_ device: UInt32) {
    event(device, 0) { $0.word(Self.offer) }
    for name in ["text/plain", "text/html", "application/octet-stream;name=\"a.txt\""] {
      event(Self.offer, 0) { text(name, &$0) }
    }
  }

  private func offerSelection() {
    guard let device = numbers[.device] else { return }
    offerNames(device)
    event(device, 1) { $0.word(Self.offer) }
    event(device, 3) { $0.word(Self.offer) }
  }

  /// Plays the user once the client is ready, which it signals with a `sync` request.
  private func act() {
    guard let device = numbers[.device], !didAct else { return }
    switch kind {
    case .catch:
      offerNames(device)
      event(Self.offer, 1) { $0.word(3) }
      event(device, 1) { $0.word(9, numbers[.window] ?? 0, 256, 256, Self.offer) }
      event(Self.offer, 2) { $0.word(1) }
      event(device, 3) { $0.word(1000, 512, 512) }
      event(device, 4)
    case .drag:
      guard let pointer = numbers[.pointer] else { return }
      event(pointer, 0) { $0.word(10, 0, 256, 256) }
      event(pointer, 3) { $0.word(11, 1000, 0x110, 1) }
      event(pointer, 2) { $0.word(1001, 0x2000, 0x2000) }
    case .watch: offerSelection()
    case .own, .paste: return
    }
    didAct = true
  }

  private func finishDrag() {
    guard let source = numbers[.source] else { return }
    event(source, 0) { text("text/html", &$0) }
    event(source, 3)
    event(source, 4)
  }
}
