import Foundation
import ItemProviders

/// The delegate of a text view's interactions.
@MainActor
final class TextInteractionDelegate: DragInteractionDelegate, DropInteractionDelegate {
  /// The distance from the top or bottom edge within which a drop is not precise.
  ///
  /// Within this distance of an edge, the finger has only just reached the text.
  private static let impreciseMargin = 12.0

  private unowned let view: TextInputView
  private var proposal: TextDropProposal?

  init(_ view: TextInputView) { self.view = view }

  // MARK: Source

  func dragInteraction(_ interaction: DragInteraction, itemsForBeginning session: any DragSession)
    -> [DragItem]
  {
    let items = items(at: session.location(in: view), for: session)
    if items.isEmpty { view.draggedRanges.removeAll { $0.session === session } }
    return items
  }

  func dragInteraction(
    _ interaction: DragInteraction, itemsForAddingTo session: any DragSession, withTouchAt point: CGPoint
  ) -> [DragItem] { items(at: point, for: session) }

  /// Returns the items to drag at a point: the selection if the selection contains the point, otherwise the
  /// link or attachment at the point.
  ///
  /// Returns no items for text that the session already drags.
  private func items(at point: CGPoint, for session: any DragSession) -> [DragItem] {
    let position = view.position(at: point)
    let isSelected = view.selectedRange.contains(position)
    guard let range = isSelected ? view.selectedRange : linkOrAttachment(at: position) else { return [] }
    let drag = view.draggedRanges.firstIndex { $0.session === session }
    if let drag, view.draggedRanges[drag].ranges.contains(where: { $0.overlaps(range) }) { return [] }
    let request = SimulatedTextDragRequest(
      dragRange: range, suggestedItems: [item(of: range)], existingItems: session.items,
      isSelected: isSelected, dragSession: session)
    let items =
      view.textDragDelegate?.textDraggableView(view, itemsForDrag: request) ?? request.suggestedItems
    if items.isEmpty { return [] }
    if let drag {
      view.draggedRanges[drag].ranges.append(range)
    } else {
      view.draggedRanges.append((session, [range]))
    }
    return items
  }

  private func linkOrAttachment(at position: Int) -> Range<Int>? {
    guard view.elements.indices.contains(position) else { return nil }
    if case .character = view.elements[position] { return nil }
    return position..<position + 1
  }

  private func item(of range: Range<Int>) -> DragItem {
    let elements = view.elements[range]
    let provider: ItemProvider
    switch elements.first {
    case .link(let url) where elements.count == 1: provider = ItemProvider(object: url)
    case .attachment(let file) where elements.count == 1:
      provider = ItemProvider()
      provider.suggestedName = file.name
      provider.preferredPresentationStyle = .attachment
      provider.registerDataRepresentation(forTypeIdentifier: file.typeIdentifier, visibility: .all) {
        $0(file.data, nil)
        return nil
      }
    default: provider = ItemProvider(object: elements.map(\.plainText).joined())
    }
    return DragItem(itemProvider: provider)
  }

  func dragInteraction(
    _ interaction: DragInteraction, previewForLifting item: DragItem, session: any DragSession
  ) -> TargetedDragPreview? {
    guard let delegate = view.textDragDelegate else { return view.liftingPreview }
    return delegate.textDraggableView(view, dragPreviewForLiftingItem: item, session: session)
  }

  func dragInteraction(
    _ interaction: DragInteraction, willAnimateLiftWith animator: any DragAnimating, session: any DragSession
  ) {
    animator.addCompletion { [weak view] position in
      if position == .start { view?.draggedRanges.removeAll { $0.session === session } }
    }
    view.textDragDelegate?.textDraggableView(view, willAnimateLiftWith: animator, session: session)
  }

  func dragInteraction(_ interaction: DragInteraction, sessionWillBegin session: any DragSession) {
    view.textDragDelegate?.textDraggableView(view, dragSessionWillBegin: session)
  }

  func dragInteraction(
    _ interaction: DragInteraction, session: any DragSession, didEndWith operation: DropOperation
  ) {
    view.draggedRanges.removeAll { $0.session === session }
    view.textDragDelegate?.textDraggableView(view, dragSessionDidEnd: session, with: operation)
  }

  // MARK: Receiver

