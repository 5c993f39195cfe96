import Foundation
import TestSupport

@testable import DesktopTransfer
@testable import ProfferFileSystem

/// Values of a D-Bus message, written independently of the client and in either byte order.
struct BusValues {
  private(set) var bytes: [UInt8] = []
  let isBigEndian: Bool

  init(isBigEndian: Bool = false) { self.isBigEndian = isBigEndian }

  mutating func number(_ number: UInt32) {
    pad(to: 4)
    let shifts: [UInt32] = isBigEndian ? [24, 16, 8, 0] : [0, 8, 16, 24]
    bytes += shifts.map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  mutating func text(_ text: String) {
    number(UInt32(text.utf8.count))
    bytes += Array(text.utf8) + [0]
  }

  mutating func texts(_ texts: [String]) {
    number(0)
    let start = bytes.count
    for text in texts { self.text(text) }
    var count = BusValues(isBigEndian: isBigEndian)
    count.number(UInt32(bytes.count - start))
    bytes.replaceSubrange(start - 4..<start, with: count.bytes)
  }

  mutating func real(_ real: Double) {
    pad(to: 8)
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: real.bitPattern >> (8 * $0)) }
    raw(isBigEndian ? bytes.reversed() : bytes)
  }

  mutating func signature(_ signature: String) {
    raw([UInt8(signature.utf8.count)] + Array(signature.utf8) + [0])
  }

  mutating func pad(to alignment: Int) { while bytes.count % alignment != 0 { bytes.append(0) } }

  mutating func raw(_ more: [UInt8]) { bytes += more }
}

/// A D-Bus bus for one program at a time; tests choose the answers of its portals.
@dynamicMemberLookup
final class FakeBus: @unchecked Sendable {
  /// A method call of the program.
  struct Call {
    let member, destination, path, interface, signature: String
    let flags: UInt8
    let serial: UInt32
    let body: [UInt8]
    /// The paths of the passed file descriptors.
    let files: [String]

    /// The string at the start of the body.
    var text: String {
      guard let count = body.first.map(Int.init), body.count >= 4 + count else { return "" }
      return String(decoding: body[4..<4 + count], as: UTF8.self)
    }

    /// The second string of a body of strings.
    var secondText: String {
      Call(
        member: member, destination: destination, path: path, interface: interface, signature: signature,
        flags: flags, serial: serial, body: Array(body.dropFirst((4 + text.utf8.count + 4) / 4 * 4)),
        files: files
      ).text
    }
  }

  /// A value of the settings portal.
  struct Setting: Sendable {
    let type: String
    let write: @Sendable (inout BusValues) -> Void

    static func scheme(_ number: UInt32) -> Setting { Setting(type: "u") { $0.number(number) } }

    static func accent(_ components: Double...) -> Setting {
      Setting(type: "(\(String(repeating: "d", count: components.count)))") { values in
        values.pad(to: 8)
        for component in components { values.real(component) }
      }
    }
  }

  /// The answer to a call.
  enum Answer {
    case values(String, (inout BusValues) -> Void)
    case error(String, String)
    case raw((UInt32) -> [UInt8])
    case silence
    case end
  }

  /// The bus settings that tests change.
  struct Behaviour {
    /// The answers to the lines of the authentication.
    var greeting = "OK 0123456789abcdef\r\nAGREE_UNIX_FD\r\n"
    var sendsBytesApart = false
    var isBigEndian = false
    /// Whether a signal and another program's call are sent before every answer.
    var isTalkative = false
    /// Replacements for the usual answers, by member.
    var answers: [String: Answer] = [:]
    /// The content returned by `RetrieveFiles`.
    var retrieved = ["/a"]
    /// The values of the appearance settings, by key; a missing setting is an error.
    var settings: [String: Setting] = [:]
  }

  private var behaviour = Behaviour()
  /// The connection of the program.
  private var stream: ByteStream?
  private let lock = NSLock()
  private var recorded: [Call] = []
  private var answered: Set<String> = []
  private var connectionCount = 0
  private var keyCount = 0

  /// Locked, because tests change the behaviour while connections of the bus read it.
  subscript<Value>(dynamicMember member: WritableKeyPath<Behaviour, Value>) -> Value {
    get { lock.withLock { behaviour[keyPath: member] } }
    set { lock.withLock { behaviour[keyPath: member] = newValue } }
  }

