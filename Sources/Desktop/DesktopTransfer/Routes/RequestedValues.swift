import Foundation

/// The values that receivers have asked for and that are being made by other threads, each for one receiver.
///
/// - Parameter Receiver: what a route has to know to hand out a value.
struct RequestedValues<Receiver> {
  private struct Request {
    let form: OfferedForm
    let receiver: Receiver
    let deadline: ContinuousClock.Instant
  }

  private let ending: OwnershipEnding
  private let limit: Duration
  private var requests: [Int: Request] = [:]
  private var number = 0

  /// - Parameters:
  ///   - limit: the most that making a value may take.
  ///   - ending: brings the values to the thread that serves.
  init(within limit: Duration, _ ending: OwnershipEnding) {
    (self.limit, self.ending) = (limit, ending)
  }

  var count: Int { requests.count }
  var isEmpty: Bool { requests.isEmpty }

  /// When values are given up.
  var deadlines: [ContinuousClock.Instant] { requests.values.map(\.deadline) }

  /// Starts to make a value for a receiver.
  mutating func start(_ form: OfferedForm, for receiver: Receiver) {
    number += 1
    requests[number] = Request(form: form, receiver: receiver, deadline: .now + limit)
    form.content.request { [number, ending] in ending.deliver(number, $0) }
  }

  /// The values that were made since the last call, as they are written under their names, or why they cannot be given.
  mutating func takeMade() -> [(receiver: Receiver, form: OfferedForm, value: Result<Data, any Error>)] {
    ending.takeMade().compactMap { number, result in
      // The receiver may be gone meanwhile.
      guard let request = requests.removeValue(forKey: number) else { return nil }
      return (request.receiver, request.form, Result { try request.form.written(result.get()) })
    }
  }

  /// Stops to make the values whose time is over; the next call of ``takeMade()`` has their errors.
  func giveUpLate() {
    let now = ContinuousClock.now
    for request in requests.values where request.deadline <= now {
      request.form.content.giveUp(TransferError.notMade(request.form.typeIdentifier))
    }
  }

  /// Forgets receivers that are gone.
  mutating func forget(_ isGone: (Receiver) -> Bool) {
    requests = requests.filter { !isGone($0.value.receiver) }
  }
}
