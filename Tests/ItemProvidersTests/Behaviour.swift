import Testing

/// Names the rows of the table of known behaviours of Apple's item providers that a test stands for.
struct Behaviour: TestTrait, SuiteTrait {
  let rows: [String]
  var comments: [Comment] { rows.map { Comment(rawValue: $0) } }
}

extension Trait where Self == Behaviour {
  static func behaviour(_ rows: String...) -> Behaviour { Behaviour(rows: rows) }
}
