#if !canImport(Darwin)
  import AppleNames
  public import DragAndDrop
  public import Foundation

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
