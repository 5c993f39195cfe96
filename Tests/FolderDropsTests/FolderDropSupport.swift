import DragAndDrop
import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import Testing

let text = "public.utf8-plain-text"

extension TemporaryFolder {
  /// The path of a name inside the folder, or of the folder itself.
  func filePath(_ name: String? = nil) throws -> FilePath {
    try #require(FilePath(name.map { path($0) } ?? path))
  }
}

/// A provider of one representation, which is delivered after a delay.
func provider(
  _ type: String, _ text: String, name: String? = nil, after milliseconds: Int = 0
) -> ItemProvider {
  let provider = ItemProvider()
  provider.suggestedName = name
  provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { completion in
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
      completion(Data(text.utf8), nil)
    }
    return nil
  }
  return provider
}

/// A source of drags that offers the same providers in each drag.
@MainActor
final class Source: DragInteractionDelegate {
  private let providers: [ItemProvider]

  init(_ providers: [ItemProvider]) { self.providers = providers }

  func dragInteraction(_ interaction: DragInteraction, itemsForBeginning session: any DragSession)
    -> [DragItem]
  {
    providers.map { DragItem(itemProvider: $0) }
  }
}

/// A source in one application and receivers in another, each a view of 100 by 100 points.
@MainActor
struct Scene {
  let driver: DragDriver
  private let left: Application
  private let right: Application
  private let source: Source

  init(_ providers: [ItemProvider], left: Application? = nil, right: Application? = nil) {
    self.left = left ?? Application(name: "Left", frame: CGRect(x: 0, y: 0, width: 100, height: 400))
    self.right = right ?? Application(name: "Right", frame: CGRect(x: 100, y: 0, width: 100, height: 400))
    source = Source(providers)
    driver = DragDriver(applications: [self.left, self.right])
    let view = View(name: "source", frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    view.addInteraction(DragInteraction(delegate: source))
    self.left.window.addSubview(view)
  }

  /// Drags all items to a new view whose drops the delegate receives.
  func drop(on delegate: any DropInteractionDelegate) throws -> ActiveDrag {
    let row = right.window.subviews.count
    let view = View(name: "target", frame: CGRect(x: 0, y: Double(row) * 100, width: 100, height: 100))
    view.addInteraction(DropInteraction(delegate: delegate))
    right.window.addSubview(view)
    let drag = try require(driver.beginDrag(at: CGPoint(x: 50, y: 50)))
    try drag.move(to: CGPoint(x: 150, y: Double(row) * 100 + 50))
    try drag.drop()
    return drag
  }
}
