/// The positions of the parts of a window, in logical pixels.
///
/// From top to bottom: the title bar, if the window draws its own; the drop zone, if there is one; the rows,
/// which scroll; and the footer. Each part that can be pressed is at least 32 pixels high.
package struct WindowLayout: Sendable {
  static let width: Double = 420
  static let titleBarHeight: Double = 40
  static let zoneHeight: Double = 124
  static let rowHeight: Double = 64
  static let footerHeight: Double = 44
  static let margin: Double = 12
  /// The width and height of a preview in a row.
  package static let pictureSize: Double = 44
  /// The maximum number of rows that a new window shows without scrolling.
  static let shownRowCount = 7

  package let size: (width: Double, height: Double)
  let rowCount: Int
  /// The frame of the title bar; empty if the display draws one.
  let titleBar: WindowArea
  /// The button that closes the window; empty if the display draws one.
  let closeButton: WindowArea
  let zone: WindowArea
  /// The part of the window in which the rows scroll.
  let list: WindowArea
  package let footer: WindowArea

  /// Arranges the parts of a window.
  ///
  /// - Parameters:
  ///   - size: the size of the window.
  ///   - hasTitleBar: whether the window draws its own title bar.
  package init(
    of content: WindowContent, size: (width: Double, height: Double), hasTitleBar: Bool = false
  ) {
    self.size = size
    rowCount = content.rows.count
    let barHeight = hasTitleBar ? WindowLayout.titleBarHeight : 0
    titleBar = WindowArea(x: 0, y: 0, width: size.width, height: barHeight)
    closeButton =
      hasTitleBar
      ? WindowArea(x: size.width - 40, y: 2, width: 36, height: 36)
      : WindowArea(x: 0, y: 0, width: 0, height: 0)
    let footerHeight = content.footer.isEmpty ? 0 : WindowLayout.footerHeight
    let footerTop = max(barHeight, size.height - footerHeight)
    footer = WindowArea(x: 0, y: footerTop, width: size.width, height: size.height - footerTop)
    // A zone without rows below it fills the window.
    let zoneHeight =
      content.zone == nil ? 0 : content.rows.isEmpty ? footerTop - barHeight : WindowLayout.zoneHeight
    zone = WindowArea(
      x: 0, y: barHeight, width: size.width, height: min(zoneHeight, footerTop - barHeight))
    list = WindowArea(x: 0, y: zone.bottom, width: size.width, height: footerTop - zone.bottom)
  }

  /// Returns the size that a new window with this content should have.
  package static func preferredSize(
    for content: WindowContent, hasTitleBar: Bool = false
  ) -> (width: Double, height: Double) {
    let rows = Double(min(content.rows.count, shownRowCount)) * rowHeight
    let zone = content.zone == nil ? 0 : zoneHeight
    let height =
      (hasTitleBar ? titleBarHeight : 0) + zone + rows + (content.footer.isEmpty ? 0 : footerHeight)
    return (width, max(height, rowHeight))
  }

  /// The distance by which the rows can be scrolled.
  package var longestScroll: Double {
    max(0, Double(rowCount) * WindowLayout.rowHeight - list.height)
  }

  /// Returns the frame of a row, which may be outside of the visible part.
  func frame(ofRow row: Int, scroll: Double) -> WindowArea {
    WindowArea(
      x: list.x, y: list.y + Double(row) * WindowLayout.rowHeight - scroll, width: list.width,
      height: WindowLayout.rowHeight)
  }

  /// Returns the rows of which a part is visible.
  func visibleRows(scroll: Double) -> Range<Int> {
    guard rowCount > 0, list.height > 0 else { return 0..<0 }
    let first = max(0, min(rowCount, Int(scroll / WindowLayout.rowHeight)))
    let last = Int(((scroll + list.height) / WindowLayout.rowHeight).rounded(.up))
    return first..<max(first, min(rowCount, last))
  }

  /// Returns the row at a point; nil if there is none.
  package func row(at point: WindowPoint, scroll: Double) -> Int? {
    guard list.contains(point) else { return nil }
    let row = Int((point.y - list.y + scroll) / WindowLayout.rowHeight)
    return row < rowCount ? row : nil
  }

  /// Returns the nearest scroll position at which the given row is completely visible.
  func scroll(_ scroll: Double, showingRow row: Int) -> Double {
    let top = Double(row) * WindowLayout.rowHeight
    let lowest = top + WindowLayout.rowHeight - list.height
    return max(min(scroll, top), lowest).clamped(to: 0...longestScroll)
  }
}

extension Comparable {
  /// Returns the value, or the nearest bound of a range.
  func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}