  /// Returns the dragged ranges of this text; nil if the drag did not begin in this view.
  private func ownRanges(_ session: any DropSession) -> [Range<Int>]? {
    view.draggedRanges.first { $0.session === session.localDragSession }?.ranges
  }

  private func request(_ session: any DropSession) -> any TextDropRequest {
    let point = session.location(in: view)
    let position = view.position(at: point)
    let own = ownRanges(session)
    let operation: DropOperation =
      // Dropping text onto itself changes nothing.
      if own?.contains(where: { $0.contains(position) }) ?? false {
        .cancel
      } else {
        own != nil && session.allowsMoveOperation ? .move : .copy
      }
    let proposal = TextDropProposal(operation: operation)
    let height = view.bounds.size.height
    proposal.isPrecise = point.y > Self.impreciseMargin && point.y < height - Self.impreciseMargin
    return SimulatedTextDropRequest(
      dropPosition: position, suggestedProposal: proposal, isSameView: own != nil, dropSession: session)
  }

  func dropInteraction(_ interaction: DropInteraction, canHandle session: any DropSession) -> Bool {
    view.canPaste(session.items.map(\.itemProvider))
  }

  func dropInteraction(_ interaction: DropInteraction, sessionDidEnter session: any DropSession) {
    view.textDropDelegate?.textDroppableView(view, dropSessionDidEnter: session)
  }

  func dropInteraction(
    _ interaction: DropInteraction, sessionDidUpdate session: any DropSession
  ) -> DropProposal {
    let request = request(session)
    let delegate = view.textDropDelegate
    delegate?.textDroppableView(view, dropSessionDidUpdate: session)
    let editability =
      view.isEditable
      ? .yes : delegate?.textDroppableView(view, willBecomeEditableForDrop: request) ?? .no
    let proposal =
      editability == .no
      ? TextDropProposal(operation: .forbidden)
      : delegate?.textDroppableView(view, proposalForDrop: request) ?? request.suggestedProposal
    self.proposal = proposal
    becomesEditable = editability == .yes
    return proposal
  }

  private var becomesEditable = false

  func dropInteraction(_ interaction: DropInteraction, sessionDidExit session: any DropSession) {
    view.textDropDelegate?.textDroppableView(view, dropSessionDidExit: session)
  }

  func dropInteraction(_ interaction: DropInteraction, performDrop session: any DropSession) {
    guard let proposal else { return }
    let request = request(session)
    if becomesEditable { view.isEditable = true }
    view.textDropDelegate?.textDroppableView(view, willPerformDrop: request)
    if proposal.dropPerformer == .delegate { return }
    if proposal.dropProgressMode == .custom { session.progressIndicatorStyle = .none }
    let own = ownRanges(session) ?? []
    if proposal.operation == .move, proposal.useFastSameViewOperations, !own.isEmpty {
      return move(own, to: request.dropPosition)
    }
    let range =
      switch proposal.dropAction {
      case .insert: request.dropPosition..<request.dropPosition
      case .replaceSelection: view.selectedRange
      case .replaceAll: 0..<view.elements.count
      }
    view.insertItems(session.items.map { ($0.itemProvider, $0.localObject) }, at: range)
  }

  /// Moves ranges of text to a position outside the ranges.
  private func move(_ ranges: [Range<Int>], to position: Int) {
    let moved = ranges.flatMap { view.elements[$0] }
    let before = ranges.reduce(0) { $0 + $1.count { $0 < position } }
    var rest = view.elements
    for range in ranges.sorted(by: { $0.lowerBound > $1.lowerBound }) { rest.removeSubrange(range) }
    view.setElements(rest)
    view.replace(position - before..<position - before, with: moved)
  }

  func dropInteraction(
    _ interaction: DropInteraction, previewForDropping item: DragItem,
    withDefault defaultPreview: TargetedDragPreview
  ) -> TargetedDragPreview? {
    guard let delegate = view.textDropDelegate else { return defaultPreview }
    return delegate.textDroppableView(view, previewForDroppingAllItemsWithDefault: defaultPreview)
  }

  func dropInteraction(_ interaction: DropInteraction, sessionDidEnd session: any DropSession) {
    proposal = nil
    view.textDropDelegate?.textDroppableView(view, dropSessionDidEnd: session)
  }
}
