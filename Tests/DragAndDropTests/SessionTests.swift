import DragAndDrop
import Foundation
import ItemProviders
import TestSupport
import Testing

@Suite @MainActor struct SessionTests {
  let stage = Stage()

  @Test(.behaviour("IP-163", "IP-164", "IP-165")) func oneItemAndOneTypeAreEnough() throws {
    let source = TestSource(
      ItemProvider(object: "a"), ItemProvider(object: try #require(URL(string: "https://a.example"))),
      provider("public.png", "p"))
    let start = stage.source("source", in: stage.left, row: 0, source)
    let session = try require(stage.driver.beginDrag(at: start)).session
    expect(session.canLoadObjects(ofClass: String.self))
    #expect(session.hasItemsConforming(toTypeIdentifiers: ["public.image"]))
    #expect(session.hasItemsConforming(toTypeIdentifiers: ["public.movie", "public.image"]))
    #expect(!session.hasItemsConforming(toTypeIdentifiers: ["public.movie", "public.audio"]))
    #expect(!session.hasItemsConforming(toTypeIdentifiers: []))
  }

  @Test(.behaviour("IP-166")) func loadObjectsKeepsTheOrderOfTheItems() async throws {
    let source = TestSource(
      provider(text, "slow", after: 60), provider("public.png", "no text"), provider(text, "quick"))
    let start = stage.source("source", in: stage.left, row: 0, source)
    var answers: [[String]] = []
    let target = TestTarget { $0.loadObjects(ofClass: String.self) { answers.append($0) } }
    try stage.drag(from: start, to: stage.target("target", in: stage.right, row: 0, target))
    expectEmpty(answers)
    await stage.driver.settled()
    expectEqual(answers, [["slow", "quick"]])
  }

  /// A program without a run loop calls this method, so the test is synchronous.
  @Test func settlingRunsCompletionsWithoutSuspending() throws {
    let source = TestSource(provider(text, "a", after: 20))
    let start = stage.source("source", in: stage.left, row: 0, source)
    var answers: [[String]] = []
    let target = TestTarget { $0.loadObjects(ofClass: String.self) { answers.append($0) } }
    try stage.drag(from: start, to: stage.target("target", in: stage.right, row: 0, target))
    expect(stage.driver.settle(waitingAtMost: HangLimit.duration))
    expectEqual(answers, [["a"]])
    expect(stage.driver.settle(waitingAtMost: .zero), "nothing is left to wait for")
  }

  @Test func awaitingRunsCompletionsOnTheMainActor() async throws {
    let start = stage.source("source", in: stage.left, row: 0, TestSource(provider(text, "a", after: 20)))
    // The interaction references its delegate weakly, so the test must keep the source.
    let source = TestSource(provider(text, "b", after: 20))
    let other = stage.source("other", in: stage.left, row: 1, source)
    expectNil(stage.driver.beginDrag(at: start))
    var answers: [[String]] = []
    let target = TestTarget { $0.loadObjects(ofClass: String.self) { answers.append($0) } }
    try stage.drag(from: other, to: stage.target("target", in: stage.right, row: 0, target))
    await stage.driver.settled()
    expectEqual(answers, [["b"]])
    expectEqual(source.transferred, 1)
  }

  @Test(.behaviour("IP-167")) func cancellingTheProgressOfASessionCancelsAllLoads() async throws {
    let source = TestSource(silentProvider(text), silentProvider("public.png"), provider(text, "quick"))
    let start = stage.source("source", in: stage.left, row: 0, source)
    let errors = Reported<Bool>()
    let target = TestTarget { session in
      for item in session.items {
        let type = item.itemProvider.registeredTypeIdentifiers[0]
        item.itemProvider.loadDataRepresentation(forTypeIdentifier: type) { data, error in
          errors.add((error as? ItemProviderError)?.isCancellation ?? false)
        }
      }
    }
    let drag = try stage.drag(from: start, to: stage.target("target", in: stage.right, row: 0, target))
    let session = try require(drag.performedSession)
    try await waitUntil { session.progress.completedUnitCount == 1 }
    #expect(!stage.driver.settle(waitingAtMost: .milliseconds(100)))
    expectEqual(session.progress.totalUnitCount, 3)
    expectEqual(session.progress.completedUnitCount, 1)
    expectEqual(source.transferred, 0)
    session.progress.cancel()
    await stage.driver.settled()
    expectEqual(errors.values.count { $0 }, 2)
    expect(session.progress.isFinished)
    expectEqual(source.transferred, 1)
    expectEqual(stage.driver.trace.details(of: "<cancelled>").count, 2)
  }

  @Test func aLoadThatStartsAfterCancellationIsCancelled() async throws {
    let start = stage.source("source", in: stage.left, row: 0, retain(TestSource(silentProvider(text))))
    let errors = Reported<Bool>()
    let target = TestTarget { session in
      session.progress.cancel()
      session.items[0].itemProvider.loadDataRepresentation(forTypeIdentifier: text) { _, error in
        errors.add((error as? ItemProviderError)?.isCancellation ?? false)
      }
    }
    try stage.drag(from: start, to: stage.target("target", in: stage.right, row: 0, target))
    await stage.driver.settled()
    expectEqual(errors.values, [true])
  }

  @Test(.behaviour("IP-168", "IP-169")) func localObjectsStayInTheApplication() throws {
    let item = DragItem(itemProvider: ItemProvider(object: "a"))
    item.localObject = 7
    let source = TestSource { session in
      session.localContext = "context"
      return [item]
    }
    let start = stage.source("source", in: stage.left, row: 0, source)
    let inside = TestTarget()
    let outside = TestTarget()
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: stage.target("inside", in: stage.left, row: 1, inside))
    let local = try require(inside.sessions.first)
    expectEqual(local.localDragSession?.localContext as? String, "context")
    expectEqual(local.items[0].localObject as? Int, 7)
    expectEqual(local.items[0], item)
    expect(local.allowsMoveOperation)
    try drag.move(to: stage.target("outside", in: stage.right, row: 1, outside))
    let foreign = try require(outside.sessions.first)
    expectNil(foreign.localDragSession)
    expectNil(foreign.items[0].localObject)
    expectNotEqual(foreign.items[0], item)
    expect(!foreign.allowsMoveOperation)
  }

