import ByteTools
import Foundation
import ProfferActions
import ProfferFileSystem
import TestSupport
import Testing
import TransferWindows
import UniformTypes

@testable import DesktopActions
@testable import DesktopTransfer

/// A route whose drop target drops values, one after the other, and is closed then.
private final class DroppingRoute: TransferRoute {
  let kind = TransferRouteKind.x11
  /// The values of each drop.
  private let drops: [[MemoryRoute.Value]]
  /// What the window showed: before each drop, while it hovered, after it left, and at each update.
  let states = Locked<[DropZone.State]>([])
  let rows = Locked<[String]>([])
  let answers = Locked<[Bool]>([])

  init(_ drops: [[MemoryRoute.Value]]) { self.drops = drops }

  func dropTarget(
    _ items: any WindowItems, calling label: String, within limits: TransferLimits,
    recordedBy recorder: TransferRecorder?
  ) throws -> any DropTarget { Target(self, items, drops) }

  private final class Target: DropTarget {
    private let route: DroppingRoute
    private let items: any WindowItems
    private var drops: [[MemoryRoute.Value]]

    init(_ route: DroppingRoute, _ items: any WindowItems, _ drops: [[MemoryRoute.Value]]) {
      (self.route, self.items, self.drops) = (route, items, drops)
    }

    func update() {
      guard let state = items.content.zone?.state else { return }
      route.states.withLock { $0.append(state) }
      route.rows.withLock { $0 = items.content.rows.map(\.name) }
    }

    func next(
      until deadline: ContinuousClock.Instant?, accepting accepts: ([String]) -> Bool
    ) throws -> DropArrival {
      update()
      while !drops.isEmpty {
        let values = drops.removeFirst()
        let isAccepted = accepts(values.map(\.name))
        update()
        if isAccepted {
          return .dropped(try MemoryRoute(.x11, holding: values).offered(as: .drag, within: TransferLimits()))
        }
        items.dragDidLeave()
        update()
      }
      return .closed
    }

    func finish(_ wasTaken: Bool) throws { route.answers.withLock { $0.append(wasTaken) } }
  }

  private let unused = TransferError(.notSupported, "only drops")
  func own(
    _ offer: TransferOffer, as selection: TransferSelection, _ options: OwnershipOptions
  ) throws -> any SelectionOwnership { throw unused }
  func clear(_ selection: TransferSelection) throws { throw unused }
  func offered(as selection: TransferSelection, within limits: TransferLimits) throws -> any SelectionContents
  {
    throw unused
  }
  func watch(_ selection: TransferSelection) throws -> any SelectionWatch { throw unused }
  func dragSource(
    _ items: any WindowItems, calling label: String, _ options: DragOptions
  ) throws -> any DragSource { throw unused }
}

@Suite(.waits) struct DropCatchTests: ActionSuite {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func value(_ name: String, _ text: String) -> MemoryRoute.Value {
    MemoryRoute.Value(name: name, data: Data(text.utf8))
  }

  private func catches(
    _ route: DroppingRoute, accepting types: [TypeReference] = []
  ) throws -> [Result<ContentReceipt.Outcome, any Error>] {
    var desktop = DesktopContext(session: DesktopSession())
    desktop.openRoute = { _ in route }
    desktop.route = .x11
    var receipt = ContentReceipt(
      into: .folder(try path("inbox")), namingFiles: "dropped")
    receipt.accepted = types
    var drops = DropCatch(receipt, on: desktop)
    drops.takesSeveral = true
    var results: [Result<ContentReceipt.Outcome, any Error>] = []
    _ = try drops.run(in: context) { results.append($0) }
    return results
  }

  @Test func theWindowNamesWhatItTakesAndShowsWhatArrived() throws {
    let route = DroppingRoute([[value("text/html", "<p>a")], [value("text/html", "<p>b")]])
    try expectEqual(catches(route).count, 2)
    let states = route.states.withLock { $0 }
    #expect(states.first == .idle && states.contains(.accepting("HTML")))
    #expect(states.contains(.receiving("the content", nil)) && states.last == .idle)
    expectEqual(route.rows.withLock { $0 }, ["dropped.html", "dropped 2.html"])
    expectEqual(route.answers.withLock { $0 }, [true, true])
  }

  @Test func theProgressOfCopiedFilesIsShown() throws {
    try folder.write(Array("a".utf8), to: "a.txt")
    try folder.write(Array("b".utf8), to: "b.txt")
    let list = ["a.txt", "b.txt"].map { "file://\(folder.path($0))\r\n" }.joined()
    let route = DroppingRoute([[value("text/uri-list", list)]])
    try expectEqual(catches(route).count, 1)
    let states = route.states.withLock { $0 }
    expect(states.contains(.accepting("files")), states)
    expect(states.contains(.receiving("2 files", 0)), "\(states)")
    expect(states.contains(.receiving("2 files", 1)), "\(states)")
    expectEqual(route.rows.withLock { $0 }, ["a.txt", "b.txt"])
  }

  @Test func whatIsNotAcceptedIsNamedUntilItLeaves() throws {
    let route = DroppingRoute([[value("text/html", "<p>a")]])
    let png = TypeReference(UTType.png)
    expectThrows(ActionError.self) { try catches(route, accepting: [png]) }
    // The window is updated when it is opened, and again when it is connected.
    expectEqual(route.states.withLock { $0 }, [.idle, .idle, .refusing("HTML"), .idle])
  }

  @Test func aFailureIsShownInTheWindowAndTheNextDropIsTaken() throws {
    // The folder cannot be made where a file is.
    try folder.write([], to: "inbox")
    let route = DroppingRoute([[value("text/html", "<p>a")], [value("text/html", "<p>b")]])
    let results = try catches(route)
    expectEqual(results.count, 2)
    let failed = route.states.withLock { states in
      states.contains { if case .failed(let reason) = $0 { reason.contains("inbox") } else { false } }
    }
    expect(failed)
    expectEqual(route.answers.withLock { $0 }, [false, false])
  }
}
