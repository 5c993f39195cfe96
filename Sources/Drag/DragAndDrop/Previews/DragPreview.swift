public import Foundation

/// The preview of a dragged item: its content and its shape.
@MainActor
public struct DragPreview {
  /// The content of a preview.
  public enum Content {
    /// A view; the client draws it.
    case view(View)
    /// A URL and its title, if it has one.
    case link(URL, title: String?)
  }

  /// The content.
  public let content: Content
  /// The shape and the background.
  public let parameters: DragPreviewParameters

  /// Makes a preview of a view.
  public init(view: View, parameters: DragPreviewParameters = DragPreviewParameters()) {
    content = .view(view)
    self.parameters = parameters
  }

  /// Makes a preview of a URL; nil for a file URL.
  public init?(for url: URL, title: String? = nil) {
    if url.isFileURL { return nil }
    content = .link(url, title: title)
    parameters = DragPreviewParameters()
  }

  /// The view of the content; nil for a link.
  public var view: View? { if case .view(let view) = content { view } else { nil } }
}

/// The shape and the background of a preview.
public struct DragPreviewParameters: Equatable, Sendable {
  /// The visible part of the view, in the view's coordinates; nil for all of it.
  public var visiblePath: PreviewPath?
  /// The background; nil for the system's own.
  public var backgroundColor: PreviewColor?
  /// The rectangles of the lines of text in the preview, in the view's coordinates; empty if it is not a preview of
  /// text.
  public let textLineRects: [CGRect]

  /// Shows the whole view on the system's background.
  public init() { textLineRects = [] }

  /// Shows lines of text.
  public init(textLineRects: [CGRect]) {
    self.textLineRects = textLineRects
    if !textLineRects.isEmpty { visiblePath = PreviewPath(textLineRects) }
  }

  /// The smallest rectangle around the visible part of a view with these bounds.
  public func visibleRect(in bounds: CGRect) -> CGRect { visiblePath?.bounds ?? bounds }
}

/// A path that consists of rectangles with rounded corners.
public struct PreviewPath: Equatable, Sendable {
  /// The rectangles, in points.
  public var rects: [CGRect]
  /// The radius of their corners, in points.
  public var cornerRadius: Double

  /// Makes a path of rectangles.
  public init(_ rects: [CGRect], cornerRadius: Double = 0) {
    self.rects = rects
    self.cornerRadius = cornerRadius
  }

  /// The smallest rectangle around all rectangles; empty if there are none.
  public var bounds: CGRect {
    guard let first = rects.first else { return .zero }
    return rects.dropFirst().reduce(first) { $0.union($1) }
  }
}

/// An sRGB color with components from 0 to 1.
public struct PreviewColor: Hashable, Sendable {
  /// The red component.
  public var red: Double
  /// The green component.
  public var green: Double
  /// The blue component.
  public var blue: Double
  /// The opacity.
  public var alpha: Double

  /// Makes a color; components are not clamped.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A transparent background.
  public static let clear = PreviewColor(red: 0, green: 0, blue: 0, alpha: 0)
}
