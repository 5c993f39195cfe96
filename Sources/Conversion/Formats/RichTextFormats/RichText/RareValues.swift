/// Properties that have their default values in most instances of a type.
///
/// Such an instance stores only a nil reference, and copies of other instances share an object. Runs,
/// paragraphs and cells are copied often.
struct RareValues<Values: DefaultedValues>: Sendable {
  /// An immutable object with the values.
  final class Shared: Sendable {
    let values: Values

    fileprivate init(_ values: Values) { self.values = values }
  }

  /// The values; nil if all of them are the defaults.
  private(set) var shared: Shared?

  /// Creates the default values.
  init() {}

  init(_ values: Values) { if values != Values() { shared = Shared(values) } }

  mutating func change(_ change: (inout Values) -> Void) {
    var values = shared?.values ?? Values()
    change(&values)
    self = RareValues(values)
  }

  /// Returns whether both instances have the same object, which is faster to check than equality.
  func isIdentical(to other: RareValues) -> Bool { shared === other.shared }
}

extension RareValues: Equatable {
  static func == (first: RareValues, second: RareValues) -> Bool {
    if first.isIdentical(to: second) { return true }
    // Instances with default values have no object.
    guard let values = first.shared?.values, let others = second.shared?.values else { return false }
    return values == others
  }
}

/// Values whose defaults are set by an initializer without parameters.
protocol DefaultedValues: Sendable, Equatable {
  init()
}
