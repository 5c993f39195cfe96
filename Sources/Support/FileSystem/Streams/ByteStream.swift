/// What a call gave that does not wait.
package enum StreamStep: Sendable, Equatable {
  /// So many bytes were moved; at least one.
  case moved(Int)
  /// Nothing can be moved at the moment; ``StreamWaiting`` says when something can.
  case wouldWait
  /// The other end is closed.
  case ended
}

/// An end of a connection or of a pipe, or a terminal, with which no call waits; it is closed when the value is released.
package final class ByteStream: Sendable {
  let descriptor: Int32
  /// What errors call it.
  private let name: String
  /// Whether it is a connection, which is sent to and received from; a terminal is a file that is read and written.
  private let isConnection: Bool

  private init(_ descriptor: Int32, calling name: String, isConnection: Bool = true) {
    self.descriptor = descriptor
    self.name = name
    self.isConnection = isConnection
    SystemCalls.setNotWaiting(descriptor)
  }

  deinit { SystemCalls.closeFile(descriptor) }

  /// A connection to a socket of this machine.
  ///
  /// - Parameters:
  ///   - path: the socket.
  ///   - isAbstract: whether the path is a name of Linux's that is not in a folder.
  ///   - isWaiting: whether to wait for a program that has not taken earlier connections; it is an error otherwise.
  ///   - name: what errors call the other end.
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

  /// A connection to a port of a machine.
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

  /// Two ends of a connection.
  package static func pair(calling name: String) throws(FileSystemError) -> (ByteStream, ByteStream) {
    do {
      let (one, other) = try SystemCalls.socketPair()
      return (ByteStream(one, calling: name), ByteStream(other, calling: name))
    } catch { throw FileSystemError("create", .currentFolder, calling: .name(name), error.number) }
  }

  /// The ends of a pipe.
  package static func pipe(
    calling name: String
  ) throws(FileSystemError) -> (reading: ByteStream, writing: ByteStream) {
    do {
      let (reading, writing) = try SystemCalls.openPipe()
      return (ByteStream(reading, calling: name), ByteStream(writing, calling: name))
    } catch { throw FileSystemError("create", .currentFolder, calling: .name(name), error.number) }
  }

  /// A file, to be passed to a process that gets a descriptor of its own; its place is that of the file.
  package static func sharing(
    _ file: OpenFile, calling name: String
  ) throws(FileSystemError) -> ByteStream {
    do {
      return ByteStream(try SystemCalls.duplicate(file.descriptor), calling: name, isConnection: false)
    } catch { throw FileSystemError("share", .currentFolder, calling: .name(name), error.number) }
  }

  /// A terminal.
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

  /// Reads what there is.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> StreamStep {
    do {
      let count = try SystemCalls.readNow(descriptor, into: buffer)
      return count == 0 ? .ended : .moved(count)
    } catch {
      if error.number == .wouldBlock { return .wouldWait }
      // The terminal has gone away.
      if error.number == .inputOutput, !isConnection { return .ended }
      throw failure("read from", error)
    }
  }

  /// Writes as many bytes as the other end takes now.
  ///
  /// A process that does not ignore the signal of a broken pipe is ended by it.
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

  /// How many bytes that were written the other end of the pipe has not read; 0 where that is not known.
  package var unreadByteCount: Int { SystemCalls.unreadByteCount(descriptor) }

  // MARK: Connections

  /// Sends as many bytes as the connection takes now.
  ///
  /// - Parameter streams: go with the first byte, where any byte goes; the other end gets descriptors of its own.
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

  /// Receives what has come.
  ///
  /// - Parameter passed: gets the streams that came with the bytes.
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
