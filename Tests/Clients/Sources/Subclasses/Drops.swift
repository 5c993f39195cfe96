import UIKitNames

/// A delegate that accepts nothing by itself.
class DropBase: NSObject, UIDropInteractionDelegate {
  var performed = 0
}

/// A delegate that adds the methods which accept and perform drops.
class DropSub: DropBase {
  func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidUpdate session: UIDropSession
  ) -> UIDropProposal {
    return UIDropProposal(operation: .copy)
  }

  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: UIDropSession) {
    performed += 1
  }
}

/// A delegate that overrides what its base class added.
class DropSubSub: DropSub {
  override func dropInteraction(_ interaction: UIDropInteraction, performDrop session: UIDropSession) {
    super.dropInteraction(interaction, performDrop: session)
    performed += 10
  }
}

class DragBase: NSObject, UIDragInteractionDelegate {
  func dragInteraction(
    _ interaction: UIDragInteraction, itemsForBeginning session: UIDragSession
  ) -> [UIDragItem] {
    return [UIDragItem(itemProvider: NSItemProvider(object: "word" as NSString))]
  }
}

/// The types that contain a class are part of its name.
enum Sources {
  class DragSub: DragBase {
    var lifted: [UIDragItem] = []

    func dragInteraction(
      _ interaction: UIDragInteraction, previewForLifting item: UIDragItem, session: UIDragSession
    ) -> UITargetedDragPreview? {
      lifted.append(item)
      return nil
    }
  }
}

/// A table without the methods that move rows.
class RowBase: NSObject, UITableViewDataSource, UITableViewDragDelegate {
  var rows = ["a", "b", "c"]

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    return rows.count
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    return UITableViewCell(style: .default, reuseIdentifier: nil)
  }

  func tableView(
    _ tableView: UITableView, itemsForBeginning session: UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    return [UIDragItem(itemProvider: NSItemProvider())]
  }
}

/// A generic subclass that adds them, one in an extension.
class RowSub<Note>: RowBase {
  var note: Note?

  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    return indexPath.row > 0
  }
}

extension RowSub {
  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    rows.insert(rows.remove(at: sourceIndexPath.row), at: destinationIndexPath.row)
  }
}
