import ProfferFileSystem

/// A connection to a display: what is sent is kept until the display takes it, and what comes until it is read.
///
/// Nothing waits but ``wait(for:until:)``, so that both ends can have full buffers at once.
final class BufferedConnection {
  /// What errors call the display.
  let name: String
  let stream: ByteStream
  /// What is not sent yet, in order; streams go with the first byte of their piece.
  private var outgoing: [(bytes: [UInt8], passed: [ByteStream])] = []
  /// How many bytes of the first piece are sent.
  private var sentCount = 0
  private var incoming: [UInt8] = []
  /// How many of the incoming bytes are read.
  private var readCount = 0
  /// The streams that came and were not taken.
  private var passed: [ByteStream] = []
  /// The bytes that are not sent.
  private(set) var unsentByteCount = 0

  /// Where the next bytes arrive.
  private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)

  init(_ stream: ByteStream, calling name: String) {
    self.stream = stream
    self.name = name
  }

  deinit { piece.deallocate() }

  // MARK: Sending

  /// Sends bytes as soon as the display takes them.
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

  /// Sends what the display takes now.
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

  // MARK: Receiving

  /// The bytes that came and are not read.
  var unread: ArraySlice<UInt8> { incoming[readCount...] }

  /// Marks bytes as read.
  func consume(_ count: Int) {
    readCount += count
    // The rest is moved when half is read, so that many small messages take linear time.
    if readCount * 2 >= incoming.count {
      incoming.removeFirst(readCount)
      readCount = 0
    }
  }

  /// The next stream that came with the bytes.
  func takePassed() -> ByteStream? { passed.isEmpty ? nil : passed.removeFirst() }

  /// Receives what has come.
  ///
  /// - Throws: `connectionLost` when the display has closed the connection.
  func receive() throws {
    let step: StreamStep
    do {
      step = try stream.receive(into: piece, passed: &passed)
      if case .moved(let count) = step { incoming += piece[..<count] }
    } catch { throw TransferError.lost(name, error) }
    if step == .ended { throw TransferError.lost(name) }
  }

  // MARK: Waiting

  /// Waits until something came, or until a time; sends meanwhile what is not sent.
  ///
  /// - Parameter others: further streams that end the waiting.
  /// - Returns: what the others can be used for.
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
