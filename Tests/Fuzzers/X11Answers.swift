/// A small display: it answers each request like a real one, and plays the user in each use.
///
/// Its messages are a valid input for the use.
final class X11Answers {
  /// Another program's window.
  private static let other: UInt32 = 0x55
  private static let base: UInt32 = 1 << 21

  private(set) var said: [UInt8] = []
  private let kind: TransferUse.Kind
  private var incoming: [UInt8] = []
  private var isSetUp = false
  private var sequence: UInt16 = 0
  private var atoms: [String] = []
  private var owner: UInt32
  /// The properties of all windows, by name.
  private var properties: [String: (type: String, format: UInt8, data: [UInt8])] = [:]
  /// The remaining pieces of a value.
  private var pieces: [[UInt8]] = []
  private var shownWindow: UInt32 = 0
  private var step = 0

  init(for kind: TransferUse.Kind) {
    self.kind = kind
    owner = Self.other
    properties["XdndAware"] = ("ATOM", 32, [5, 0, 0, 0])
  }

  func answer(_ bytes: [UInt8]) -> [UInt8] {
    incoming += bytes
    let before = said.count
    while takeRequest() {}
    return Array(said[before...])
  }

  private func takeRequest() -> Bool {
    if !isSetUp {
      guard incoming.count >= 12 else { return false }
      incoming.removeFirst(12)
      isSetUp = true
      greet()
      return true
    }
    guard incoming.count >= 4 else { return false }
    var length = 4 * Int(incoming.number(UInt16.self, at: 2))
    let isLong = length == 0
    if isLong {
      guard incoming.count >= 8 else { return false }
      length = 4 * Int(incoming.number(UInt32.self, at: 4))
    }
    guard length > 0, incoming.count >= length else { return false }
    var request = Array(incoming[..<length])
    incoming.removeFirst(length)
    if isLong { request.removeSubrange(4..<8) }
    sequence &+= 1
    handle(request)
    return true
  }

  private func atom(_ name: String) -> UInt32 {
    if let place = atoms.firstIndex(of: name) { return UInt32(place + 1) }
    atoms.append(name)
    return UInt32(atoms.count)
  }

  private func name(_ atom: UInt32) -> String {
    atoms.indices.contains(Int(atom) - 1) ? atoms[Int(atom) - 1] : ""
  }

  // MARK: Saying

  private func greet() {
    var body = FieldWriter()
    body.word(0, Self.base, 0x1F_FFFF, 0)
    body.short(4, 0xFFFF)
    body.add(1, 2, 0, 0, 32, 32, 8, 20)
    body.word(0)
    body.add("fake".utf8)
    for depth: UInt8 in [24, 32] {
      body.add(depth, 32, 32, 0)
      body.word(0)
    }
    body.word(1)
    body.pad(to: body.bytes.count + 16)
    body.short(1000, 1000, 0, 0, 0, 0)
    body.word(0x21)
    body.add(0, 0, 24, 2)
    for depth: UInt8 in [24, 32] {
      body.add(depth, 0)
      body.short(1)
      body.word(0, depth == 24 ? 0x21 : 0x22)
      body.add(4, 8, 0, 1)
      body.word(0xFF0000, 0xFF00, 0xFF, 0)
    }
    var head = FieldWriter()
    head.add(1, 0)
    head.short(11, 0, UInt16(body.bytes.count / 4))
    said += head.bytes + body.bytes
  }

  private func reply(
    _ detail: UInt8 = 0, extra: [UInt8] = [], _ fields: (inout FieldWriter) -> Void = { _ in }
  ) {
    var body = FieldWriter()
    fields(&body)
    body.pad(to: 24)
    body.add(extra)
    body.align()
    var head = FieldWriter()
    head.add(1, detail)
    head.short(sequence)
    head.word(UInt32(body.bytes.count - 24) / 4)
    said += head.bytes + body.bytes
  }

  private func event(_ number: UInt8, _ detail: UInt8 = 0, _ fields: (inout FieldWriter) -> Void) {
    var event = FieldWriter()
    event.add(number, detail)
    event.short(sequence)
    fields(&event)
    event.pad(to: 32)
    said += event.bytes
  }

  private func message(_ type: String, _ words: UInt32...) {
    event(33, 32) { event in
      event.word(shownWindow, atom(type))
      for word in words { event.word(word) }
    }
  }

  private func pointer(_ number: UInt8, at place: UInt16 = 30) {
    event(number, 1) { event in
      event.word(2000, 1, shownWindow, 0)
      event.short(place, place, place, place)
    }
  }

  private func propertyChanged(_ window: UInt32, _ property: UInt32) {
    event(28) { $0.word(window, property, 1000) }
  }

  // MARK: Requests

