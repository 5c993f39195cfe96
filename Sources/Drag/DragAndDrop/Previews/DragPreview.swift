public import Foundation

/// The preview of a dragged item: its content and its shape.
@MainActor
open class DragPreview {
  /// The content of a preview.
  public enum Content {
    /// A view; the client draws it.
    case view(View)
    /// A URL, with a title if available.
    case link(URL, title: String?)
  }

  /// The content.
  public let content: Content
  /// The shape and the background, copied from the parameters passed to the initialiser.
  public let parameters: DragPreviewParameters

  /// Makes a preview of a view.
  ///
  /// - Parameters:
  ///   - view: the view, which the client draws.
  ///   - parameters: the shape and the background; the object is copied.
  public init(view: View, parameters: DragPreviewParameters = DragPreviewParameters()) {
    content = .view(view)
    self.parameters = DragPreviewParameters(copying: parameters)
  }

  /// Makes a preview of a URL; nil for a file URL.
  ///
  /// - Parameters:
  ///   - url: the URL.
  ///   - title: the title; nil to show only the URL.
  public init?(for url: URL, title: String? = nil) {
    if url.isFileURL { return nil }
    content = .link(url, title: title)
    parameters = DragPreviewParameters()
  }

  /// The view of the content; nil for a link.
  public var view: View? { if case .view(let view) = content { view } else { nil } }
}

/// The shape and the background of a preview.
open class DragPreviewParameters: NSObject, NSCopying {
  /// The visible part of the view, in the view's coordinates; nil for the whole view.
  ///
  /// The setter copies the path.
  public var visiblePath: PreviewPath? {
    get { path }
    set { path = newValue.map { PreviewPath(copying: $0) } }
  }
  /// The background; nil for the system's background.
  public var backgroundColor: PreviewColor?
  /// The rectangles of the lines of text in the preview, in the view's coordinates; empty if the preview
  /// does not show text.
  public let textLineRects: [CGRect]
  private var path: PreviewPath?

  /// Makes parameters that show the whole view on the system's background.
  public override init() { textLineRects = [] }

  /// Makes parameters for lines of text.
  ///
  /// - Parameter textLineRects: the rectangles of the lines, in the view's coordinates.
  public init(textLineRects: [CGRect]) {
    self.textLineRects = textLineRects
    path = textLineRects.isEmpty ? nil : PreviewPath(textLineRects)
  }

  /// Makes parameters with the same content as other parameters.
  init(copying other: DragPreviewParameters) {
    textLineRects = other.textLineRects
    backgroundColor = other.backgroundColor
    path = other.path.map { PreviewPath(copying: $0) }
  }

  /// Returns a copy of the parameters; the path of the copy is moved by a distance.
  func moved(by distance: CGPoint) -> DragPreviewParameters {
    let moved = DragPreviewParameters(copying: self)
    moved.path = path?.moved(by: distance)
    return moved
  }

  /// Returns the smallest rectangle around the visible part of a view with the given bounds.
  ///
  /// - Parameter bounds: the bounds of the view.
  /// - Returns: the rectangle; the bounds themselves if no path is set.
  public func visibleRect(in bounds: CGRect) -> CGRect { visiblePath?.bounds ?? bounds }

  /// Returns parameters with the same content.
  open func copy(with zone: NSZone? = nil) -> Any { DragPreviewParameters(copying: self) }

  /// Returns whether the other object has the same path, background and lines.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? DragPreviewParameters else { return false }
    return path == other.path && backgroundColor == other.backgroundColor
      && textLineRects == other.textLineRects
  }

  /// A hash of the origin of the path's bounds; equal parameters have equal hashes.
  open override var hash: Int {
    let bounds = path?.bounds ?? .zero
    var hasher = Hasher()
    hasher.combine(bounds.origin.x)
    hasher.combine(bounds.origin.y)
    return hasher.finalize()
  }
}
