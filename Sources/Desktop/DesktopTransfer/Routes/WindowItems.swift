package import TransferWindows

/// A window that shows items.
package protocol ItemsWindow: AnyObject {
  /// Shows the current content of the window; can be called from any thread.
  ///
  /// While the content of a drop is fetched, some displays draw the window again only after this call.
  func update()
}

/// What a window shows, and what its rows offer to other programs.
///
/// All members are called on the thread that runs the window. If the content or the theme changes at another time, the
/// window is asked to show them with ``ItemsWindow/update()``.
package protocol WindowItems: AnyObject {
  /// What the window shows now.
  var content: WindowContent { get }
  /// The colors of the window.
  var theme: WindowTheme { get }

  /// Returns the offer of rows that are dragged together.
  ///
  /// - Parameter rows: the identifiers of the rows, from top to bottom; never empty.
  /// - Returns: the offer; nil if the rows cannot be dragged; the content then gives the reason.
  func offer(ofRows rows: [Int]) -> TransferOffer?

  /// Copies rows to the clipboard.
  ///
  /// - Parameter rows: the identifiers of the rows, from top to bottom; never empty.
  func copy(rows: [Int])

  /// Removes rows from the content; their files are not changed.
  ///
  /// - Parameter rows: the identifiers of the rows; never empty.
  func remove(rows: [Int])

  /// Called when content that hovered over the window has left it without a drop.
  func dragDidLeave()
}

extension WindowItems {
  /// Returns the offer of all rows together; nil if there are none, or if they cannot be dragged.
  func offerOfAllRows() -> TransferOffer? {
    let rows = content.rows.map(\.identifier)
    return rows.isEmpty ? nil : offer(ofRows: rows)
  }
}
