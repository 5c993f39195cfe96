import Foundation
import ProfferFileSystem

/// Gives receivers the values that they ask for.
///
/// A receiver gives a pipe, which is written as fast as it is read: each receiver has its own, and none waits for another.
final class WaylandValueServer {
  /// A receiver that reads its value.
  private struct Receiver {
    let typeIdentifier: String
    let data: Data
    let pipe: ByteStream
    var sentCount = 0
    var isSent: Bool { sentCount == data.count }
    var deadline: ContinuousClock.Instant
  }

  /// The most receivers at a time; each has a pipe of the process's files.
  private static let receiverCount = 256
  /// The most bytes that are written to one receiver before the next has its turn.
  private static let turnByteCount = 1 << 20
  /// How often a receiver is looked at that has to read its value: no event tells that a pipe is empty.
  private static let readingInterval: Duration = .milliseconds(5)
  /// The most that it may take to do so.
  private static let readingLimit: Duration = .seconds(2)

  /// The names that are offered, in the order of the offer.
  let names: [String]
  /// Whether a value is written only when the receiver has read it: one that finds that nothing is offered any more gives up
  /// before, as wl-paste does.
  var waitsForReaders = false
  /// Whether a value was made for a receiver.
  private(set) var hasDelivered = false
  /// The types of which a value was written.
  private(set) var given: GivenTypes
  private let forms: [String: OfferedForm]
  /// The most that a receiver may do nothing while it gets a value.
  private let idleLimit: Duration
  private var waiting: RequestedValues<ByteStream>
  private var receivers: [Receiver] = []

  /// - Parameters:
  ///   - idleLimit: the most that a receiver may do nothing while it gets a value.
  ///   - ending: brings the values that other threads make.
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

  /// Counts what is given from now on.
  func forgetGiven() { given.clear() }

  /// Whether every receiver has what it asked for.
  var isIdle: Bool { waiting.isEmpty && receivers.isEmpty }

  /// The pipes that are waited for.
  var interests: [(stream: ByteStream, interest: StreamInterest)] {
    receivers.filter { !$0.isSent }.map { ($0.pipe, .writing) }
  }

  /// When something is to be done at the latest.
  var deadlines: [ContinuousClock.Instant] {
    waiting.deadlines
      + receivers.map { $0.isSent ? .now + WaylandValueServer.readingInterval : $0.deadline }
  }

  // MARK: Serving

  /// Starts to make a value for a receiver.
  func start(_ name: String, for pipe: ByteStream) {
    // A receiver that asks for what is not offered reads an empty value: the pipe is closed as it is released.
    guard let form = forms[name], waiting.count + receivers.count < WaylandValueServer.receiverCount
    else { return }
    waiting.start(form, for: pipe)
  }

  /// Takes the values that were made.
  func deliver() {
    for (pipe, form, value) in waiting.takeMade() {
      // Without a value the receiver reads an empty one; the protocol has no other answer.
      guard case .success(let data) = value else { continue }
      receivers.append(
        Receiver(
          typeIdentifier: form.typeIdentifier, data: data, pipe: pipe, deadline: .now + idleLimit))
      hasDelivered = true
    }
  }

  /// Writes what receivers take now, and gives up those that take nothing, and values that are not made.
  func write() {
    for place in receivers.indices.reversed() where !write(to: &receivers[place]) {
      receivers.remove(at: place)
    }
    let now = ContinuousClock.now
    receivers.removeAll { $0.deadline <= now }
    waiting.giveUpLate()
  }

  /// Writes what a receiver takes now.
  ///
  /// - Returns: whether there is more to write.
  private func write(to receiver: inout Receiver) -> Bool {
    let last = min(receiver.data.count, receiver.sentCount + WaylandValueServer.turnByteCount)
    while !receiver.isSent {
      guard receiver.sentCount < last else { return true }
      let start = receiver.data.startIndex + receiver.sentCount
      let piece = receiver.data[start..<min(receiver.data.endIndex, start + (1 << 16))]
      do {
        switch try piece.withUnsafeBytes({ try receiver.pipe.write($0) }) {
        case .moved(let count):
          receiver.sentCount += count
          receiver.deadline = .now + (receiver.isSent ? WaylandValueServer.readingLimit : idleLimit)
        case .wouldWait: return true
        case .ended: return false
        }
      } catch {
        // A receiver that cannot be written to has what it got, like one that has closed its pipe.
        return false
      }
    }
    given.add(receiver.typeIdentifier)
    return waitsForReaders && receiver.pipe.unreadByteCount > 0
  }
}
