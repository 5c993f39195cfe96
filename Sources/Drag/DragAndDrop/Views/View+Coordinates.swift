public import Foundation

extension View {
  /// Converts a point from this view's coordinates to another view's coordinates.
  ///
  /// - Parameters:
  ///   - point: a point in this view's coordinates.
  ///   - view: the other view; nil for this view's window, or for the screen if this view is not in a window.
  /// - Returns: the point in the other view's coordinates.
  public func convert(_ point: CGPoint, to view: View?) -> CGPoint {
    let onScreen = pointOnScreen(point)
    return (view ?? window)?.pointFromScreen(onScreen) ?? onScreen
  }

  /// Converts a point from another view's coordinates to this view's coordinates.
  ///
  /// - Parameters:
  ///   - point: a point in the other view's coordinates.
  ///   - view: the other view; nil for this view's window, or for the screen if this view is not in a window.
  /// - Returns: the point in this view's coordinates.
  public func convert(_ point: CGPoint, from view: View?) -> CGPoint {
    pointFromScreen((view ?? window)?.pointOnScreen(point) ?? point)
  }

  /// Converts a rectangle from this view's coordinates to another view's coordinates.
  ///
  /// - Parameters:
  ///   - rect: a rectangle in this view's coordinates.
  ///   - view: the other view; nil for this view's window, or for the screen if this view is not in a window.
  /// - Returns: the rectangle in the other view's coordinates.
  public func convert(_ rect: CGRect, to view: View?) -> CGRect {
    CGRect(origin: convert(rect.origin, to: view), size: rect.size)
  }

  /// Converts a rectangle from another view's coordinates to this view's coordinates.
  ///
  /// - Parameters:
  ///   - rect: a rectangle in the other view's coordinates.
  ///   - view: the other view; nil for this view's window, or for the screen if this view is not in a window.
  /// - Returns: the rectangle in this view's coordinates.
  public func convert(_ rect: CGRect, from view: View?) -> CGRect {
    CGRect(origin: convert(rect.origin, from: view), size: rect.size)
  }
}
