/// Draws windows, and the pictures under the pointer during drags.
package struct WindowPainter: Sendable {
  /// The libraries that draw; nil to draw with the built-in font only.
  private let library: CairoLibraries?
  package var theme: WindowTheme

  /// Creates a painter.
  ///
  /// - Parameters:
  ///   - theme: the colors of the window.
  ///   - usesLibraries: whether to use Pango and Cairo if they are installed.
  package init(_ theme: WindowTheme, usesLibraries: Bool = true) {
    library = usesLibraries ? CairoLibraries.installed : nil
    self.theme = theme
  }

  /// The instruction to install what is missing to draw windows with the fonts of the desktop; nil if nothing is
  /// missing.
  package static var missingInstallation: String? {
    CairoLibraries.installed == nil ? CairoLibraries.installation : nil
  }

  /// Returns the picture of a window.
  ///
  /// - Parameter scale: the number of pixels of the display in a logical pixel.
  package func picture(
    of content: WindowContent, _ interaction: WindowInteraction, in layout: WindowLayout, scale: Double
  ) -> Picture {
    let canvas = canvas(layout.size, scale)
    canvas.fill(
      WindowArea(x: 0, y: 0, width: layout.size.width, height: layout.size.height), radius: 0, theme.ground)
    canvas.clipped(to: layout.list) {
      for row in layout.visibleRows(scroll: interaction.scroll) {
        draw(content.rows[row], row, interaction, layout, canvas)
      }
      drawScrollBar(interaction, layout, canvas)
    }
    if let zone = content.zone { draw(zone, in: layout.zone, canvas) }
    drawFooter(content.footer, interaction, layout, canvas)
    drawTitleBar(content.title, interaction, layout, canvas)
    return canvas.finish()
  }

  func canvas(_ size: (width: Double, height: Double), _ scale: Double) -> any Canvas {
    // A fractional size is rounded half up (Source: Wayland, fractional-scale-v1).
    func length(_ logical: Double) -> Int { max(1, Int((logical * scale).rounded())) }
    let (width, height) = (length(size.width), length(size.height))
    guard let library else { return PlainCanvas(width: width, height: height, scale: scale) }
    return CairoCanvas(library, width: width, height: height, scale: scale)
  }

  // MARK: Rows

  private func draw(
    _ content: WindowRow, _ row: Int, _ interaction: WindowInteraction, _ layout: WindowLayout,
    _ canvas: any Canvas
  ) {
    let frame = layout.frame(ofRow: row, scroll: interaction.scroll)
    let isSelected = interaction.selection.contains(row)
    if isSelected {
      canvas.fill(frame.inset(6, 2), radius: 8, theme.selection)
    } else if interaction.hovered == row {
      canvas.fill(frame.inset(6, 2), radius: 8, theme.hover)
    }
    if interaction.focus == row {
      canvas.stroke(frame.inset(6, 2), radius: 8, width: 1.5, isDashed: false, theme.accent)
    }
    let side = WindowLayout.pictureSize
    let well = WindowArea(
      x: frame.x + WindowLayout.margin + 4, y: frame.y + (frame.height - side) / 2, width: side, height: side)
    draw(content, in: well, canvas)
    let left = well.right + WindowLayout.margin
    let textWidth = frame.right - WindowLayout.margin - 8 - left
    canvas.draw(
      content.name, in: WindowArea(x: left, y: frame.y + 10, width: textWidth, height: 22),
      TextStyle(size: 15, isBold: true, isShortenedInMiddle: true), theme.text)
    canvas.draw(
      content.detail, in: WindowArea(x: left, y: frame.y + 33, width: textWidth, height: 20),
      TextStyle(size: 13), theme.secondaryText)
  }

  /// Draws the preview of a row, or its icon.
  func draw(_ content: WindowRow, in well: WindowArea, _ canvas: any Canvas) {
    canvas.fill(well, radius: 6, theme.well)
    if let picture = content.picture {
      canvas.draw(picture, in: well, radius: 6)
      canvas.stroke(well, radius: 6, width: 1, isDashed: false, theme.line)
    } else {
      let size = well.width * 0.6
      canvas.draw(
        content.icon,
        in: WindowArea(
          x: well.x + (well.width - size) / 2, y: well.y + (well.height - size) / 2, width: size, height: size
        ),
        theme.accent)
    }
  }

  private func drawScrollBar(
    _ interaction: WindowInteraction, _ layout: WindowLayout, _ canvas: any Canvas
  ) {
    guard layout.longestScroll > 0 else { return }
    let list = layout.list
    let height = max(24, list.height * list.height / (list.height + layout.longestScroll))
    let top = list.y + (list.height - height) * interaction.scroll / layout.longestScroll
    canvas.fill(
      WindowArea(x: list.right - 6, y: top + 2, width: 4, height: height - 4), radius: 2,
      theme.secondaryText.opacity(0.6))
  }

  private func drawBar(_ progress: Double, in area: WindowArea, _ canvas: any Canvas) {
    canvas.fill(area, radius: area.height / 2, theme.line)
    var done = area
    done.width = area.width * progress.clamped(to: 0...1)
    canvas.fill(done, radius: area.height / 2, theme.accent)
  }

  // MARK: The other parts

  private func draw(_ zone: DropZone, in area: WindowArea, _ canvas: any Canvas) {
    let field = area.inset(WindowLayout.margin, WindowLayout.margin)
    var (edge, text, ground) = (theme.secondaryText, theme.secondaryText, theme.ground)
    var isDashed = true
    switch zone.state {
    case .idle, .receiving: break
    case .accepting:
      (edge, ground, isDashed) = (theme.accent, theme.accepting, false)
      text = theme.text
    case .refusing, .failed: (edge, text, ground) = (theme.error, theme.error, theme.errorGround)
    }
    canvas.fill(field, radius: 12, ground)
    canvas.stroke(field, radius: 12, width: 2, isDashed: isDashed, edge)
    let middle = field.y + field.height / 2
    let line = field.inset(WindowLayout.margin, 0)
    canvas.draw(
      zone.headline, in: WindowArea(x: line.x, y: middle - 28, width: line.width, height: 26),
      TextStyle(size: 16, isBold: true, alignment: .center, isShortenedInMiddle: true),
      ground == theme.errorGround ? theme.error : theme.text)
    canvas.draw(
      zone.message, in: WindowArea(x: line.x, y: middle, width: line.width, height: 38),
      TextStyle(size: 13, alignment: .center, lineCount: 2), text)
    if case .receiving(_, let part?) = zone.state {
      drawBar(part, in: WindowArea(x: line.x, y: middle + 40, width: line.width, height: 4), canvas)
    }
  }

  private func drawFooter(
    _ text: String, _ interaction: WindowInteraction, _ layout: WindowLayout, _ canvas: any Canvas
  ) {
    let area = layout.footer
    guard area.height > 0 else { return }
    canvas.fill(area, radius: 0, theme.bar)
    canvas.fill(WindowArea(x: area.x, y: area.y, width: area.width, height: 1), radius: 0, theme.line)
    let isHandle = interaction.isHoveringFooter && layout.rowCount > 0
    canvas.draw(
      text, in: area.inset(WindowLayout.margin + 4, 0), TextStyle(size: 13, alignment: .center),
      isHandle ? theme.text : theme.secondaryText)
  }

  private func drawTitleBar(
    _ title: String, _ interaction: WindowInteraction, _ layout: WindowLayout, _ canvas: any Canvas
  ) {
    let bar = layout.titleBar
    guard bar.height > 0 else { return }
    canvas.fill(bar, radius: 0, theme.bar)
    canvas.fill(WindowArea(x: 0, y: bar.bottom - 1, width: bar.width, height: 1), radius: 0, theme.line)
    canvas.draw(
      title, in: bar.inset(48, 0), TextStyle(size: 14, isBold: true, alignment: .center), theme.text)
    let button = layout.closeButton
    if interaction.isHoveringClose { canvas.fill(button.inset(2, 2), radius: 16, theme.line) }
    canvas.draw(
      "×", in: button, TextStyle(size: 20, alignment: .center), theme.text)
    canvas.stroke(
      WindowArea(x: 0, y: 0, width: layout.size.width, height: layout.size.height), radius: 0, width: 1,
      isDashed: false, theme.line)
  }
}
