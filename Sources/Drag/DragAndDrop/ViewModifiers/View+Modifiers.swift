public import Foundation
public import ItemProviders
public import UniformTypes

extension View {
  /// Makes the view receive drops of the types, like the modifier of SwiftUI with this name.
  public func onDrop(of contentTypes: [UTType], delegate: some DropDelegate) {
    let adapter = DropDelegateAdapter(contentTypes, delegate)
    ownedDelegates.append(adapter)
    addInteraction(DropInteraction(delegate: adapter))
  }

  /// Makes the view receive drops of the types.
  ///
  /// - Parameters:
  ///   - isTargeted: called with whether a drag is over the view.
  ///   - action: called with the providers that conform, and the location; returns whether they are accepted.
  public func onDrop(
    of contentTypes: [UTType], isTargeted: ((Bool) -> Void)? = nil,
    perform action: @escaping ([ItemProvider], CGPoint) -> Bool
  ) {
    onDrop(
      of: contentTypes,
      delegate: DropAction(contentTypes: contentTypes, isTargeted: isTargeted, action: action))
  }

  /// Makes the view a source of one item, which is made for each drag.
  public func onDrag(_ data: @escaping () -> ItemProvider) {
    let adapter = DragAdapter(data)
    ownedDelegates.append(adapter)
    addInteraction(DragInteraction(delegate: adapter))
  }
}

/// The closures of `onDrop` as a delegate.
@MainActor
private struct DropAction: DropDelegate {
  let contentTypes: [UTType]
  let isTargeted: ((Bool) -> Void)?
  let action: ([ItemProvider], CGPoint) -> Bool

  func dropEntered(info: DropInfo) { isTargeted?(true) }
  func dropExited(info: DropInfo) { isTargeted?(false) }
  func performDrop(info: DropInfo) -> Bool {
    isTargeted?(false)
    return action(info.itemProviders(for: contentTypes), info.location)
  }
}

/// The closure of `onDrag` as a delegate.
@MainActor
private final class DragAdapter: DragInteractionDelegate {
  private let data: () -> ItemProvider

  init(_ data: @escaping () -> ItemProvider) { self.data = data }

  func dragInteraction(_ interaction: DragInteraction, itemsForBeginning session: DragSession) -> [DragItem] {
    [DragItem(itemProvider: data())]
  }
}
