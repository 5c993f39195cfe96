import Foundation
import Proffer
import Testing
import UIKitNames

@testable import Fragments

@MainActor struct ChangeTests {
  @Test func everyFormOfABatchUpdateChangesTheList() async throws {
    let controller = ChangingViewController()
    let screen = Screen(controller)
    controller.changeInEveryForm()
    #expect(controller.rows == Array(0..<7))
    #expect(controller.tableView.numberOfRows(inSection: 0) == 7)
    #expect(controller.collectionView.numberOfItems(inSection: 0) == 7)
    #expect(controller.completions == [true, true, true, true])
    await controller.changeAndWait()
    #expect(controller.tableView.numberOfRows(inSection: 0) == 8)
    #expect(controller.completions.count == 5)
    withExtendedLifetime(screen) {}
  }

  @Test func aModelWithoutIsolationMakesItemsAndProposals() async throws {
    let model = WordModel()
    let session = OwnDropSession()
    session.items = model.dragItems(for: IndexPath(row: 1, section: 0))
    #expect(model.canHandle(session))
    #expect(model.words(in: session) == ["two"])
    #expect(model.proposal(for: session).operation == .copy)
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(model.preview(of: view).parameters.backgroundColor == .clear)
    #expect(model.configuration().acceptableTypeIdentifiers.contains("public.utf8-plain-text"))
    let source = WordSource()
    makeDraggable(view, source)
    #expect((view.interactions.first as? UIDragInteraction)?.delegate === source)
  }

  @Test func picturesAndColorsAreArchived() async throws {
    let color = UIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
    #expect(try archivedCopy(of: color) == color)
    let image = try #require(UIImage(data: picture(), scale: 2))
    let copy = try #require(try archivedCopy(of: image))
    #expect(copy == image && copy.scale == 2 && copy.size == image.size)
    #expect(try archivedCopy(of: UIImage())?.data.isEmpty == true)
    let provider = NSItemProvider(object: image)
    let loaded: UIImage? = await withCheckedContinuation { continuation in
      provider.loadCodable(UIImage.self) { continuation.resume(returning: $0) }
    }
    #expect(loaded?.data == image.data)
    let red: UIColor? = await withCheckedContinuation { continuation in
      NSItemProvider(object: UIColor.red).loadCodable(UIColor.self) { continuation.resume(returning: $0) }
    }
    #expect(red == .red)
  }
}

@MainActor struct SnapshotTests {
  @Test func aTableReordersItsSnapshot() async throws {
    let controller = BookTableViewController(style: .plain)
    let screen = Screen(controller)
    let table = controller.tableView
    #expect(table.numberOfSections == 2)
    #expect(table.cellForRow(at: IndexPath(row: 1, section: 0))?.textLabel?.text == "b")
    let operation = try await screen.drag(
      from: screen.middle(ofRow: 0, in: table), to: screen.middle(ofRow: 2, in: table))
    #expect(operation == .move)
    let titles = controller.dataSource.snapshot().itemIdentifiers(inSection: .unread).map(\.title)
    #expect(titles == ["b", "c", "a"])
    for (row, title) in titles.enumerated() {
      #expect(table.cellForRow(at: IndexPath(row: row, section: 0))?.textLabel?.text == title)
    }
    #expect(!screen.driver.trace.description.contains("<mismatch>"))
  }

