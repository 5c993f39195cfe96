import Foundation

/// A parsed CSS color function, such as `rgb(255 0 0 / 50%)`.
struct ColorFunction {
  /// An argument in the form in which it was written.
  enum Argument {
    case number(Double)
    case percentage(Double)
    /// An angle in degrees.
    case angle(Double)
    /// The keyword `none`, which is evaluated as 0.
    case none
  }

  private let name: String
  /// The color space, which is the first argument of `color()`.
  private let space: String?
  private var components: [Argument] = []
  private var alpha: Argument = .number(1)

  /// Parses the lower-case text of a function; nil unless it has three components and at most one alpha
  /// value.
  init?(_ text: String) {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return nil }
    name = String(text[..<open])
    let inside = text[text.index(after: open)...].dropLast()
    let halves = inside.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count <= 2 else { return nil }
    var words = halves[0].split { $0 == "," || $0 == " " || $0 == "\t" || $0 == "\n" }
    if name == "color" {
      guard let first = words.first else { return nil }
      space = String(first)
      words.removeFirst()
    } else {
      space = nil
    }
    if halves.count == 2 {
      let alpha = halves[1].split { $0 == " " || $0 == "\t" || $0 == "\n" }
      guard words.count == 3, alpha.count == 1 else { return nil }
      words += alpha
    }
    guard words.count == 3 || words.count == 4 else { return nil }
    for word in words {
      guard let argument = Argument(word) else { return nil }
      components.append(argument)
    }
    if components.count == 4 { alpha = components.removeLast() }
  }

  /// Returns the color; nil for an unknown function or space, and for components that are not finite.
  func color() -> Color? {
    let opacity = min(max(alpha.value(percent: 0.01), 0), 1)
    guard let light = light(), light.isFinite else { return nil }
    return Color(red: light.x, green: light.y, blue: light.z, alpha: opacity)
  }

  /// Returns the sRGB components; nil for an unknown function or color space.
  private func light() -> ColorVector? {
    switch name {
    case "rgb", "rgba":
      // Dividing by 255 gives exactly the components of the equivalent hexadecimal digits. Multiplying by
      // the reciprocal of 255 would not.
      let (red, green, blue) = (value(0, percent: 2.55), value(1, percent: 2.55), value(2, percent: 2.55))
      return ColorVector(red, green, blue).map { min(max($0, 0), 255) / 255 }
    case "hsl", "hsla":
      return ColorSpace.light(
        hue: value(0), saturation: unit(1), lightness: unit(2))
    case "hwb":
      let (white, black) = (unit(1), unit(2))
      if white + black >= 1 { return ColorVector(1, 1, 1).map { $0 * white / (white + black) } }
      return ColorSpace.light(hue: value(0), saturation: 1, lightness: 0.5)
        .map { $0 * (1 - white - black) + white }
    case "lab":
      return ColorSpace.light(lab: lightness(100), value(1, percent: 1.25), value(2, percent: 1.25))
    case "lch":
      let (a, b) = polar(chroma: value(1, percent: 1.5))
      return ColorSpace.light(lab: lightness(100), a, b)
    case "oklab":
      return ColorSpace.light(oklab: lightness(1), value(1, percent: 0.004), value(2, percent: 0.004))
    case "oklch":
      let (a, b) = polar(chroma: value(1, percent: 0.004))
      return ColorSpace.light(oklab: lightness(1), a, b)
    case "color":
      let amounts = ColorVector(value(0, percent: 0.01), value(1, percent: 0.01), value(2, percent: 0.01))
      return space.flatMap { ColorSpace.light(amounts, in: $0) }
    default: return nil
    }
  }

  private func value(_ place: Int, percent: Double = 1) -> Double {
    components[place].value(percent: percent)
  }

  /// Returns a component as a fraction, clamped to 0 through 1.
  ///
  /// The component is a percentage, with or without the percent sign.
  private func unit(_ place: Int) -> Double { min(max(value(place), 0), 100) / 100 }

  private func lightness(_ most: Double) -> Double { min(max(value(0, percent: most / 100), 0), most) }

  private func polar(chroma: Double) -> (a: Double, b: Double) {
    let angle = value(2) * .pi / 180
    return (max(chroma, 0) * cos(angle), max(chroma, 0) * sin(angle))
  }
}

extension ColorFunction.Argument {
  init?(_ word: Substring) {
    if word == "none" {
      self = .none
      return
    }
    let units: [(suffix: String, degrees: Double)] = [
      ("deg", 1), ("grad", 0.9), ("rad", 180 / .pi), ("turn", 360),
    ]
    if word.hasSuffix("%"), let number = Self.number(word.dropLast()) {
      self = .percentage(number)
    } else if let number = Self.number(word) {
      self = .number(number)
    } else if let unit = units.first(where: { word.hasSuffix($0.suffix) }),
      let number = Self.number(word.dropLast(unit.suffix.count))
    {
      self = .angle(number * unit.degrees)
    } else {
      return nil
    }
  }

  /// Parses a CSS number, which cannot be hexadecimal or `inf`.
  private static func number(_ word: Substring) -> Double? {
    let isDecimal = word.utf8.allSatisfy {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "+")
        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "e")
    }
    guard isDecimal, let number = Double(word), number.isFinite else { return nil }
    return number
  }

  /// Returns the numeric value of the argument, where one percent equals `percent`.
  func value(percent: Double) -> Double {
    switch self {
    case .number(let number): number
    case .percentage(let number): number * percent
    case .angle(let degrees): degrees
    case .none: 0
    }
  }
}
