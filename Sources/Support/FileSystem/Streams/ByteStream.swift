/// The result of a call that does not block.
package enum StreamStep: Sendable, Equatable {
  /// The number of bytes that were transferred; at least one.
  case moved(Int)
  /// No bytes can be transferred now; ``StreamWaiting`` waits until the stream is ready.
  case wouldWait
  /// The other end is closed.
  case ended
}

/// A stream in non-blocking mode: one end of a connection or pipe, a terminal, or a shared file.
///
/// The stream is closed when the value is released.
package final class ByteStream: Sendable {
  let descriptor: Int32
  /// The name that error messages use for the other end.
  private let name: String
  /// Whether sending and receiving use socket calls; false for a terminal or a shared file.
  private let isConnection: Bool

  private init(_ descriptor: Int32, calling name: String, isConnection: Bool = true) {
    self.descriptor = descriptor
    self.name = name
    self.isConnection = isConnection
    SystemCalls.setNotWaiting(descriptor)
  }

  deinit { SystemCalls.closeFile(descriptor) }

  /// Connects to a Unix domain socket.
  ///
  /// - Parameters:
  ///   - path: the path or abstract name of the socket.
  ///   - isAbstract: whether `path` is a name in Linux's abstract namespace.
  ///   - isWaiting: whether to wait while the server's connection queue is full. If false, a full queue is
  ///     an error.
  ///   - name: the name that error messages use for the other end.
  package static func connecting(
    to path: FilePath, isAbstract: Bool = false, isWaiting: Bool = true, calling name: String
  ) throws(FileSystemError) -> ByteStream {
    do {
      return ByteStream(
        try SystemCalls.connectLocally(path.bytes, isAbstract: isAbstract, isWaiting: isWaiting),
        calling: name)
    } catch {
      throw FileSystemError("connect to", path, calling: .name("\(name) at \(path)"), error.number)
    }
  }

  /// Connects to a port of a host.
  package static func connecting(
    toHost host: String, port: UInt16, calling name: String
  ) throws(FileSystemError) -> ByteStream {
    do {
      return ByteStream(try SystemCalls.connect(toHost: host, port: port), calling: name)
    } catch {
      throw FileSystemError(
        "connect to", .currentFolder, calling: .name("\(name) at \(host), port \(port)"), error.number)
    }
  }

  /// Returns the two ends of a new connection.
  package static func pair(calling name: String) throws(FileSystemError) -> (ByteStream, ByteStream) {
    do {
      let (one, other) = try SystemCalls.socketPair()
      return (ByteStream(one, calling: name), ByteStream(other, calling: name))
    } catch { throw FileSystemError("create", .currentFolder, calling: .name(name), error.number) }
  }

  /// Returns the two ends of a new pipe.
  package static func pipe(
    calling name: String
  ) throws(FileSystemError) -> (reading: ByteStream, writing: ByteStream) {
    do {
      let (reading, writing) = try SystemCalls.openPipe()
      return (ByteStream(reading, calling: name), ByteStream(writing, calling: name))
    } catch { throw FileSystemError("create", .currentFolder, calling: .name(name), error.number) }
  }

  /// Makes a stream for passing a file to another process.
  ///
  /// The other process gets its own descriptor, but shares the current position in the file.
  package static func sharing(
    _ file: OpenFile, calling name: String
  ) throws(FileSystemError) -> ByteStream {
    do {
      return ByteStream(try SystemCalls.duplicate(file.descriptor), calling: name, isConnection: false)
    } catch { throw FileSystemError("share", .currentFolder, calling: .name(name), error.number) }
  }

  /// Opens a terminal.
  static func openingTerminal(_ path: FilePath) throws(FileSystemError) -> ByteStream {
    do {
      let descriptor = try SystemCalls.openFile(
        path, [.readAndWrite, .withoutWaiting, .notControlling])
      return ByteStream(descriptor, calling: "the terminal", isConnection: false)
    } catch { throw FileSystemError("open", path, error.number) }
  }

  private func failure(_ action: String, _ failure: SystemFailure) -> FileSystemError {
    FileSystemError(action, .currentFolder, calling: .name(name), failure.number)
  }

  // MARK: Pipes

  /// Reads the available bytes.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> StreamStep {
    do {
      let count = try SystemCalls.readNow(descriptor, into: buffer)
      return count == 0 ? .ended : .moved(count)
    } catch {
      if error.number == .wouldBlock { return .wouldWait }
      // The terminal is disconnected.
      if error.number == .inputOutput, !isConnection { return .ended }
      throw failure("read from", error)
    }
  }

  /// Writes as many bytes as the other end accepts now.
  ///
  /// If the other end is closed, `SIGPIPE` ends this process, unless the process ignores the signal.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) -> StreamStep {
    do {
      return .moved(try SystemCalls.writeNow(descriptor, bytes))
    } catch {
      switch error.number {
      case .wouldBlock: return .wouldWait
      case .brokenPipe: return .ended
      case .inputOutput where !isConnection: return .ended
      default: throw failure("write to", error)
      }
    }
  }

  /// Reads the beginning of a file that another process has passed.
  ///
  /// The current position in the file is neither used nor changed, because several processes may share it.
  ///
  /// - Parameter limit: the maximum number of bytes.
  /// - Returns: the bytes, fewer than the limit if the file is shorter.
  package func fileBytes(atMost limit: Int) throws(FileSystemError) -> [UInt8] {
    var count = 0
    do {
      return try [UInt8](unsafeUninitializedCapacity: limit) {
        buffer, initializedCount throws(SystemFailure) in
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        while count < limit {
          let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
          let step = try SystemCalls.read(descriptor, into: rest, at: UInt64(count))
          if step == 0 { break }
          count += step
        }
        initializedCount = count
      }
    } catch { throw failure("read from", error) }
  }

  /// The number of bytes in the pipe that the other end has not read; 0 if the number is unknown.
  package var unreadByteCount: Int { SystemCalls.unreadByteCount(descriptor) }

  // MARK: Connections

  /// Sends as many bytes as the connection accepts now.
  ///
  /// - Parameter streams: the streams that are passed with the first byte. If no byte is sent, no stream is
  ///   passed. The other end receives its own descriptors.
  package func send(
    _ bytes: UnsafeRawBufferPointer, passing streams: [ByteStream] = []
  ) throws(FileSystemError) -> StreamStep {
    guard isConnection else { return try write(bytes) }
    do {
      return .moved(try SystemCalls.send(descriptor, bytes, passing: streams.map(\.descriptor)))
    } catch {
      switch error.number {
      case .wouldBlock: return .wouldWait
      case .brokenPipe, .connectionReset: return .ended
      default: throw failure("send to", error)
      }
    }
  }

  /// Receives the available bytes.
  ///
  /// - Parameter passed: the array to which the streams received with the bytes are appended.
  package func receive(
    into buffer: UnsafeMutableRawBufferPointer, passed: inout [ByteStream]
  ) throws(FileSystemError) -> StreamStep {
    guard isConnection else { return try read(into: buffer) }
    var descriptors: [Int32] = []
    do {
      let count = try SystemCalls.receive(descriptor, into: buffer, passed: &descriptors)
      passed += descriptors.map { ByteStream($0, calling: "a pipe of \(name)") }
      return count == 0 ? .ended : .moved(count)
    } catch {
      switch error.number {
      case .wouldBlock: return .wouldWait
      case .connectionReset: return .ended
      default: throw failure("receive from", error)
      }
    }
  }
}
