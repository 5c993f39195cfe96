/// A drag that is about to begin in a text view.
@MainActor
public protocol TextDragRequest: AnyObject {
  /// The range of the text, in elements.
  var dragRange: Range<Int> { get }
  /// The items that the view drags by default.
  var suggestedItems: [DragItem] { get }
  /// The existing items of the drag.
  var existingItems: [DragItem] { get }
  /// Whether the range is the selection.
  var isSelected: Bool { get }
  /// The session.
  var dragSession: any DragSession { get }
}

/// A drag that is about to begin in a text view of this module.
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

/// A drag over a text view.
@MainActor
public protocol TextDropRequest: AnyObject {
  /// The position of the drop, in elements.
  var dropPosition: Int { get }
  /// The default proposal of the view.
  var suggestedProposal: TextDropProposal { get }
  /// Whether the drag began in the same view.
  var isSameView: Bool { get }
  /// The session.
  var dropSession: any DropSession { get }
}

/// A drag over a text view of this module.
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
