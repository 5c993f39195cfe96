import Foundation

/// The values that receivers have requested and that other threads are producing.
///
/// Each value is for one receiver.
///
/// - Parameter Receiver: the information with which a route delivers a value.
struct RequestedValues<Receiver> {
  private struct Request {
    let form: OfferedForm
    let receiver: Receiver
    let deadline: ContinuousClock.Instant
  }

  private let ending: OwnershipEnding
  private let limit: Duration
  private var requests: [Int: Request] = [:]

  /// - Parameters:
  ///   - limit: the maximum time to produce a value.
  ///   - ending: passes the values to the serving thread.
  init(within limit: Duration, _ ending: OwnershipEnding) {
    (self.limit, self.ending) = (limit, ending)
  }

  var count: Int { requests.count }
  var isEmpty: Bool { requests.isEmpty }

  /// The times at which the requests expire.
  var deadlines: [ContinuousClock.Instant] { requests.values.map(\.deadline) }

  /// Starts producing a value for a receiver.
  mutating func start(_ form: OfferedForm, for receiver: Receiver) {
    // The number is unique among all servers with the same handle: a late value of an earlier drag must not be
    // delivered as the value of a later drag.
    let number = ending.makeRequestNumber()
    requests[number] = Request(form: form, receiver: receiver, deadline: .now + limit)
    form.requestValue { [number, ending] in ending.deliver(number, $0) }
  }

  /// Returns the values that were produced since the last call, encoded for their names.
  ///
  /// A value that cannot be produced or encoded is returned as an error.
  mutating func takeMade()
    -> [(receiver: Receiver, form: OfferedForm, value: Result<OfferedValue, any Error>)]
  {
    ending.takeMade().compactMap { number, result in
      // The receiver may have been removed in the meantime.
      guard let request = requests.removeValue(forKey: number) else { return nil }
      return (request.receiver, request.form, Result { try request.form.written(result.get()) })
    }
  }

  /// Stops producing the values whose deadline has passed.
  ///
  /// The next call of ``takeMade()`` returns an error for each of these values.
  func giveUpLate() {
    let now = ContinuousClock.now
    for request in requests.values where request.deadline <= now {
      request.form.content.giveUp(TransferError.notMade(request.form.typeIdentifier))
    }
  }

  /// Removes the requests of receivers that no longer exist.
  mutating func forget(_ isGone: (Receiver) -> Bool) {
    requests = requests.filter { !isGone($0.value.receiver) }
  }
}
