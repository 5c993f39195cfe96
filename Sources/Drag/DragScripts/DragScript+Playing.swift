import ByteTools
package import DragAndDrop
import Foundation
import ItemProviders
import UniformTypes

extension DragScript {
  /// Performs the steps of the script and returns the trace.
  ///
  /// - Throws: ``DragScriptError`` with code `misplacedStep` if a step is not possible at its place in the
  ///   script, such as a move without a drag.
  @MainActor
  package func play() throws(DragScriptError) -> DragTrace {
    let stage = ScriptStage()
    for line in lines {
      try stage.play(line)
    }
    stage.finish()
    return stage.driver.trace
  }
}

/// The applications, views and items of a script, and the driver that performs its steps.
@MainActor
private final class ScriptStage {
  let driver = DragDriver()
  /// The number of the current line.
  private var lineNumber = 0
  private var application: Application?
  private var views: [String: View] = [:]
  private var items: [String: (suggestedName: String?, representations: [DragScript.Representation])] = [:]
  private var delegates: [AnyObject] = []
  private var drag: ActiveDrag?
  /// The line number of the last `begin`, if that step found no item; otherwise nil.
  private var emptyBeginning: Int?
  private var performed: [any DropSession] = []
  /// The completion handlers of loads whose sources never respond.
  ///
  /// Releasing a handler would complete its load with an error.
  private let pendingCompletions = Locked<[@Sendable (Data?, (any Error)?) -> Void]>([])

  func play(_ line: DragScript.Line) throws(DragScriptError) {
    lineNumber = line.number
    switch line.step {
    case .application(let name, let area):
      let made = Application(name: name, frame: area.rect)
      driver.add(made)
      application = made
    case .item(let name, let suggestedName, let representations):
      items[name] = (suggestedName, representations)
    case .source(let name, let area, let offers, let adds, let allowsMove, let isRestricted):
      let source = ScriptSource(
        offers: offers.map(provider), adds: adds.map(provider), allowsMove: allowsMove,
        isRestricted: isRestricted)
      delegates.append(source)
      place(View(name: name), area).addInteraction(DragInteraction(delegate: source))
    case .target(let name, let area, let accepts, let operation, let isPrecise, let loads):
      let target = ScriptTarget(
        accepts: PasteConfiguration(acceptableTypeIdentifiers: accepts), operation: operation,
        isPrecise: isPrecise, loads: loads)
      delegates.append(target)
      place(View(name: name), area).addInteraction(DropInteraction(delegate: target))
    case .table(let name, let area, let rows):
      let table = TableView(name: name)
      table.allowsMultipleSelection = true
      place(table, area)
      delegates.append(ReorderableRows(rows, in: table))
    case .select(let table, let rows):
      for row in rows { (views[table] as? TableView)?.selectRow(at: IndexPath(row: row, section: 0)) }
    case .begin(let place):
      if drag != nil { throw misplaced("the last drag has not ended; end it with drop or cancel") }
      drag = driver.beginDrag(at: point(place))
      emptyBeginning = drag == nil ? lineNumber : nil
    case .move(let place):
      let point = point(place)
      try withDrag { drag throws(DragAndDropError) in try drag.move(to: point) }
    case .add(let place):
      let point = point(place)
      try withDrag { drag throws(DragAndDropError) in try drag.addItems(at: point) }
    case .wait(let duration): driver.wait(duration)
    case .drop:
      try withDrag { drag throws(DragAndDropError) in try drag.drop() }
      endDrag()
    case .cancel:
      try withDrag { drag throws(DragAndDropError) in try drag.cancel() }
      endDrag()
    }
  }

  /// Waits for the loads, and cancels loads that do not finish in time.
  func finish() {
    if !driver.settle(waitingAtMost: .milliseconds(500)) {
      for session in performed { session.progress.cancel() }
      driver.settle()
    }
    pendingCompletions.withLock { $0 = [] }
  }

  private func misplaced(_ reason: String, cause: (any Error)? = nil) -> DragScriptError {
    DragScriptError(.misplacedStep, line: lineNumber, reason, cause: cause)
  }

  private func withDrag(
    _ body: (ActiveDrag) throws(DragAndDropError) -> Void
  ) throws(DragScriptError) {
    guard let drag else {
      if let emptyBeginning {
        throw DragScriptError(
          .misplacedStep, line: emptyBeginning,
          "no source at this position offers an item, so the drag of line \(lineNumber) has not begun")
      }
      throw misplaced("no drag has begun; add a line that begins one, such as begin NAME")
    }
    do { try body(drag) } catch { throw misplaced(error.reason, cause: error.cause) }
  }