  /// The calls of the program, except `Hello`.
  var calls: [Call] { lock.withLock { recorded.filter { $0.member != "Hello" } } }
  var members: [String] { calls.map(\.member) }
  /// Whether a call has been answered, or has had its silence.
  func hasAnswered(_ member: String) -> Bool { lock.withLock { answered.contains(member) } }
  var connected: Int { lock.withLock { connectionCount } }

  /// A portal client of this bus, with limits for tests.
  ///
  /// - Parameters:
  ///   - limit: the limit of everything that has no limit of its own.
  func portal(
    _ limit: Duration = HangLimit.duration, call: Duration? = nil, retrieval: Duration? = nil
  ) -> DocumentPortal {
    var limits = DocumentPortal.Limits()
    (limits.asking, limits.call, limits.retrieval) = (limit, call ?? limit, retrieval ?? limit)
    return DocumentPortal(limits) { [self] in try connect() }
  }

  /// A client of this bus that reads the appearance.
  func appearance() -> DesktopAppearance { DesktopAppearance { [self] in try connect() } }

  private func connect() throws -> ByteStream {
    let (own, client) = try ByteStream.pair(calling: "a fake bus")
    lock.withLock {
      connectionCount += 1
      stream = own
    }
    Thread.detachNewThread { [self] in serve(own) }
    return client
  }

  /// Whether the program is connected.
  var isConnected: Bool { lock.withLock { stream != nil } }

  /// Sends the signal that a transfer has ended.
  func close(_ key: String) throws {
    try signal("TransferClosed", "s") { $0.text(key) }
  }

  /// Sends the signal that a setting has changed.
  func change(_ key: String, _ setting: Setting, in namespace: String = "org.freedesktop.appearance") throws {
    try signal("SettingChanged", "ssv") { values in
      values.text(namespace)
      values.text(key)
      values.signature(setting.type)
      setting.write(&values)
    }
  }

  /// Sends a signal to the program.
  func signal(_ member: String, _ signature: String, _ write: (inout BusValues) -> Void) throws {
    guard let stream = lock.withLock({ stream }) else { return }
    try send(message(4, nil, 7, signature, member: member, write), stream)
  }

  private func serve(_ stream: ByteStream) {
    defer { lock.withLock { self.stream = nil } }
    var input: [UInt8] = []
    var passed: [ByteStream] = []
    var isBegun = false
    do {
      while true {
        _ = try StreamWaiting.wait(for: [(stream, .reading)], until: nil)
        var buffer = [UInt8](repeating: 0, count: 4096)
        let step = try buffer.withUnsafeMutableBytes { try stream.receive(into: $0, passed: &passed) }
        guard case .moved(let count) = step else { return }
        input += buffer[..<count]
        if !isBegun {
          let text = String(decoding: input, as: UTF8.self)
          guard let begin = text.range(of: "BEGIN\r\n") else { continue }
          let user = "\(geteuid())".utf8.map { String($0, radix: 16) }.joined()
          guard text.hasPrefix("\0AUTH EXTERNAL \(user)\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n") else { return }
          try send(Array(self.greeting.utf8), stream)
          input = Array(input.dropFirst(text[..<begin.upperBound].utf8.count))
          isBegun = true
        }
        while let call = take(&input, &passed) {
          lock.withLock { recorded.append(call) }
          guard try answer(call, stream) else { return }
          lock.withLock { _ = answered.insert(call.member) }
        }
      }
    } catch {
      // The program has ended.
    }
  }

