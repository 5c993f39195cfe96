import ArgumentParsing

/// A place in a bundle as `list` numbers them: `2` is the second item, `2.1` its first representation.
struct PlaceArgument: Sendable, Hashable, CustomStringConvertible {
  /// The item, from 1.
  let item: Int
  /// The representation, from 1; nil means the whole item.
  let representation: Int?

  var description: String { representation.map { "\(item).\($0)" } ?? "\(item)" }

  /// The item as the library counts, from 0.
  var itemIndex: Int { item - 1 }
  /// The representation as the library counts, from 0.
  var representationIndex: Int? { representation.map { $0 - 1 } }

  /// A place of an item or a representation.
  static var value: ArgumentValue<PlaceArgument> {
    ArgumentValue.text { text throws(ArgumentProblem) in
      let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      guard let item = parts.first, item > 0, parts.count < 2 || parts[1] > 0, parts.count <= 2 else {
        throw ArgumentProblem("expected an item, such as 2, or a representation, such as 2.1")
      }
      return PlaceArgument(item: item, representation: parts.count == 2 ? parts[1] : nil)
    }.completed(by: .place)
  }
}

extension ValueKind {
  /// A place in the bundle that is on the command line; ``CompletionCandidates`` lists them for a shell.
  static let place = ValueKind.computed("place")
}