  private func endDrag() {
    if let session = drag?.performedSession { performed.append(session) }
    drag = nil
    finish()
  }

  @discardableResult
  private func place(_ view: View, _ area: DragScript.Area) -> View {
    // Areas are in screen coordinates. Frames are in window coordinates.
    let window = application?.window
    let origin = window?.pointFromScreen(area.rect.origin) ?? area.rect.origin
    view.frame = CGRect(origin: origin, size: area.rect.size)
    window?.addSubview(view)
    views[view.name] = view
    return view
  }

  private func point(_ place: DragScript.Place) -> CGPoint {
    switch place {
    case .point(let x, let y): return CGPoint(x: x, y: y)
    case .view(let name):
      guard let view = views[name] else { return .zero }
      return view.pointOnScreen(CGPoint(x: view.frame.size.width / 2, y: view.frame.size.height / 2))
    case .row(let name, let row):
      guard let table = views[name] as? TableView else { return .zero }
      let rect = table.rectForRow(at: IndexPath(row: row, section: 0))
      return table.pointOnScreen(
        CGPoint(x: rect.origin.x + rect.size.width / 2, y: rect.origin.y + rect.size.height / 2))
    }
  }

  private func provider(_ name: String) -> ItemProvider {
    let provider = ItemProvider()
    guard let item = items[name] else { return provider }
    provider.suggestedName = item.suggestedName
    for representation in item.representations {
      switch representation {
      case .text(let text): provider.registerObject(text, visibility: .all)
      case .url(let url): provider.registerObject(url, visibility: .all)
      case .data(let type, let text):
        provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) {
          $0(Data(text.utf8), nil)
          return nil
        }
      case .failing(let type):
        provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) {
          $0(
            nil, ItemProviderError(.itemUnavailableError, reason: "the script makes the load of \(type) fail")
          )
          return nil
        }
      case .silent(let type):
        provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) {
          [pendingCompletions] in
          pendingCompletions.withLock { [completion = $0] in $0.append(completion) }
          return nil
        }
      }
    }
    return provider
  }
}

/// A source of a script.
@MainActor
private final class ScriptSource: DragInteractionDelegate {
  private let offers: [ItemProvider]
  private let adds: [ItemProvider]
  private let allowsMove: Bool
  private let isRestricted: Bool

  init(offers: [ItemProvider], adds: [ItemProvider], allowsMove: Bool, isRestricted: Bool) {
    self.offers = offers
    self.adds = adds
    self.allowsMove = allowsMove
    self.isRestricted = isRestricted
  }

  func dragInteraction(_ interaction: DragInteraction, itemsForBeginning session: any DragSession)
    -> [DragItem]
  {
    offers.map { DragItem(itemProvider: $0) }
  }

  func dragInteraction(
    _ interaction: DragInteraction, itemsForAddingTo session: any DragSession, withTouchAt point: CGPoint
  ) -> [DragItem] {
    // An item is added only once, even if the source is touched again.
    let dragged = session.items.map { ObjectIdentifier($0.itemProvider) }
    return adds.filter { !dragged.contains(ObjectIdentifier($0)) }.map { DragItem(itemProvider: $0) }
  }

  func dragInteraction(
    _ interaction: DragInteraction, sessionAllowsMoveOperation session: any DragSession
  ) -> Bool { allowsMove }

  func dragInteraction(
    _ interaction: DragInteraction, sessionIsRestrictedToDraggingApplication session: any DragSession
  ) -> Bool { isRestricted }
}

/// A target of a script.
@MainActor
private final class ScriptTarget: DropInteractionDelegate {
  private let accepts: PasteConfiguration
  private let operation: DropOperation
  private let isPrecise: Bool
  private let loads: Bool

  init(accepts: PasteConfiguration, operation: DropOperation, isPrecise: Bool, loads: Bool) {
    self.accepts = accepts
    self.operation = operation
    self.isPrecise = isPrecise
    self.loads = loads
  }

  func dropInteraction(_ interaction: DropInteraction, canHandle session: any DropSession) -> Bool {
    session.hasItemsConforming(toTypeIdentifiers: accepts.acceptableTypeIdentifiers)
  }

  func dropInteraction(
    _ interaction: DropInteraction, sessionDidUpdate session: any DropSession
  ) -> DropProposal {
    let proposal = DropProposal(operation: operation)
    proposal.isPrecise = isPrecise
    return proposal
  }

  func dropInteraction(_ interaction: DropInteraction, performDrop session: any DropSession) {
    if !loads { return }
    for item in session.items {
      if let type = accepts.bestType(of: item.itemProvider) {
        item.itemProvider.loadDataRepresentation(forTypeIdentifier: type) { _, _ in }
      }
    }
  }
}
