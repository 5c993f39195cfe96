public import Foundation

/// The position that a preview comes from or moves to.
@MainActor
public struct DragPreviewTarget {
  /// The view whose coordinates are used; it has to be in a window during the animation.
  public let container: View
  /// The center of the preview, in the coordinates of the container.
  public let center: CGPoint
  /// The rotation and scale of the preview.
  public let transform: PreviewTransform

  /// Makes a target.
  public init(container: View, center: CGPoint, transform: PreviewTransform = .identity) {
    self.container = container
    self.center = center
    self.transform = transform
  }
}

/// An affine transform with the six numbers of `CGAffineTransform`.
public struct PreviewTransform: Hashable, Sendable {
  /// The first column, the second column and the translation in points.
  public var a, b, c, d, tx, ty: Double

  /// Makes a transform.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// The identity transform.
  public static let identity = PreviewTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// A transform that scales both dimensions.
  public static func scale(_ factor: Double) -> PreviewTransform {
    PreviewTransform(a: factor, b: 0, c: 0, d: factor, tx: 0, ty: 0)
  }
}

/// A preview and its position.
@MainActor
public struct TargetedDragPreview {
  /// The content and the shape.
  public let preview: DragPreview
  /// The position.
  public let target: DragPreviewTarget
  /// The size in points, before the target's transform.
  public let size: CGSize

  /// Makes a preview of a view at a position.
  public init(
    view: View, parameters: DragPreviewParameters = DragPreviewParameters(), target: DragPreviewTarget
  ) {
    preview = DragPreview(view: view, parameters: parameters)
    self.target = target
    size = parameters.visibleRect(in: view.bounds).size
  }

  /// Makes a preview of a view at its own position; nil if the view is not in a window.
  public init?(view: View, parameters: DragPreviewParameters = DragPreviewParameters()) {
    guard view.application != nil else { return nil }
    let container = view.superview ?? view
    let origin = view.superview == nil ? CGPoint.zero : view.frame.origin
    let rect = parameters.visibleRect(in: view.bounds)
    self.init(
      view: view, parameters: parameters,
      target: DragPreviewTarget(
        container: container,
        center: CGPoint(
          x: origin.x + rect.origin.x + rect.size.width / 2,
          y: origin.y + rect.origin.y + rect.size.height / 2
        )))
  }

  /// Makes a preview of a URL at a position; nil for a file URL.
  ///
  /// The size is that of the text in cells of 8 by 16 points: fonts are not measured.
  public init?(for url: URL, title: String? = nil, target: DragPreviewTarget) {
    guard let preview = DragPreview(for: url, title: title) else { return nil }
    self.preview = preview
    self.target = target
    size = CGSize(width: 8 * Double((title ?? url.absoluteString).count), height: 16)
  }

  private init(_ preview: DragPreview, _ target: DragPreviewTarget, _ size: CGSize) {
    self.preview = preview
    self.target = target
    self.size = size
  }

  /// The view of the content; nil for a link.
  public var view: View? { preview.view }
  /// The shape and the background.
  public var parameters: DragPreviewParameters { preview.parameters }

  /// The same preview at another position.
  public func retargetedPreview(with target: DragPreviewTarget) -> TargetedDragPreview {
    TargetedDragPreview(preview, target, size)
  }
}
