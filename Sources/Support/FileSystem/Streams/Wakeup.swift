/// Wakes a waiting thread from another thread.
package final class Wakeup: Sendable {
  /// The stream that the waiting thread watches for reading.
  package let stream: ByteStream
  private let writing: ByteStream

  package init() throws(FileSystemError) {
    (stream, writing) = try ByteStream.pair(calling: "a wake-up")
  }

  /// Wakes the waiting thread; can be called on any thread.
  package func wake() {
    let byte: [UInt8] = [1]
    do {
      _ = try byte.withUnsafeBytes { bytes throws(FileSystemError) in try writing.send(bytes) }
    } catch {
      // If the pipe is full, it contains wake-ups that are not read yet.
    }
  }

  /// Removes the pending wake-ups of ``wake()``; the waiting thread calls it before it looks for their
  /// reason.
  package func clear() throws {
    var buffer = [UInt8](repeating: 0, count: 64)
    var passed: [ByteStream] = []
    while true {
      let step = try buffer.withUnsafeMutableBytes { buffer in
        try stream.receive(into: buffer, passed: &passed)
      }
      guard case .moved = step else { return }
    }
  }
}
