import ByteTools
public import Foundation

/// The preview of a dragged item: its content and its shape.
@preconcurrency @MainActor
open class DragPreview: NSObject, NSCopying {
  /// The content of a preview.
  public enum Content: Sendable {
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

  /// Makes a preview with the same content as another preview.
  private nonisolated init(copying other: DragPreview) {
    content = other.content
    parameters = DragPreviewParameters(copying: other.parameters)
  }

  /// Returns a preview of the same view or URL.
  open nonisolated func copy(with zone: NSZone? = nil) -> Any { DragPreview(copying: self) }

  /// The view of the content; nil for a link.
  public var view: View? { if case .view(let view) = content { view } else { nil } }
}

/// The shape and the background of a preview.
@preconcurrency @MainActor
open class DragPreviewParameters: NSObject, NSCopying {
  /// The visible part of the view, in the view's coordinates; nil for the whole view.
  ///
  /// The setter copies the path.
  public var visiblePath: PreviewPath? {
    get { style.withLock { $0.path } }
    set { style.withLock { $0.path = newValue.map { PreviewPath(copying: $0) } } }
  }
  /// The background; nil for the system's background.
  public var backgroundColor: PreviewColor? {
    get { style.withLock { $0.backgroundColor } }
    set { style.withLock { $0.backgroundColor = newValue } }
  }
  /// The rectangles of the lines of text in the preview, in the view's coordinates; empty if the preview
  /// does not show text.
  public let textLineRects: [CGRect]

  private struct Style {
    var path: PreviewPath?
    var backgroundColor: PreviewColor?
  }

  // Locked, because `NSObject` compares, hashes and copies objects on any thread.
  private nonisolated let style: Locked<Style>

  /// Makes parameters that show the whole view on the system's background.
  public override init() {
    textLineRects = []
    style = Locked(Style())
  }

  /// Makes parameters for lines of text.
  ///
  /// - Parameter textLineRects: the rectangles of the lines, in the view's coordinates.
  public init(textLineRects: [CGRect]) {
    self.textLineRects = textLineRects
    style = Locked(Style(path: textLineRects.isEmpty ? nil : PreviewPath(textLineRects)))
  }

  /// Makes parameters with the same content as other parameters.
  nonisolated init(copying other: DragPreviewParameters) {
    textLineRects = other.textLineRects
    var style = other.style.withLock { $0 }
    style.path = style.path.map { PreviewPath(copying: $0) }
    self.style = Locked(style)
  }

  /// Returns a copy of the parameters; the path of the copy is moved by a distance.
  func moved(by distance: CGPoint) -> DragPreviewParameters {
    let moved = DragPreviewParameters(copying: self)
    moved.style.withLock { $0.path = $0.path?.moved(by: distance) }
    return moved
  }

  /// Returns the smallest rectangle around the visible part of a view with the given bounds.
  ///
  /// - Parameter bounds: the bounds of the view.
  /// - Returns: the rectangle; the bounds themselves if no path is set.
  public func visibleRect(in bounds: CGRect) -> CGRect { visiblePath?.bounds ?? bounds }

  /// Returns parameters with the same content.
  open nonisolated func copy(with zone: NSZone? = nil) -> Any { DragPreviewParameters(copying: self) }

  /// Returns whether the other object has the same path, background and lines.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? DragPreviewParameters else { return false }
    let (own, others) = (style.withLock { $0 }, other.style.withLock { $0 })
    return own.path == others.path && own.backgroundColor == others.backgroundColor
      && textLineRects == other.textLineRects
  }

  /// A hash of the origin of the path's bounds; equal parameters have equal hashes.
  open override var hash: Int {
    let bounds = style.withLock { $0.path?.bounds } ?? .zero
    var hasher = Hasher()
    hasher.combine(bounds.origin.x)
    hasher.combine(bounds.origin.y)
    return hasher.finalize()
  }
}
