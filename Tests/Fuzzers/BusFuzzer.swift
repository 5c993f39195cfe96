import DesktopTransfer
import Foundation
import ProfferFileSystem
import TestSupport
import TransferWindows

/// Messages of a D-Bus bus to two clients: one gives files to the document portal and receives files from it, the
/// other reads the appearance of the desktop.
struct BusFuzzer: Fuzzer {
  let material: Material
  private let peer: ScriptedPeer

  init() throws {
    peer = try ScriptedPeer()
    let greeting = Array("OK 0123456789abcdef\r\nAGREE_UNIX_FD\r\n".utf8)
    // The serials are known: 1 is `Hello`, 2 asks whether the portal runs, 3 retrieves the files of a key.
    let hello = Self.message(2, answering: 1, "s") { Self.text(":1.7", &$0) }
    let owner = Self.message(2, answering: 2, "b") { $0.word(1) }
    let files = Self.message(2, answering: 3, "as") { body in
      body.word(24)
      Self.text("/a", &body)
      body.align()
      Self.text("/b/c d.txt", &body)
    }
    let signal = Self.message(4, answering: nil, "s", member: "TransferClosed") { Self.text("key", &$0) }
    let failure = Self.message(3, answering: 3, "s", member: nil, error: "org.example.Error") {
      Self.text("there is no such key", &$0)
    }
    let variant = Self.message(2, answering: 3, "a{sv}") { body in
      body.word(16, 0)
      Self.text("a", &body)
      body.add(1, 0x79, 0, 7)
    }
    // In the second client, 4 and 5 read the settings, and 6 and 7 read them by the old method.
    let scheme = Self.message(2, answering: 4, "v") { Self.scheme(1, &$0) }
    let accent = Self.message(2, answering: 5, "v") { Self.accent([1, 0.5, 0], &$0) }
    let unknown = Self.message(3, answering: 4, "s", error: "org.freedesktop.DBus.Error.UnknownMethod") {
      Self.text("no", &$0)
    }
    let wrapped = Self.message(2, answering: 6, "v") { body in
      body.add(1, 0x76, 0)
      body.align()
      Self.scheme(2, &body)
    }
    let changed = Self.message(4, answering: nil, "ssv", member: "SettingChanged") { body in
      Self.text("org.freedesktop.appearance", &body)
      body.align()
      Self.text("accent-color", &body)
      Self.accent([0, 2, 1], &body)
    }
    material = Material(
      seeds: [
        greeting + hello + owner + files, greeting + hello + owner + signal + failure,
        greeting + hello + owner + variant + files, Array("REJECTED\r\n".utf8),
        Array("OK x\r\nERROR\r\n".utf8) + hello, greeting + hello + scheme + accent + changed,
        greeting + hello + accent + unknown + wrapped + changed + scheme,
      ],
      words: [
        "l", "B", "\r\n", "OK", "as", "a{sv}", "v", "(", ")", "aaaa", "\u{1}g\u{0}", "\u{1}s\u{0}", "/a\u{0}",
      ],
      shapes: [
        GrowingShape("OK ", repeating: "a", "\r\n"), GrowingShape(beginning: greeting + hello, unit: signal),
        GrowingShape(beginning: greeting, unit: [0]),
      ])
  }

  /// A message of the bus.
  private static func message(
    _ kind: UInt8, answering serial: UInt32?, _ signature: String, member: String? = nil,
    error: String? = nil,
    _ values: (inout FieldWriter) -> Void
  ) -> [UInt8] {
    var body = FieldWriter()
    values(&body)
    var fields = FieldWriter()
    func field(_ code: UInt8, _ type: String, _ value: (inout FieldWriter) -> Void) {
      fields.pad(to: (fields.bytes.count + 7) / 8 * 8)
      fields.add(code, 1)
      fields.add(type.utf8)
      fields.add(0)
      value(&fields)
    }
    if let serial { field(5, "u") { $0.word(serial) } }
    if let member { field(3, "s") { Self.text(member, &$0) } }
    if let error { field(4, "s") { Self.text(error, &$0) } }
    field(8, "g") {
      $0.add(UInt8(signature.utf8.count))
      $0.add(signature.utf8)
      $0.add(0)
    }
    var message = FieldWriter()
    message.add(UInt8(ascii: 1.littleEndian == 1 ? "l" : "B"), kind, 0, 1)
    message.word(UInt32(body.bytes.count), 9, UInt32(fields.bytes.count))
    message.add(fields.bytes)
    message.pad(to: (message.bytes.count + 7) / 8 * 8)
    return message.bytes + body.bytes
  }

  /// A variant with a color scheme.
  private static func scheme(_ number: UInt32, _ body: inout FieldWriter) {
    body.add(1, 0x75, 0)
    body.align()
    body.word(number)
  }

  /// A variant with an accent color.
  private static func accent(_ components: [Double], _ body: inout FieldWriter) {
    body.add(5)
    body.add("(ddd)\0".utf8)
    body.pad(to: (body.bytes.count + 7) / 8 * 8)
    for component in components { withUnsafeBytes(of: component) { body.add($0) } }
  }

  private static func text(_ text: String, _ writer: inout FieldWriter) {
    writer.word(UInt32(text.utf8.count))
    writer.add(text.utf8)
    writer.add(0)
  }

  func check(_ input: [UInt8]) throws(Finding) {
    try checkPortal(input)
    try checkAppearance(input)
  }

  /// Reads the appearance; the input determines only the two settings.
  private func checkAppearance(_ input: [UInt8]) throws(Finding) {
    var session = DesktopSession()
    session.busAddress = "unix:path=\(peer.path)"
    var accents: [Double] = []
    _ = peer.talk(.bytes(input)) {
      let appearance = session.appearance
      appearance.follow {}
      if let accent = appearance.preference(waitingAtMost: .seconds(5)).accent {
        accents = [accent.red, accent.green, accent.blue]
      }
    }
    for component in accents {
      try Finding.unless(0...1 ~= component, "a component of the accent color is \(component)")
    }
  }

  private func checkPortal(_ input: [UInt8]) throws(Finding) {
    var session = DesktopSession()
    session.busAddress = "unix:path=\(peer.path)"
    var files: [FilePath]?
    let sent: [UInt8]
    do {
      sent = try peer.talk(.bytes(input)) {
        let portal = session.documentPortal
        portal.ask()
        defer { portal.disconnect() }
        do {
          try portal.requireRunning()
          files = try portal.files(of: Data("key".utf8))
        } catch let error as TransferError {
          try Finding.unless(
            !"\(error)".utf8.contains { $0 < 0x20 || $0 == 0x7F }, "an error has control characters: \(error)"
          )
        }
      }
    } catch let finding as Finding { throw finding } catch {
      throw Finding("the portal fails with \(type(of: error)): \(error)")
    }
    for file in files ?? [] {
      try Finding.unless(
        file.isAbsolute && !file.bytes.contains(0), "the portal gives \(file.description.debugDescription)")
      // Each path is a substring of the input.
      try Finding.unless(
        input.indices.contains { input[$0...].starts(with: file.bytes) }, "the portal gives \(file)")
    }
    try Finding.unless(
      sent.isEmpty || sent.starts(with: "\0AUTH EXTERNAL ".utf8), "the program begins with \(sent.prefix(16))"
    )
  }
}
