public import Foundation

extension PreviewColor {
  /// Makes a gray.
  ///
  /// - Parameters:
  ///   - white: the amount of all components, from 0 to 1.
  ///   - alpha: the opacity.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Makes a color of a hue.
  ///
  /// - Parameters:
  ///   - hue: the angle on the circle of colors, from 0 to 1; red is 0.
  ///   - saturation: 0 is a gray.
  ///   - brightness: 0 is black.
  ///   - alpha: the opacity.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let sector = (hue - hue.rounded(.down)) * 6
    func component(_ offset: CGFloat) -> CGFloat {
      let place = (offset + sector).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(place, 4 - place, 1))
    }
    self.init(red: component(5), green: component(3), blue: component(1), alpha: alpha)
  }

  /// The same color with another opacity.
  public func withAlphaComponent(_ alpha: CGFloat) -> PreviewColor {
    PreviewColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Reads the components.
  ///
  /// - Parameters:
  ///   - red: set to the red component unless it is nil.
  ///   - green: set to the green component unless it is nil.
  ///   - blue: set to the blue component unless it is nil.
  ///   - alpha: set to the opacity unless it is nil.
  /// - Returns: true: every color here has these components.
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

  /// Black.
  public static let black = PreviewColor(white: 0, alpha: 1)
  /// A dark gray.
  public static let darkGray = PreviewColor(white: 1.0 / 3, alpha: 1)
  /// A gray.
  public static let gray = PreviewColor(white: 0.5, alpha: 1)
  /// A light gray.
  public static let lightGray = PreviewColor(white: 2.0 / 3, alpha: 1)
  /// White.
  public static let white = PreviewColor(white: 1, alpha: 1)
  /// Red.
  public static let red = PreviewColor(red: 1, green: 0, blue: 0)
  /// Green.
  public static let green = PreviewColor(red: 0, green: 1, blue: 0)
  /// Blue.
  public static let blue = PreviewColor(red: 0, green: 0, blue: 1)
  /// Cyan.
  public static let cyan = PreviewColor(red: 0, green: 1, blue: 1)
  /// Yellow.
  public static let yellow = PreviewColor(red: 1, green: 1, blue: 0)
  /// Magenta.
  public static let magenta = PreviewColor(red: 1, green: 0, blue: 1)
  /// Orange.
  public static let orange = PreviewColor(red: 1, green: 0.5, blue: 0)
  /// Purple.
  public static let purple = PreviewColor(red: 0.5, green: 0, blue: 0.5)
  /// Brown.
  public static let brown = PreviewColor(red: 0.6, green: 0.4, blue: 0.2)
}
