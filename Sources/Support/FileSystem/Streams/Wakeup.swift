/// A signal that one thread sends to wake another thread that waits for streams.
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
      // A full connection is not an error, because it contains unread wake-ups. All other errors are
      // ignored.
    }
  }

  /// Removes the pending wake-ups of ``wake()``.
  ///
  /// The waiting thread calls this method before it looks for the reason for a wake-up.
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