  /// Removes the first complete call from the received bytes.
  private func take(_ input: inout [UInt8], _ passed: inout [ByteStream]) -> Call? {
    func number(_ place: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(input[place + $1]) << (8 * $1) }
    }
    guard input.count >= 16 else { return nil }
    let start = (16 + number(12) + 7) / 8 * 8
    guard input.count >= start + number(4) else { return nil }
    var texts: [UInt8: String] = [:]
    var fileCount = 0
    var place = 16
    while place < 16 + number(12) {
      place = (place + 7) / 8 * 8
      let (code, type) = (input[place], input[place + 2])
      place += 4
      if type == UInt8(ascii: "g") {
        let count = Int(input[place])
        texts[code] = String(decoding: input[place + 1..<place + 1 + count], as: UTF8.self)
        place += count + 2
        continue
      }
      place = (place + 3) / 4 * 4
      let value = number(place)
      place += 4
      if type == UInt8(ascii: "u") {
        if code == 9 { fileCount = value }
        continue
      }
      texts[code] = String(decoding: input[place..<place + value], as: UTF8.self)
      place += value + 1
    }
    let files = passed.prefix(fileCount).map { file in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file.descriptor)")) ?? "?"
    }
    passed.removeFirst(min(fileCount, passed.count))
    let call = Call(
      member: texts[3] ?? "", destination: texts[6] ?? "", path: texts[1] ?? "", interface: texts[2] ?? "",
      signature: texts[8] ?? "", flags: input[2], serial: UInt32(number(8)),
      body: Array(input[start..<start + number(4)]), files: files)
    input.removeFirst(start + number(4))
    return call
  }

  /// Answers a call; returns false to close the connection.
  private func answer(_ call: Call, _ stream: ByteStream) throws -> Bool {
    let usual: Answer
    switch call.member {
    case "Hello": usual = .values("s") { $0.text(":1.7") }
    case "NameHasOwner": usual = .values("b") { $0.number(1) }
    case "StartTransfer":
      let key = lock.withLock {
        keyCount += 1
        return "key \(keyCount)"
      }
      usual = .values("s") { $0.text(key) }
    case "RetrieveFiles":
      let retrieved = self.retrieved
      usual = .values("as") { $0.texts(retrieved) }
    case "ReadOne", "Read":
      if let setting = self.settings[call.secondText], call.text == "org.freedesktop.appearance" {
        usual = .values("v") { values in
          if call.member == "Read" { values.signature("v") }
          values.signature(setting.type)
          setting.write(&values)
        }
      } else {
        usual = .error("org.freedesktop.portal.Error.NotFound", "Requested setting not found")
      }
    default: usual = .values("") { _ in }
    }
    if self.isTalkative {
      try send(message(4, nil, 1, "s", member: "Other") { $0.text("signal") }, stream)
      try send(message(1, nil, 2, "") { _ in }, stream)
    }
    switch self.answers[call.member] ?? usual {
    case .values(let signature, let write):
      if call.flags & 1 == 0 { try send(message(2, nil, call.serial, signature, write), stream) }
    case .error(let name, let reason):
      if call.flags & 1 == 0 { try send(message(3, name, call.serial, "s") { $0.text(reason) }, stream) }
    case .raw(let bytes): try send(bytes(call.serial), stream)
    case .silence: break
    case .end: return false
    }
    return true
  }

  private func send(_ bytes: [UInt8], _ stream: ByteStream) throws {
    guard self.sendsBytesApart else { return try stream.sendAll(bytes, apart: false) }
    for byte in bytes { try stream.sendAll([byte], apart: true) }
  }

  /// The bytes of a reply or signal.
  func message(
    _ kind: UInt8, _ error: String?, _ serial: UInt32, _ signature: String, member: String? = nil,
    _ write: (inout BusValues) -> Void
  ) -> [UInt8] {
    var body = BusValues(isBigEndian: self.isBigEndian)
    write(&body)
    var fields = BusValues(isBigEndian: self.isBigEndian)
    func begin(_ code: UInt8, _ type: String) {
      fields.pad(to: 8)
      fields.raw([code, UInt8(type.utf8.count)] + Array(type.utf8) + [0])
    }
    begin(5, "u")
    fields.number(serial)
    // A header field that is unknown to the client and has a container type.
    begin(77, "(yas)")
    fields.pad(to: 8)
    fields.raw([1])
    fields.texts(["x", "yz"])
    if let member {
      begin(3, "s")
      fields.text(member)
    }
    if let error {
      begin(4, "s")
      fields.text(error)
    }
    if !signature.isEmpty {
      begin(8, "g")
      fields.raw([UInt8(signature.utf8.count)] + Array(signature.utf8) + [0])
    }
    var head = BusValues(isBigEndian: self.isBigEndian)
    head.raw([UInt8(ascii: self.isBigEndian ? "B" : "l"), kind, 0, 1])
    for number in [body.bytes.count, 99, fields.bytes.count] { head.number(UInt32(number)) }
    head.raw(fields.bytes)
    head.pad(to: 8)
    return head.bytes + body.bytes
  }
}
