public import Foundation

/// Methods that make the cells of rows on demand and arrange the cells.
extension ListView {
  /// Returns the cell at a data path; nil if the row does not exist or is outside the list's bounds.
  func visibleCell(at path: IndexPath) -> ListCell? {
    guard let place = presentation.presentationPath(forData: path), let slot = presentation.slot(at: place)
    else { return nil }
    let rect = rect(atPresentation: place)
    guard bounds.intersects(rect) else { return nil }
    if cells[slot] == nil, let made = listDataSource?.cell(path) {
      cells[slot] = made
      addSubview(made)
    }
    let cell = cells[slot]
    cell?.place(rect, at: place)
    cell?.isSelected = selection.contains(slot)
    return cell
  }

  /// Returns the cell of a placeholder, and makes the cell on first use; nil if the placeholder was removed.
  func cell(of placeholder: ListPresentation.Slot, _ reuseIdentifier: String) -> ListCell? {
    guard let place = presentation.presentationPath(of: placeholder) else { return nil }
    let cell = cells[placeholder] ?? dequeueCell(withIdentifier: reuseIdentifier)
    if cells[placeholder] == nil {
      cells[placeholder] = cell
      addSubview(cell)
    }
    cell.place(rect(atPresentation: place), at: place)
    return cell
  }

  /// Returns the path of the row of a cell; nil if the cell belongs to no row of this list.
  ///
  /// - Parameter cell: a cell of this list.
  /// - Returns: the path.
  public func indexPath(for cell: ListCell) -> IndexPath? {
    cell.superview === self ? dataSourceIndexPath(forPresentationIndexPath: cell.indexPath) : nil
  }

  /// Moves the cells to the positions of their rows, and removes the cells of removed rows.
  func layoutCells() {
    if cells.isEmpty { return }
    var left = cells
    for (section, slots) in presentation.sections.enumerated() {
      for (item, slot) in slots.enumerated() {
        guard let cell = left.removeValue(forKey: slot) else { continue }
        let path = IndexPath(item: item, section: section)
        cell.place(rect(atPresentation: path), at: path)
      }
    }
    for (slot, cell) in left {
      cells[slot] = nil
      cell.indexPath = nil
      cell.removeFromSuperview()
    }
  }

  /// The data paths of the rows in the list's bounds, in order.
  var visiblePaths: [IndexPath] {
    var paths: [IndexPath] = []
    for (section, count) in presentation.rowCounts.enumerated() {
      for item in 0..<count {
        let path = IndexPath(item: item, section: section)
        guard let rect = rect(of: path) else { continue }
        if rect.minY >= bounds.maxY { return paths }
        if bounds.intersects(rect) { paths.append(path) }
      }
    }
    return paths
  }
}
