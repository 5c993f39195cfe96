import ArgumentParsing
import ProfferActions

/// A place in a bundle or the name of an item, as given on the command line.
typealias PlaceArgument = PlaceReference

extension PlaceReference {
  /// Parses the place of an item or a representation, or the name of an item.
  static var value: ArgumentValue<PlaceReference> {
    ArgumentValue.text { text throws(ArgumentProblem) in
      if let place = PlaceReference(text) { return place }
      throw ArgumentProblem(
        "expected the number or name of an item, or the number of a representation, such as 2.1")
    }.completed(by: .computed(.place))
  }

  /// Parses the place or the name of an item.
  static var onlyItem: ArgumentValue<PlaceReference> {
    let place = value
    return ArgumentValue(.computed(.item)) { word throws(ArgumentProblem) in
      let place = try place.read(word)
      guard place.representation == nil else {
        throw ArgumentProblem("expected the number or name of an item")
      }
      return place
    }
  }
}
