import Foundation

/// The rows that a list shows: the rows of its data source, and placeholders between them.
///
/// A row keeps its identity when other rows are inserted or deleted, so that the row of a drag can be found
/// again. A *data path* counts only the rows of the data source; a *presentation path* also counts
/// placeholders.
struct ListPresentation {
  enum Slot: Hashable {
    case row(Int)
    case placeholder(Int)

    var isRow: Bool { if case .row = self { true } else { false } }
  }

  private(set) var sections: [[Slot]] = []
  /// The number of placeholders in each section; in a section without placeholders, data paths and
  /// presentation paths are equal.
  private var placeholderCounts: [Int] = []
  private var nextIdentity = 0

  /// Replaces all rows with new rows and removes placeholders.
  mutating func reload(rowCounts: [Int]) {
    sections = rowCounts.map { count in (0..<max(0, count)).map { _ in newRow() } }
    placeholderCounts = rowCounts.map { _ in 0 }
  }

  /// Replaces the rows of one section.
  mutating func reload(section: Int, rowCount: Int) {
    guard sections.indices.contains(section) else { return }
    sections[section] = (0..<max(0, rowCount)).map { _ in newRow() }
    placeholderCounts[section] = 0
  }

  private mutating func newIdentity() -> Int {
    nextIdentity += 1
    return nextIdentity
  }

  private mutating func newRow() -> Slot { .row(newIdentity()) }

  /// The number of rows of the data source in each section.
  var rowCounts: [Int] { sections.indices.map { sections[$0].count - placeholderCounts[$0] } }

  var hasPlaceholders: Bool { placeholderCounts.contains { $0 > 0 } }

  /// Returns the data paths of the given rows, in list order; removed rows are omitted.
  func dataPaths(of rows: Set<Slot>) -> [(row: Slot, path: IndexPath)] {
    if rows.isEmpty { return [] }
    var paths: [(row: Slot, path: IndexPath)] = []
    for (section, slots) in sections.enumerated() {
      for (item, slot) in slots.lazy.filter(\.isRow).enumerated() where rows.contains(slot) {
        paths.append((slot, IndexPath(item: item, section: section)))
      }
    }
    return paths
  }

  // MARK: Paths

  /// Returns the slot at a presentation path; nil if no slot is at the path.
  func slot(at path: IndexPath) -> Slot? {
    guard path.count == 2, sections.indices.contains(path.section),
      sections[path.section].indices.contains(path.item)
    else { return nil }
    return sections[path.section][path.item]
  }

  /// Returns the presentation path of a slot; nil if the slot was removed.
  func presentationPath(of slot: Slot) -> IndexPath? {
    for (section, slots) in sections.enumerated() {
      if let item = slots.firstIndex(of: slot) { return IndexPath(item: item, section: section) }
    }
    return nil
  }

  /// Returns the data path of a row, or the data path that the row of a placeholder will have; nil if the
  /// slot was removed.
  func dataPath(of slot: Slot) -> IndexPath? {
    presentationPath(of: slot).map(dataPathCounting)
  }

  /// Returns the data path at a presentation path; nil if the path is a placeholder's path or does not exist.
  func dataPath(forPresentation path: IndexPath) -> IndexPath? {
    slot(at: path)?.isRow == true ? dataPathCounting(path) : nil
  }

  /// Returns the data path of a row at a presentation path.
  private func dataPathCounting(_ path: IndexPath) -> IndexPath {
    if placeholderCounts[path.section] == 0 { return path }
    return IndexPath(
      item: sections[path.section].prefix(path.item).count(where: \.isRow), section: path.section)
  }

  /// Returns the presentation path of a data path; nil if the data source has no such row.
  func presentationPath(forData path: IndexPath) -> IndexPath? {
    guard path.count == 2, sections.indices.contains(path.section), path.item >= 0 else { return nil }
    if placeholderCounts[path.section] == 0 {
      return path.item < sections[path.section].count ? path : nil
    }
    var left = path.item
    for (item, slot) in sections[path.section].enumerated() where slot.isRow {
      if left == 0 { return IndexPath(item: item, section: path.section) }
      left -= 1
    }
    return nil
  }

