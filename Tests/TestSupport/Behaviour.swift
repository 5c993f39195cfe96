package import Testing

/// The rows of the table of known behaviours, `.github/docs/behaviours.md`, that a test covers.
package struct Behaviour: TestTrait, SuiteTrait {
  /// The identifiers of the rows, such as `IP-042` and `G-12`.
  package let rows: [String]
  /// The identifiers, which are printed with a failure.
  package var comments: [Comment] { rows.map { Comment(rawValue: $0) } }
}

extension Trait where Self == Behaviour {
  /// Marks the rows that the test covers.
  package static func behaviour(_ rows: String...) -> Behaviour { Behaviour(rows: rows) }
}
