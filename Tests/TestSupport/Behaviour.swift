package import Testing

/// Names the rows of the table of known behaviours of Apple's item providers (`IP-001`), and the known traps
/// of them (`G-1`), that a test stands for.
package struct Behaviour: TestTrait, SuiteTrait {
  /// The rows' identifiers.
  package let rows: [String]
  /// The identifiers again, so that a failure names them.
  package var comments: [Comment] { rows.map { Comment(rawValue: $0) } }
}

extension Trait where Self == Behaviour {
  /// The test stands for these rows.
  package static func behaviour(_ rows: String...) -> Behaviour { Behaviour(rows: rows) }
}