  /// Returns the presentation index at which to insert a row with a data path.
  ///
  /// For a path past the end of the section, the index is the end of the section.
  private func insertionIndex(forData path: IndexPath) -> Int {
    presentationPath(forData: path)?.item ?? sections[path.section].count
  }

  // MARK: Changes

  /// Inserts rows; each path is the data path of a row after the insertion.
  mutating func insertRows(at paths: [IndexPath]) {
    for path in paths.sorted() where path.count == 2 && sections.indices.contains(path.section) {
      sections[path.section].insert(newRow(), at: insertionIndex(forData: path))
    }
  }

  /// Removes rows; each path is the data path of a row before the removal.
  mutating func deleteRows(at paths: [IndexPath]) {
    for path in paths.sorted().reversed() {
      if let place = presentationPath(forData: path) { sections[place.section].remove(at: place.item) }
    }
  }

  /// Replaces rows with new rows at the same data paths.
  mutating func reloadRows(at paths: [IndexPath]) {
    for path in paths {
      if let place = presentationPath(forData: path) { sections[place.section][place.item] = newRow() }
    }
  }

  /// Moves a row; the destination is the row's data path after the move.
  mutating func moveRow(at path: IndexPath, to newPath: IndexPath) {
    guard let place = presentationPath(forData: path), newPath.count == 2,
      sections.indices.contains(newPath.section)
    else { return }
    let slot = sections[place.section].remove(at: place.item)
    sections[newPath.section].insert(slot, at: insertionIndex(forData: newPath))
  }

  // MARK: Placeholders

  /// Inserts a placeholder at a presentation path.
  ///
  /// For a path past the end of the section, the placeholder is inserted at the end.
  ///
  /// - Returns: the placeholder; nil if the section does not exist.
  mutating func insertPlaceholder(at path: IndexPath) -> Slot? {
    guard path.count == 2, sections.indices.contains(path.section) else { return nil }
    let slot = Slot.placeholder(newIdentity())
    let end = sections[path.section].count
    sections[path.section].insert(slot, at: min(max(0, path.item), end))
    placeholderCounts[path.section] += 1
    return slot
  }

  /// Replaces a placeholder with its row.
  mutating func commit(_ placeholder: Slot) {
    guard let path = presentationPath(of: placeholder) else { return }
    sections[path.section][path.item] = newRow()
    placeholderCounts[path.section] -= 1
  }

  /// Removes a placeholder; returns false if the placeholder was already removed.
  mutating func remove(_ placeholder: Slot) -> Bool {
    guard let path = presentationPath(of: placeholder) else { return false }
    sections[path.section].remove(at: path.item)
    placeholderCounts[path.section] -= 1
    return true
  }
}

/// The layout of a list: slots of equal size, in one or more columns, section by section.
struct ListLayout {
  var columnCount: Int
  var cellSize: CGSize

  /// The part of the list at a point.
  enum Place: Equatable {
    case slot(section: Int, item: Int)
    /// The area below the last section; one row high.
    case belowLastRow
    case nowhere
  }

  private func height(of slotCount: Int) -> Double {
    Double((slotCount + columnCount - 1) / columnCount) * cellSize.height
  }

  func place(at point: CGPoint, slotCounts: [Int]) -> Place {
    if point.x < 0 || point.y < 0 { return .nowhere }
    var top = 0.0
    for (section, count) in slotCounts.enumerated() {
      let bottom = top + height(of: count)
      if point.y < bottom {
        let column = Int(point.x / cellSize.width)
        let item = Int((point.y - top) / cellSize.height) * columnCount + column
        return column < columnCount && item < count ? .slot(section: section, item: item) : .nowhere
      }
      top = bottom
    }
    return point.y < top + cellSize.height ? .belowLastRow : .nowhere
  }

  func rect(section: Int, item: Int, slotCounts: [Int]) -> CGRect {
    let top = slotCounts.prefix(section).reduce(0) { $0 + height(of: $1) }
    return CGRect(
      x: Double(item % columnCount) * cellSize.width, y: top + Double(item / columnCount) * cellSize.height,
      width: cellSize.width, height: cellSize.height)
  }
}
