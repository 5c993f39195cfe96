#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  extension NSValue {
    /// Makes a value that contains a rectangle.
    ///
    /// - Parameter rect: the rectangle.
    public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }

    /// The rectangle; zero if the value does not contain a rectangle.
    public var cgRectValue: CGRect { rectValue }

    /// Makes a value that contains a point.
    ///
    /// - Parameter point: the point.
    public convenience init(cgPoint point: CGPoint) { self.init(point: point) }

    /// The point; zero if the value does not contain a point.
    public var cgPointValue: CGPoint { pointValue }
  }

  extension DragPreviewParameters {
    /// Makes parameters for lines of text.
    ///
    /// - Parameter textLineRects: values that contain the rectangles of the lines, in the view's coordinates.
    @_disfavoredOverload
    public convenience init(textLineRects: [NSValue]) {
      self.init(textLineRects: textLineRects.map(\.cgRectValue))
    }
  }
#endif
