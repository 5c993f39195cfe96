import ByteTools
package import Foundation
package import ProfferFileSystem

/// The document portal of a session, which hands files from program to program, in and out of sandboxes.
///
/// A program in a sandbox does not see the files that a list of paths names; the portal gives it those that another program
/// has registered, for a key that goes from the one to the other like any value of a selection. This folder knows the bus and
/// the calls of the portal; it may not know offers, routes, or which names stand for a key. (Source: the interface
/// `org.freedesktop.portal.FileTransfer` of xdg-desktop-portal, and its use in GTK.)
///
/// A portal is used only if it runs already, as by GTK. A transfer ends with the connection that has begun it, so that the
/// connection is kept as long as this value exists.
package final class DocumentPortal: Sendable {
  /// The time limits for answers of the bus and of receivers.
  package struct Limits: Sendable {
    /// For the bus to say whether the portal is running.
    ///
    /// A bus that does not answer delays an offer by this time.
    package var asking: Duration = .milliseconds(100)
    /// For the portal to answer a call.
    package var call: Duration = .seconds(2)
    /// For a receiver to retrieve the files of the key that it was given, after the end of the offer.
    package var retrieval: Duration = .seconds(10)

    package init() {}
  }

  private struct State {
    var connection: BusConnection?
    /// The number of the question whether the portal runs, and until when the answer is waited for.
    var question: Result<(serial: UInt32, deadline: ContinuousClock.Instant), any Error>?
    /// The transfers that were begun and are not retrieved, oldest first.
    var transfers: [(key: String, begin: ContinuousClock.Instant)] = []
  }

  /// The name that the portal owns on the bus.
  private static let busName = "org.freedesktop.portal.Documents"
  private static let target = BusMessage.Target(
    destination: busName, path: "/org/freedesktop/portal/documents",
    interface: "org.freedesktop.portal.FileTransfer")
  /// The most descriptors of a message, as GTK sends them: a bus may refuse more.
  private static let groupCount = 16
  /// The most transfers that are kept for receivers that have not retrieved their files.
  private static let transferCount = 64

  /// The most bytes of a key that comes from another program; the portal's have about twenty.
  private static let keyByteLimit = 4096

  private let connect: @Sendable () throws -> ByteStream
  private let limits: Limits
  private let state = Locked(State())

  /// - Parameter connect: connects to the bus, without waiting.
  init(_ limits: Limits = Limits(), connecting connect: @escaping @Sendable () throws -> ByteStream) {
    (self.limits, self.connect) = (limits, connect)
  }

  /// The portal on the first bus that is there.
  convenience init(on addresses: [BusAddress], _ limits: Limits = Limits()) {
    self.init(limits) { try BusConnection.stream(to: addresses) }
  }

  // MARK: Whether it runs

  /// Begins to ask whether the portal runs; waits for nothing.
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

  /// Waits for the answer to ``ask()``.
  ///
  /// - Throws: why the portal is not used; the connection is closed then.
  package func requireRunning() throws {
    try state.withLock { state in
      do {
        guard let question = try state.question?.get(), let connection = state.connection else {
          throw TransferError(.notSupported, "the document portal was not asked for")
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

  /// Ends the connection, and the transfers with it.
  package func disconnect() {
    state.withLock { ($0.connection, $0.question, $0.transfers) = (nil, nil, []) }
  }

  // MARK: Transfers

  /// Registers files for a receiver; those that are not there are left out.
  ///
  /// - Parameter answer: called once, on a thread of the portal's, with the key of the transfer.
  func register(_ files: [FilePath], _ answer: @escaping @Sendable (Result<String, any Error>) -> Void) {
    WorkerThreads.shared.run { [self] in answer(Result { try key(for: files) }) }
  }

  private func key(for files: [FilePath]) throws -> String {
    try using { connection, state in
      var options = BusWriter()
      // Its receiver is given a copy: what a paste brings is not to be changed in its place.
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
    // The authentication is over with the first answer.
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
    if isEmpty { throw TransferError(.notRepresentable, "none of the files that are offered is there") }
  }

  /// A descriptor that only names a file, which may be unreadable; nil for a file that is not there.
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
      // A bus that has ended has forgotten the transfer.
    }
  }

  /// Forgets the transfers that the portal has ended, as it does when their files were retrieved.
  private func forgetRetrieved(_ state: inout State) {
    for signal in state.connection?.takeSignals() ?? []
    where signal.member == "TransferClosed" && signal.signature == "s" {
      var values = signal.values
      let key = values.text()
      state.transfers.removeAll { $0.key == key }
    }
  }

  /// Whether a receiver has a key whose files it may not have retrieved.
  package var hasTransfers: Bool { state.withLock { !$0.transfers.isEmpty } }

  /// Waits until receivers have retrieved the files of all keys, because transfers end with this value.
  ///
  /// Waits at most ``Limits/retrieval`` after the last key was given out.
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

  /// The files of a transfer, in the order in which they were registered.
  ///
  /// - Parameter key: what came under a name of the portal's.
  /// - Throws: `refused` if the key is not known or the portal does not run, `cannotConnect` if there is no bus.
  package func files(of key: Data) throws -> [FilePath] {
    // GTK writes a NUL after the key; other programs do not.
    let bytes = key.prefix { $0 != 0 }
    guard !bytes.isEmpty, bytes.count <= DocumentPortal.keyByteLimit,
      let key = String(data: bytes, encoding: .utf8)
    else {
      throw TransferError(
        .notRepresentable, "what is offered for the document portal is not a key of a transfer")
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

  /// Calls with the connection, or with a new one if there is none, or if it has ended since its last use.
  private func using<Value>(_ body: (BusConnection, inout State) throws -> Value) throws -> Value {
    try state.withLock { state in
      func attempt(_ connection: BusConnection) throws -> Value {
        do { return try body(connection, &state) } catch {
          // A connection that failed is not used again: what comes next may be an answer to an earlier call.
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
          // The bus may have been started anew.
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