  @Test func anotherApplicationSeesWhatVisibilityAllows() throws {
    let offered = ItemProvider()
    offered.team = "T"
    for (type, visibility) in [
      ("public.png", RepresentationVisibility.ownProcess), ("public.jpeg", .team), ("public.gif", .group),
      (text, .all),
    ] {
      offered.registerDataRepresentation(forTypeIdentifier: type, visibility: visibility) {
        $0(Data(), nil)
        return nil
      }
    }
    let source = TestSource(offered)
    let start = stage.source("source", in: stage.left, row: 0, source)
    let (inside, outside) = (TestTarget(), TestTarget())
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: stage.target("inside", in: stage.left, row: 1, inside))
    try drag.move(to: stage.target("outside", in: stage.right, row: 1, outside))
    expectEqual(inside.sessions[0].items[0].itemProvider.registeredTypeIdentifiers.count, 4)
    expectEqual(outside.sessions[0].items[0].itemProvider.registeredTypeIdentifiers, ["public.jpeg", text])
  }

  @Test func otherApplicationsDoNotSeeARestrictedDrag() throws {
    let source = TestSource(ItemProvider(object: "a"))
    source.isRestricted = true
    let start = stage.source("source", in: stage.left, row: 0, source)
    let (inside, outside) = (TestTarget(), TestTarget())
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: stage.target("outside", in: stage.right, row: 1, outside))
    expectEmpty(outside.log)
    try drag.move(to: stage.target("inside", in: stage.left, row: 1, inside))
    try expectEqual(drag.drop(), .copy)
  }

  /// The times at which a receiver starts a load that is not allowed.
  enum WrongTime: String, CaseIterable, Sendable { case canHandle, update, conclude, sessionEnd, later }

  @Test(.behaviour("IP-175", "G-4", "G-31", "G-42"), arguments: WrongTime.allCases)
  func aLoadOutsideOfPerformDropFailsAtOnce(time: WrongTime) async throws {
    let source = TestSource(ItemProvider(object: "a"))
    let start = stage.source("source", in: stage.left, row: 0, source)
    let codes = Reported<DragAndDropError.Code?>()
    let files = Reported<DragAndDropError.Code?>()
    let items = Reported<DragAndDropError.Code?>()
    var names: [[String]] = []
    @MainActor func load(_ session: any DropSession) {
      let provider = session.items[0].itemProvider
      names.append(provider.registeredTypeIdentifiers)
      provider.loadDataRepresentation(forTypeIdentifier: text) { data, error in
        codes.add(data == nil ? (error as? DragAndDropError)?.code : nil)
      }
      provider.loadFileRepresentation(forTypeIdentifier: text) { url, error in
        files.add(url == nil ? (error as? DragAndDropError)?.code : nil)
      }
      provider.loadItem(forTypeIdentifier: text) { item, error in
        items.add(item == nil ? (error as? DragAndDropError)?.code : nil)
      }
      provider.loadItem(forTypeIdentifier: text, as: String.self) { item, error in
        items.add(item == nil ? (error as? DragAndDropError)?.code : nil)
      }
    }
    let target = WrongTimeTarget(time, load)
    let view = View(name: "target")
    view.addInteraction(DropInteraction(delegate: target))
    let drag = try stage.drag(from: start, to: stage.add(view, to: stage.right, row: 0))
    if time == .later { load(try require(drag.performedSession)) }
    await stage.driver.settled()
    try await waitUntil { codes.values.count == 1 && files.values.count == 1 && items.values.count == 2 }
    let expected: DragAndDropError.Code =
      time == .canHandle || time == .update ? .loadBeforeDrop : .loadAfterDrop
    expectEqual(codes.values, [expected])
    expectEqual(files.values, [expected])
    expectEqual(items.values, [expected, expected])
    expectEqual(names, [[text]])
    // The trace contains refused loads, because the receiver may ignore the error. Loads after the drag are not traced.
    expectEqual(stage.driver.trace.details(of: "<refused>").count, time == .later ? 0 : 4)
  }

  @Test func anEndedSessionHasTypesAndLoadsNothing() async throws {
    let start = stage.source("source", in: stage.left, row: 0, retain(TestSource(ItemProvider(object: "a"))))
    let target = TestTarget()
    let drag = try stage.drag(from: start, to: stage.target("target", in: stage.left, row: 1, target))
    let session = try require(drag.performedSession)
    expectEqual(session.items.count, 1)
    expect(session.canLoadObjects(ofClass: String.self))
    var answers: [[String]] = []
    session.loadObjects(ofClass: String.self) { answers.append($0) }
    try await waitUntil {
      await stage.driver.settled()
      return !answers.isEmpty
    }
    expectEqual(answers, [[]])
    for body in [{ try drag.move(to: .zero) }, { try drag.drop() }, { try drag.cancel() }]
      as [() throws -> Void]
    {
      let error = expectThrows(DragAndDropError.self) { try body() }
      expectEqual(error?.code, .sessionEnded)
    }
    expectThrows(DragAndDropError.self) { try drag.addItems(at: start) }
  }

  @Test func aLoadStartedInPerformDropCanFinishAfterTheEnd() async throws {
    let source = TestSource(provider(text, "late", after: 80))
    let start = stage.source("source", in: stage.left, row: 0, source)
    let loaded = Reported<Data?>()
    let target = TestTarget { session in
      session.items[0].itemProvider.loadDataRepresentation(forTypeIdentifier: text) { data, _ in
        loaded.add(data)
      }
    }
    try stage.drag(from: start, to: stage.target("target", in: stage.right, row: 0, target))
    expectEqual(target.log.last, "sessionDidEnd")
    expectEqual(source.transferred, 0)
    await stage.driver.settled()
    expectEqual(loaded.values, [Data("late".utf8)])
    expectEqual(source.transferred, 1)
  }

  @Test func theSecondCompletionOfASourceIsIgnored() async throws {
    let twice = ItemProvider()
    twice.registerDataRepresentation(forTypeIdentifier: text, visibility: .all) { completion in
      completion(Data("one".utf8), nil)
      completion(Data("two".utf8), nil)
      return nil
    }
    let source = TestSource(twice)
    let start = stage.source("source", in: stage.left, row: 0, source)
    var answers: [[String]] = []
    let target = TestTarget { $0.loadObjects(ofClass: String.self) { answers.append($0) } }
    try stage.drag(from: start, to: stage.target("target", in: stage.right, row: 0, target))
    await stage.driver.settled()
    expectEqual(answers, [["one"]])
    expectEqual(source.transferred, 1)
  }

  @Test(.behaviour("G-17")) func anEmptyItemIsSkipped() async throws {
    let source = TestSource(ItemProvider(), ItemProvider(object: "a"), ItemProvider())
    let start = stage.source("source", in: stage.left, row: 0, source)
    var answers: [[String]] = []
    let target = TestTarget { $0.loadObjects(ofClass: String.self) { answers.append($0) } }
    try stage.drag(from: start, to: stage.target("target", in: stage.right, row: 0, target))
    await stage.driver.settled()
    expectEqual(answers, [["a"]])
    expectEqual(target.sessions[0].items.count, 3)
  }

  @Test(.behaviour("G-33")) func onlyASourceInTheSameApplicationGetsTheLocationOfTheDrop() async throws {
    let source = TestSource(ItemProvider(object: "a"))
    let start = stage.source("source", in: stage.left, row: 0, source)
    let target = TestTarget { $0.loadObjects(ofClass: String.self) { _ in } }
    let inside = try stage.drag(from: start, to: stage.target("inside", in: stage.left, row: 1, target))
    let known = try require(inside.session.localDrop)
    expectEqual(known.view?.name, "inside")
    expectEqual(known.location, CGPoint(x: 50, y: 50))
    expectEqual(known.loadedTypeIdentifiers, [text])
    let outside = try stage.drag(from: start, to: stage.target("outside", in: stage.right, row: 1, target))
    expectEqual(outside.operation, .copy)
    expectNil(outside.session.localDrop)
    await stage.driver.settled()
  }

  @Test func theReceiverCanShowProgressItself() throws {
    let start = stage.source("source", in: stage.left, row: 0, retain(TestSource(ItemProvider(object: "a"))))
    let target = TestTarget { $0.progressIndicatorStyle = .none }
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: stage.target("target", in: stage.right, row: 0, target))
    expectEqual(target.sessions[0].progressIndicatorStyle, .default)
    try drag.drop()
    expectEqual(target.sessions[0].progressIndicatorStyle, .none)
    expectEqual(DropSessionProgressIndicatorStyle.none.rawValue, 0)
  }

  /// Keeps a source alive as long as the stage, because interactions reference their delegates weakly.
  private func retain(_ source: TestSource) -> TestSource {
    stage.left.window.addInteraction(RetainingInteraction(source))
    return source
  }
}

