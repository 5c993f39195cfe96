import DragAndDrop
import Foundation
import ItemProviders
import TestSupport;
import Testing

/// Items, interactions, proposals and previews are classes of `NSObject` that programs subclass.
@Suite @MainActor struct ClassTests {
  final class NamedItem: DragItem {
    var name = ""
  }

  @Test func aSubclassOfAnItemIsItsOwnKeyAndIsKeptByTheSource() throws {
    let item = NamedItem(itemProvider: ItemProvider(object: "text"))
    item.name = "first"
    let stage = Stage()
    let source = TestSource { _ in [item] }
    let target = TestTarget(.copy)
    try stage.drag(
      from: stage.source("from", in: stage.left, row: 0, source),
      to: stage.target("to", in: stage.left, row: 1, target))
    let session = try require(target.sessions.first)
    let names = [item as DragItem: item.name]
    expectEqual(names[session.items[0]], "first")
    #expect(session.items[0] !== item)
    expectEqual((session.localDragSession?.items.first as? NamedItem)?.name, "first")
    expectNotEqual(item, DragItem(itemProvider: item.itemProvider))
    #expect((item as NSObject).isEqual(session.items[0]))
  }

  final class FollowingInteraction: DropInteraction {
    var moves: [String] = []
    override func willMove(to view: View?) {
      moves.append("will \(view?.name ?? "none")")
      super.willMove(to: view)
    }
    override func didMove(to view: View?) {
      super.didMove(to: view)
      moves.append("did \(view?.name ?? "none")")
    }
  }

  final class DisabledInteraction: DragInteraction {
    override class var isEnabledByDefault: Bool { false }
  }

  @Test func anInteractionOfASubclassIsToldItsView() throws {
    let target = TestTarget()
    let interaction = FollowingInteraction(delegate: target)
    let (first, second) = (View(name: "first"), View(name: "second"))
    first.addInteraction(interaction)
    second.addInteraction(interaction)
    second.removeInteraction(interaction)
    expectEqual(
      interaction.moves,
      [
        "will first", "did first", "will none", "did none", "will second", "did second", "will none",
        "did none",
      ])
    let stage = Stage()
    let view = View(name: "third")
    view.addInteraction(interaction)
    let source = TestSource(ItemProvider(object: "text"))
    try stage.drag(
      from: stage.source("from", in: stage.left, row: 0, source),
      to: stage.add(view, to: stage.left, row: 1))
    expect(target.log.contains("performDrop"), target.log)
    #expect(!DisabledInteraction(delegate: TestSource()).isEnabled)
  }

  final class NotedProposal: TableViewDropProposal {
    let note = "note"
  }

  @Test func copiesAreEqualInContentAndMadeOnAnyThread() async throws {
    let proposal = TextDropProposal(operation: .move)
    proposal.isPrecise = true
    proposal.prefersFullSizePreview = true
    proposal.dropAction = .replaceAll
    proposal.dropPerformer = .delegate
    proposal.dropProgressMode = .custom
    proposal.useFastSameViewOperations = false
    let copy = try await require(Task.detached { proposal.copy() as? TextDropProposal }.value)
    proposal.isPrecise = false
    proposal.dropAction = .insert
    #expect(copy.operation == .move && copy.isPrecise && copy.prefersFullSizePreview)
    #expect(copy.dropAction == .replaceAll && copy.dropPerformer == .delegate)
    #expect(copy.dropProgressMode == .custom && !copy.useFastSameViewOperations)
    let noted = NotedProposal(operation: .move, intent: .insertAtDestinationIndexPath)
    let table = try require(noted.copy() as? TableViewDropProposal)
    #expect(table.intent == .insertAtDestinationIndexPath && table.operation == .move)
    let collection = CollectionViewDropProposal(operation: .copy, intent: .insertIntoDestinationIndexPath)
    expectEqual((collection.copy() as? CollectionViewDropProposal)?.intent, .insertIntoDestinationIndexPath)
  }

  @Test func previewsAreCopied() async throws {
    let view = View(name: "shown", frame: CGRect(x: 0, y: 0, width: 40, height: 20))
    let parameters = DragPreviewParameters(textLineRects: [CGRect(x: 0, y: 0, width: 10, height: 5)])
    parameters.backgroundColor = .red
    let preview = TargetedDragPreview(
      view: view, parameters: parameters,
      target: DragPreviewTarget(container: view, center: CGPoint(x: 1, y: 2)))
    let copy = try await require(Task.detached { preview.copy() as? TargetedDragPreview }.value)
    #expect(copy !== preview && copy.view === view && copy.size == CGSize(width: 10, height: 5))
    expectEqual(copy.parameters, parameters)
    let target = try require(preview.target.copy() as? DragPreviewTarget)
    #expect(
      target.container === view && target.center == CGPoint(x: 1, y: 2) && target.transform == .identity)
    let inner = try require(preview.preview.copy() as? DragPreview)
    inner.parameters.backgroundColor = .blue
    expectEqual(preview.parameters.backgroundColor, .red)
    let isEqual = await Task.detached {
      let copy = parameters.copy() as? DragPreviewParameters
      return parameters.isEqual(copy) && parameters.hash == copy?.hash
    }.value
    expect(isEqual)
  }

  @Test func aPasteConfigurationIsCopiedWithItsTypes() async throws {
    let configuration = PasteConfiguration(acceptableTypeIdentifiers: ["public.png", "public.png"])
    let copy = try await require(Task.detached { configuration.copy() as? PasteConfiguration }.value)
    configuration.addAcceptableTypeIdentifiers(["public.jpeg"])
    expectEqual(copy.acceptableTypeIdentifiers, ["public.png"])
    expectEqual(configuration.acceptableTypeIdentifiers, ["public.png", "public.jpeg"])
    #expect(copy != configuration && copy == PasteConfiguration(acceptableTypeIdentifiers: ["public.png"]))
  }

  @Test func placeholdersAreObjectsWithABaseClass() {
    let path = IndexPath(row: 1, section: 0)
    let placeholder = TableViewDropPlaceholder(insertionIndexPath: path, reuseIdentifier: "a", rowHeight: 20)
    let base: TableViewPlaceholder = placeholder
    #expect(base.rowHeight == 20 && base.insertionIndexPath == path)
    let item = CollectionViewDropPlaceholder(insertionIndexPath: path, reuseIdentifier: "b")
    expectEqual((item as CollectionViewPlaceholder).reuseIdentifier, "b")
    expectEqual(Set<NSObject>([placeholder, base, item]).count, 2)
  }
}
