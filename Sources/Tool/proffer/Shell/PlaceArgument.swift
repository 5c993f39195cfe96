import ArgumentParsing
import ProfferActions

/// A place in a bundle, as given on the command line.
typealias PlaceArgument = BundlePlace

extension BundlePlace {
  /// Parses the place of an item or a representation.
  static var value: ArgumentValue<BundlePlace> {
    ArgumentValue.text { text throws(ArgumentProblem) in
      if let place = BundlePlace(text) { return place }
      throw ArgumentProblem("expected an item, such as 2, or a representation, such as 2.1")
    }.completed(by: .computed(.place))
  }
}

extension BundlePlace {
  /// Parses the place of an item.
  static var onlyItem: ArgumentValue<BundlePlace> {
    let place = value
    return ArgumentValue(.computed(.item)) { word throws(ArgumentProblem) in
      let place = try place.read(word)
      guard place.representation == nil else { throw ArgumentProblem("expected an item, such as 2") }
      return place
    }
  }
}
