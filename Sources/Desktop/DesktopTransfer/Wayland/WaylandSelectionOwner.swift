import Foundation
import ProfferFileSystem

/// A selection of a Wayland compositor that this program owns.
///
/// A receiver gives a pipe, which is written as fast as it is read: each receiver has its own, and none waits for another.
final class WaylandSelectionOwner: SelectionOwnership {
  /// A receiver whose value is being made.
  private struct Waiting {
    let form: OfferedForm
    let pipe: ByteStream
    let deadline: ContinuousClock.Instant
  }

  /// A receiver that reads its value.
  private struct Receiver {
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
  /// How often a receiver is looked at that has to read its value before the selection is given up.
  private static let readingInterval: Duration = .milliseconds(5)
  /// The most that it may take to do so.
  private static let readingLimit: Duration = .seconds(2)

  let ending: OwnershipEnding
  let names: [String]
  private let control: DataControl
  private let selection: TransferSelection
  private let options: OwnershipOptions
  private let forms: [String: OfferedForm]
  private let source: UInt32
  private let begin = ContinuousClock.now
  private var waiting: [Int: Waiting] = [:]
  private var requestCount = 0
  private var receivers: [Receiver] = []
  private var end: OwnershipEnd?

  /// Takes the selection.
  init(
    _ control: DataControl, _ offer: TransferOffer, as selection: TransferSelection,
    _ options: OwnershipOptions
  ) throws {
    self.control = control
    self.selection = selection
    self.options = options
    ending = try OwnershipEnding()
    let offered = offer.forms(on: .wayland)
    guard !offered.isEmpty else { throw TransferError(.empty, "there is nothing to offer") }
    names = offered.map(\.name)
    var forms: [String: OfferedForm] = [:]
    for form in offered { forms[form.name] = form }
    self.forms = forms
    source = try control.select(names, in: selection)
  }

  func serve() throws -> OwnershipEnd {
    defer { ending.end() }
    while true {
      while let event = try control.next() { handle(event) }
      for (number, result) in ending.takeMade() { deliver(number, result) }
      for place in receivers.indices.reversed() where !write(to: &receivers[place]) {
        receivers.remove(at: place)
      }
      giveUpLate()
      endIfDue()
      if let end, waiting.isEmpty, receivers.isEmpty {
        if end != .replaced { control.clear(selection) }
        try control.connection.synchronize()
        return end
      }
      let ready = try control.connection.connection.wait(
        for: [(ending.wakeup.stream, .reading)]
          + receivers.lazy.filter { !$0.isSent }.map { ($0.pipe, .writing) }, until: nextDeadline)
      if ready[0].contains(.reading) { try ending.wakeup.clear() }
    }
  }

  private func handle(_ event: DataControl.Event) {
    switch event {
    case .send(source, let name, let pipe):
      // A receiver that asks for what is not offered reads an empty value: the pipe is closed as it is released.
      guard let form = forms[name], waiting.count + receivers.count < WaylandSelectionOwner.receiverCount
      else { return }
      requestCount += 1
      let number = requestCount
      waiting[number] = Waiting(form: form, pipe: pipe, deadline: .now + options.computingLimit)
      let ending = ending
      form.content.request { ending.deliver(number, $0) }
    case .cancelled(source), .finished: if end == nil { end = .replaced }
    case .send, .cancelled, .changed: break
    }
  }

  private func deliver(_ number: Int, _ result: Result<Data, any Error>) {
    guard let request = waiting.removeValue(forKey: number) else { return }
    do {
      let data = try request.form.written(try result.get())
      receivers.append(Receiver(data: data, pipe: request.pipe, deadline: .now + options.pipeIdleLimit))
      if options.endsAfterOneReceiver, end == nil { end = .taken }
    } catch {
      // The receiver reads an empty value; the protocol has no other answer.
    }
  }

  /// Writes what a receiver takes now.
  ///
  /// - Returns: whether there is more to write.
  private func write(to receiver: inout Receiver) -> Bool {
    let last = min(receiver.data.count, receiver.sentCount + WaylandSelectionOwner.turnByteCount)
    while !receiver.isSent {
      guard receiver.sentCount < last else { return true }
      let start = receiver.data.startIndex + receiver.sentCount
      let piece = receiver.data[start..<min(receiver.data.endIndex, start + (1 << 16))]
      do {
        switch try piece.withUnsafeBytes({ try receiver.pipe.write($0) }) {
        case .moved(let count):
          receiver.sentCount += count
          receiver.deadline =
            .now + (receiver.isSent ? WaylandSelectionOwner.readingLimit : options.pipeIdleLimit)
        case .wouldWait: return true
        case .ended: return false
        }
      } catch {
        // A receiver that cannot be written to has what it got, like one that has closed its pipe.
        return false
      }
    }
    // A receiver that finds the selection empty before it reads what it asked for gives up, as wl-paste does: the offer that
    // ends with one receiver ends when that has read its value.
    return end == .taken && receiver.pipe.unreadByteCount > 0
  }

  private func giveUpLate() {
    let now = ContinuousClock.now
    receivers.removeAll { $0.deadline <= now }
    for request in waiting.values where request.deadline <= now {
      request.form.content.giveUp(
        TransferError(.timedOut, "\(request.form.typeIdentifier) was not made within the time limit"))
    }
  }

  private func endIfDue() {
    guard end == nil else { return }
    if ending.isRequested {
      end = .requested
    } else if let limit = options.timeLimit, ContinuousClock.now - begin >= limit {
      end = .timeLimit
    }
  }

  private var nextDeadline: ContinuousClock.Instant? {
    let times =
      waiting.values.map(\.deadline)
      + receivers.map { $0.isSent ? .now + WaylandSelectionOwner.readingInterval : $0.deadline }
      + [end == nil ? options.timeLimit.map { begin + $0 } : nil].compactMap(\.self)
    return times.min()
  }
}
