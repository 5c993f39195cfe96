#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  extension PreviewColor {
    /// Makes an sRGB color.
    ///
    /// - Parameters:
    ///   - red: the red component, 0 to 1.
    ///   - green: the green component, 0 to 1.
    ///   - blue: the blue component, 0 to 1.
    ///   - alpha: the opacity, 0 to 1.
    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
      self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Makes a color; the calibrated space is taken for sRGB.
    ///
    /// - Parameters:
    ///   - red: the red component, 0 to 1.
    ///   - green: the green component, 0 to 1.
    ///   - blue: the blue component, 0 to 1.
    ///   - alpha: the opacity, 0 to 1.
    public convenience init(calibratedRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
      self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Makes a color; the space of the device is taken for sRGB.
    ///
    /// - Parameters:
    ///   - red: the red component, 0 to 1.
    ///   - green: the green component, 0 to 1.
    ///   - blue: the blue component, 0 to 1.
    ///   - alpha: the opacity, 0 to 1.
    public convenience init(deviceRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
      self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// The red component.
    public var redComponent: CGFloat { red }
    /// The green component.
    public var greenComponent: CGFloat { green }
    /// The blue component.
    public var blueComponent: CGFloat { blue }
    /// The opacity.
    public var alphaComponent: CGFloat { alpha }
  }
#endif
