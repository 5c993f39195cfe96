public import Foundation

/// Where a preview comes from or goes to.
@MainActor
public struct DragPreviewTarget {
  /// The view whose points the place is in; it has to be in a window while the preview flies.
  public let container: View
  /// The middle of the preview, in points of the container.
  public let center: CGPoint
  /// How the preview is turned and scaled there.
  public let transform: PreviewTransform

  /// Makes a target.
  public init(container: View, center: CGPoint, transform: PreviewTransform = .identity) {
    self.container = container
    self.center = center
    self.transform = transform
  }
}

/// An affine transform, by the six numbers that Apple's has.
public struct PreviewTransform: Hashable, Sendable {
  /// The first column, then the second, then the shift in points.
  public var a, b, c, d, tx, ty: Double

  /// Makes a transform.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Changes nothing.
  public static let identity = PreviewTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Scales both sides.
  public static func scale(_ factor: Double) -> PreviewTransform {
    PreviewTransform(a: factor, b: 0, c: 0, d: factor, tx: 0, ty: 0)
  }
}

/// A preview and its place.
@MainActor
public struct TargetedDragPreview {
  /// What it shows and how it is cut out.
  public let preview: DragPreview
  /// Where it is.
  public let target: DragPreviewTarget
  /// Its size in points, before the target's transform.
  public let size: CGSize

  /// A preview of a view at a place.
  public init(
    view: View, parameters: DragPreviewParameters = DragPreviewParameters(), target: DragPreviewTarget
  ) {
    preview = DragPreview(view: view, parameters: parameters)
    self.target = target
    size = parameters.visibleRect(in: view.bounds).size
  }

  /// A preview of a view where it is; nil when the view is in no window, so that it is nowhere.
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

  /// A preview of an address at a place; nil for a file's.
  ///
  /// Its size is that of the text in cells of 8 by 16 points: no font is measured here.
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

  /// The view it shows; nil for a link.
  public var view: View? { preview.view }
  /// How it is cut out and on what it lies.
  public var parameters: DragPreviewParameters { preview.parameters }

  /// The same preview at another place.
  public func retargetedPreview(with target: DragPreviewTarget) -> TargetedDragPreview {
    TargetedDragPreview(preview, target, size)
  }
}
