import Foundation
import ItemProviders

/// The delegate of a list's interactions.
///
/// The delegate converts points to paths and calls the list's own delegates.
@MainActor
final class ListInteractionDelegate: DragInteractionDelegate, ConditionalDropDelegate {
  private unowned let list: ListView
  private var proposal: ListDropProposal?
  /// The row of each item during the lift; rows cannot change in this phase.
  private var liftedPaths: [DragItem: IndexPath] = [:]

  init(_ list: ListView) { self.list = list }

  // MARK: Source

  func dragInteraction(_ interaction: DragInteraction, itemsForBeginning session: any DragSession)
    -> [DragItem]
  {
    guard let lifted = list.path(at: session.location(in: list)) else { return [] }
    guard let delegate = list.listDragDelegate else { return itemForReordering(lifted, session) }
    let selected = list.selectedPaths
    let liftedItems = delegate.itemsForBeginning(session, lifted)
    if liftedItems.isEmpty { return [] }
    var rows: [DragItem: ListPresentation.Slot] = [:]
    var items: [DragItem] = []
    for path in selected.contains(lifted) ? selected : [lifted] {
      let new = path == lifted ? liftedItems : delegate.itemsForBeginning(session, path)
      if let slot = slot(at: path) { for item in new { (rows[item], liftedPaths[item]) = (slot, path) } }
      items += new
    }
    list.activeDrags.append((session, rows))
    return items
  }

  /// Returns an item without representations for a row that can be reordered without a drag delegate.
  private func itemForReordering(_ path: IndexPath, _ session: any DragSession) -> [DragItem] {
    guard list.reordersWithoutDragDelegate, list.listDataSource?.canMoveRow(path) ?? false,
      let slot = slot(at: path)
    else { return [] }
    let item = DragItem(itemProvider: ItemProvider())
    liftedPaths[item] = path
    list.activeDrags.append((session, [item: slot]))
    return [item]
  }

  func dragInteraction(
    _ interaction: DragInteraction, itemsForAddingTo session: any DragSession, withTouchAt point: CGPoint
  ) -> [DragItem] {
    guard let delegate = list.listDragDelegate, let path = list.path(at: point) else { return [] }
    let items = delegate.itemsForAdding(session, path, point)
    if items.isEmpty { return [] }
    if !list.activeDrags.contains(where: { $0.session === session }) {
      list.activeDrags.append((session, [:]))
    }
    if let slot = slot(at: path), let drag = list.activeDrags.firstIndex(where: { $0.session === session }) {
      for item in items { list.activeDrags[drag].rows[item] = slot }
    }
    return items
  }

  func dragInteraction(
    _ interaction: DragInteraction, sessionForAddingItems sessions: [any DragSession],
    withTouchAt point: CGPoint
  ) -> (any DragSession)? {
    sessions.first { session in list.activeDrags.contains { $0.session === session } }
  }

  private func slot(at path: IndexPath) -> ListPresentation.Slot? {
    list.presentation.presentationPath(forData: path).flatMap(list.presentation.slot(at:))
  }

  func dragInteraction(
    _ interaction: DragInteraction, previewForLifting item: DragItem, session: any DragSession
  ) -> TargetedDragPreview? {
    guard let path = liftedPaths[item], let rect = list.rect(of: path) else { return nil }
    // The path from the list's delegate is in the coordinates of the row, as in UIKit. The preview shows a
    // part of the list, so the path is moved to the list's coordinates.
    let parameters =
      list.listDragDelegate?.previewParameters(path)?.moved(by: rect.origin)
      ?? DragPreviewParameters()
    if parameters.visiblePath == nil { parameters.visiblePath = PreviewPath(rect: rect) }
    return TargetedDragPreview(view: list, parameters: parameters)
  }

  func dragInteraction(
    _ interaction: DragInteraction, willAnimateLiftWith animator: any DragAnimating, session: any DragSession
  ) {
    liftedPaths = [:]
    // A cancelled lift does not become a drag, so its session is removed.
    animator.addCompletion { [weak list] position in
      if position == .start { list?.activeDrags.removeAll { $0.session === session } }
    }
  }

  func dragInteraction(_ interaction: DragInteraction, sessionWillBegin session: any DragSession) {
    list.listDragDelegate?.willBegin(session)
  }

  func dragInteraction(
    _ interaction: DragInteraction, sessionAllowsMoveOperation session: any DragSession
  ) -> Bool { list.listDragDelegate?.allowsMove(session) ?? true }

  func dragInteraction(
    _ interaction: DragInteraction, sessionIsRestrictedToDraggingApplication session: any DragSession
  ) -> Bool { list.listDragDelegate?.isRestricted(session) ?? true }

  func dragInteraction(
    _ interaction: DragInteraction, session: any DragSession, didEndWith operation: DropOperation
  ) {
    list.activeDrags.removeAll { $0.session === session }
    list.listDragDelegate?.didEnd(session)
  }

  /// Returns the row from which an item was lifted; nil if the row was removed.
  private func sourcePath(of item: DragItem) -> IndexPath? {
    for drag in list.activeDrags {
      if let slot = drag.rows[item] { return list.presentation.dataPath(of: slot) }
    }
    return nil
  }

  /// Returns the row from which each dragged item was lifted, in one pass over the list.
  private func sourcePaths() -> [DragItem: IndexPath] {
    let rows = list.activeDrags.reduce(into: [:]) { $0.merge($1.rows) { first, _ in first } }
    let paths = list.presentation.dataPaths(of: Set(rows.values)).map { ($0.row, $0.path) }
    let known = Dictionary(paths) { first, _ in first }
    return rows.compactMapValues { known[$0] }
  }

