import DragAndDrop
import FileSystem
import ProviderBundles

/// Items that go from one bundle into another.
struct BundleDrop {
  let source: ProviderBundle
  let items: [Int]
  let operation: FolderDrop.Operation
  let console: Console

  init(of source: ProviderBundle, items: [Int], operation: FolderDrop.Operation, console: Console) {
    self.source = source
    self.items = items
    self.operation = operation
    self.console = console
  }

  func run(into destination: FilePath, at place: Int?) throws {
    let writer = try ProviderBundleWriter.program()
    let history = DropHistory(console: console)
    var journal = UndoJournal()
    let dropped = try BundleDraft(of: source).split([items])[0]
    try history.replace(destination, in: &journal) {
      try writer.edit(destination) { draft in
        let count = draft.items.count
        try draft.merge(dropped)
        guard let place else { return }
        guard 0...count ~= place else {
          throw Failure("there is no place \(place + 1) in \(destination), which has \(count) items")
        }
        let new = Array(count..<draft.items.count)
        try draft.reorder(items: Array(0..<place) + new + Array(place..<count))
      }
    }
    if operation == .move {
      try history.replace(source.path, in: &journal) {
        try writer.edit(source.path) { try $0.remove(itemsAt: Set(items)) }
      }
    }
  }
}
