// The fragments are in the style of their time, including forced casts and unwraps.
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import UIKitNames

/// A drag delegate that implements all methods.
class FullDragDelegate: NSObject, UIDragInteractionDelegate {
  var calls: [String] = []
  var locations: [CGPoint] = []
  var items: [UIDragItem] = []
  var addedItems: [UIDragItem] = []
  var allowsMove = true
  var liftPositions: [UIViewAnimatingPosition] = []

  func dragInteraction(
    _ interaction: UIDragInteraction, itemsForBeginning session: UIDragSession
  ) -> [UIDragItem] {
    calls.append("itemsForBeginning")
    session.localContext = "context"
    return items
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, previewForLifting item: UIDragItem, session: UIDragSession
  ) -> UITargetedDragPreview? {
    calls.append("previewForLifting")
    return UITargetedDragPreview(view: interaction.view!)
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, willAnimateLiftWith animator: UIDragAnimating, session: UIDragSession
  ) {
    calls.append("willAnimateLift")
    animator.addAnimations { self.calls.append("lifting") }
    animator.addCompletion { position in self.liftPositions.append(position) }
  }
  func dragInteraction(_ interaction: UIDragInteraction, sessionWillBegin session: UIDragSession) {
    calls.append("willBegin")
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, sessionAllowsMoveOperation session: UIDragSession
  ) -> Bool {
    calls.append("allowsMove")
    return allowsMove
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, sessionIsRestrictedToDraggingApplication session: UIDragSession
  ) -> Bool {
    calls.append("isRestricted")
    return false
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, prefersFullSizePreviewsFor session: UIDragSession
  ) -> Bool {
    calls.append("prefersFullSize")
    return true
  }
  func dragInteraction(_ interaction: UIDragInteraction, sessionDidMove session: UIDragSession) {
    calls.append("didMove")
    locations.append(session.location(in: interaction.view!))
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, session: UIDragSession, willEndWith operation: UIDropOperation
  ) {
    calls.append("willEnd \(operation.rawValue)")
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, session: UIDragSession, didEndWith operation: UIDropOperation
  ) {
    calls.append("didEnd \(operation.rawValue)")
  }
  func dragInteraction(_ interaction: UIDragInteraction, sessionDidTransferItems session: UIDragSession) {
    calls.append("didTransfer")
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, itemsForAddingTo session: UIDragSession, withTouchAt point: CGPoint
  ) -> [UIDragItem] {
    calls.append("itemsForAdding")
    return addedItems
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, sessionForAddingItems sessions: [UIDragSession],
    withTouchAt point: CGPoint
  ) -> UIDragSession? {
    calls.append("sessionForAdding")
    return sessions.first
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, session: UIDragSession, willAdd items: [UIDragItem],
    for addingInteraction: UIDragInteraction
  ) {
    calls.append("willAdd")
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, previewForCancelling item: UIDragItem,
    withDefault defaultPreview: UITargetedDragPreview
  ) -> UITargetedDragPreview? {
    calls.append("previewForCancelling")
    return defaultPreview
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, item: UIDragItem, willAnimateCancelWith animator: UIDragAnimating
  ) {
    calls.append("willAnimateCancel")
  }
}

/// A drop delegate that implements all methods.
class FullDropDelegate: NSObject, UIDropInteractionDelegate {
  var calls: [String] = []
  var operation = UIDropOperation.copy
  var handles = true
  var localContext: Any?

  func dropInteraction(_ interaction: UIDropInteraction, canHandle session: UIDropSession) -> Bool {
    calls.append("canHandle")
    return handles
  }
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnter session: UIDropSession) {
    calls.append("didEnter")
  }
  func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidUpdate session: UIDropSession
  ) -> UIDropProposal {
    calls.append("didUpdate")
    let proposal = UIDropProposal(operation: operation)
    proposal.isPrecise = true
    proposal.prefersFullSizePreview = true
    return proposal
  }
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidExit session: UIDropSession) {
    calls.append("didExit")
  }
  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: UIDropSession) {
    calls.append("perform")
    session.progressIndicatorStyle = .none
    localContext = session.localDragSession?.localContext
  }
  func dropInteraction(_ interaction: UIDropInteraction, concludeDrop session: UIDropSession) {
    calls.append("conclude")
  }
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: UIDropSession) {
    calls.append("didEnd")
  }
  func dropInteraction(
    _ interaction: UIDropInteraction, previewForDropping item: UIDragItem,
    withDefault defaultPreview: UITargetedDragPreview
  ) -> UITargetedDragPreview? {
    calls.append("previewForDropping")
    let target = UIDragPreviewTarget(container: interaction.view!, center: CGPoint(x: 5, y: 5))
    return defaultPreview.retargetedPreview(with: target)
  }
  func dropInteraction(
    _ interaction: UIDropInteraction, item: UIDragItem, willAnimateDropWith animator: UIDragAnimating
  ) {
    calls.append("willAnimateDrop")
  }
}

/// A drop session implemented by a test.
class OwnDropSession: NSObject, UIDropSession {
  var items: [UIDragItem] = []
  var localDragSession: UIDragSession?
  var progress = Progress(totalUnitCount: 0)
  var progressIndicatorStyle = UIDropSessionProgressIndicatorStyle.default
  var allowsMoveOperation = true
  var isRestrictedToDraggingApplication = false

  func location(in view: UIView) -> CGPoint { return CGPoint(x: 3, y: 4) }
}
