import ProfferConversions

// What writers count when their format has no form for a part of a text.

extension RichText.Table {
  /// How many cells have a color behind them.
  var backgroundCount: Int { rows.joined().count { $0.background != nil } }

  /// What a report says of the colors behind cells and paragraphs.
  static let backgroundDetail = "backgrounds of blocks"

  /// How many cells name their rows.
  var rowHeadingCount: Int { rows.joined().count(where: \.isRowHeading) }

  /// What a report says of these.
  static let rowHeadingDetail = "headings of rows"
}

extension RichText.Layout {
  /// Counts the color behind the lines as lost.
  ///
  /// - Returns: whether the layout says anything else, which the caller counts.
  func isLost(countingBackgroundIn losses: inout LossCounter) -> Bool {
    if background != nil { losses.add(.colors, RichText.Table.backgroundDetail) }
    var layout = self
    layout.background = nil
    return layout != RichText.Layout()
  }
}
