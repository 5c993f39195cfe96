/// A width and a height in points: the size at which a source prefers its item to be shown.
///
/// Zero means no preference. Negative values are stored unchanged; a receiver ignores them.
public struct PresentationSize: Hashable, Sendable, Codable {
  /// The width in points.
  public var width: Double
  /// The height in points.
  public var height: Double

  /// Creates a size.
  ///
  /// - Parameters:
  ///   - width: the width in points.
  ///   - height: the height in points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No preference.
  public static let zero = PresentationSize(width: 0, height: 0)

  /// Whether a receiver can use the size: both dimensions are finite and greater than zero.
  package var isUsable: Bool { width > 0 && height > 0 && width.isFinite && height.isFinite }
}

/// A source's preference for its item: merged into the receiver's content, or kept as a file.
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