  // MARK: Receiver

  func dropInteraction(_ interaction: DropInteraction, canHandle session: any DropSession) -> Bool {
    list.listDropDelegate?.canHandle(session) ?? (ownRow(session) != nil)
  }

  func dropInteraction(_ interaction: DropInteraction, sessionDidEnter session: any DropSession) {
    list.setActiveDrop(true)
    list.listDropDelegate?.didEnter(session)
  }

  func dropInteraction(
    _ interaction: DropInteraction, sessionDidUpdate session: any DropSession
  ) -> DropProposal {
    let destination = destination(of: session)
    let proposal =
      list.listDropDelegate?.didUpdate(session, destination) ?? reorderingProposal(session, destination)
    self.proposal = proposal
    list.isReordering = reorderedRow(session, proposal, destination) != nil
    return proposal
  }

  func dropInteraction(_ interaction: DropInteraction, sessionDidExit session: any DropSession) {
    list.setActiveDrop(false)
    list.isReordering = false
    list.listDropDelegate?.didExit(session)
  }

  // Without a drop delegate, only `moveRowAt` accepts the drag, and its default implementation declines. The call
  // tells whether the data source implements the method, so it is made before the source learns the operation.
  func preparesDrop(_ session: any DropSession) -> Bool {
    if list.listDropDelegate != nil { return true }
    list.isReordering = false
    guard let proposal, let destination = destination(of: session),
      let row = reorderedRow(session, proposal, destination)
    else { return false }
    return reorder(row, to: destination)
  }

  func dropInteraction(_ interaction: DropInteraction, performDrop session: any DropSession) {
    guard let proposal, let delegate = list.listDropDelegate else { return }
    let destination = destination(of: session)
    list.isReordering = false
    if let row = reorderedRow(session, proposal, destination), let destination,
      reorder(row, to: destination)
    {
      return
    }
    let sources = session.localDragSession == nil ? [:] : sourcePaths()
    let items = session.items.map { item in
      SimulatedListDropItem(
        dragItem: item, sourceIndexPath: sources[item],
        previewSize: sources[item].flatMap(list.rect(of:))?.size ?? .zero)
    }
    let drop = ListDrop(items: items, destination: destination, session: session, list: list)
    let placed = delegate.perform(drop, proposal)
    for (index, item) in session.items.enumerated() where !placed.contains(item) {
      list.recordInTrace("<unplaced>", "item \(index + 1)")
    }
    list.checkRowCounts()
  }

  /// Returns the destination at the location of a drag.
  ///
  /// A row of a list without a drop delegate can be released below all rows, because it always has a
  /// destination.
  private func destination(of session: any DropSession) -> IndexPath? {
    let point = session.location(in: list)
    return list.listDropDelegate == nil
      ? list.reorderingDestination(at: point) : list.destination(at: point)
  }

  /// Returns the row of the only item of a drag; nil if the drag has several items, or did not begin here.
  private func ownRow(_ session: any DropSession) -> IndexPath? {
    guard session.localDragSession != nil, session.items.count == 1, let item = session.items.first else {
      return nil
    }
    return sourcePath(of: item)
  }

  /// Returns the proposal of a list without a drop delegate: to move a row that the data source allows to move.
  private func reorderingProposal(
    _ session: any DropSession, _ destination: IndexPath?
  ) -> ListDropProposal {
    let isMovable = ownRow(session).flatMap { list.listDataSource?.canMoveRow($0) } ?? false
    return isMovable && destination != nil
      ? ListDropProposal(operation: .move, intent: .insertAtDestinationIndexPath)
      : ListDropProposal(operation: .cancel)
  }

  /// Returns the row that a drop would reorder; nil if the drop is not a reordering.
  ///
  /// A drop is a reordering if its only item is a row of this list, the drop has a destination, and the
  /// proposal is to move the item to the destination.
  private func reorderedRow(
    _ session: any DropSession, _ proposal: ListDropProposal, _ destination: IndexPath?
  ) -> IndexPath? {
    guard proposal.operation == .move, proposal.intent == .insertAtDestinationIndexPath, destination != nil,
      session.allowsMoveOperation
    else { return nil }
    return ownRow(session)
  }

  private func reorder(_ row: IndexPath, to destination: IndexPath) -> Bool {
    var target = destination
    // After the row is removed, the path after the last row would be past the end of the section.
    let count = list.presentation.rowCounts[destination.section]
    if destination.section == row.section {
      target = IndexPath(item: min(target.item, count - 1), section: row.section)
    }
    return list.reorderRow(at: row, to: list.listDelegate?.targetPath(row, target) ?? target)
  }

  func dropInteraction(
    _ interaction: DropInteraction, previewForDropping item: DragItem,
    withDefault defaultPreview: TargetedDragPreview
  ) -> TargetedDragPreview? {
    let destination = list.dropDestinations[item] ?? sourcePath(of: item).map { .row($0) }
    guard let parameters = destination?.previewParameters(in: list) else { return defaultPreview }
    return TargetedDragPreview(view: list, parameters: parameters, target: defaultPreview.target)
  }

  func dropInteraction(_ interaction: DropInteraction, sessionDidEnd session: any DropSession) {
    list.setActiveDrop(false)
    list.isReordering = false
    proposal = nil
    for item in session.items { list.dropDestinations[item] = nil }
    list.listDropDelegate?.didEnd(session)
  }
}
