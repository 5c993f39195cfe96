import Foundation
import Proffer

/// A view that collects the texts that are dropped on it.
@MainActor
final class Shelf: DropInteractionDelegate {
  private(set) var texts: [String] = []

  func dropInteraction(_ interaction: DropInteraction, canHandle session: any DropSession) -> Bool {
    session.canLoadObjects(ofClass: String.self)
  }

  func dropInteraction(
    _ interaction: DropInteraction, sessionDidUpdate session: any DropSession
  ) -> DropProposal { DropProposal(operation: .copy) }

  func dropInteraction(_ interaction: DropInteraction, performDrop session: any DropSession) {
    session.loadObjects(ofClass: String.self) { self.texts += $0 }
  }
}

/// Drags a text onto a shelf, and returns the delegate calls of the drag.
@MainActor
func drag(_ text: String, to shelf: Shelf) async throws -> [String] {
  let source = View(name: "source", frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  let target = View(name: "shelf", frame: CGRect(x: 100, y: 0, width: 100, height: 100))
  source.onDrag { ItemProvider(object: text) }
  target.addInteraction(DropInteraction(delegate: shelf))
  let notes = Application(name: "Notes", frame: CGRect(x: 0, y: 0, width: 200, height: 100))
  for view in [source, target] { notes.window.addSubview(view) }

  let driver = DragDriver(applications: [notes])
  if let drag = driver.beginDrag(at: CGPoint(x: 50, y: 50)) {
    try drag.move(to: CGPoint(x: 150, y: 50))
    try drag.drop()
    await driver.settled()
  }
  return driver.trace.calls
}

/// A session for calling a delegate without a drag, with the given items.
@MainActor
final class PreparedSession: DropSession {
  let items: [DragItem]
  let localDragSession: (any DragSession)? = nil
  let progress = Progress(totalUnitCount: 0)
  var progressIndicatorStyle = DropSessionProgressIndicatorStyle.default
  let allowsMoveOperation = false
  let isRestrictedToDraggingApplication = false

  init(_ items: [DragItem]) { self.items = items }

  func location(in view: View) -> CGPoint { .zero }
}
