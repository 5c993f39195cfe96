public import Foundation

/// An sRGB color with components from 0 to 1.
public final class PreviewColor: NSObject, NSCopying, Sendable {
  /// The red component.
  public let red: Double
  /// The green component.
  public let green: Double
  /// The blue component.
  public let blue: Double
  /// The opacity.
  public let alpha: Double

  /// Makes a color; the components are not clamped to valid values.
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

  /// A fully transparent color.
  public static let clear = PreviewColor(red: 0, green: 0, blue: 0, alpha: 0)

  /// Returns the color itself, because colors are immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns whether the other object is a color with the same components.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? PreviewColor else { return false }
    return (red, green, blue, alpha) == (other.red, other.green, other.blue, other.alpha)
  }

  /// A hash of the components.
  public override var hash: Int { [red, green, blue, alpha].hashValue }

  /// The components, for logs.
  public override var description: String { "red \(red), green \(green), blue \(blue), alpha \(alpha)" }
}
