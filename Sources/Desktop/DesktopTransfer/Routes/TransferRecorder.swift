import ByteTools

/// An event of a transfer, described in the terms of drag sessions.
///
/// An event does not contain the transferred content.
package struct TransferEvent: Hashable, Sendable {
  /// The time since the recording started.
  package let time: Duration
  /// The party that caused the event: `proffer`, or the program or terminal on the other side.
  package let party: String
  /// The name of the event: a call of a drag session, or a name in angle brackets for any other event.
  package let call: String
  /// Details of the event, such as names and results; may be empty.
  package let detail: String
  /// The number of bytes of the value; nil if the event has no value.
  package let byteCount: UInt64?

  package init(time: Duration, party: String, call: String, detail: String, byteCount: UInt64?) {
    (self.time, self.party, self.call, self.detail) = (time, party, call, detail)
    self.byteCount = byteCount
  }
}

/// Records the events of a transfer.
package final class TransferRecorder: Sendable {
  private let beginning = ContinuousClock.now
  private let keep: @Sendable (TransferEvent) -> Void

  /// - Parameter keep: receives each event as it happens, on any thread.
  package init(_ keep: @escaping @Sendable (TransferEvent) -> Void) { self.keep = keep }

  /// Adds an event with the current time.
  package func add(_ party: String, _ call: String, _ detail: String = "", byteCount: UInt64? = nil) {
    keep(
      TransferEvent(
        time: .now - beginning, party: party, call: call, detail: detail, byteCount: byteCount))
  }

  /// Adds this program's response to a drag over its drop target.
  func addAnswer(isAccepted: Bool) { add("proffer", "sessionDidUpdate", isAccepted ? "copy" : "forbidden") }

  /// Adds this program's final response to a drop.
  func addConclusion(wasTaken: Bool) { add("proffer", "concludeDrop", wasTaken ? "copy" : "cancel") }
}
