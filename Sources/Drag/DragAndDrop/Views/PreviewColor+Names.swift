public import Foundation

extension PreviewColor {
  /// Makes a gray color.
  ///
  /// - Parameters:
  ///   - white: the value of the three color components, from 0 to 1.
  ///   - alpha: the opacity.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Makes a color from hue, saturation and brightness.
  ///
  /// - Parameters:
  ///   - hue: the angle on the color wheel, from 0 to 1; red is 0.
  ///   - saturation: the saturation, from 0 to 1; 0 is gray.
  ///   - brightness: the brightness, from 0 to 1; 0 is black.
  ///   - alpha: the opacity.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let sector = (hue - hue.rounded(.down)) * 6
    func component(_ offset: CGFloat) -> CGFloat {
      let place = (offset + sector).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(place, 4 - place, 1))
    }
    self.init(red: component(5), green: component(3), blue: component(1), alpha: alpha)
  }

  /// Returns the color with another opacity.
  ///
  /// - Parameter alpha: the opacity, 0 to 1.
  /// - Returns: the color.
  public func withAlphaComponent(_ alpha: CGFloat) -> PreviewColor {
    PreviewColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Reads the components.
  ///
  /// - Parameters:
  ///   - red: set to the red component, unless the pointer is nil.
  ///   - green: set to the green component, unless the pointer is nil.
  ///   - blue: set to the blue component, unless the pointer is nil.
  ///   - alpha: set to the opacity, unless the pointer is nil.
  /// - Returns: always true, because every color of this class has these components.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    red?.pointee = self.red
    green?.pointee = self.green
    blue?.pointee = self.blue
    alpha?.pointee = self.alpha
    return true
  }

  /// Opaque black, `#000000`.
  public static let black = PreviewColor(white: 0, alpha: 1)
  /// Opaque dark gray, `#555555`.
  public static let darkGray = PreviewColor(white: 1.0 / 3, alpha: 1)
  /// Opaque gray, `#808080`.
  public static let gray = PreviewColor(white: 0.5, alpha: 1)
  /// Opaque light gray, `#aaaaaa`.
  public static let lightGray = PreviewColor(white: 2.0 / 3, alpha: 1)
  /// Opaque white, `#ffffff`.
  public static let white = PreviewColor(white: 1, alpha: 1)
  /// Opaque red, `#ff0000`.
  public static let red = PreviewColor(red: 1, green: 0, blue: 0)
  /// Opaque green, `#00ff00`.
  public static let green = PreviewColor(red: 0, green: 1, blue: 0)
  /// Opaque blue, `#0000ff`.
  public static let blue = PreviewColor(red: 0, green: 0, blue: 1)
  /// Opaque cyan, `#00ffff`.
  public static let cyan = PreviewColor(red: 0, green: 1, blue: 1)
  /// Opaque yellow, `#ffff00`.
  public static let yellow = PreviewColor(red: 1, green: 1, blue: 0)
  /// Opaque magenta, `#ff00ff`.
  public static let magenta = PreviewColor(red: 1, green: 0, blue: 1)
  /// Opaque orange, `#ff8000`.
  public static let orange = PreviewColor(red: 1, green: 0.5, blue: 0)
  /// Opaque purple, `#800080`.
  public static let purple = PreviewColor(red: 0.5, green: 0, blue: 0.5)
  /// Opaque brown, `#996633`.
  public static let brown = PreviewColor(red: 0.6, green: 0.4, blue: 0.2)
}
