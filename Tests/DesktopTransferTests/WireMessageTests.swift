import Foundation
import ProfferFileSystem
import TestSupport;
import Testing

@testable import DesktopTransfer

/// Addresses, cookies and messages in bytes.
@Suite struct WireMessageTests {
  @Test(arguments: [
    (":0", X11Address.Place.local, 0), ("unix:1.2", .local, 1), ("unix/host:3", .local, 3),
    ("host:10.0", .host("host"), 10), ("::1:2", .host(":"), 2), ("a::4", .host("a"), 4),
  ])
  func anAddressIsRead(text: String, place: X11Address.Place, number: UInt16) throws {
    let address = try require(X11Address(text))
    if text != "::1:2" { expectEqual(address.place, place) }
    expectEqual(address.number, number)
  }

  @Test func aSocketIsAnAddress() throws {
    try expectEqual(
      require(X11Address("/tmp/x/org.x:0")).place, .socket(try require(FilePath("/tmp/x/org.x"))))
  }

  @Test(arguments: ["", "0", ":", ":x", "host", ":70000", ":-1"])
  func otherTextIsNoAddress(text: String) { expectNil(X11Address(text)) }

  /// An entry of the authority file.
  private func entry(_ family: UInt16, _ address: String, _ number: String, _ data: [UInt8]) -> [UInt8] {
    func field(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes }
    return [UInt8(family >> 8), UInt8(family & 255)] + field(Array(address.utf8)) + field(Array(number.utf8))
      + field(Array(X11Authority.cookieName.utf8)) + field(data)
  }

  @Test func theCookieOfTheDisplayIsTaken() throws {
    let file =
      entry(256, "other", "0", [1]) + entry(256, "here", "1", [2]) + entry(65535, "", "0", [3])
      + entry(256, "here", "0", [4])
    func data(_ display: String, _ host: String, _ file: [UInt8]) throws -> [UInt8] {
      X11Authority.of(try require(X11Address(display)), in: file, hostName: Array(host.utf8)).data
    }
    try expectEqual(data(":0", "here", file), [4])
    try expectEqual(data(":1", "here", file), [2])
    try expectEqual(data(":0", "elsewhere", file), [3])
    try expectEqual(data(":7", "here", file), [])
    try expectEqual(data("other:0", "here", file), [1])
    // A truncated file keeps its complete entries.
    for length in 0..<file.count { _ = X11Authority.entries(Array(file[..<length])) }
    expectEqual(X11Authority.entries(Array(file.dropLast())).count, 3)
  }

  @Test func aMessageOfXIsReadWhenItIsWhole() throws {
    var reply = HostOrderWriter()
    reply.add([1, 7])
    reply.add(UInt16(513))
    reply.add(UInt32(2))
    reply.zeros(24)
    reply.add([1, 2, 3, 4, 5, 6, 7, 8])
    for length in 0..<reply.bytes.count { expectNil(X11Message.first(of: reply.bytes[..<length])) }
    let (message, byteCount) = try require(X11Message.first(of: (reply.bytes + [9])[...]))
    expectEqual(byteCount, 40)
    guard case .reply(513, let body) = message else { throw CancellationError() }
    #expect(body.byte(at: 1) == 7 && body.byte(at: 39) == 8 && body.byte(at: 40) == 0)
  }

  @Test func aMessageOfWaylandIsReadWhenItIsWhole() throws {
    let bytes = WaylandMessage.bytes(to: 5, 3, [.word(9), .text("text/html"), .word(4)])
    for length in 0..<bytes.count { expectNil(WaylandMessage.first(of: bytes[..<length])) }
    let (message, byteCount) = try require(WaylandMessage.first(of: (bytes + [0])[...]))
    #expect(byteCount == bytes.count && message.object == 5 && message.opcode == 3)
    let text = try require(message.text(at: 4))
    #expect(message.word(at: 0) == 9 && text.text == "text/html" && message.word(at: text.end) == 4)
    // A text whose length exceeds the message is rejected.
    expectNil(
      WaylandMessage.first(of: WaylandMessage.bytes(to: 1, 0, [.word(100)])[...])?.message.text(at: 0))
    expectEqual(WaylandMessage.first(of: [1, 0, 0, 0, 0, 0, 4, 0])?.byteCount, 0)
  }

  @Test func aLongRequestHasItsLengthInAWord() {
    let short = X11Request.changeProperty(1, of: 2, type: 3, format: 8, [UInt8](repeating: 1, count: 5))
    #expect(short.count == 32 && HostOrderReader(short[...]).short(at: 2) == 8)
    let long = X11Request.changeProperty(1, of: 2, type: 3, format: 8, [UInt8](repeating: 1, count: 1 << 20))
    let reader = HostOrderReader(long[...])
    #expect(reader.short(at: 2) == 0 && Int(reader.word(at: 4)) * 4 == long.count)
    expectEqual(reader.word(at: 24), 1 << 20)
  }
}
