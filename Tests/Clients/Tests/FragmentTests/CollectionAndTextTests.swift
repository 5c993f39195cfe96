import Foundation
import Proffer
import Testing
import UIKitNames

final class PhotoCell: UICollectionViewCell {
  let label = UILabel()
  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.addSubview(label)
  }
  required init?(coder: NSCoder) { super.init(coder: coder) }
}

final class PhotosViewController: UICollectionViewController, UICollectionViewDragDelegate,
  UICollectionViewDropDelegate
{
  var names = ["a", "b", "c"]

  override func viewDidLoad() {
    super.viewDidLoad()
    collectionView.register(PhotoCell.self, forCellWithReuseIdentifier: "Photo")
    collectionView.dragDelegate = self
    collectionView.dropDelegate = self
  }

  override func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int { names.count }

  override func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "Photo", for: indexPath)
    (cell as? PhotoCell)?.label.text = names[indexPath.item]
    return cell
  }

  override func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) { names.insert(names.remove(at: sourceIndexPath.item), at: destinationIndexPath.item) }

  func collectionView(
    _ collectionView: UICollectionView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    [UIDragItem(itemProvider: NSItemProvider(object: names[indexPath.item] as NSString))]
  }

  func collectionView(
    _ collectionView: UICollectionView, dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UICollectionViewDropProposal {
    let isLocal = session.localDragSession != nil
    return UICollectionViewDropProposal(
      operation: isLocal ? .move : .copy, intent: .insertAtDestinationIndexPath)
  }

  func collectionView(
    _ collectionView: UICollectionView, performDropWith coordinator: any UICollectionViewDropCoordinator
  ) {
    let destination = coordinator.destinationIndexPath ?? IndexPath(item: names.count, section: 0)
    for item in coordinator.items {
      let placeholder = UICollectionViewDropPlaceholder(
        insertionIndexPath: destination, reuseIdentifier: "Photo")
      placeholder.cellUpdateHandler = { cell in (cell as? PhotoCell)?.label.text = "loading" }
      let context = coordinator.drop(item.dragItem, to: placeholder)
      item.dragItem.itemProvider.loadObject(ofClass: NSString.self) { name, error in
        let name = name.map { $0 as String }
        DispatchQueue.main.async {
          if let name {
            context.commitInsertion { indexPath in self.names.insert(name, at: indexPath.item) }
          } else {
            context.deletePlaceholder()
          }
        }
      }
    }
  }
}

@MainActor struct CollectionTests {
  @Test func itemsAreReorderedAndTakenThroughPlaceholders() async throws {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 100, height: 50)
    let controller = PhotosViewController(collectionViewLayout: layout)
    let screen = Screen(controller)
    let collection = controller.collectionView
    func middle(_ item: Int) -> CGPoint {
      let rect = collection.rectForItem(at: IndexPath(item: item, section: 0))
      return collection.pointOnScreen(CGPoint(x: rect.midX, y: rect.midY))
    }
    try await screen.drag(from: middle(0), to: middle(2))
    #expect(controller.names == ["b", "c", "a"])
    let other = screen.addOtherProgram([UIDragItem(itemProvider: NSItemProvider(object: "x" as NSString))])
    try await screen.drag(from: other.place, to: middle(1))
    for _ in 0..<60_000 where collection.hasUncommittedUpdates {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(controller.names == ["b", "x", "c", "a"])
    let cell = collection.cellForItem(at: IndexPath(item: 1, section: 0)) as? PhotoCell
    #expect(cell?.label.text == "x")
    collection.selectItem(at: IndexPath(item: 1, section: 0), animated: false, scrollPosition: .top)
    #expect(cell?.isSelected == true)
  }
}

final class TextHelper: NSObject, UITextDragDelegate, UITextDropDelegate, UITextPasteDelegate {
  var calls: [String] = []

  func textDraggableView(
    _ textDraggableView: UIView & UITextDraggable, itemsForDrag dragRequest: UITextDragRequest
  ) -> [UIDragItem] {
    calls.append("items \(dragRequest.suggestedItems.count)")
    return dragRequest.suggestedItems
  }

  func textDroppableView(
    _ textDroppableView: UIView & UITextDroppable, proposalForDrop drop: UITextDropRequest
  ) -> UITextDropProposal {
    let proposal = UITextDropProposal(operation: .copy)
    proposal.dropAction = .replaceAll
    calls.append("proposal")
    return proposal
  }

  func textPasteConfigurationSupporting(
    _ textPasteConfigurationSupporting: UITextPasteConfigurationSupporting, transform item: UITextPasteItem
  ) {
    calls.append("paste")
    item.setDefaultResult()
  }
}

@MainActor struct TextTests {
  @Test func textIsDraggedFromAViewToAField() async throws {
    let controller = UIViewController()
    let view = UITextView(frame: CGRect(x: 0, y: 0, width: 300, height: 100))
    let field = UITextField(frame: CGRect(x: 0, y: 200, width: 300, height: 40))
    let helper = TextHelper()
    view.text = "one two"
    view.selectedRange = 4..<7
    view.textDragDelegate = helper
    field.text = "old"
    field.textDropDelegate = helper
    field.pasteDelegate = helper
    controller.view.addSubview(view)
    controller.view.addSubview(field)
    let screen = Screen(controller)
    try await screen.drag(from: CGPoint(x: 40, y: 8), to: CGPoint(x: 20, y: 220))
    #expect(field.text == "two")
    if let text = view.text { #expect(text == "one two") }
    #expect(helper.calls.first == "items 1")
    #expect(helper.calls.last == "paste")
  }

  @Test func aFieldTakesAColorAsText() async throws {
    let controller = UIViewController()
    let field = UITextField(frame: CGRect(x: 0, y: 200, width: 300, height: 40))
    controller.view.addSubview(field)
    let screen = Screen(controller)
    let other = screen.addOtherProgram([UIDragItem(itemProvider: NSItemProvider(object: UIColor.red))])
    try await screen.drag(from: other.place, to: CGPoint(x: 20, y: 220))
    #expect(field.text == "#ff0000")
  }

  @Test func aSpringLoadedTableSelectsTheRowUnderAWaitingDrag() throws {
    final class Folders: UITableViewController {
      var opened: [Int] = []
      override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 4 }
      override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        opened.append(indexPath.row)
      }
    }
    let folders = Folders(style: .grouped)
    let screen = Screen(folders)
    folders.tableView.isSpringLoaded = true
    let other = screen.addOtherProgram([UIDragItem(itemProvider: NSItemProvider(object: "a" as NSString))])
    let drag = try #require(screen.driver.beginDrag(at: other.place))
    try drag.move(to: screen.middle(ofRow: 2, in: folders.tableView))
    screen.driver.wait(.seconds(2))
    try drag.cancel()
    #expect(folders.opened == [2])
  }
}
