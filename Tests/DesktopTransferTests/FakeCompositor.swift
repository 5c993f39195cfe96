import Foundation
import ProfferFileSystem
import TestSupport

@testable import DesktopTransfer

/// A Wayland compositor without a screen: a registry, a seat, and the selections of data control.
final class FakeCompositor: @unchecked Sendable {
  /// The kinds of objects that clients have created.
  private enum Object {
    case registry
    case seat
    case manager
    case device
    case source(names: [String])
    case offer(owner: Client, source: UInt32)
  }

  private final class Client {
    let stream: ByteStream
    let buffered: BufferedConnection
    var objects: [UInt32: Object] = [:]
    var device: UInt32?
    var offerCount: UInt32 = 0
    init(_ stream: ByteStream) {
      self.stream = stream
      buffered = BufferedConnection(stream, calling: "a client")
    }
  }

  /// The data control protocol and its version; nil if there is none.
  private let managerInterface: (name: String, version: UInt32)?
  private let sendsBytesApart: Bool
  private let lock = NSLock()
  private var arriving: [Client] = []
  private var clients: [Client] = []
  private var isOver = false
  private let wakeup: Wakeup
  /// The sources of the selections, by the opcode of the request that sets them.
  private var selected: [UInt16: (owner: Client, source: UInt32)] = [:]

  init(
    _ managerInterface: (name: String, version: UInt32)? = ("ext_data_control_manager_v1", 1),
    sendingBytesApart: Bool = false
  ) throws {
    self.managerInterface = managerInterface
    sendsBytesApart = sendingBytesApart
    wakeup = try Wakeup()
    Thread.detachNewThread { [self] in
      do { try serve() } catch { fatalError("the fake compositor failed: \(error)") }
    }
  }

  /// A new client that sees the current selections.
  func client() throws -> DataControl {
    let (own, clients) = try ByteStream.pair(calling: "a fake compositor")
    lock.withLock { arriving.append(Client(own)) }
    wakeup.wake()
    return try DataControl(WaylandConnection(clients, answerLimit: HangLimit.duration))
  }

  /// Closes all connections.
  func end() {
    lock.withLock { isOver = true }
    wakeup.wake()
  }

  private func serve() throws {
    while true {
      lock.withLock {
        clients += arriving
        arriving = []
      }
      if lock.withLock({ isOver }) {
        // A connection is closed when its last reference is released.
        selected = [:]
        for client in clients { client.objects = [:] }
        return clients.removeAll()
      }
      let ready = try StreamWaiting.wait(
        for: [(wakeup.stream, .reading)] + clients.map { ($0.stream, .reading) }, until: nil)
      if !ready[0].isEmpty { try wakeup.clear() }
      for (client, readiness) in zip(clients, ready.dropFirst()) where !readiness.isEmpty {
        do {
          try client.buffered.receive()
        } catch {
          leave(client)
          continue
        }
        while let (message, byteCount) = WaylandMessage.first(of: client.buffered.unread) {
          handle(message, of: client)
          client.buffered.consume(byteCount)
        }
      }
    }
  }

  private func leave(_ client: Client) {
    clients.removeAll { $0 === client }
    for (request, selection) in selected where selection.owner === client {
      selected[request] = nil
      tellAll(request)
    }
  }

  private func send(
    to client: Client, _ object: UInt32, _ opcode: UInt16, _ arguments: [WaylandMessage.Argument] = [],
    passing streams: [ByteStream] = []
  ) {
    let bytes = WaylandMessage.bytes(to: object, opcode, arguments)
    do {
      try client.stream.sendAll(bytes, passing: streams, apart: sendsBytesApart)
    } catch {
      // The client has disconnected.
    }
  }

  private func handle(_ message: WaylandMessage, of client: Client) {
    let first = message.word(at: 0)
    if message.object == 1 {
      if message.opcode == 0 { return send(to: client, first, 0, [.word(0)]) }
      client.objects[first] = .registry
      send(to: client, first, 0, [.word(1), .text("wl_compositor"), .word(4)])
      send(to: client, first, 0, [.word(2), .text("wl_seat"), .word(8)])
      if let manager = managerInterface {
        send(to: client, first, 0, [.word(3), .text(manager.name), .word(manager.version)])
      }
      return
    }
    switch (client.objects[message.object], message.opcode) {
    case (.registry, 0):
      guard let (interface, end) = message.text(at: 4) else { fatalError("a bind without a name") }
      let object = message.word(at: end + 4)
      client.objects[object] = interface == "wl_seat" ? .seat : .manager
      // The capabilities of the seat; a clipboard client must ignore them.
      if interface == "wl_seat" { send(to: client, object, 0, [.word(3)]) }
    case (.manager, 0): client.objects[first] = .source(names: [])
    case (.manager, 1):
      client.objects[first] = .device
      client.device = first
      for request: UInt16 in [0, 2] { tell(client, request) }
    case (.source(let names), 0):
      guard let name = message.text(at: 0)?.text else { fatalError("an offer without a name") }
      client.objects[message.object] = .source(names: names + [name])
    case (.device, 0), (.device, 2):
      if let old = selected[message.opcode], old.source != first || old.owner !== client {
        send(to: old.owner, old.source, 1)
      }
      selected[message.opcode] = first == 0 ? nil : (client, first)
      tellAll(message.opcode)
    case (.offer(let owner, let source), 0):
      guard let pipe = client.buffered.takePassed(), let name = message.text(at: 0)?.text else {
        fatalError("a request for data without a pipe")
      }
      send(to: owner, source, 0, [.text(name)], passing: [pipe])
    default: break
    }
  }

  private func tellAll(_ request: UInt16) { for client in clients { tell(client, request) } }

  private func tell(_ client: Client, _ request: UInt16) {
    guard let device = client.device else { return }
    let event: UInt16 = request == 0 ? 1 : 3
    guard let selection = selected[request],
      case .source(let names) = selection.owner.objects[selection.source]
    else {
      return send(to: client, device, event, [.word(0)])
    }
    let offer = 0xFF00_0000 + client.offerCount
    client.offerCount += 1
    client.objects[offer] = .offer(owner: selection.owner, source: selection.source)
    send(to: client, device, 0, [.word(offer)])
    for name in names { send(to: client, offer, 0, [.text(name)]) }
    send(to: client, device, event, [.word(offer)])
  }
}
