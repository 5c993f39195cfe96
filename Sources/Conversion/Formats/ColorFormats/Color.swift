package import ProfferConversions
package import StructuredFormats

/// A color in the sRGB color space: red, green and blue components, and an opacity.
///
/// Components are from 0 to 1 for colors inside sRGB. Colors from a wider space, such as Display P3, can
/// have components outside this range.
public struct Color: Sendable, Hashable {
  /// The red component.
  public var red: Double
  /// The green component.
  public var green: Double
  /// The blue component.
  public var blue: Double
  /// The opacity, from 0 to 1.
  public var alpha: Double

  /// Makes a color from its components.
  ///
  /// - Parameters:
  ///   - red: the red component, 0 to 1.
  ///   - green: the green component, 0 to 1.
  ///   - blue: the blue component, 0 to 1.
  ///   - alpha: the opacity, 0 to 1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Makes a color from 8-bit components, the form used by most formats.
  package init(redByte red: UInt8, greenByte green: UInt8, blueByte blue: UInt8, alphaByte alpha: UInt8 = 255)
  {
    self.init(
      red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255, alpha: Double(alpha) / 255
    )
  }

  /// The nearest color with 8-bit components.
  ///
  /// A component that is NaN becomes 0.
  package var bytes: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    func byte(_ amount: Double) -> UInt8 { amount > 0 ? UInt8((min(amount, 1) * 255).rounded()) : 0 }
    return (byte(red), byte(green), byte(blue), byte(alpha))
  }

  /// Opaque black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = Color(red: 1, green: 1, blue: 1)
}

extension Color {
  /// The color as a dictionary of its components.
  package var structuredValue: StructuredValue {
    .dictionary(
      zip(Color.keys, [red, green, blue, alpha]).map { key, amount in
        StructuredMember(key, .real(StructuredReal(amount)))
      })
  }

  /// Reads a color from a dictionary of components or from a string in CSS syntax.
  ///
  /// `alpha` is clamped to 0 through 1 and defaults to 1. Other members are reported as lost metadata.
  ///
  /// - Throws: ``CoderError/Code/notAColor`` for any other value.
  package static func reading(_ value: StructuredValue) throws -> Reading<Color> {
    switch value {
    case .string(let text):
      guard let color = Color(css: text) else { break }
      return Reading(color)
    case .dictionary(let members):
      let amounts = try keys.map { key in try value[key].map { try amount($0, key) } }
      guard let red = amounts[0], let green = amounts[1], let blue = amounts[2] else { break }
      let others = members.count { !keys.contains($0.key) }
      return Reading(
        Color(red: red, green: green, blue: blue, alpha: min(max(amounts[3] ?? 1, 0), 1)),
        losses: others > 0 ? [Loss(.metadata, count: others)] : [])
    default: break
    }
    throw CoderError(
      .notAColor, "\(value.kindName) is not a color; a color is text, or an object with red, green and blue")
  }

  private static let keys = ["red", "green", "blue", "alpha"]

  private static func amount(_ value: StructuredValue, _ key: String) throws -> Double {
    guard let number = value.doubleValue, number.isFinite else {
      throw CoderError(
        .notAColor, "\(key) is \(value.kindName), but a component must be a number from 0 to 1")
    }
    return number
  }
}
