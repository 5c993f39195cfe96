import DragAndDrop
import Foundation
import ItemProviders
import TestSupport;
import Testing
import UniformTypes

@Suite @MainActor struct TransferableDropTests {
  struct Note: Codable, Transferable, Equatable {
    var text: String
    static var transferRepresentation: some TransferRepresentation {
      CodableRepresentation(contentType: .json)
      ProxyRepresentation(exporting: \.text)
    }
  }

  let stage = Stage()

  @Test func aValueIsDraggedToADestination() async throws {
    let (source, target) = (View(name: "source"), View(name: "target"))
    var (made, targeted) = (0, [Bool]())
    var dropped: [(notes: [Note], location: CGPoint)] = []
    func note() -> Note {
      made += 1
      return Note(text: "note \(made)")
    }
    source.draggable(note())
    target.dropDestination(for: Note.self) { notes, location in
      dropped.append((notes, location))
      return true
    } isTargeted: {
      targeted.append($0)
    }
    let start = stage.add(source, to: stage.left, row: 0)
    let end = stage.add(target, to: stage.right, row: 0)
    for _ in 0..<2 {
      try stage.drag(from: start, to: end)
      await stage.driver.settled()
    }
    expectEqual(dropped.map(\.notes), [[Note(text: "note 1")], [Note(text: "note 2")]])
    expectEqual(dropped.map(\.location), [CGPoint(x: 50, y: 50), CGPoint(x: 50, y: 50)])
    expectEqual(targeted, [true, false, true, false])
    expect(!stage.driver.trace.description.contains("<refused>"), stage.driver.trace.description)
  }

  @Test func aDestinationDoesNotHandleWhatItsTypeCannotBeMadeOf() throws {
    let (source, target) = (View(name: "source"), View(name: "target"))
    source.draggable("text")
    target.dropDestination(for: Note.self) { _, _ in true }
    let start = stage.add(source, to: stage.left, row: 0)
    let end = stage.add(target, to: stage.right, row: 0)
    try expectEqual(stage.drag(from: start, to: end).operation, .cancel)
    expectEqual(stage.driver.trace.details(of: "canHandle"), ["false"])
  }

  @Test func valuesThatCannotBeReadAreLeftOutAndARefusalIsInTheTrace() async throws {
    let target = View(name: "target")
    var dropped: [[Note]] = []
    target.dropDestination(for: Note.self) { notes, _ in
      dropped.append(notes)
      return false
    }
    let source = TestSource(
      provider("public.json", "{}"), provider("public.json", "{\"text\": \"b\"}", after: 20),
      provider("public.json", "{\"text\": \"c\"}"))
    try stage.drag(
      from: stage.source("source", in: stage.left, row: 0, source),
      to: stage.add(target, to: stage.right, row: 0))
    await stage.driver.settled()
    expectEqual(dropped, [[Note(text: "b"), Note(text: "c")]])
    expectEqual(stage.driver.trace.details(of: "<unplaced>"), ["all items"])
  }

  @Test func onDropTakesAnActionWithoutALocationAndOnDragAPreview() throws {
    let (source, target, small) = (View(name: "source"), View(name: "target"), View(name: "small"))
    small.frame = CGRect(x: 0, y: 0, width: 20, height: 10)
    source.onDrag {
      ItemProvider(object: "a")
    } preview: {
      small
    }
    var counts: [Int] = []
    target.onDrop(of: [.text], isTargeted: nil) { providers in
      counts.append(providers.count)
      return true
    }
    let start = stage.add(source, to: stage.left, row: 0)
    let drag = try require(stage.driver.beginDrag(at: start))
    expectEqual(drag.previewStack.previews.first??.view, small)
    try drag.move(to: stage.add(target, to: stage.right, row: 0))
    try drag.drop()
    expectEqual(counts, [1])
  }
}

/// Sessions implemented by a test, as a client's test of a delegate would pass them.
@Suite @MainActor struct OwnSessionTests {
  final class OwnDrop: DropSession {
    var items: [DragItem]
    var localDragSession: (any DragSession)?
    let progress = Progress(totalUnitCount: 0)
    var progressIndicatorStyle = DropSessionProgressIndicatorStyle.default
    var allowsMoveOperation = true
    var isRestrictedToDraggingApplication = false

    init(_ items: [DragItem]) { self.items = items }

    func location(in view: View) -> CGPoint { CGPoint(x: 1, y: 2) }
  }

  @Test func aDelegateIsAskedWithASessionOfATestsOwn() async {
    let session = OwnDrop(["a", "b"].map { DragItem(itemProvider: ItemProvider(object: $0)) })
    let target = TestTarget { session in session.progressIndicatorStyle = .none }
    target.canHandle = { $0.canLoadObjects(ofClass: String.self) }
    let interaction = DropInteraction(delegate: target)
    #expect(target.dropInteraction(interaction, canHandle: session))
    target.dropInteraction(interaction, performDrop: session)
    expectEqual(session.progressIndicatorStyle, .none)
    let texts = await withCheckedContinuation { continuation in
      session.loadObjects(ofClass: String.self) { continuation.resume(returning: $0) }
    }
    expectEqual(texts, ["a", "b"])
    #expect(!session.hasItemsConforming(toTypeIdentifiers: ["public.image"]))
  }
}
