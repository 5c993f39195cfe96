/// Ends the waiting of a thread from another one.
package final class Wakeup: Sendable {
  /// What the waiting thread waits for, to be read.
  package let stream: ByteStream
  private let writing: ByteStream

  package init() throws(FileSystemError) {
    (stream, writing) = try ByteStream.pair(calling: "a wake-up")
  }

  /// Ends the waiting; called on any thread.
  package func wake() {
    let byte: [UInt8] = [1]
    do {
      _ = try byte.withUnsafeBytes { bytes throws(FileSystemError) in try writing.send(bytes) }
    } catch {
      // A wake-up that cannot be sent stands behind others that are not read yet.
    }
  }

  /// Takes back what ``wake()`` did, before the waiting thread looks for what it is woken for.
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
