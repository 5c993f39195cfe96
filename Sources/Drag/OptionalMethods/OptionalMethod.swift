/// A method that a subclass may add, and the protocol that makes the library call it.
struct OptionalMethod {
  /// The protocol, which has the method as its only requirement.
  var protocolName: String
  /// The protocols that have the method, alone or among others, with and without UIKit's prefix.
  var protocols: Set<String>
  var name: String
  /// The labels, and for each the names of the parameter's type.
  var parameters: [(label: String, types: Set<String>)]
  /// The names of the result's type.
  var results: Set<String>

  private init(
    _ protocolName: String, of delegate: String, _ name: String, _ parameters: [(String, String)],
    result: String? = nil
  ) {
    func names(_ type: String) -> Set<String> {
      switch type {
      case "IndexPath", "Bool": [type]
      case "TargetedDragPreview?": [type, "UITargetedDragPreview?", "UITargetedPreview?"]
      default: [type, "UI" + type]
      }
    }
    self.protocolName = protocolName
    protocols = names(delegate).union(names(protocolName))
    self.name = name
    self.parameters = parameters.map { ($0.0, names($0.1)) }
    results = result.map(names) ?? ["", "Void", "()"]
  }

  /// The methods that the drivers ask a subclass for.
  static let all: [OptionalMethod] = [
    OptionalMethod(
      "DragInteractionPreviewForLifting", of: "DragInteractionDelegate", "dragInteraction",
      [("_", "DragInteraction"), ("previewForLifting", "DragItem"), ("session", "DragSession")],
      result: "TargetedDragPreview?"),
    OptionalMethod(
      "DropInteractionSessionDidUpdate", of: "DropInteractionDelegate", "dropInteraction",
      [("_", "DropInteraction"), ("sessionDidUpdate", "DropSession")], result: "DropProposal"),
    OptionalMethod(
      "DropInteractionPerformDrop", of: "DropInteractionDelegate", "dropInteraction",
      [("_", "DropInteraction"), ("performDrop", "DropSession")]),
    OptionalMethod(
      "TableViewCanMoveRowAt", of: "TableViewDataSource", "tableView",
      [("_", "TableView"), ("canMoveRowAt", "IndexPath")], result: "Bool"),
    OptionalMethod(
      "TableViewMoveRowAt", of: "TableViewDataSource", "tableView",
      [("_", "TableView"), ("moveRowAt", "IndexPath"), ("to", "IndexPath")]),
    OptionalMethod(
      "CollectionViewCanMoveItemAt", of: "CollectionViewDataSource", "collectionView",
      [("_", "CollectionView"), ("canMoveItemAt", "IndexPath")], result: "Bool"),
    OptionalMethod(
      "CollectionViewMoveItemAt", of: "CollectionViewDataSource", "collectionView",
      [("_", "CollectionView"), ("moveItemAt", "IndexPath"), ("to", "IndexPath")]),
  ]

  /// Returns whether a method of a class is this method.
  func matches(_ method: SwiftMethod) -> Bool {
    method.name == name && method.parameters.map(\.label) == parameters.map(\.label)
      && zip(method.parameters, parameters).allSatisfy { $1.types.contains($0.type) }
      && results.contains(method.result) && !method.isSpecial
      && method.modifiers.isDisjoint(with: ["static", "class", "override"])
  }
}
