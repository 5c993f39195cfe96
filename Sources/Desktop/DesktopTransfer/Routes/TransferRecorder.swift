import ByteTools

/// Something that happened in a transfer, in the words of drag sessions and without content.
package struct TransferEvent: Hashable, Sendable {
  /// The time since the beginning.
  package let time: Duration
  /// Who did it: `proffer`, or the program or terminal on the other side.
  package let party: String
  /// What it was: a call of a drag session, or another event in angle brackets.
  package let call: String
  /// Names and results; may be empty.
  package let detail: String
  /// How many bytes a value has, where it was about one.
  package let byteCount: UInt64?

  package init(time: Duration, party: String, call: String, detail: String, byteCount: UInt64?) {
    (self.time, self.party, self.call, self.detail) = (time, party, call, detail)
    self.byteCount = byteCount
  }
}

/// Keeps what happens in a transfer.
package final class TransferRecorder: Sendable {
  private let beginning = ContinuousClock.now
  private let keep: @Sendable (TransferEvent) -> Void

  /// - Parameter keep: gets each event as it happens, on any thread.
  package init(_ keep: @escaping @Sendable (TransferEvent) -> Void) { self.keep = keep }

  /// Adds an event that happens now.
  package func add(_ party: String, _ call: String, _ detail: String = "", byteCount: UInt64? = nil) {
    keep(
      TransferEvent(
        time: .now - beginning, party: party, call: call, detail: detail, byteCount: byteCount))
  }

  /// Adds what this program says to a drag that is over its place for drops.
  func addAnswer(isAccepted: Bool) { add("proffer", "sessionDidUpdate", isAccepted ? "copy" : "forbidden") }

  /// Adds what this program says about a drop at its end.
  func addConclusion(wasTaken: Bool) { add("proffer", "concludeDrop", wasTaken ? "copy" : "cancel") }
}
