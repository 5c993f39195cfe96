import ProfferFileSystem

/// A connection to a display, with buffers for outgoing and incoming bytes.
///
/// Only ``wait(for:until:)`` blocks. This prevents a deadlock when the buffers of both ends are full.
final class BufferedConnection {
  /// The name that error messages use for the display.
  let name: String
  let stream: ByteStream
  /// The queued chunks that are not completely sent yet, in order.
  ///
  /// Streams are sent with the first byte of their chunk.
  private var outgoing: [(bytes: [UInt8], passed: [ByteStream])] = []
  /// The number of bytes of the first chunk that have been sent.
  private var sentCount = 0
  private var incoming: [UInt8] = []
  /// The number of incoming bytes that have been read.
  private var readCount = 0
  /// The streams that were received and are not yet claimed.
  private var passed: [ByteStream] = []
  /// The number of bytes that are not sent yet.
  private(set) var unsentByteCount = 0

  /// The buffer for the next received bytes.
  private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)

  init(_ stream: ByteStream, calling name: String) {
    self.stream = stream
    self.name = name
  }

  deinit { piece.deallocate() }

  // MARK: Sending

  /// Queues bytes, which are sent as soon as the display accepts them.
  func send(_ bytes: [UInt8], passing streams: [ByteStream] = []) {
    unsentByteCount += bytes.count
    if streams.isEmpty, let last = outgoing.indices.last, outgoing.count > 1 || sentCount == 0,
      outgoing[last].bytes.count + bytes.count <= 1 << 16
    {
      outgoing[last].bytes += bytes
    } else {
      outgoing.append((bytes, streams))
    }
  }

  /// Sends as many queued bytes as the display accepts without blocking.
  func flush() throws {
    while let first = outgoing.first {
      let step: StreamStep
      do {
        step = try first.bytes.withUnsafeBytes { bytes in
          try stream.send(
            UnsafeRawBufferPointer(rebasing: bytes[sentCount...]), passing: sentCount == 0 ? first.passed : []
          )
        }
      } catch let error as FileSystemError { throw TransferError.lost(name, error) }
      switch step {
      case .wouldWait: return
      case .ended: throw TransferError.lost(name)
      case .moved(let count):
        sentCount += count
        unsentByteCount -= count
        if sentCount == first.bytes.count {
          outgoing.removeFirst()
          sentCount = 0
        }
      }
    }
  }

  /// Sends queued bytes until all are sent or the deadline has passed; does not wait for data.
  func sendAll(until deadline: ContinuousClock.Instant) throws {
    try flush()
    while !outgoing.isEmpty, .now < deadline {
      _ = try StreamWaiting.wait(for: [(stream, .writing)], until: deadline)
      try flush()
    }
  }

  // MARK: Receiving

  /// The bytes that were received but are not read yet.
  var unread: ArraySlice<UInt8> { incoming[readCount...] }

  /// Marks bytes as read.
  func consume(_ count: Int) {
    readCount += count
    // The remaining bytes are moved only if at least half of the buffer is read, so many small messages take
    // linear time.
    if readCount * 2 >= incoming.count {
      incoming.removeFirst(readCount)
      readCount = 0
    }
  }

  /// Removes and returns the next stream that was received with the bytes; nil if there is none.
  func takePassed() -> ByteStream? { passed.isEmpty ? nil : passed.removeFirst() }

  /// Receives the bytes that have arrived.
  ///
  /// - Throws: `connectionLost` if the display has closed the connection.
  func receive() throws {
    let step: StreamStep
    do {
      step = try stream.receive(into: piece, passed: &passed)
      if case .moved(let count) = step { incoming += piece[..<count] }
    } catch { throw TransferError.lost(name, error) }
    if step == .ended { throw TransferError.lost(name) }
  }

  // MARK: Waiting

  /// Waits until data arrives or the deadline has passed, and sends queued bytes in the meantime.
  ///
  /// - Parameter others: additional streams that end the wait when they are ready.
  /// - Returns: the operations for which each of the `others` is ready.
  @discardableResult
  func wait(
    for others: [(stream: ByteStream, interest: StreamInterest)] = [],
    until deadline: ContinuousClock.Instant?
  ) throws -> [StreamInterest] {
    try flush()
    let own: StreamInterest = outgoing.isEmpty ? .reading : [.reading, .writing]
    let ready = try StreamWaiting.wait(for: [(stream, own)] + others, until: deadline)
    if ready[0].contains(.writing) { try flush() }
    if ready[0].contains(.reading) { try receive() }
    return Array(ready.dropFirst())
  }
}
