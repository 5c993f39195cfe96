extension WindowPainter {
  /// The size of the picture under the pointer, in logical pixels.
  private static let dragSize = (width: 240.0, height: 72.0)

  /// Returns the picture under the pointer while rows are dragged: a small stack of the rows, with their number.
  ///
  /// - Parameters:
  ///   - rows: the rows that are dragged.
  ///   - scale: the number of pixels of the display in a logical pixel.
  ///   - isTranslucent: whether the display can show translucent pixels.
  package func dragPicture(of rows: [WindowRow], scale: Double, isTranslucent: Bool) -> Picture {
    let canvas = canvas(Self.dragSize, scale)
    let opacity = isTranslucent ? 0.88 : 1
    if !isTranslucent {
      canvas.fill(
        WindowArea(x: 0, y: 0, width: Self.dragSize.width, height: Self.dragSize.height), radius: 0,
        theme.ground)
    }
    // The sheets below the first one are shifted down and to the right.
    let sheets = min(3, max(1, rows.count))
    for sheet in stride(from: sheets - 1, through: 0, by: -1) {
      let shift = Double(sheet) * 5
      let card = WindowArea(x: 4 + shift, y: 4 + shift, width: 216, height: 52)
      canvas.fill(card, radius: 8, theme.ground.opacity(opacity))
      canvas.stroke(card, radius: 8, width: 1, isDashed: false, theme.line.opacity(opacity))
    }
    guard let first = rows.first else { return canvas.finish() }
    draw(first, in: WindowArea(x: 10, y: 10, width: 40, height: 40), canvas)
    canvas.draw(
      first.name, in: WindowArea(x: 58, y: 18, width: rows.count > 1 ? 112 : 154, height: 24),
      TextStyle(size: 14, isBold: true, isShortenedInMiddle: true), theme.text)
    if rows.count > 1 {
      let badge = WindowArea(x: 176, y: 18, width: 38, height: 24)
      canvas.fill(badge, radius: 12, theme.accent)
      canvas.draw(
        "\(rows.count)", in: badge, TextStyle(size: 13, isBold: true, alignment: .center),
        theme.ground.readable(on: theme.accent))
    }
    return canvas.finish()
  }
}
