/// The number of pixels of a display in a logical pixel.
enum WaylandScale: Equatable {
  /// A whole number, which a surface sets itself.
  case whole(UInt32)
  /// A number of 120ths, with which a viewport shows a picture (Source: the protocol `fractional-scale-v1`).
  case fraction(UInt32)

  /// The permitted scales; a scale that the compositor reports is limited to this range.
  ///
  /// The limits keep the number of bytes of a picture below 2³¹, the limit of `wl_shm`.
  private static let limits = 0.5...4.0

  /// Creates a scale from a number of 120ths.
  init(of120ths number: UInt32) {
    self = .fraction(
      min(max(number, UInt32(120 * Self.limits.lowerBound)), UInt32(120 * Self.limits.upperBound)))
  }

  /// Creates a whole scale.
  init(whole number: UInt32) { self = .whole(min(max(number, 1), UInt32(Self.limits.upperBound))) }

  /// The number of pixels in a logical pixel, from 0.5 to 4.
  var value: Double {
    switch self {
    case .whole(let number): Double(number)
    case .fraction(let number): Double(number) / 120
    }
  }
}
