import DesktopTransfer
import Foundation
import ProfferFileSystem
import TestSupport

/// Messages of an X display, for every use of it, and the authority file.
///
/// The first byte of an input selects the use. The valid inputs are answers of a small display to the program
/// itself.
struct X11Fuzzer: Fuzzer {
  let material: Material
  private let peer: ScriptedPeer
  private let use: TransferUse
  private static let cookieMark = UInt8(ascii: "k")
  private let cookies: TemporaryFolder

  init() throws {
    peer = try ScriptedPeer()
    use = try TransferUse()
    cookies = try TemporaryFolder()
    var seeds: [[UInt8]] = []
    for kind in TransferUse.Kind.allCases {
      let display = X11Answers(for: kind)
      _ = try peer.talk(.answers { display.answer($0) }) { [use, peer] in
        let error = try use.run(kind) { try Self.route(to: peer.path, cookies: nil) }
        if let error { throw Finding("the small display ends the use \(kind): \(error)") }
      }
      seeds.append([kind.rawValue] + display.said)
    }
    var cookie: [UInt8] = [1, 0]
    for field in ["host", "0", "MIT-MAGIC-COOKIE-1", "0123456789abcdef"] {
      cookie += [0, UInt8(field.utf8.count)] + Array(field.utf8)
    }
    seeds.append([Self.cookieMark] + cookie)
    material = Material(
      seeds: seeds, words: ["\u{1}\u{0}", "INCR", "text/uri-list", "file:///a", "XdndDirectSave0", "S", "F"],
      shapes: [
        GrowingShape(beginning: Array(seeds[0].prefix(400)), unit: [28] + [UInt8](repeating: 0, count: 31)),
        GrowingShape(beginning: [Self.cookieMark], unit: cookie),
      ])
  }

  private static func route(to socket: String, cookies: FilePath?) throws -> any TransferRoute {
    var session = DesktopSession()
    session.display = "\(socket):0"
    session.authorityFile = cookies
    return try session.route(.x11)
  }

  func check(_ input: [UInt8]) throws(Finding) {
    guard let first = input.first else { return }
    let rest = Array(input.dropFirst())
    guard let kind = TransferUse.Kind(rawValue: first) else {
      guard first == Self.cookieMark else { return }
      do {
        try cookies.write(rest, to: "cookies")
        _ = try Self.route(to: peer.path, cookies: FilePath(cookies.path("cookies")))
      } catch { throw Finding("a file of cookies is rejected: \(error)") }
      return
    }
    let sent: [UInt8]
    do {
      sent = try peer.talk(.bytes(rest)) { try use.run(kind) { try Self.route(to: peer.path, cookies: nil) } }
    } catch let finding as Finding { throw finding } catch { throw Finding("\(error)") }
    try Self.check(requests: sent)
  }

  /// Checks that every request has a nonzero opcode and length; the last request may be incomplete.
  private static func check(requests: [UInt8]) throws(Finding) {
    var place = 12
    while place + 8 <= requests.count {
      let short = Int(requests.number(UInt16.self, at: place + 2))
      let units = short == 0 ? Int(requests.number(UInt32.self, at: place + 4)) : short
      let number = requests[place]
      // The display assigns the opcodes of extensions, so any nonzero opcode is allowed.
      try Finding.unless(number > 0 && units > 0, "request \(number) has \(units) words")
      place += 4 * units
    }
  }
}
