/// The result of a call that does not block.
package enum StreamStep: Sendable, Equatable {
  /// The number of bytes that were moved; at least one.
  case moved(Int)
  /// No bytes can be moved at the moment; ``StreamWaiting`` waits until some can.
  case wouldWait
  /// The other end is closed.
  case ended
}

/// An end of a connection or pipe, or a terminal, in non-blocking mode; it is closed when the value is
/// released.
package final class ByteStream: Sendable {
  let descriptor: Int32
  /// The name of the other end in error messages.
  private let name: String
  /// Whether the stream is a socket, for sending and receiving; a terminal is read and written like a
  /// file.
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
  ///   - path: the socket.
  ///   - isAbstract: whether the path is a name in Linux's abstract namespace.
  ///   - isWaiting: whether to wait if the server has not accepted earlier connections; otherwise this is
  ///     an error.
  ///   - name: the name of the other end in error messages.
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

  /// Makes the two ends of a connection.
  package static func pair(calling name: String) throws(FileSystemError) -> (ByteStream, ByteStream) {
    do {
      let (one, other) = try SystemCalls.socketPair()
      return (ByteStream(one, calling: name), ByteStream(other, calling: name))
    } catch { throw FileSystemError("create", .currentFolder, calling: .name(name), error.number) }
  }

  /// Makes the two ends of a pipe.
  package static func pipe(
    calling name: String
  ) throws(FileSystemError) -> (reading: ByteStream, writing: ByteStream) {
    do {
      let (reading, writing) = try SystemCalls.openPipe()
      return (ByteStream(reading, calling: name), ByteStream(writing, calling: name))
    } catch { throw FileSystemError("create", .currentFolder, calling: .name(name), error.number) }
  }

  /// Makes a stream of a file for passing to another process, which gets its own descriptor but shares
  /// the file's position.
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
  /// `SIGPIPE` ends a process that does not ignore it.
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

  /// The number of bytes in the pipe that the other end has not read; 0 if it is not known.
  package var unreadByteCount: Int { SystemCalls.unreadByteCount(descriptor) }

  // MARK: Connections

  /// Sends as many bytes as the connection accepts now.
  ///
  /// - Parameter streams: sent with the first byte, if any byte is sent; the other end gets its own
  ///   descriptors.
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
  /// - Parameter passed: filled with the streams that came with the bytes.
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
