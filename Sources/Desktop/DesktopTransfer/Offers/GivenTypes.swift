/// The types of an offer of which receivers were given a value.
struct GivenTypes {
  /// The types that are offered, best first; a type with several names is there several times.
  private let offered: [String]
  private var given: Set<String> = []

  init(of forms: [OfferedForm]) { offered = forms.map(\.typeIdentifier) }

  /// Adds a type of which a value was given.
  mutating func add(_ typeIdentifier: String) { given.insert(typeIdentifier) }

  /// Forgets what was given before.
  mutating func clear() { given = [] }

  /// Whether no value was given.
  var isEmpty: Bool { given.isEmpty }

  /// The types, best first, each once.
  var ordered: [String] {
    var left = given
    return offered.filter { left.remove($0) != nil }
  }
}
