/// A request for the items of a new drag in a text view, or for items to add to such a drag.
@preconcurrency @MainActor
public protocol TextDragRequest: AnyObject {
  /// The dragged range of the text, in elements.
  var dragRange: Range<Int> { get }
  /// The items that the view drags by default.
  var suggestedItems: [DragItem] { get }
  /// The existing items of the drag.
  var existingItems: [DragItem] { get }
  /// Whether the range is the selection.
  var isSelected: Bool { get }
  /// The session of the drag.
  var dragSession: any DragSession { get }
}

/// A request that a text view of this module makes.
@MainActor
final class SimulatedTextDragRequest: TextDragRequest {
  let dragRange: Range<Int>
  let suggestedItems: [DragItem]
  let existingItems: [DragItem]
  let isSelected: Bool
  let dragSession: any DragSession

  init(
    dragRange: Range<Int>, suggestedItems: [DragItem], existingItems: [DragItem], isSelected: Bool,
    dragSession: any DragSession
  ) {
    self.dragRange = dragRange
    self.suggestedItems = suggestedItems
    self.existingItems = existingItems
    self.isSelected = isSelected
    self.dragSession = dragSession
  }
}

/// A request for a proposal for a drop on a text view.
@preconcurrency @MainActor
public protocol TextDropRequest: AnyObject {
  /// The position of the drop, in elements.
  var dropPosition: Int { get }
  /// The default proposal of the view.
  var suggestedProposal: TextDropProposal { get }
  /// Whether the drag began in the same view.
  var isSameView: Bool { get }
  /// The session of the drag.
  var dropSession: any DropSession { get }
}

/// A drop request that a text view of this module makes.
@MainActor
final class SimulatedTextDropRequest: TextDropRequest {
  let dropPosition: Int
  let suggestedProposal: TextDropProposal
  let isSameView: Bool
  let dropSession: any DropSession

  init(
    dropPosition: Int, suggestedProposal: TextDropProposal, isSameView: Bool, dropSession: any DropSession
  ) {
    self.dropPosition = dropPosition
    self.suggestedProposal = suggestedProposal
    self.isSameView = isSameView
    self.dropSession = dropSession
  }
}
