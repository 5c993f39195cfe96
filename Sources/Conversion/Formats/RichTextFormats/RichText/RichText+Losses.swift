package import ProfferConversions

// Losses that several writers count, because their formats cannot express a part of a text.

extension RichText.Table {
  /// The number of cells with a background color.
  package var backgroundCount: Int { rows.joined().count { $0.background != nil } }

  /// The loss detail for background colors of cells and paragraphs.
  package static let backgroundDetail = "block backgrounds"

  /// The loss detail for tables nested deeper than ``RichText/depthLimit``.
  package static let nestingDetail = "tables nested too deeply"

  /// The number of row headings.
  package var rowHeadingCount: Int { rows.joined().count(where: \.isRowHeading) }

  /// The loss detail for row headings.
  package static let rowHeadingDetail = "row headers"
}

extension RichText.Layout {
  /// Counts the background color of the lines as lost, if there is one.
  ///
  /// - Returns: whether the layout has any other property. The caller counts other properties.
  package func isLost(countingBackgroundIn losses: inout LossCounter) -> Bool {
    if background != nil { losses.add(.colors, RichText.Table.backgroundDetail) }
    var layout = self
    layout.background = nil
    return layout != RichText.Layout()
  }
}
