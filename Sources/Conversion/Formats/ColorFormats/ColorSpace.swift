import Foundation

/// The three components of a color in some color space.
struct ColorVector {
  var x: Double
  var y: Double
  var z: Double

  init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// Whether all components are finite.
  var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

  /// Returns the vector with a function applied to each component.
  func map(_ function: (Double) -> Double) -> ColorVector {
    ColorVector(function(x), function(y), function(z))
  }

  /// Multiplies the matrix that has the given rows by the vector.
  func times(_ a: ColorVector, _ b: ColorVector, _ c: ColorVector) -> ColorVector {
    ColorVector(
      a.x * x + a.y * y + a.z * z, b.x * x + b.y * y + b.z * z, c.x * x + c.y * y + c.z * z)
  }
}

/// The color spaces of CSS Color 4 and their conversions to sRGB.
///
/// The matrices are those of the specification's sample code. The sample code derives each matrix from the
/// chromaticities in the standard of the color space.
enum ColorSpace {
  /// Converts components of the named color space to sRGB; nil if `color()` has no color space of that name.
  static func light(_ amounts: ColorVector, in space: String) -> ColorVector? {
    switch space {
    case "srgb": return amounts
    case "srgb-linear": return amounts.map(encoded)
    case "display-p3":
      return light(
        xyz: amounts.map(linear).times(
          ColorVector(0.4865709486482162, 0.26566769316909306, 0.1982172852343625),
          ColorVector(0.2289745640697488, 0.6917385218365064, 0.079286914093745),
          ColorVector(0, 0.04511338185890264, 1.043944368900976)))
    case "a98-rgb":
      return light(
        xyz: amounts.map { power($0, 563.0 / 256) }.times(
          ColorVector(0.5766690429101305, 0.1855582379065463, 0.1882286462349947),
          ColorVector(0.29734497525053605, 0.6273635662554661, 0.07529145849399788),
          ColorVector(0.02703136138641234, 0.07068885253582723, 0.9913375368376388)))
    case "prophoto-rgb":
      let linear = amounts.map { abs($0) <= 16.0 / 512 ? $0 / 16 : power($0, 1.8) }
      return light(
        xyz50: linear.times(
          ColorVector(0.7977604896723027, 0.13518583717574031, 0.0313493495815248),
          ColorVector(0.2880711282292934, 0.7118432178101014, 0.00008565396060525902),
          ColorVector(0, 0, 0.8251046025104601)))
    case "rec2020":
      return light(
        xyz: amounts.map { power($0, 2.4) }.times(
          ColorVector(0.6369580483012914, 0.14461690358620832, 0.1688809751641721),
          ColorVector(0.2627002120112671, 0.6779980715188708, 0.05930171646986196),
          ColorVector(0, 0.028072693049087428, 1.060985057710791)))
    case "xyz", "xyz-d65": return light(xyz: amounts)
    case "xyz-d50": return light(xyz50: amounts)
    default: return nil
    }
  }

  /// Converts an HSL color to sRGB.
  ///
  /// The hue is in degrees; saturation and lightness are from 0 to 1.
  static func light(hue: Double, saturation: Double, lightness: Double) -> ColorVector {
    let turn = (hue / 30).truncatingRemainder(dividingBy: 12)
    let reach = saturation * min(lightness, 1 - lightness)
    func amount(_ offset: Double) -> Double {
      let place = (offset + turn + 12).truncatingRemainder(dividingBy: 12)
      return lightness - reach * max(-1, min(place - 3, 9 - place, 1))
    }
    return ColorVector(amount(0), amount(8), amount(4))
  }

  /// Converts a CIE Lab color to sRGB.
  ///
  /// The lightness is from 0 to 100.
  static func light(lab lightness: Double, _ a: Double, _ b: Double) -> ColorVector {
    let (kappa, epsilon) = (24389.0 / 27, 216.0 / 24389)
    let y = (lightness + 16) / 116
    func amount(_ value: Double) -> Double {
      let cube = value * value * value
      return cube > epsilon ? cube : (116 * value - 16) / kappa
    }
    let luminance = lightness > kappa * epsilon ? y * y * y : lightness / kappa
    // The D50 white point.
    return light(
      xyz50: ColorVector(
        amount(a / 500 + y) * 0.3457 / 0.3585, luminance, amount(y - b / 200) * (1 - 0.3457 - 0.3585) / 0.3585
      ))
  }

  /// Converts an Oklab color to sRGB.
  ///
  /// The lightness is from 0 to 1.
  static func light(oklab lightness: Double, _ a: Double, _ b: Double) -> ColorVector {
    let cones = ColorVector(lightness, a, b).times(
      ColorVector(1, 0.3963377773761749, 0.2158037573099136),
      ColorVector(1, -0.1055613458156586, -0.0638541728258133),
      ColorVector(1, -0.0894841775298119, -1.2914855480194092))
    return light(
      xyz: cones.map { $0 * $0 * $0 }.times(
        ColorVector(1.2268798758459243, -0.5578149944602171, 0.2813910456659647),
        ColorVector(-0.0405757452148008, 1.112286803280317, -0.0717110580655164),
        ColorVector(-0.0763729366746601, -0.4214933324022432, 1.5869240198367816)))
  }

  /// Converts CIE XYZ components relative to D65 to sRGB.
  private static func light(xyz: ColorVector) -> ColorVector {
    xyz.times(
      ColorVector(12831.0 / 3959, -329.0 / 214, -1974.0 / 3959),
      ColorVector(-851781.0 / 878810, 1648619.0 / 878810, 36519.0 / 878810),
      ColorVector(705.0 / 12673, -2585.0 / 12673, 705.0 / 667)
    ).map(encoded)
  }

  /// Converts CIE XYZ components relative to D50 to sRGB.
  private static func light(xyz50: ColorVector) -> ColorVector {
    light(
      xyz: xyz50.times(
        ColorVector(0.955473421488075, -0.02309845494876471, 0.06325924320057072),
        ColorVector(-0.0283697093338637, 1.0099953980813041, 0.021041441191917323),
        ColorVector(0.012314014864481998, -0.020507649298898964, 1.330365926242124)))
  }

  /// Returns the linear value of an encoded component of sRGB or Display P3.
  private static func linear(_ amount: Double) -> Double {
    abs(amount) <= 0.04045
      ? amount / 12.92 : power((abs(amount) + 0.055) / 1.055, 2.4) * (amount < 0 ? -1 : 1)
  }

  /// Returns the encoded value of a linear sRGB component.
  private static func encoded(_ amount: Double) -> Double {
    abs(amount) > 0.0031308
      ? (1.055 * power(abs(amount), 1 / 2.4) - 0.055) * (amount < 0 ? -1 : 1) : amount * 12.92
  }

  /// Raises the magnitude of the base to a power, and keeps the base's sign.
  private static func power(_ base: Double, _ exponent: Double) -> Double {
    base < 0 ? -pow(-base, exponent) : pow(base, exponent)
  }
}
