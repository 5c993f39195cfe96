/// A width and a height in points: the size at which a source prefers its item to be shown.
///
/// Zero means no preference. Negative values are kept as they were set; a receiver ignores them.
public struct PresentationSize: Hashable, Sendable, Codable {
  /// Points from left to right.
  public var width: Double
  /// Points from top to bottom.
  public var height: Double

  /// Makes a size.
  ///
  /// - Parameters:
  ///   - width: points from left to right.
  ///   - height: points from top to bottom.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No preference.
  public static let zero = PresentationSize(width: 0, height: 0)

  /// Whether a receiver can use it: both sides are finite and above zero.
  package var isUsable: Bool { width > 0 && height > 0 && width.isFinite && height.isFinite }
}

/// Whether a source prefers its item merged into the receiver's content or kept as a file.
public enum PresentationStyle: Int, Sendable, Hashable, Codable {
  /// No preference.
  case unspecified = 0
  /// Merged in place.
  case inline = 1
  /// Kept as an attachment.
  case attachment = 2
}

/// A value with a natural size; registering it sets the provider's preferred presentation size.
public protocol PresentationSizeProviding {
  /// The natural size in points.
  var preferredPresentationSizeForItemProvider: PresentationSize { get }
}