  @Test func aGridReordersWithoutDelegates() async throws {
    let controller = BookGridViewController()
    let screen = Screen(controller)
    let grid = try #require(controller.collectionView)
    func middle(_ item: Int) -> CGPoint {
      let rect = grid.rectForItem(at: IndexPath(item: item, section: 0))
      return grid.pointOnScreen(CGPoint(x: rect.midX, y: rect.midY))
    }
    #expect(try await screen.drag(from: middle(0), to: middle(2)) == .move)
    #expect(controller.books == ["b", "c", "a", "d"])
    #expect(controller.changes == ["abcd", "bcad"])
    #expect(controller.dataSource.snapshot().itemIdentifiers == controller.books)
    // The handler does not allow the last item.
    #expect(screen.driver.beginDrag(at: middle(3)) == nil)
    #expect(!screen.driver.trace.description.contains("<mismatch>"))
    controller.dataSource.reorderingHandlers.canReorderItem = nil
    #expect(screen.driver.beginDrag(at: middle(0)) == nil)
    let size = controller.collectionView(
      grid, layout: UICollectionViewFlowLayout(), sizeForItemAt: IndexPath(item: 0, section: 0))
    #expect(size == CGSize(width: 50, height: 50))
    #expect(
      controller.collectionView(
        grid, layout: UICollectionViewFlowLayout(), minimumLineSpacingForSectionAt: 0) == 10)
  }

  @Test func aSnapshotAppliedByAHandlerChangesTheMovedRows() async throws {
    let controller = BookGridViewController()
    let screen = Screen(controller)
    let grid = try #require(controller.collectionView)
    let source = try #require(controller.dataSource)
    source.reorderingHandlers.didReorder = { transaction in
      var snapshot = transaction.finalSnapshot
      snapshot.reconfigureItems(["a"])
      source.apply(snapshot)
    }
    let cell = try #require(grid.cellForItem(at: IndexPath(item: 1, section: 0)))
    func middle(_ item: Int) -> CGPoint {
      let rect = grid.rectForItem(at: IndexPath(item: item, section: 0))
      return grid.pointOnScreen(CGPoint(x: rect.midX, y: rect.midY))
    }
    #expect(try await screen.drag(from: middle(0), to: middle(2)) == .move)
    #expect(source.itemIdentifier(for: IndexPath(item: 0, section: 0)) == "b")
    #expect(grid.cellForItem(at: IndexPath(item: 0, section: 0)) === cell)
  }

  @Test func aSnapshotChangesOnlyTheRowsThatDiffer() async throws {
    let controller = BookTableViewController(style: .plain)
    let screen = Screen(controller)
    let (table, source) = (controller.tableView, controller.dataSource)
    table.selectRow(at: IndexPath(row: 1, section: 0), animated: false, scrollPosition: .none)
    let cell = table.cellForRow(at: IndexPath(row: 1, section: 0))
    var snapshot = source.snapshot()
    snapshot.insertItems([Book(title: "0"), Book(title: "a")], beforeItem: Book(title: "a"))
    snapshot.deleteItems([Book(title: "c")])
    await source.apply(snapshot, animatingDifferences: true)
    #expect(source.snapshot().itemIdentifiers.map(\.title) == ["0", "a", "b", "z"])
    #expect(table.indexPathForSelectedRow == IndexPath(row: 2, section: 0))
    #expect(table.cellForRow(at: IndexPath(row: 2, section: 0)) === cell)
    #expect(source.indexPath(for: Book(title: "z")) == IndexPath(row: 0, section: 1))
    snapshot.reconfigureItems([Book(title: "b"), Book(title: "absent")])
    #expect(snapshot.reconfiguredItemIdentifiers.count == 1)
    source.apply(snapshot) {}
    #expect(table.cellForRow(at: IndexPath(row: 2, section: 0)) !== cell)
    #expect(source.snapshot().reconfiguredItemIdentifiers.isEmpty)
    snapshot.moveSection(.read, beforeSection: .unread)
    source.apply(snapshot) {}
    #expect(source.sectionIdentifier(for: 0) == .read && source.index(for: .unread) == 1)
    #expect(table.numberOfRows(inSection: 0) == 1)
    #expect(!screen.driver.trace.description.contains("<mismatch>"))
  }

  @Test func identifiersAreUniqueAndAbsentOnesAreIgnored() {
    var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
    snapshot.appendItems(["lost"])
    snapshot.appendSections([1, 2, 1])
    snapshot.insertSections([0], beforeSection: 1)
    snapshot.insertSections([3], afterSection: 9)
    #expect(snapshot.sectionIdentifiers == [0, 1, 2])
    snapshot.appendItems(["a", "b", "a"], toSection: 0)
    snapshot.appendItems(["c"])
    snapshot.appendItems(["x"], toSection: 9)
    snapshot.insertItems(["d"], afterItem: "a")
    #expect(snapshot.itemIdentifiers == ["a", "d", "b", "c"])
    snapshot.moveItem("c", beforeItem: "a")
    snapshot.moveItem("a", afterItem: "b")
    #expect(snapshot.itemIdentifiers(inSection: 0) == ["c", "d", "b", "a"])
    #expect(snapshot.numberOfItems(inSection: 2) == 0 && snapshot.numberOfItems == 4)
    #expect(snapshot.sectionIdentifier(containingItem: "c") == 0 && snapshot.indexOfItem("b") == 2)
    snapshot.deleteSections([0])
    #expect(snapshot.itemIdentifiers.isEmpty && snapshot.numberOfSections == 2)
  }
}
