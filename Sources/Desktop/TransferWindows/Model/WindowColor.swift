import Foundation

/// A color in sRGB, with components from 0 to 1.
package struct WindowColor: Sendable, Equatable {
  package var red, green, blue, alpha: Double

  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Creates an opaque color from a number such as `0x1F6FEB`.
  package init(_ hexadecimal: UInt32) {
    self.init(
      red: Double(hexadecimal >> 16 & 0xFF) / 255, green: Double(hexadecimal >> 8 & 0xFF) / 255,
      blue: Double(hexadecimal & 0xFF) / 255)
  }

  static let white = WindowColor(0xFFFFFF)
  static let black = WindowColor(0x000000)

  /// The color as a premultiplied pixel of a ``Picture``.
  package var pixel: UInt32 {
    func byte(_ value: Double) -> UInt32 { UInt32((min(max(value, 0), 1) * 255).rounded()) }
    return byte(alpha) << 24 | byte(red * alpha) << 16 | byte(green * alpha) << 8 | byte(blue * alpha)
  }

  /// Returns the color with another opacity.
  func opacity(_ alpha: Double) -> WindowColor {
    WindowColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Returns a color between this one and another one.
  ///
  /// - Parameter part: the part of the other color, from 0 to 1.
  func mixed(with other: WindowColor, _ part: Double) -> WindowColor {
    WindowColor(
      red: red + (other.red - red) * part, green: green + (other.green - green) * part,
      blue: blue + (other.blue - blue) * part, alpha: alpha + (other.alpha - alpha) * part)
  }

  /// The relative luminance, from 0 for black to 1 for white (Source: WCAG 2.2, "relative luminance").
  var luminance: Double {
    func linear(_ value: Double) -> Double {
      value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Returns the contrast ratio between two opaque colors, from 1 to 21 (Source: WCAG 2.2).
  package func contrast(to other: WindowColor) -> Double {
    let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
    return (light + 0.05) / (dark + 0.05)
  }

  /// Returns this color, made lighter or darker until its contrast to a background is at least 4.5.
  ///
  /// 4.5 is the minimum for text (Source: WCAG 2.2, success criterion 1.4.3). Black or white reaches it on
  /// every background.
  func readable(on background: WindowColor) -> WindowColor {
    let isBetterWhite =
      WindowColor.white.contrast(to: background) >= WindowColor.black.contrast(to: background)
    let end = isBetterWhite ? WindowColor.white : WindowColor.black
    for step in 0...20 {
      let color = mixed(with: end, Double(step) / 20)
      if color.contrast(to: background) >= 4.5 { return color }
    }
    return end
  }
}
