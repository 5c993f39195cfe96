import ArgumentParsing
import ProfferActions

/// A place in a bundle, as given on the command line.
typealias PlaceArgument = BundlePlace

extension BundlePlace {
  /// Parses the place of an item or a representation.
  static var value: ArgumentValue<BundlePlace> {
    ArgumentValue.text { text throws(ArgumentProblem) in
      let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      guard let item = parts.first, item > 0, parts.count < 2 || parts[1] > 0, parts.count <= 2 else {
        throw ArgumentProblem("expected an item, such as 2, or a representation, such as 2.1")
      }
      return BundlePlace(item: item, representation: parts.count == 2 ? parts[1] : nil)
    }.completed(by: .place)
  }
}

extension BundlePlace {
  /// Parses the place of an item.
  static var onlyItem: ArgumentValue<BundlePlace> {
    let place = value
    return ArgumentValue(place.kind) { word throws(ArgumentProblem) in
      let place = try place.read(word)
      guard place.representation == nil else { throw ArgumentProblem("expected an item, such as 2") }
      return place
    }
  }
}

extension ValueKind {
  /// A place in the bundle that is named on the command line.
  ///
  /// ``CompletionCandidates`` computes the candidates.
  static let place = ValueKind.computed("place")
}
