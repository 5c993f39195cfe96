import Foundation
import ProfferFileSystem
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A display or a bus behind a socket: it sends its script to each client, whatever the client requests, and
/// disconnects.
///
/// Therefore the client reads the input as answers to its requests. The requests are recorded.
final class ScriptedPeer: @unchecked Sendable {
  /// The data that the peer sends to a new client, or its answers to requests.
  enum Script {
    /// Sends all bytes at once, and closes its writing end.
    case bytes([UInt8])
    /// Answers the received bytes; used for making valid inputs.
    case answers((_ received: [UInt8]) -> [UInt8])
  }

  /// The path of the socket.
  let path: String
  private let folder: TemporaryFolder
  private let listener: Int32
  private let lock = NSLock()
  private var script = Script.bytes([])
  private var received: [UInt8] = []
  private let isServed = DispatchSemaphore(value: 0)

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("socket")
    listener = socket(AF_UNIX, Self.streamKind, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
    }
    guard isBound, listen(listener, 16) == 0 else { throw Finding("no socket can be made at \(path)") }
    Thread.detachNewThread { [self] in while true { serve(accept(listener, nil, nil)) } }
  }

  /// Lets a client connect and talk to this peer.
  ///
  /// - Returns: the bytes sent by the client on its first connection.
  func talk(_ script: Script, with client: () throws -> Void) rethrows -> [UInt8] {
    lock.withLock { (self.script, received) = (script, []) }
    defer { while isServed.wait(timeout: .now()) == .success {} }
    try client()
    _ = isServed.wait(timeout: .now() + .seconds(5))
    return lock.withLock { received }
  }

  private func serve(_ connection: Int32) {
    guard connection >= 0 else { return }
    defer {
      close(connection)
      isServed.signal()
    }
    let script = lock.withLock { self.script }
    if case .bytes(let bytes) = script {
      // The bytes may exceed the socket's buffer: they are sent while the client reads.
      send(bytes, connection)
      shutdown(connection, Int32(Self.writingEnd))
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var all: [UInt8] = []
    while case let count = recv(connection, &buffer, buffer.count, 0), count > 0 {
      all += buffer[..<count]
      if case .answers(let answer) = script { send(answer(Array(buffer[..<count])), connection) }
    }
    lock.withLock { if received.isEmpty { received = all } }
  }

  private func send(_ bytes: [UInt8], _ connection: Int32) {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        Self.send(connection, $0)
      }
      // A client that rejects the beginning stops reading.
      if count <= 0 { return }
      start += count
    }
  }

  #if canImport(Glibc)
    private static let streamKind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    private static let writingEnd = SHUT_WR
    private static func send(_ connection: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      Glibc.send(connection, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }
  #elseif canImport(Musl)
    private static let streamKind = SOCK_STREAM | SOCK_CLOEXEC
    private static let writingEnd = SHUT_WR
    private static func send(_ connection: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      Musl.send(connection, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }
  #else
    private static let streamKind = SOCK_STREAM
    private static let writingEnd = SHUT_WR
    private static func send(_ connection: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      Darwin.send(connection, bytes.baseAddress, bytes.count, 0)
    }
  #endif
}

/// Writes numbers in the byte order of this machine, as the display protocols require.
struct FieldWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ numbers: UInt8...) { bytes += numbers }
  mutating func short(_ numbers: UInt16...) { for number in numbers { add(number) } }
  mutating func word(_ numbers: UInt32...) { for number in numbers { add(number) } }
  mutating func add(_ more: some Sequence<UInt8>) { bytes += more }
  mutating func pad(to count: Int) { while bytes.count < count { bytes.append(0) } }
  mutating func align() { while bytes.count % 4 != 0 { bytes.append(0) } }

  private mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }
}

extension [UInt8] {
  /// The number at an offset, in the byte order of this machine; 0 beyond the end.
  func number<Number: FixedWidthInteger>(_ type: Number.Type, at place: Int) -> Number {
    guard place >= 0, place + MemoryLayout<Number>.size <= count else { return 0 }
    return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: Number.self) }
  }
}
