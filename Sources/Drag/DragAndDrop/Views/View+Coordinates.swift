public import Foundation

extension View {
  /// Converts a point of this view to the coordinates of another view.
  ///
  /// - Parameters:
  ///   - point: a point of this view.
  ///   - view: the other view; nil for the window, or for the screen if the view is not in a window.
  /// - Returns: the point in the other view's coordinates.
  public func convert(_ point: CGPoint, to view: View?) -> CGPoint {
    let onScreen = pointOnScreen(point)
    return (view ?? window)?.pointFromScreen(onScreen) ?? onScreen
  }

  /// Converts a point of another view to the coordinates of this view.
  ///
  /// - Parameters:
  ///   - point: a point of the other view.
  ///   - view: the other view; nil for the window, or for the screen if the view is not in a window.
  /// - Returns: the point in this view's coordinates.
  public func convert(_ point: CGPoint, from view: View?) -> CGPoint {
    pointFromScreen((view ?? window)?.pointOnScreen(point) ?? point)
  }

  /// Converts a rectangle of this view to the coordinates of another view.
  ///
  /// - Parameters:
  ///   - rect: a rectangle of this view.
  ///   - view: the other view; nil for the window.
  /// - Returns: the rectangle in the other view's coordinates.
  public func convert(_ rect: CGRect, to view: View?) -> CGRect {
    CGRect(origin: convert(rect.origin, to: view), size: rect.size)
  }

  /// Converts a rectangle of another view to the coordinates of this view.
  ///
  /// - Parameters:
  ///   - rect: a rectangle of the other view.
  ///   - view: the other view; nil for the window.
  /// - Returns: the rectangle in this view's coordinates.
  public func convert(_ rect: CGRect, from view: View?) -> CGRect {
    CGRect(origin: convert(rect.origin, from: view), size: rect.size)
  }
}
