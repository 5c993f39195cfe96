import DragAndDrop
import Foundation
import ItemProviders
import TestSupport;
import Testing

/// The methods that a subclass adds to a delegate are called if the subclass conforms to their protocols.
@Suite @MainActor struct AddedMethodTests {
  @MainActor class Source: DragInteractionDelegate {
    func dragInteraction(_ interaction: DragInteraction, itemsForBeginning session: any DragSession)
      -> [DragItem]
    { [DragItem(itemProvider: ItemProvider(object: "text"))] }
  }

  @MainActor final class LiftingSource: Source, DragInteractionPreviewForLifting {
    func dragInteraction(
      _ interaction: DragInteraction, previewForLifting item: DragItem, session: any DragSession
    ) -> TargetedDragPreview? { nil }
  }

  @MainActor class Target: DropInteractionDelegate {
    var performed = 0
  }

  @MainActor class UpdatingTarget: Target, DropInteractionSessionDidUpdate {
    func dropInteraction(
      _ interaction: DropInteraction, sessionDidUpdate session: any DropSession
    ) -> DropProposal { DropProposal(operation: .copy) }
  }

  @MainActor final class PerformingTarget: UpdatingTarget, DropInteractionPerformDrop {
    func dropInteraction(_ interaction: DropInteraction, performDrop session: any DropSession) {
      performed += 1
    }
  }

  @Test func everyAddedMethodIsCalled() throws {
    let stage = Stage()
    let (source, target) = (LiftingSource(), PerformingTarget())
    let (from, to) = (View(name: "from"), View(name: "to"))
    from.addInteraction(DragInteraction(delegate: source))
    to.addInteraction(DropInteraction(delegate: target))
    let drag = try stage.drag(
      from: stage.add(from, to: stage.left, row: 0), to: stage.add(to, to: stage.left, row: 1))
    expectEqual(drag.operation, .copy)
    expectEqual(target.performed, 1)
    expectEqual(stage.driver.trace.details(of: "previewForLifting"), ["none"])
  }

  /// Rows without the methods that move them.
  @MainActor class PlainRows: TableViewDataSource, TableViewDragDelegate {
    var rows = ["a", "b", "c"]
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { rows.count }
    func tableView(
      _ tableView: TableView, itemsForBeginning session: any DragSession, at indexPath: IndexPath
    ) -> [DragItem] { [DragItem(itemProvider: ItemProvider())] }
  }

  @MainActor class MovingRows: PlainRows, TableViewMoveRowAt {
    func tableView(
      _ tableView: TableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) { rows.insert(rows.remove(at: sourceIndexPath.row), at: destinationIndexPath.row) }
  }

  @MainActor final class HoldingRows: MovingRows, TableViewCanMoveRowAt {
    func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { indexPath.row > 0 }
  }

  @Test(arguments: [(0, ["b", "a", "c"]), (1, ["a", "b", "c"])])
  func aDataSourceIsAskedByEveryProtocolOfItsSubclasses(number: Int, expected: [String]) throws {
    let stage = Stage()
    let source = number == 0 ? MovingRows() : HoldingRows()
    let table = TableView(name: "table")
    table.rowHeight = 20
    table.dataSource = source
    table.dragDelegate = source
    stage.add(table, to: stage.left, row: 0)
    try stage.drag(from: CGPoint(x: 50, y: 10), to: CGPoint(x: 50, y: 30))
    expectEqual(source.rows, expected)
  }
}
