import ByteTools
package import Foundation
package import ProfferFileSystem

/// The document portal of a session, which transfers files between programs, in and out of sandboxes.
///
/// A sandboxed program cannot open the files in a list of paths. Another program registers the files with the
/// portal, and passes the resulting key to the sandboxed program as the value of a selection. With this key,
/// the portal grants access to the files. (Source: the interface `org.freedesktop.portal.FileTransfer` of
/// xdg-desktop-portal, and its use in GTK.)
///
/// This folder contains the code for the bus and for the calls of the portal. The code must not depend on
/// offers, on routes, or on the names under which a key is offered.
///
/// A portal is used only if it is already running, as in GTK. A transfer ends with the connection that
/// started the transfer. Therefore, the connection is kept as long as this object exists.
package final class DocumentPortal: Sendable {
  /// The time limits for replies of the bus and for receivers.
  package struct Limits: Sendable {
    /// The maximum time for the bus to report whether the portal is running.
    ///
    /// An unresponsive bus delays an offer by this time.
    package var asking: Duration = .milliseconds(100)
    /// The maximum time for the portal to reply to a call.
    package var call: Duration = .seconds(2)
    /// The maximum time for a receiver to retrieve the files of its key after the end of the offer.
    package var retrieval: Duration = .seconds(10)

    package init() {}
  }

  private struct State {
    var connection: BusConnection?
    /// The serial of the pending availability request, and its deadline; the error if the request failed.
    var question: Result<(serial: UInt32, deadline: ContinuousClock.Instant), any Error>?
    /// The transfers that were started but not retrieved, oldest first.
    var transfers: [(key: String, begin: ContinuousClock.Instant)] = []
  }

  /// The name that the portal owns on the bus.
  private static let busName = "org.freedesktop.portal.Documents"
  private static let target = BusMessage.Target(
    destination: busName, path: "/org/freedesktop/portal/documents",
    interface: "org.freedesktop.portal.FileTransfer")
  /// The maximum number of descriptors in a message, as in GTK.
  ///
  /// A bus may reject more.
  private static let groupCount = 16
  /// The maximum number of transfers that are kept for receivers that have not retrieved their files.
  private static let transferCount = 64

  /// The maximum number of bytes of a key from another program.
  ///
  /// The portal's own keys have about twenty bytes.
  private static let keyByteLimit = 4096

  private let connect: @Sendable () throws -> ByteStream
  private let limits: Limits
  private let state = Locked(State())

  /// - Parameter connect: connects to the bus without blocking.
  init(_ limits: Limits = Limits(), connecting connect: @escaping @Sendable () throws -> ByteStream) {
    (self.limits, self.connect) = (limits, connect)
  }

  /// Creates a portal on the first available bus.
  convenience init(on addresses: [BusAddress], _ limits: Limits = Limits()) {
    self.init(limits) { try BusConnection.stream(to: addresses) }
  }

  // MARK: Availability

  /// Sends a request for the availability of the portal, without waiting for the reply.
  package func ask() {
    state.withLock { state in
      state.question = Result {
        let connection = BusConnection(try connect())
        state.connection = connection
        var name = BusWriter()
        name.add(DocumentPortal.busName)
        let serial = connection.send("NameHasOwner", on: .bus, name)
        try connection.flush()
        return (serial, .now + limits.asking)
      }
    }
  }

  /// Waits for the reply to ``ask()``.
  ///
  /// - Throws: an error with the reason why the portal is not used. The connection is then closed.
  package func requireRunning() throws {
    try state.withLock { state in
      do {
        guard let question = try state.question?.get(), let connection = state.connection else {
          throw TransferError(.notSupported, "the document portal was not requested")
        }
        var answer = try connection.answer(to: question.serial, "b", until: question.deadline)
        guard answer.boolean() == true else {
          throw TransferError(.notSupported, "no document portal runs in this session")
        }
      } catch {
        state.connection = nil
        throw error
      }
    }
  }

  /// Closes the connection, which also ends its transfers.
  package func disconnect() {
    state.withLock { ($0.connection, $0.question, $0.transfers) = (nil, nil, []) }
  }

  // MARK: Transfers

  /// Registers files for a receiver.
  ///
  /// Files that do not exist are omitted.
  ///
  /// - Parameter answer: receives the key of the transfer. Called once, on a worker thread.
  func register(_ files: [FilePath], _ answer: @escaping @Sendable (Result<String, any Error>) -> Void) {
    WorkerThreads.shared.run { [self] in answer(Result { try key(for: files) }) }
  }

  private func key(for files: [FilePath]) throws -> String {
    try using { connection, state in
      var options = BusWriter()
      // The receiver gets read-only access, because a paste must not change the original files.
      options.add(options: ["writable": false, "autostop": true])
      let key = try text(connection, "StartTransfer", options)
      do {
        try add(files, to: key, connection)
      } catch {
        stop(key, connection)
        throw error
      }
      forgetRetrieved(&state)
      state.transfers.append((key, .now))
      if state.transfers.count > DocumentPortal.transferCount {
        stop(state.transfers.removeFirst().key, connection)
      }
      return key
    }
  }

  private func add(_ files: [FilePath], to key: String, _ connection: BusConnection) throws {
    // The authentication is complete when the first reply has arrived.
    guard connection.passesDescriptors else {
      throw TransferError(.notSupported, "\(connection.name) does not pass files")
    }
    var isEmpty = true
    for start in stride(from: 0, to: files.count, by: DocumentPortal.groupCount) {
      let group = try files[start..<min(files.count, start + DocumentPortal.groupCount)].compactMap(stream)
      if group.isEmpty { continue }
      isEmpty = false
      var values = BusWriter()
      values.add(key)
      values.add(descriptorsFromFirst: group.count)
      values.add(options: [:])
      let call = connection.send(
        "AddFiles", on: DocumentPortal.target, values, flags: .noStart, passing: group)
      _ = try connection.answer(to: call, "", until: .now + limits.call)
    }
    if isEmpty { throw TransferError(.notRepresentable, "none of the offered files exists") }
  }

  /// Returns a descriptor that only refers to a file; nil if the file does not exist.
  ///
  /// The file need not be readable.
  private func stream(_ path: FilePath) throws -> ByteStream? {
    do {
      return try .sharing(.referring(to: path), calling: "a file")
    } catch  where error.code == .notFound {
      return nil
    }
  }

  private func stop(_ key: String, _ connection: BusConnection) {
    var values = BusWriter()
    values.add(key)
    _ = connection.send("StopTransfer", on: DocumentPortal.target, values, flags: [.noReply, .noStart])
    do { try connection.flush() } catch {
      // The transfer ended with the bus.
    }
  }

  /// Removes the transfers that the portal has ended.
  ///
  /// The portal ends a transfer after its files are retrieved.
  private func forgetRetrieved(_ state: inout State) {
    for signal in state.connection?.takeSignals() ?? []
    where signal.member == "TransferClosed" && signal.signature == "s" {
      var values = signal.values
      let key = values.text()
      state.transfers.removeAll { $0.key == key }
    }
  }

  /// Whether a receiver has a key whose files may not have been retrieved yet.
  package var hasTransfers: Bool { state.withLock { !$0.transfers.isEmpty } }

  /// Waits until receivers have retrieved the files of all keys.
  ///
  /// Pending transfers end when this object is released.
  ///
  /// Waits at most ``Limits/retrieval`` after the last key was delivered.
  package func waitUntilRetrieved() {
    state.withLock { state in
      do {
        forgetRetrieved(&state)
        while let connection = state.connection, let last = state.transfers.last {
          let deadline = last.begin + limits.retrieval
          try connection.wait(until: deadline)
          forgetRetrieved(&state)
          if .now >= deadline { return }
        }
      } catch {
        // The transfers have ended with the bus.
        (state.connection, state.transfers) = (nil, [])
      }
    }
  }

  /// Returns the files of a transfer, in the order in which they were registered.
  ///
  /// - Parameter key: the received value of one of the portal's names.
  /// - Throws: `refused` if the key is unknown or the portal is not running, `cannotConnect` if there is no
  ///   bus.
  package func files(of key: Data) throws -> [FilePath] {
    // GTK writes a NUL after the key, but other programs do not.
    let bytes = key.prefix { $0 != 0 }
    guard !bytes.isEmpty, bytes.count <= DocumentPortal.keyByteLimit,
      let key = String(data: bytes, encoding: .utf8)
    else {
      throw TransferError(
        .notRepresentable, "the key that is offered for the document portal is not valid")
    }
    return try using { connection, _ in
      var values = BusWriter()
      values.add(key)
      values.add(options: [:])
      let call = connection.send("RetrieveFiles", on: DocumentPortal.target, values, flags: .noStart)
      var answer = try connection.answer(to: call, "as", until: .now + limits.call)
      guard let texts = answer.texts() else {
        throw TransferError.violation("the document portal", "a list that is not valid")
      }
      return try texts.map { text in
        guard text.hasPrefix("/"), let path = FilePath(text) else {
          throw TransferError.violation("the document portal", "a file without an absolute path")
        }
        return path
      }
    }
  }

  // MARK: The connection

  /// Calls a function with the connection.
  ///
  /// Creates a new connection if there is none, or if the last connection has ended.
  private func using<Value>(_ body: (BusConnection, inout State) throws -> Value) throws -> Value {
    try state.withLock { state in
      func attempt(_ connection: BusConnection) throws -> Value {
        do { return try body(connection, &state) } catch {
          // A failed connection is not used again, because its next message may be a reply to an earlier
          // call.
          let failures: [TransferError.Code] = [
            .cannotConnect, .connectionLost, .protocolViolation, .unresponsive,
          ]
          if let code = (error as? TransferError)?.code, failures.contains(code) {
            (state.connection, state.transfers) = (nil, [])
          }
          throw error
        }
      }
      if let connection = state.connection {
        do { return try attempt(connection) } catch let error as TransferError
          where error.code == .connectionLost
        {
          // The bus may have been restarted.
        }
      }
      let connection = BusConnection(try connect())
      state.connection = connection
      return try attempt(connection)
    }
  }

  private func text(_ connection: BusConnection, _ member: String, _ values: BusWriter) throws -> String {
    let call = connection.send(member, on: DocumentPortal.target, values, flags: .noStart)
    var answer = try connection.answer(to: call, "s", until: .now + limits.call)
    guard let text = answer.text() else {
      throw TransferError.violation("the document portal", "a key that is not text")
    }
    return text
  }
}
