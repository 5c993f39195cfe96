/// How a line of text is drawn.
struct TextStyle: Sendable, Equatable {
  enum Alignment: Sendable { case leading, center, trailing }

  /// The height of the font, in logical pixels.
  var size: Double = 14
  var isBold = false
  var alignment = Alignment.leading
  /// Whether long text is shortened in the middle, so that the extension of a name stays visible, instead of
  /// at its end.
  var isShortenedInMiddle = false
  /// The number of lines on which long text is drawn; the built-in font draws one line.
  var lineCount = 1
}

/// A surface on which the parts of a window are drawn, in logical pixels.
protocol Canvas: AnyObject {
  /// Fills a rectangle with rounded corners.
  func fill(_ area: WindowArea, radius: Double, _ color: WindowColor)

  /// Draws the edge of a rectangle with rounded corners.
  ///
  /// - Parameters:
  ///   - width: the width of the line.
  ///   - isDashed: whether the line is dashed.
  func stroke(_ area: WindowArea, radius: Double, width: Double, isDashed: Bool, _ color: WindowColor)

  /// Draws a line of text in the vertical center of a rectangle, shortened if it is too long.
  ///
  /// The text starts at the left edge of the rectangle, even if it is written from right to left.
  func draw(_ text: String, in area: WindowArea, _ style: TextStyle, _ color: WindowColor)

  /// Draws a picture that covers a rectangle with rounded corners; parts outside of the rectangle are cut off.
  func draw(_ picture: Picture, in area: WindowArea, radius: Double)

  /// Draws an icon in a square.
  func draw(_ icon: WindowIcon, in area: WindowArea, _ color: WindowColor)

  /// Draws only inside of a rectangle.
  func clipped(to area: WindowArea, _ draw: () -> Void)

  /// Returns everything that was drawn.
  func finish() -> Picture
}