  private func handle(_ request: [UInt8]) {
    let window = request.number(UInt32.self, at: 4)
    switch request[0] {
    // The picture under the pointer is shown later.
    case 8: if shownWindow == 0 { shownWindow = window }
    case 16:
      let count = Int(request.number(UInt16.self, at: 4))
      let number = atom(String(decoding: request.dropFirst(8).prefix(count), as: UTF8.self))
      reply { $0.word(number) }
    case 17:
      let text = Array(name(window).utf8)
      reply(extra: text) { $0.short(UInt16(text.count)) }
    case 18:
      if request[1] == 2 { propertyChanged(window, request.number(UInt32.self, at: 8)) }
    case 19 where !pieces.isEmpty:
      putPiece(window, request.number(UInt32.self, at: 8))
    case 20: read(window, request.number(UInt32.self, at: 8), isDeleting: request[1] == 1)
    case 22: owner = window
    case 23:
      let isSelection = ["CLIPBOARD", "XdndSelection"].contains(name(window))
      reply { $0.word(isSelection ? owner : 0) }
    case 24: convert(request)
    case 25: take(request)
    case 26, 31: reply()
    case 40: reply(1) { $0.word(request.number(UInt32.self, at: 8) == 1 ? Self.other : 0) }
    case 43:
      reply()
      if shownWindow != 0 || kind == .watch || kind == .own { act() }
    case 98:
      let isFixes = request.dropFirst(8).starts(with: "XFIXES".utf8)
      reply { $0.add(1, isFixes ? 134 : 133, isFixes ? 87 : 0, 0) }
    case 101: reply(1, extra: (0..<13).flatMap { [$0 == 1 ? 0x1B : $0, $0 == 1 ? 0xFF : 0, 0, 0] })
    case 133: reply { $0.word(1 << 20) }
    case 134 where request[1] == 0: reply { $0.word(1, 0) }
    default: break
    }
    // A client that owns a selection sends no further request, so the other program acts now.
    if kind == .own, request[0] == 23 { act() }
  }

  private func convert(_ request: [UInt8]) {
    let (requestor, selection) = (request.number(UInt32.self, at: 4), request.number(UInt32.self, at: 8))
    let (target, property) = (request.number(UInt32.self, at: 12), request.number(UInt32.self, at: 16))
    switch name(target) {
    case "TARGETS":
      let names = ["text/html", "UTF8_STRING", "image/png", "XdndDirectSave0"].map(atom)
      properties[name(property)] = (
        "ATOM", 32, names.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
      )
    case "image/png":
      pieces = [[1, 2, 3, 4], [5, 6], []]
      properties[name(property)] = ("INCR", 32, [6, 0, 0, 0])
    default: properties[name(property)] = ("UTF8_STRING", 8, Array("some words".utf8))
    }
    event(31) { $0.word(1000, requestor, selection, target, property) }
  }

  private func putPiece(_ window: UInt32, _ property: UInt32) {
    properties[name(property)] = ("image/png", 8, pieces.removeFirst())
    propertyChanged(window, property)
  }

  private func read(_ window: UInt32, _ property: UInt32, isDeleting: Bool) {
    if name(property) == "XdndDirectSave0" {
      return reply(8, extra: Array("a.txt".utf8)) { $0.word(atom("text/plain"), 0, 5) }
    }
    if name(property) == "XdndTypeList" {
      let names = ["text/html", "UTF8_STRING", "image/png", "text/plain"].map(atom)
      var extra = FieldWriter()
      for name in names { extra.word(name) }
      return reply(32, extra: extra.bytes) { $0.word(atom("ATOM"), 0, 4) }
    }
    if name(property) == "MULTIPLE" {
      var extra = FieldWriter()
      extra.word(atom("text/html"), atom("A"), atom("TARGETS"), atom("B"))
      return reply(32, extra: extra.bytes) { $0.word(atom("ATOM_PAIR"), 0, 4) }
    }
    guard let value = properties[name(property)] else { return reply { $0.word(0, 0, 0) } }
    reply(value.format, extra: value.data) {
      $0.word(atom(value.type), 0, UInt32(value.data.count / Int(value.format / 8)))
    }
    if isDeleting, !pieces.isEmpty { putPiece(window, property) }
  }

  // MARK: People and other programs

  /// Plays the next step of a use.
  private func act() {
    step += 1
    switch (kind, step) {
    case (.catch, 2):
      event(12) { $0.word(shownWindow) }
      message("XdndEnter", Self.other, 5 << 24 | 1, 0, 0, 0)
      message("XdndPosition", Self.other, 0, 0x0010_0010, 1000, atom("XdndActionCopy"))
      message("XdndDrop", Self.other, 0, 1000, 0, 0)
    case (.drag, 1):
      event(12) { $0.word(shownWindow) }
      pointer(4)
      // A drag begins after some movement.
      pointer(6, at: 50)
    case (.own, 1):
      for target in ["TARGETS", "MULTIPLE", "TIMESTAMP", "text/html", "none"] {
        event(30) {
          $0.word(1000, Self.base, Self.other, atom("CLIPBOARD"), atom(target), atom(target))
        }
      }
      event(28) { $0.word(Self.other, atom("text/html"), 1000, 1) }
      event(17) { $0.word(Self.other, Self.other) }
      event(29) { $0.word(1000, Self.base, atom("CLIPBOARD")) }
    case (.watch, 1):
      event(87) { $0.word(Self.base, Self.other, atom("CLIPBOARD"), 1000, 1000) }
    default: break
    }
  }

  /// Answers a message to another program.
  private func take(_ request: [UInt8]) {
    switch name(request.number(UInt32.self, at: 20)) {
    case "XdndPosition":
      message("XdndStatus", Self.other, 3, 0x0001_0001, 0x0010_0010, atom("XdndActionCopy"))
      pointer(5)
    case "XdndDrop":
      event(30) {
        $0.word(1000, shownWindow, Self.other, atom("XdndSelection"), atom("text/html"), atom("text/html"))
      }
      message("XdndFinished", Self.other, 1, atom("XdndActionCopy"), 0, 0)
    default: break
    }
  }
}
