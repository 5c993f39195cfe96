/// A color as amounts of red, green and blue light in the sRGB space, and how much of what lies behind it is hidden.
///
/// Amounts are 0 to 1 for what every screen can show. A color from a wider space, such as Display P3, keeps amounts
/// beyond these.
public struct Color: Sendable, Hashable {
  /// The amount of red.
  public var red: Double
  /// The amount of green.
  public var green: Double
  /// The amount of blue.
  public var blue: Double
  /// How opaque it is, from 0 to 1.
  public var alpha: Double

  /// Makes a color of amounts of light.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Makes a color of the bytes that most formats write.
  public init(redByte red: UInt8, greenByte green: UInt8, blueByte blue: UInt8, alphaByte alpha: UInt8 = 255)
  {
    self.init(
      red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255, alpha: Double(alpha) / 255
    )
  }

  /// The nearest color that bytes can say; an amount that is no number counts as 0.
  public var bytes: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    func byte(_ amount: Double) -> UInt8 { amount > 0 ? UInt8((min(amount, 1) * 255).rounded()) : 0 }
    return (byte(red), byte(green), byte(blue), byte(alpha))
  }

  /// Black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// White.
  public static let white = Color(red: 1, green: 1, blue: 1)
}