/// An interaction that keeps an object alive.
@MainActor
final class RetainingInteraction: Interaction {
  weak var view: View?
  let object: AnyObject

  init(_ object: AnyObject) { self.object = object }
  func willMove(to view: View?) {}
  func didMove(to view: View?) { self.view = view }
}

/// A receiver that starts a load at a time when it is not allowed.
@MainActor
final class WrongTimeTarget: DropInteractionDelegate {
  private let time: SessionTests.WrongTime
  private let load: (any DropSession) -> Void

  init(_ time: SessionTests.WrongTime, _ load: @escaping (any DropSession) -> Void) {
    self.time = time
    self.load = load
  }

  func dropInteraction(_ interaction: DropInteraction, canHandle session: any DropSession) -> Bool {
    if time == .canHandle { load(session) }
    return true
  }
  func dropInteraction(
    _ interaction: DropInteraction, sessionDidUpdate session: any DropSession
  ) -> DropProposal {
    if time == .update { load(session) }
    return DropProposal(operation: .copy)
  }
  func dropInteraction(_ interaction: DropInteraction, concludeDrop session: any DropSession) {
    if time == .conclude { load(session) }
  }
  func dropInteraction(_ interaction: DropInteraction, sessionDidEnd session: any DropSession) {
    if time == .sessionEnd { load(session) }
  }
}

/// Waits until a condition is true.
@MainActor
func waitUntil(_ condition: () async -> Bool) async throws {
  let end = HangLimit.instant
  while !(await condition()) {
    try #require(.now < end)
    try await Task.sleep(for: .milliseconds(1))
  }
}
