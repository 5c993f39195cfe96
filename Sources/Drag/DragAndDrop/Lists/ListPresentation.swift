import Foundation

/// The rows that a list shows: those of its data source, and placeholders between them.
///
/// Every row keeps an identity while rows come and go before it, so that a row that is dragged is found again.
/// A *data path* counts the data source's rows alone, a *presentation path* the placeholders too.
struct ListPresentation {
  enum Slot: Hashable {
    case row(Int)
    case placeholder(Int)

    var isRow: Bool { if case .row = self { true } else { false } }
  }

  private(set) var sections: [[Slot]] = []
  /// How many placeholders each section has: mostly none, and then paths need no counting.
  private var placeholderCounts: [Int] = []
  private var nextIdentity = 0

  /// Starts over with these numbers of rows; placeholders are gone, and every row is another one.
  mutating func reload(rowCounts: [Int]) {
    sections = rowCounts.map { count in (0..<max(0, count)).map { _ in newRow() } }
    placeholderCounts = rowCounts.map { _ in 0 }
  }

  /// Starts over in one section.
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

  /// How many rows of the data source each section has.
  var rowCounts: [Int] { sections.indices.map { sections[$0].count - placeholderCounts[$0] } }

  var hasPlaceholders: Bool { placeholderCounts.contains { $0 > 0 } }

  /// The data paths of some rows, in the order of the list; those that are gone are left out.
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

  /// The slot at a presentation path; nil outside of the list.
  func slot(at path: IndexPath) -> Slot? {
    guard path.count == 2, sections.indices.contains(path.section),
      sections[path.section].indices.contains(path.item)
    else { return nil }
    return sections[path.section][path.item]
  }

  /// The presentation path of a slot; nil when it is gone.
  func presentationPath(of slot: Slot) -> IndexPath? {
    for (section, slots) in sections.enumerated() {
      if let item = slots.firstIndex(of: slot) { return IndexPath(item: item, section: section) }
    }
    return nil
  }

  /// The data path of a row, or the one that a placeholder's row would have; nil when it is gone.
  func dataPath(of slot: Slot) -> IndexPath? {
    presentationPath(of: slot).map(dataPathCounting)
  }

  /// The data path at a presentation path: nil for a placeholder, and outside of the list.
  func dataPath(forPresentation path: IndexPath) -> IndexPath? {
    slot(at: path)?.isRow == true ? dataPathCounting(path) : nil
  }

  /// Counts the rows before a place.
  private func dataPathCounting(_ path: IndexPath) -> IndexPath {
    if placeholderCounts[path.section] == 0 { return path }
    return IndexPath(
      item: sections[path.section].prefix(path.item).count(where: \.isRow), section: path.section)
  }

  /// The presentation path of a data path; nil where the data source has no row.
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

  /// Where a row with that data path would be inserted; a path beyond the end means the end.
  private func insertionIndex(forData path: IndexPath) -> Int {
    presentationPath(forData: path)?.item ?? sections[path.section].count
  }

  // MARK: Changes

  /// Adds rows, each at its data path as it is after all of them are there.
  mutating func insertRows(at paths: [IndexPath]) {
    for path in paths.sorted() where path.count == 2 && sections.indices.contains(path.section) {
      sections[path.section].insert(newRow(), at: insertionIndex(forData: path))
    }
  }

  /// Removes rows, each at its data path as it was before.
  mutating func deleteRows(at paths: [IndexPath]) {
    for path in paths.sorted().reversed() {
      if let place = presentationPath(forData: path) { sections[place.section].remove(at: place.item) }
    }
  }

  /// Moves a row to the data path that it has afterwards.
  mutating func moveRow(at path: IndexPath, to newPath: IndexPath) {
    guard let place = presentationPath(forData: path), newPath.count == 2,
      sections.indices.contains(newPath.section)
    else { return }
    let slot = sections[place.section].remove(at: place.item)
    sections[newPath.section].insert(slot, at: insertionIndex(forData: newPath))
  }

  // MARK: Placeholders

  /// Shows a placeholder at a presentation path, at the end of the section when that is beyond it.
  ///
  /// - Returns: nil when there is no such section.
  mutating func insertPlaceholder(at path: IndexPath) -> Slot? {
    guard path.count == 2, sections.indices.contains(path.section) else { return nil }
    let slot = Slot.placeholder(newIdentity())
    let end = sections[path.section].count
    sections[path.section].insert(slot, at: min(max(0, path.item), end))
    placeholderCounts[path.section] += 1
    return slot
  }

  /// Makes a placeholder the row of the data source that it stood for.
  mutating func commit(_ placeholder: Slot) {
    guard let path = presentationPath(of: placeholder) else { return }
    sections[path.section][path.item] = newRow()
    placeholderCounts[path.section] -= 1
  }

  /// Takes a placeholder away; false when it is gone already.
  mutating func remove(_ placeholder: Slot) -> Bool {
    guard let path = presentationPath(of: placeholder) else { return false }
    sections[path.section].remove(at: path.item)
    placeholderCounts[path.section] -= 1
    return true
  }
}
