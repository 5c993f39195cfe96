public import Foundation

/// The position at which a preview starts or ends.
@preconcurrency @MainActor
open class DragPreviewTarget: NSObject, NSCopying {
  /// The view that defines the coordinates; must be in a window during the animation.
  public let container: View
  /// The center of the preview, in the coordinates of the container.
  public let center: CGPoint
  /// The rotation and scale of the preview.
  public let transform: PreviewTransform

  /// Makes a target.
  ///
  /// - Parameters:
  ///   - container: the view that defines the coordinates.
  ///   - center: the center of the preview, in the coordinates of the container.
  ///   - transform: the rotation and scale of the preview.
  public init(container: View, center: CGPoint, transform: PreviewTransform = .identity) {
    self.container = container
    self.center = center
    self.transform = transform
  }

  /// Makes a target with the same content as another target.
  private nonisolated init(copying other: DragPreviewTarget) {
    (container, center, transform) = (other.container, other.center, other.transform)
  }

  /// Returns a target with the same container, center and transform.
  open nonisolated func copy(with zone: NSZone? = nil) -> Any { DragPreviewTarget(copying: self) }
}

/// An affine transform with the six numbers of `CGAffineTransform`.
public struct PreviewTransform: Hashable, Sendable {
  /// The first column, the second column and the translation in points.
  public var a, b, c, d, tx, ty: Double

  /// Makes a transform.
  ///
  /// - Parameters:
  ///   - a: the factor from x to x.
  ///   - b: the factor from x to y.
  ///   - c: the factor from y to x.
  ///   - d: the factor from y to y.
  ///   - tx: the horizontal translation.
  ///   - ty: the vertical translation.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// The identity transform.
  public static let identity = PreviewTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Returns a transform that scales both dimensions.
  package static func scale(_ factor: Double) -> PreviewTransform {
    PreviewTransform(scaleX: factor, y: factor)
  }

  /// Makes the identity transform.
  public init() { self = .identity }

  /// Makes a transform that scales the dimensions.
  ///
  /// - Parameters:
  ///   - x: the factor of the width.
  ///   - y: the factor of the height.
  public init(scaleX x: Double, y: Double) { self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

  /// Makes a translation.
  ///
  /// - Parameters:
  ///   - x: the distance to the right, in points.
  ///   - y: the distance down, in points.
  public init(translationX x: Double, y: Double) { self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }

  /// Makes a rotation.
  ///
  /// - Parameter angle: the angle in radians.
  public init(rotationAngle angle: Double) {
    self.init(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
  }

  /// Whether the transform is the identity.
  public var isIdentity: Bool { self == .identity }

  /// Returns the transform that applies this transform and then another transform.
  ///
  /// - Parameter other: the transform to apply after this transform.
  /// - Returns: the combined transform.
  public func concatenating(_ other: PreviewTransform) -> PreviewTransform {
    PreviewTransform(
      a: a * other.a + b * other.c, b: a * other.b + b * other.d, c: c * other.a + d * other.c,
      d: c * other.b + d * other.d, tx: tx * other.a + ty * other.c + other.tx,
      ty: tx * other.b + ty * other.d + other.ty)
  }

  /// Returns the transform that scales and then applies this transform.
  ///
  /// - Parameters:
  ///   - x: the factor of the width.
  ///   - y: the factor of the height.
  /// - Returns: the combined transform.
  public func scaledBy(x: Double, y: Double) -> PreviewTransform {
    PreviewTransform(scaleX: x, y: y).concatenating(self)
  }

  /// Returns the transform that rotates and then applies this transform.
  ///
  /// - Parameter angle: the angle in radians.
  /// - Returns: the combined transform.
  public func rotated(by angle: Double) -> PreviewTransform {
    PreviewTransform(rotationAngle: angle).concatenating(self)
  }

  /// Returns the transform that translates and then applies this transform.
  ///
  /// - Parameters:
  ///   - x: the distance to the right.
  ///   - y: the distance downwards.
  /// - Returns: the combined transform.
  public func translatedBy(x: Double, y: Double) -> PreviewTransform {
    PreviewTransform(translationX: x, y: y).concatenating(self)
  }
}

/// A preview and its position.
@preconcurrency @MainActor
open class TargetedDragPreview: NSObject, NSCopying {
  /// The content and the shape.
  public let preview: DragPreview
  /// The position.
  public let target: DragPreviewTarget
  /// The size in points, before the target's transform.
  public let size: CGSize

  /// Makes a preview of a view at a position.
  ///
  /// - Parameters:
  ///   - view: the view, which the client draws.
  ///   - parameters: the shape and the background; the object is copied.
  ///   - target: the position.
  public init(
    view: View, parameters: DragPreviewParameters = DragPreviewParameters(), target: DragPreviewTarget
  ) {
    preview = DragPreview(view: view, parameters: parameters)
    self.target = target
    size = parameters.visibleRect(in: view.bounds).size
  }

  /// Makes a preview of a view at its own position, in the coordinates of its superview.
  ///
  /// - Parameters:
  ///   - view: the view; must be in a window when the preview is shown.
  ///   - parameters: the shape and the background; the object is copied.
  public convenience init(view: View, parameters: DragPreviewParameters = DragPreviewParameters()) {
    let container = view.superview ?? view
    let origin = view.superview == nil ? CGPoint.zero : view.frame.origin
    let rect = parameters.visibleRect(in: view.bounds)
    self.init(
      view: view, parameters: parameters,
      target: DragPreviewTarget(
        container: container, center: CGPoint(x: origin.x + rect.midX, y: origin.y + rect.midY)))
  }

  /// Makes a preview of a URL at a position; nil for a file URL.
  ///
  /// The size is estimated from the text, at 8 by 16 points per character, because fonts are not
  /// measured.
  ///
  /// - Parameters:
  ///   - url: the URL.
  ///   - title: the title; nil to show only the URL.
  ///   - target: the position.
  public init?(for url: URL, title: String? = nil, target: DragPreviewTarget) {
    guard let preview = DragPreview(for: url, title: title) else { return nil }
    self.preview = preview
    self.target = target
    size = CGSize(width: 8 * Double((title ?? url.absoluteString).count), height: 16)
  }

  private nonisolated init(_ preview: DragPreview, _ target: DragPreviewTarget, _ size: CGSize) {
    self.preview = preview
    self.target = target
    self.size = size
  }

  /// The view of the content; an empty view for a link.
  public var view: View { preview.view ?? View(name: "link", frame: CGRect(origin: .zero, size: size)) }
  /// The shape and the background.
  public var parameters: DragPreviewParameters { preview.parameters }

  /// Returns the same preview at another position.
  ///
  /// - Parameter target: the position.
  /// - Returns: a new object with the same view and parameters.
  open func retargetedPreview(with target: DragPreviewTarget) -> TargetedDragPreview {
    TargetedDragPreview(preview, target, size)
  }

  /// Returns a preview of the same view or URL at the same position.
  open nonisolated func copy(with zone: NSZone? = nil) -> Any { TargetedDragPreview(preview, target, size) }
}
