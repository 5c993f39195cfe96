/// A position in a window, in logical pixels from the upper left corner.
package struct WindowPoint: Sendable, Equatable {
  package var x, y: Double

  package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// A rectangle in a window, in logical pixels.
package struct WindowArea: Sendable, Equatable {
  package var x, y, width, height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, max(0, width), max(0, height))
  }

  var right: Double { x + width }
  var bottom: Double { y + height }

  /// Whether a point is inside of the rectangle; its right and lower edges are outside.
  package func contains(_ point: WindowPoint) -> Bool {
    point.x >= x && point.x < right && point.y >= y && point.y < bottom
  }

  /// Returns the rectangle without a margin on each side.
  func inset(_ horizontal: Double, _ vertical: Double) -> WindowArea {
    WindowArea(
      x: x + horizontal, y: y + vertical, width: width - 2 * horizontal, height: height - 2 * vertical)
  }
}
