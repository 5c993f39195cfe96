#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  extension NSValue {
    /// Makes a value that holds a rectangle.
    ///
    /// - Parameter rect: the rectangle.
    public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }

    /// The rectangle; zero for a value that holds another thing.
    public var cgRectValue: CGRect { rectValue }

    /// Makes a value that holds a point.
    ///
    /// - Parameter point: the point.
    public convenience init(cgPoint point: CGPoint) { self.init(point: point) }

    /// The point; zero for a value that holds another thing.
    public var cgPointValue: CGPoint { pointValue }
  }

  extension DragPreviewParameters {
    /// Shows lines of text.
    ///
    /// - Parameter textLineRects: values that hold their rectangles, in the view's coordinates.
    @_disfavoredOverload
    public convenience init(textLineRects: [NSValue]) {
      self.init(textLineRects: textLineRects.map(\.cgRectValue))
    }
  }
#endif
