// The fragments are in the style of their time, including forced casts and unwraps.
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import UIKitNames

/// Makes a view a source of drags.
@MainActor
func enableDragging(on view: UIView, dragInteractionDelegate: UIDragInteractionDelegate) {
  let dragInteraction = UIDragInteraction(delegate: dragInteractionDelegate)
  view.addInteraction(dragInteraction)
}

/// Makes a view a receiver of drops.
@MainActor
func enableDropping(on view: UIView, dropInteractionDelegate: UIDropInteractionDelegate) {
  let dropInteraction = UIDropInteraction(delegate: dropInteractionDelegate)
  view.addInteraction(dropInteraction)
}

/// The smallest source.
class WordSource: NSObject, UIDragInteractionDelegate {
  func dragInteraction(
    _ interaction: UIDragInteraction, itemsForBeginning session: UIDragSession
  ) -> [UIDragItem] {
    let itemProvider = NSItemProvider(object: "word" as NSString)
    return [UIDragItem(itemProvider: itemProvider)]
  }
}

/// A controller that accepts and offers a picture.
class PictureViewController: UIViewController, UIDragInteractionDelegate, UIDropInteractionDelegate {
  let imageView = UIImageView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
  var operation = UIDropOperation.move

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(imageView)
    enableDragging(on: view, dragInteractionDelegate: self)
    enableDropping(on: view, dropInteractionDelegate: self)
  }

  func dragInteraction(
    _ interaction: UIDragInteraction, itemsForBeginning session: UIDragSession
  ) -> [UIDragItem] {
    guard let image = imageView.image else { return [] }
    let provider = NSItemProvider(object: image)
    let item = UIDragItem(itemProvider: provider)
    return [item]
  }

  func dropInteraction(_ interaction: UIDropInteraction, canHandle session: UIDropSession) -> Bool {
    return session.canLoadObjects(ofClass: UIImage.self)
  }

  func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidUpdate session: UIDropSession
  ) -> UIDropProposal {
    if operation == .move { return UIDropProposal(operation: .move) }
    return UIDropProposal(operation: operation)
  }

  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: UIDropSession) {
    session.loadObjects(ofClass: UIImage.self) { items in
      let images = items as! [UIImage]
      self.imageView.image = images.first
    }
  }
}
