import Foundation
import ProfferFileSystem

/// Serves the requests of receivers.
///
/// Each receiver passes its own pipe, to which the value is written as fast as the receiver reads. Therefore,
/// no receiver waits for another receiver.
final class WaylandValueServer {
  /// A receiver that is reading its value.
  private struct Receiver {
    let typeIdentifier: String
    let value: OfferedValue
    let pipe: ByteStream
    var sentCount = 0
    var isSent: Bool { sentCount == value.byteCount }
    var deadline: ContinuousClock.Instant
  }

  /// The maximum number of simultaneous receivers.
  ///
  /// The pipe of each receiver is an open file of the process.
  private static let receiverCount = 256
  /// The maximum number of bytes that are written to a receiver before the next receiver's turn.
  private static let turnByteCount = 1 << 20
  /// The interval between checks whether a receiver has read its value.
  ///
  /// No event reports that a pipe is empty.
  private static let readingInterval: Duration = .milliseconds(5)
  /// The maximum time for a receiver to read the rest of a completely written value.
  private static let readingLimit: Duration = .seconds(2)

  /// The offered names, in the order of the offer.
  let names: [String]
  /// Whether a transfer ends only after the receiver has read the whole value.
  ///
  /// Some receivers, such as wl-paste, cancel the transfer if the offer ends earlier.
  var waitsForReaders = false
  /// The error of a value that a receiver got only in part; nil if there is none.
  private(set) var failure: (any Error)?
  /// The types of the values that were written.
  private(set) var given: GivenTypes
  private let forms: [String: OfferedForm]
  /// The maximum inactivity of a receiver during its transfer.
  private let idleLimit: Duration
  private var waiting: RequestedValues<ByteStream>
  private var receivers: [Receiver] = []

  /// - Parameters:
  ///   - idleLimit: the maximum inactivity of a receiver during its transfer.
  ///   - ending: passes values from the threads that produce them.
  init(
    _ offered: [OfferedForm], _ options: OwnershipOptions, idleLimit: Duration, _ ending: OwnershipEnding
  ) throws {
    guard !offered.isEmpty else { throw TransferError(.empty, "there is nothing to offer") }
    self.idleLimit = idleLimit
    waiting = RequestedValues(within: options.computingLimit, ending)
    names = offered.map(\.name)
    given = GivenTypes(of: offered)
    var forms: [String: OfferedForm] = [:]
    for form in offered { forms[form.name] = form }
    self.forms = forms
  }

  /// Clears ``given``.
  func forgetGiven() { given.clear() }

  /// Returns ``failure`` and clears it.
  func takeFailure() -> (any Error)? {
    defer { failure = nil }
    return failure
  }

  /// Whether every receiver has the requested values.
  var isIdle: Bool { waiting.isEmpty && receivers.isEmpty }

  /// The pipes of values that are not completely written, for the next wait.
  var interests: [(stream: ByteStream, interest: StreamInterest)] {
    receivers.filter { !$0.isSent }.map { ($0.pipe, .writing) }
  }

  /// The latest times at which the server must run again.
  var deadlines: [ContinuousClock.Instant] {
    waiting.deadlines
      + receivers.map { $0.isSent ? .now + WaylandValueServer.readingInterval : $0.deadline }
  }

  // MARK: Serving

  /// Starts producing a value for a receiver.
  func start(_ name: String, for pipe: ByteStream) {
    // If the name is not offered or there are too many receivers, the released pipe is closed, and the
    // receiver reads an empty value.
    guard let form = forms[name], waiting.count + receivers.count < WaylandValueServer.receiverCount
    else { return }
    waiting.start(form, for: pipe)
  }

  /// Starts the transfers of the values that were produced.
  func deliver() {
    for (pipe, form, value) in waiting.takeMade() {
      // If there is no value, the receiver reads an empty value. The protocol has no other response.
      guard case .success(let value) = value else { continue }
      receivers.append(
        Receiver(
          typeIdentifier: form.typeIdentifier, value: value, pipe: pipe, deadline: .now + idleLimit))
    }
  }

  /// Writes as much as the receivers accept now.
  ///
  /// Gives up inactive receivers, and values that are not produced in time.
  func write() {
    for place in receivers.indices.reversed() where !write(to: &receivers[place]) {
      receivers.remove(at: place)
    }
    let now = ContinuousClock.now
    receivers.removeAll { $0.deadline <= now }
    waiting.giveUpLate()
  }

  /// Writes as much as a receiver accepts now.
  ///
  /// - Returns: whether the transfer continues.
  private func write(to receiver: inout Receiver) -> Bool {
    let last = min(receiver.value.byteCount, receiver.sentCount + WaylandValueServer.turnByteCount)
    while !receiver.isSent {
      guard receiver.sentCount < last else { return true }
      let piece: Data
      do {
        piece = try receiver.value.piece(at: receiver.sentCount, atMost: 1 << 16)
      } catch {
        // The protocol cannot report this to the receiver.
        failure = failure ?? error
        return false
      }
      do {
        switch try piece.withUnsafeBytes({ try receiver.pipe.write($0) }) {
        case .moved(let count):
          receiver.sentCount += count
          receiver.deadline = .now + (receiver.isSent ? WaylandValueServer.readingLimit : idleLimit)
        case .wouldWait: return true
        case .ended: return false
        }
      } catch {
        // A write error is handled like a closed pipe. The receiver keeps the bytes that it has received.
        return false
      }
    }
    given.add(receiver.typeIdentifier)
    return waitsForReaders && receiver.pipe.unreadByteCount > 0
  }
}
