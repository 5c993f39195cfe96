public import Foundation
import ItemProviders

/// Rows of text in one section that behave like the rows of the table in Apple's sample for drag and drop.
///
/// A single row of the same table is moved to the destination. A drop of several rows of the same table is
/// cancelled. Text from elsewhere is copied, in order, to the destination. If there is no destination, the
/// text is added at the end.
@preconcurrency @MainActor
public final class ReorderableRows: TableViewDataSource, TableViewDragDelegate, TableViewDropDelegate {
  /// The texts of the rows.
  public private(set) var rows: [String]

  /// Makes the rows, and sets them as the data source and the delegates of a table.
  ///
  /// The table references this object weakly.
  ///
  /// - Parameters:
  ///   - rows: the texts of the rows.
  ///   - table: the table; this object becomes the table's data source, drag delegate and drop delegate.
  public init(_ rows: [String], in table: TableView) {
    self.rows = rows
    table.dataSource = self
    table.dragDelegate = self
    table.dropDelegate = self
  }

  /// Returns the number of rows.
  public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { rows.count }

  /// Moves a row.
  public func tableView(
    _ tableView: TableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) { rows.insert(rows.remove(at: sourceIndexPath.row), at: destinationIndexPath.row) }

  /// Returns an item with the text of the row.
  public func tableView(
    _ tableView: TableView, itemsForBeginning session: any DragSession, at indexPath: IndexPath
  ) -> [DragItem] { [item(at: indexPath)] }

  /// Returns an item with the text of the row; returns no items if the row is already being dragged.
  public func tableView(
    _ tableView: TableView, itemsForAddingTo session: any DragSession, at indexPath: IndexPath, point: CGPoint
  ) -> [DragItem] {
    let isDragged = session.items.contains { $0.localObject as? IndexPath == indexPath }
    return isDragged ? [] : [item(at: indexPath)]
  }

  private func item(at indexPath: IndexPath) -> DragItem {
    let item = DragItem(itemProvider: ItemProvider(object: rows[indexPath.row]))
    item.localObject = indexPath
    return item
  }

  /// Returns whether at least one item provides text.
  public func tableView(_ tableView: TableView, canHandle session: any DropSession) -> Bool {
    session.canLoadObjects(ofClass: String.self)
  }

  /// Returns a proposal to move a single row of the table, or to copy items from elsewhere.
  ///
  /// For several rows of the table, the proposal is to cancel.
  public func tableView(
    _ tableView: TableView, dropSessionDidUpdate session: any DropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> TableViewDropProposal {
    if !tableView.hasActiveDrag {
      return TableViewDropProposal(operation: .copy, intent: .insertAtDestinationIndexPath)
    }
    if session.items.count > 1 { return TableViewDropProposal(operation: .cancel) }
    return TableViewDropProposal(operation: .move, intent: .insertAtDestinationIndexPath)
  }

  /// Inserts the dropped texts, in order.
  public func tableView(_ tableView: TableView, performDropWith coordinator: any TableViewDropCoordinator) {
    let destination = coordinator.destinationIndexPath ?? IndexPath(row: rows.count, section: 0)
    for item in coordinator.items { coordinator.drop(item.dragItem, toRowAt: destination) }
    coordinator.session.loadObjects(ofClass: String.self) { [weak self, weak tableView] texts in
      guard let self, let tableView else { return }
      let start = min(destination.row, rows.count)
      rows.insert(contentsOf: texts, at: start)
      tableView.insertRows(at: texts.indices.map { IndexPath(row: start + $0, section: 0) })
    }
  }
}
