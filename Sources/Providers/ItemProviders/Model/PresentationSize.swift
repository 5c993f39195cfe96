public import Foundation

/// A width and a height, such as the size of a preview in pixels, or a size that a bundle stores.
///
/// Zero means no preference. Negative values are stored unchanged, but receivers ignore them.
public struct PresentationSize: Hashable, Sendable, Codable {
  /// The width, in points unless stated otherwise.
  public var width: Double
  /// The height, in points unless stated otherwise.
  public var height: Double

  /// Creates a size.
  ///
  /// - Parameters:
  ///   - width: the width, in points unless stated otherwise.
  ///   - height: the height, in points unless stated otherwise.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Creates a size from Foundation's type.
  ///
  /// - Parameter size: the size.
  public init(_ size: CGSize) { self.init(width: Double(size.width), height: Double(size.height)) }

  /// No preference.
  public static let zero = PresentationSize(width: 0, height: 0)

  /// Whether a receiver can use the size: both dimensions are finite and greater than zero.
  package var isUsable: Bool { width > 0 && height > 0 && width.isFinite && height.isFinite }
}

/// The way in which a source prefers its item to be presented: merged into the receiver's content, or kept
/// as a file.
public enum PresentationStyle: Int, Sendable, Hashable, Codable {
  /// No preference.
  case unspecified = 0
  /// The item is merged into the receiver's content.
  case inline = 1
  /// The item is kept as an attachment.
  case attachment = 2
}

/// A value with a natural size.
///
/// Registering the value sets the provider's preferred presentation size.
public protocol PresentationSizeProviding {
  /// The natural size in points.
  var preferredPresentationSizeForItemProvider: CGSize { get }
}

extension CGSize {
  /// Creates a size in Foundation's type.
  ///
  /// - Parameter size: the size.
  public init(_ size: PresentationSize) { self.init(width: size.width, height: size.height) }
}
