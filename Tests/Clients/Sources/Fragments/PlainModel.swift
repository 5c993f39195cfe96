import UIKitNames

/// A model that makes drag items, without isolation in source of Swift 5.
#if swift(>=6)
  @MainActor
#endif
class WordModel {
  var words = ["one", "two"]

  func dragItems(for indexPath: IndexPath) -> [UIDragItem] {
    let word = words[indexPath.row]
    let item = UIDragItem(itemProvider: NSItemProvider(object: word as NSString))
    item.localObject = word
    return [item]
  }

  func canHandle(_ session: UIDropSession) -> Bool {
    return session.canLoadObjects(ofClass: NSString.self)
  }

  func words(in session: UIDropSession) -> [String] {
    return session.items.compactMap { $0.localObject as? String }
  }

  func proposal(for session: UIDropSession) -> UITableViewDropProposal {
    let isLocal = session.localDragSession != nil
    return UITableViewDropProposal(
      operation: isLocal ? .move : .copy, intent: .insertAtDestinationIndexPath)
  }

  func preview(of view: UIView) -> UITargetedDragPreview {
    let parameters = UIDragPreviewParameters()
    parameters.backgroundColor = .clear
    return UITargetedDragPreview(
      view: view, parameters: parameters, target: UIDragPreviewTarget(container: view, center: view.center))
  }

  func configuration() -> UIPasteConfiguration {
    return UIPasteConfiguration(forAccepting: NSString.self)
  }
}

/// A free function that makes a source.
#if swift(>=6)
  @MainActor
#endif
func makeDraggable(_ view: UIView, _ delegate: UIDragInteractionDelegate) {
  let interaction = UIDragInteraction(delegate: delegate)
  interaction.isEnabled = true
  view.addInteraction(interaction)
}
