/// Records the types for which a value was delivered to a receiver.
struct GivenTypes {
  /// The offered types, best first.
  ///
  /// A type with several names occurs several times.
  private let offered: [String]
  private var given: Set<String> = []

  init(of forms: [OfferedForm]) { offered = forms.map(\.typeIdentifier) }

  /// Adds a type for which a value was delivered.
  mutating func add(_ typeIdentifier: String) { given.insert(typeIdentifier) }

  /// Removes all types that were added.
  mutating func clear() { given = [] }

  /// Whether no value was delivered.
  var isEmpty: Bool { given.isEmpty }

  /// The added types, best first, each once.
  var ordered: [String] {
    var left = given
    return offered.filter { left.remove($0) != nil }
  }
}
