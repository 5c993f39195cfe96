// The fragments are in the style of their time, including forced casts and unwraps.
// swift-format-ignore-file: NeverForceUnwrap, NeverUseImplicitlyUnwrappedOptionals

import UIKitNames

enum Shelf: Hashable {
  case read, unread
}

struct Book: Hashable {
  let title: String
}

/// A table data source that moves rows.
class BookDataSource: UITableViewDiffableDataSource<Shelf, Book> {
  override func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    return true
  }

  override func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    super.tableView(tableView, moveRowAt: sourceIndexPath, to: destinationIndexPath)
    guard let moved = itemIdentifier(for: sourceIndexPath),
      let other = itemIdentifier(for: destinationIndexPath), moved != other
    else { return }
    var snapshot = self.snapshot()
    if sourceIndexPath < destinationIndexPath {
      snapshot.moveItem(moved, afterItem: other)
    } else {
      snapshot.moveItem(moved, beforeItem: other)
    }
    apply(snapshot, animatingDifferences: false)
  }
}

class BookTableViewController: UITableViewController, UITableViewDragDelegate {
  lazy var dataSource = BookDataSource(tableView: tableView) { tableView, indexPath, book in
    let cell = tableView.dequeueReusableCell(withIdentifier: "Book", for: indexPath)
    cell.textLabel?.text = book.title
    return cell
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "Book")
    tableView.dragInteractionEnabled = true
    tableView.dragDelegate = self
    var snapshot = NSDiffableDataSourceSnapshot<Shelf, Book>()
    snapshot.appendSections([.unread, .read])
    snapshot.appendItems(["a", "b", "c"].map { Book(title: $0) }, toSection: .unread)
    snapshot.appendItems([Book(title: "z")], toSection: .read)
    dataSource.apply(snapshot, animatingDifferences: false)
  }

  func tableView(
    _ tableView: UITableView, itemsForBeginning session: UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    let item = UIDragItem(itemProvider: NSItemProvider())
    item.localObject = dataSource.itemIdentifier(for: indexPath)
    return [item]
  }
}

/// A grid whose items are reordered by its data source alone.
class BookGridViewController: UIViewController, UICollectionViewDelegateFlowLayout {
  var books = ["a", "b", "c", "d"]
  var collectionView: UICollectionView!
  var dataSource: UICollectionViewDiffableDataSource<Int, String>!
  var changes: [String] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 100, height: 50)
    layout.minimumInteritemSpacing = 0
    collectionView = UICollectionView(frame: view.bounds, collectionViewLayout: layout)
    collectionView.delegate = self
    collectionView.reorderingCadence = .immediate
    collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "Book")
    view.addSubview(collectionView)
    dataSource = UICollectionViewDiffableDataSource<Int, String>(collectionView: collectionView) {
      (collectionView, indexPath, book) -> UICollectionViewCell? in
      return collectionView.dequeueReusableCell(withReuseIdentifier: "Book", for: indexPath)
    }
    dataSource.reorderingHandlers.canReorderItem = { book in book != "d" }
    dataSource.reorderingHandlers.willReorder = { [weak self] transaction in
      self?.changes.append(transaction.initialSnapshot.itemIdentifiers.joined())
    }
    dataSource.reorderingHandlers.didReorder = { [weak self] transaction in
      guard let self = self else { return }
      if let reordered = self.books.applying(transaction.difference) { self.books = reordered }
      for change in transaction.sectionTransactions {
        self.changes.append(change.finalSnapshot.items.joined())
      }
    }
    var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
    snapshot.appendSections([0])
    snapshot.appendItems(books)
    dataSource.apply(snapshot)
  }

  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize {
    return CGSize(width: 50, height: 50)
  }
}
