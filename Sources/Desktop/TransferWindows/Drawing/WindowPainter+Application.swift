extension WindowPainter {
  /// Returns the icon of the program, for task bars and window switchers: a sheet that leaves a tray.
  ///
  /// - Parameter sideLength: the width and height, in pixels.
  package func applicationIcon(sideLength: Int) -> Picture {
    // The icon is drawn on a field of 48 × 48 units.
    let canvas = canvas((48, 48), Double(sideLength) / 48)
    let ground = theme.accent
    let line = theme.ground.readable(on: ground)
    canvas.fill(WindowArea(x: 2, y: 2, width: 44, height: 44), radius: 10, ground)
    let tray = WindowArea(x: 9, y: 25, width: 30, height: 14)
    canvas.stroke(tray, radius: 4, width: 3, isDashed: false, line)
    let sheet = WindowArea(x: 15, y: 8, width: 18, height: 23)
    canvas.fill(sheet.inset(-2, -2), radius: 5, ground)
    canvas.fill(sheet, radius: 3, line)
    for row in 0..<3 {
      canvas.fill(
        WindowArea(x: sheet.x + 4, y: sheet.y + 5 + Double(row) * 5, width: row == 2 ? 6 : 10, height: 2),
        radius: 1, ground)
    }
    return canvas.finish()
  }
}
