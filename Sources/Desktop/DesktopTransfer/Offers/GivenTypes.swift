/// Records the types for which a value was delivered to a receiver.
struct GivenTypes {
  /// The offered types, best first.
  ///
  /// A type with several names occurs several times.
  private let offered: [String]
  private var given: Set<String> = []
  /// The time of the last delivery; nil if no value was delivered.
  private(set) var lastTime: ContinuousClock.Instant?

  /// The time without a further request after which a paste is over.
  ///
  /// Programs request several types for one paste, and some request a type twice.
  static let quietTime: Duration = .milliseconds(200)

  init(of forms: [OfferedForm]) { offered = forms.map(\.typeIdentifier) }

  /// Adds a type for which a value was delivered.
  mutating func add(_ typeIdentifier: String) {
    given.insert(typeIdentifier)
    lastTime = .now
  }

  /// Removes all types that were added.
  mutating func clear() {
    given = []
    lastTime = nil
  }

  /// The time at which a paste that has begun is over; nil if no value was delivered.
  var pasteEnd: ContinuousClock.Instant? { lastTime.map { $0 + GivenTypes.quietTime } }

  /// Whether no value was delivered.
  var isEmpty: Bool { given.isEmpty }

  /// The added types, best first, each once.
  var ordered: [String] {
    var left = given
    return offered.filter { left.remove($0) != nil }
  }
}
