#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// MARK: - Sockets and pipes

extension SystemCalls {
  #if canImport(Darwin)
    /// No flags: Darwin has no flag that suppresses `SIGPIPE`, so the process must ignore this signal.
    private static let sendFlags: Int32 = 0
    private static let receiveFlags: Int32 = 0
    private static let controlAlignment = 4
    private static let controlLengthSize = 4
  #else
    /// `MSG_NOSIGNAL`: sending to a closed socket fails without a signal.
    private static let sendFlags: Int32 = 0x4000
    /// `MSG_CMSG_CLOEXEC`: received descriptors are closed in programs that this process starts.
    private static let receiveFlags: Int32 = 0x4000_0000
    private static let controlAlignment = MemoryLayout<Int>.size
    private static let controlLengthSize = MemoryLayout<Int>.size
  #endif
  #if canImport(Glibc)
    private static let streamSocket = Int32(SOCK_STREAM.rawValue)
    private static let connectSocket = Glibc.connect
    private static let pollDescriptors = Glibc.poll
  #elseif canImport(Musl)
    private static let streamSocket = SOCK_STREAM
    private static let connectSocket = Musl.connect
    private static let pollDescriptors = Musl.poll
  #else
    private static let streamSocket = SOCK_STREAM
    private static let connectSocket = Darwin.connect
    private static let pollDescriptors = Darwin.poll
  #endif
  /// The maximum number of descriptors that are received with one message.
  private static let passedCount = 28

