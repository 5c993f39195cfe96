import Foundation

/// An object that a hovering drag can activate.
@preconcurrency @MainActor
public protocol SpringLoadedInteractionSupporting: AnyObject {
  /// Whether a drag that hovers over the object activates the object; false by default.
  var isSpringLoaded: Bool { get set }
}

extension ListView: SpringLoadedInteractionSupporting {
  /// Whether a drag that hovers over a row selects the row, as a tap does; false by default.
  ///
  /// The list's delegate can prevent the selection of each row, and is notified of selections.
  public var isSpringLoaded: Bool {
    get { rowSpringLoading != nil }
    set {
      if newValue == isSpringLoaded { return }
      if let interaction = rowSpringLoading {
        removeInteraction(interaction)
        rowSpringLoading = nil
      } else {
        let interaction = SpringLoadedInteraction(interactionBehavior: RowSpringLoading(self)) {
          [weak self] _, context in
          guard let self, let row = path(at: context.location(in: self)) else { return }
          select(row, true)
          listDelegate?.didSelect(row)
        }
        rowSpringLoading = interaction
        addInteraction(interaction)
      }
    }
  }
}

/// Restarts the spring-loading timer when the drag moves to another row.
@MainActor
private final class RowSpringLoading: SpringLoadedInteractionBehavior {
  private weak var list: ListView?
  private var row: IndexPath?

  init(_ list: ListView) { self.list = list }

  func shouldAllow(
    _ interaction: SpringLoadedInteraction, with context: any SpringLoadedInteractionContext
  ) -> Bool {
    guard let list, let row = list.path(at: context.location(in: list)),
      list.listDelegate?.shouldSpringLoad(row, context) ?? true
    else {
      row = nil
      return false
    }
    defer { self.row = row }
    return row == self.row
  }

  func interactionDidFinish(_ interaction: SpringLoadedInteraction) { row = nil }
}
