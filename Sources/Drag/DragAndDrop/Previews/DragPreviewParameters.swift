public import Foundation

/// How a preview is cut out of its view and on what it lies.
public struct DragPreviewParameters: Equatable, Sendable {
  /// The part of the view that is shown, in the view's points; nil shows all of it.
  public var visiblePath: PreviewPath?
  /// What lies behind it; nil is the system's own background.
  public var backgroundColor: PreviewColor?
  /// The rectangles of the lines of text that it was made for, in the view's points; empty otherwise.
  public let textLineRects: [CGRect]

  /// The whole view on the system's background.
  public init() { textLineRects = [] }

  /// Cut out around lines of text.
  public init(textLineRects: [CGRect]) {
    self.textLineRects = textLineRects
    if !textLineRects.isEmpty { visiblePath = PreviewPath(textLineRects) }
  }

  /// The smallest rectangle around what is shown of a view of this size.
  public func visibleRect(in bounds: CGRect) -> CGRect { visiblePath?.bounds ?? bounds }
}

/// An outline made of rectangles with rounded corners.
public struct PreviewPath: Equatable, Sendable {
  /// The rectangles, in points.
  public var rects: [CGRect]
  /// The radius of their corners, in points.
  public var cornerRadius: Double

  /// An outline of rectangles.
  public init(_ rects: [CGRect], cornerRadius: Double = 0) {
    self.rects = rects
    self.cornerRadius = cornerRadius
  }

  /// The smallest rectangle around all of them; an empty one for none.
  public var bounds: CGRect {
    guard let first = rects.first else { return .zero }
    return rects.dropFirst().reduce(first) { $0.union($1) }
  }
}

/// A color by its parts, each from 0 to 1, in sRGB.
public struct PreviewColor: Hashable, Sendable {
  /// The red part.
  public var red: Double
  /// The green part.
  public var green: Double
  /// The blue part.
  public var blue: Double
  /// How much it covers.
  public var alpha: Double

  /// Makes a color; parts are kept as they are given.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Nothing behind the preview.
  public static let clear = PreviewColor(red: 0, green: 0, blue: 0, alpha: 0)
}