  /// Connects to a Unix domain socket.
  ///
  /// - Parameters:
  ///   - isAbstract: whether the name is in Linux's abstract namespace, where sockets have no files.
  ///   - isWaiting: whether to wait if the server's connection queue is full. If false, a full queue makes
  ///     the call fail.
  static func connectLocally(
    _ name: [UInt8], isAbstract: Bool, isWaiting: Bool
  ) throws(SystemFailure) -> Int32 {
    var address = sockaddr_un()
    let place = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    let bytes = isAbstract ? [0] + name : name
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw SystemFailure(number: .nameTooLong)
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address) { $0[place...].copyBytes(from: bytes) }
    // The address length marks the end of an abstract name, which has no terminating zero.
    let length = socklen_t(place + bytes.count + (isAbstract ? 0 : 1))
    let descriptor = try openSocket(AF_UNIX)
    if !isWaiting { setNotWaiting(descriptor) }
    do throws(SystemFailure) {
      _ = try calling(.open) {
        withUnsafePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            Int(connectSocket(descriptor, $0, length))
          }
        }
      }
    } catch {
      closeFile(descriptor)
      throw error
    }
    return descriptor
  }

  /// Connects to a port of a host.
  ///
  /// Looks up the host name, and tries the addresses of the host in order.
  static func connect(toHost host: String, port: UInt16) throws(SystemFailure) -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = streamSocket
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &found) == 0 else { throw SystemFailure(number: .notFound) }
    defer { freeaddrinfo(found) }
    var failure = SystemFailure(number: .notFound)
    var next = found
    while let address = next?.pointee {
      let descriptor = try openSocket(address.ai_family)
      do throws(SystemFailure) {
        _ = try calling(.open) { Int(connectSocket(descriptor, address.ai_addr, address.ai_addrlen)) }
        return descriptor
      } catch {
        closeFile(descriptor)
        failure = error
      }
      next = address.ai_next
    }
    throw failure
  }

  private static func openSocket(_ family: Int32) throws(SystemFailure) -> Int32 {
    let descriptor = Int32(truncatingIfNeeded: try calling(.open) { Int(socket(family, streamSocket, 0)) })
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Returns a pair of connected sockets.
  static func socketPair() throws(SystemFailure) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    _ = try calling(.open) { Int(socketpair(AF_UNIX, streamSocket, 0, &ends)) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  static func openPipe() throws(SystemFailure) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    _ = try calling(.open) { Int(pipe(&ends)) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Duplicates a descriptor; programs that this process starts do not inherit the duplicate.
  static func duplicate(_ descriptor: Int32) throws(SystemFailure) -> Int32 {
    Int32(truncatingIfNeeded: try calling(.open) { Int(fcntl(descriptor, F_DUPFD_CLOEXEC, 0)) })
  }

  /// Closes the write end of a pipe by replacing its descriptor with a duplicate of the read end.
  ///
  /// The owner must still close the descriptor.
  static func endWriting(_ writing: Int32, of reading: Int32) throws(SystemFailure) {
    _ = try calling(.open) { Int(dup2(reading, writing)) }
  }

  /// Opens an `eventfd`, as Dispatch does on Linux.
  ///
  /// On systems without `eventfd`, opens the root folder instead.
  static func openEvent() throws(SystemFailure) -> Int32 {
    // Swift does not import the header that declares `eventfd`.
    guard let symbol = dlsym(nil, "eventfd") else { return try openFile(.root, .folder) }
    let open = unsafeBitCast(symbol, to: (@convention(c) (UInt32, Int32) -> Int32).self)
    // EFD_CLOEXEC is O_CLOEXEC (Source: eventfd(2)).
    return Int32(truncatingIfNeeded: try calling(.open) { Int(open(0, O_CLOEXEC)) })
  }

  /// Makes a descriptor non-blocking: a call that would block fails with `wouldBlock`.
  static func setNotWaiting(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Sends bytes, with descriptors attached to the first byte, and returns the number of bytes sent.
  static func send(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, passing descriptors: [Int32]
  ) throws(SystemFailure) -> Int {
    var control = descriptors.isEmpty ? [] : controlMessage(descriptors)
    return try calling(.write) {
      var piece = iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
      return control.withUnsafeMutableBytes { control in
        withUnsafeMutablePointer(to: &piece) { piece in
          var message = msghdr()
          message.msg_iov = piece
          message.msg_iovlen = 1
          if !control.isEmpty {
            message.msg_control = control.baseAddress
            message.msg_controllen = numericCast(control.count)
          }
          return sendmsg(descriptor, &message, sendFlags)
        }
      }
    }
  }

  /// Receives bytes and the descriptors attached to the bytes.
  ///
  /// - Parameter passed: the array to which the received descriptors are appended.
  /// - Returns: the number of bytes; 0 if the other end is closed.
  static func receive(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, passed: inout [Int32]
  ) throws(SystemFailure) -> Int {
    let header = controlLengthSize + 8
    let size = aligned(header + 4 * passedCount)
    var control = [UInt8](repeating: 0, count: size)
    var controlCount = 0
    let count = try calling(.read) {
      var piece = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
      return control.withUnsafeMutableBytes { control in
        withUnsafeMutablePointer(to: &piece) { piece in
          var message = msghdr()
          message.msg_iov = piece
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = numericCast(control.count)
          let count = recvmsg(descriptor, &message, receiveFlags)
          controlCount = Int(message.msg_controllen)
          return count
        }
      }
    }
    control.withUnsafeBytes { control in
      var place = 0
      while place + header <= controlCount {
        let length =
          controlLengthSize == 4
          ? Int(control.loadUnaligned(fromByteOffset: place, as: UInt32.self))
          : control.loadUnaligned(fromByteOffset: place, as: Int.self)
        let type = control.loadUnaligned(fromByteOffset: place + controlLengthSize + 4, as: Int32.self)
        guard length >= header, place + length <= controlCount else { break }
        // 1 is SCM_RIGHTS.
        if type == 1 {
          for index in 0..<(length - header) / 4 {
            let offset = place + header + 4 * index
            passed.append(control.loadUnaligned(fromByteOffset: offset, as: Int32.self))
          }
        }
        place += aligned(length)
      }
    }
    return count
  }

  /// Returns the control message that passes descriptors.
  ///
  /// The message consists of its length, `SOL_SOCKET`, `SCM_RIGHTS` and the descriptors. Swift does not
  /// import the C macros for the layout.
  private static func controlMessage(_ descriptors: [Int32]) -> [UInt8] {
    let header = controlLengthSize + 8
    let length = header + 4 * descriptors.count
    var bytes = [UInt8](repeating: 0, count: aligned(length))
    bytes.withUnsafeMutableBytes { bytes in
      if controlLengthSize == 4 {
        bytes.storeBytes(of: UInt32(length), as: UInt32.self)
      } else {
        bytes.storeBytes(of: length, as: Int.self)
      }
      bytes.storeBytes(of: SOL_SOCKET, toByteOffset: controlLengthSize, as: Int32.self)
      bytes.storeBytes(of: 1, toByteOffset: controlLengthSize + 4, as: Int32.self)
      for (index, descriptor) in descriptors.enumerated() {
        bytes.storeBytes(of: descriptor, toByteOffset: header + 4 * index, as: Int32.self)
      }
    }
    return bytes
  }

  private static func aligned(_ count: Int) -> Int {
    (count + controlAlignment - 1) / controlAlignment * controlAlignment
  }

  /// Reads available bytes without blocking, and returns the number of bytes; 0 at the end.
  ///
  /// Fails with `wouldBlock` if no bytes are available.
  static func readNow(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemFailure) -> Int {
    try calling(.read) { sequentialRead(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// Writes as many bytes as possible without blocking; fails with `wouldBlock` if no bytes can be written.
  static func writeNow(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemFailure) -> Int {
    try calling(.write) { sequentialWrite(descriptor, bytes.baseAddress, bytes.count) }
  }

  /// Returns the number of unread bytes in a pipe; 0 if the system does not report the number.
  static func unreadByteCount(_ descriptor: Int32) -> Int {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Waits until a descriptor can be read or written, or until the timeout.
  ///
  /// - Parameters:
  ///   - wanted: the descriptors, each with the operations to wait for.
  ///   - milliseconds: the timeout; a negative value waits without a limit.
  /// - Returns: for each entry of `wanted`, whether the descriptor can be read, and whether it can be
  ///   written.
  static func awaitDescriptors(
    _ wanted: [(descriptor: Int32, reads: Bool, writes: Bool)], milliseconds: Int32
  ) throws(SystemFailure) -> [(reads: Bool, writes: Bool)] {
    var entries = wanted.map { entry in
      pollfd(
        fd: entry.descriptor,
        events: (entry.reads ? Int16(POLLIN) : 0) | (entry.writes ? Int16(POLLOUT) : 0),
        revents: 0)
    }
    let count = nfds_t(entries.count)
    _ = try calling(.status) { Int(pollDescriptors(&entries, count, milliseconds)) }
    return entries.map { entry in
      // A failed or closed descriptor is ready, because the next call with this descriptor reports the
      // error or the end.
      let isOver = entry.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
      return (
        reads: isOver || entry.revents & Int16(POLLIN) != 0,
        writes: isOver || entry.revents & Int16(POLLOUT) != 0
      )
    }
  }

  /// Returns the effective user ID of the process.
  static func userNumber() -> UInt32 { geteuid() }

  /// Returns the host name; empty if the system does not provide the name.
  static func hostName() -> [UInt8] {
    var name = [UInt8](repeating: 0, count: 256)
    let failed = name.withUnsafeMutableBytes { buffer in
      guard let start = buffer.baseAddress else { return true }
      return gethostname(start.assumingMemoryBound(to: CChar.self), buffer.count - 1) != 0
    }
    return failed ? [] : Array(name.prefix { $0 != 0 })
  }
}

// MARK: - Processes in the background

extension SystemCalls {
  /// Forks this process, and returns the child's process ID in the parent and 0 in the child.
  ///
  /// Only the calling thread exists in the child.
  static func copyProcess() throws(SystemFailure) -> Int32 {
    #if canImport(Darwin)
      throw SystemFailure(number: .notImplemented)
    #else
      return Int32(truncatingIfNeeded: try calling(.open) { Int(fork()) })
    #endif
  }

  /// Detaches this process from its terminal.
  ///
  /// Starts a new session, changes to the root folder and redirects the standard streams to `/dev/null`.
  static func leaveTerminal() {
    _ = setsid()
    _ = chdir("/")
    let nothing = open("/dev/null", O_RDWR)
    guard nothing >= 0 else { return }
    for descriptor in Int32(0)...2 { _ = dup2(nothing, descriptor) }
    if nothing > 2 { closeFile(nothing) }
  }

  /// Waits until a child has ended, and reaps the child.
  ///
  /// - Returns: the exit status, or the number of the signal that ended the child if `isSignal` is true;
  ///   nil if the system provides no status.
  static func waitForEnd(of process: Int32) -> (status: Int32, isSignal: Bool)? {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8 & 0xFF, false) : (signal, true)
  }
}
