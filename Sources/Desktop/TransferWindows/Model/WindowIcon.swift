/// A drawing for an item without a picture, by the kind of its content.
package enum WindowIcon: String, Sendable, CaseIterable {
  case text, richText, table, picture, sound, film, archive, folder, link, color, contact, other

  /// The lines of the icon, on a field of 24 × 24 units.
  ///
  /// The commands are the absolute ones of SVG paths: `M x y` begins a line, `L x y` continues it, `C` with
  /// three points adds a cubic Bézier curve, and `Z` closes it.
  var path: String {
    switch self {
    case .text: Self.sheet + " M 8 12 L 16 12 M 8 15 L 16 15 M 8 18 L 13 18"
    case .richText:
      Self.sheet + " M 8.5 18 L 12 10 L 15.5 18 M 9.8 15.2 L 14.2 15.2"
    case .table:
      "M 3 5 L 21 5 L 21 19 L 3 19 Z M 3 9.7 L 21 9.7 M 3 14.3 L 21 14.3 M 9 5 L 9 19 M 15 5 L 15 19"
    case .picture:
      "M 3 5 L 21 5 L 21 19 L 3 19 Z M 3 16.5 L 9 11 L 14 16 L 17 13.5 L 21 17 " + Self.disk(16, 9, 1.5)
    case .sound:
      "M 9 17 L 9 5.5 L 19 3.5 L 19 15 " + Self.disk(6.5, 17, 2.5) + " " + Self.disk(16.5, 15, 2.5)
    case .film:
      "M 3 5 L 21 5 L 21 19 L 3 19 Z M 10 9 L 15 12 L 10 15 Z M 6 5 L 6 19 M 18 5 L 18 19"
    case .archive:
      "M 4 8 L 20 8 L 20 20 L 4 20 Z M 3 4 L 21 4 L 21 8 L 3 8 Z M 10 12 L 14 12"
    case .folder: "M 3 6 L 9.5 6 L 11.5 8.5 L 21 8.5 L 21 19 L 3 19 Z"
    case .link:
      "M 10 14 L 14 10 M 11 7.5 L 13 5.5 C 16.5 2 22 7.5 18.5 11 L 16.5 13 "
        + "M 13 16.5 L 11 18.5 C 7.5 22 2 16.5 5.5 13 L 7.5 11"
    case .color: "M 12 3 C 17 9 18.5 12 18.5 14.5 C 18.5 23 5.5 23 5.5 14.5 C 5.5 12 7 9 12 3 Z"
    case .contact: Self.disk(12, 8, 4) + " M 4 20 C 4 12 20 12 20 20 Z"
    case .other: Self.sheet
    }
  }

  /// A sheet of paper with a folded corner.
  private static let sheet = "M 5 3 L 14 3 L 19 8 L 19 21 L 5 21 Z M 14 3 L 14 8 L 19 8"

  /// Returns a circle, made of two curves.
  private static func disk(_ x: Double, _ y: Double, _ radius: Double) -> String {
    // Two curves with these control points differ from a circle by less than 2 % of the radius.
    let reach = radius * 4 / 3
    return "M \(x - radius) \(y) C \(x - radius) \(y - reach) \(x + radius) \(y - reach) \(x + radius) \(y) "
      + "C \(x + radius) \(y + reach) \(x - radius) \(y + reach) \(x - radius) \(y) Z"
  }
}

/// A part of the outline of an icon.
enum IconSegment: Equatable {
  case move(Double, Double)
  case line(Double, Double)
  case curve(Double, Double, Double, Double, Double, Double)
  case close

  /// Reads the segments of a path.
  ///
  /// - Precondition: the path has only the commands that ``WindowIcon/path`` names.
  static func segments(of path: String) -> [IconSegment] {
    var words = path.split(separator: " ")[...]
    func number() -> Double {
      guard let word = words.popFirst(), let number = Double(word) else {
        preconditionFailure("a path has no number where a number is expected")
      }
      return number
    }
    var segments: [IconSegment] = []
    while let command = words.popFirst() {
      switch command {
      case "M": segments.append(.move(number(), number()))
      case "L": segments.append(.line(number(), number()))
      case "C": segments.append(.curve(number(), number(), number(), number(), number(), number()))
      default: segments.append(.close)
      }
    }
    return segments
  }
}
