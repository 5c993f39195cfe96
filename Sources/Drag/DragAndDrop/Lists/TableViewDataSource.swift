public import Foundation

/// Provides the rows of a table.
@preconcurrency @MainActor
public protocol TableViewDataSource: AnyObject {
  /// Returns the number of sections.
  ///
  /// - Parameter tableView: the table.
  /// - Returns: the number of sections.
  func numberOfSections(in tableView: TableView) -> Int
  /// Returns the number of rows in a section.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - section: the index of the section.
  /// - Returns: the number of rows.
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int
  /// Returns the cell of a row; called by `cellForRow(at:)`.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - indexPath: the path of the row.
  /// - Returns: the cell, usually a dequeued cell.
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell
  /// Returns whether a row can be moved.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - indexPath: the path of the row.
  /// - Returns: `true` if the row can be moved.
  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool
  /// Moves a row in the data.
  ///
  /// Called instead of `performDropWith` when one of the table's own rows is moved. If only a subclass of the
  /// class that declares the conformance has this method, the subclass must conform to ``TableViewMoveRowAt``.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - sourceIndexPath: the path before the move.
  ///   - destinationIndexPath: the path after the move.
  func tableView(
    _ tableView: TableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)
}

extension TableViewDataSource {
  /// Default implementation; returns 1.
  public func numberOfSections(in tableView: TableView) -> Int { 1 }
  /// Default implementation; returns an empty cell.
  public func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    TableViewCell(style: .default, reuseIdentifier: nil)
  }
  /// Default implementation; returns true.
  public func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }
  /// Default implementation; declines the move, so that `performDropWith` performs the drop.
  public func tableView(
    _ tableView: TableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) { tableView.declineMove() }
}
