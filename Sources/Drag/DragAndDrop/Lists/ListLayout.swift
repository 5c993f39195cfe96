import Foundation

/// Where the slots of a list lie: rows of equal height, several slots in a row for a grid, section after section.
struct ListLayout {
  var columnCount: Int
  var cellSize: CGSize

  /// What is at a point of the list.
  enum Place: Equatable {
    case slot(section: Int, item: Int)
    /// Within one row's height below the last section.
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
