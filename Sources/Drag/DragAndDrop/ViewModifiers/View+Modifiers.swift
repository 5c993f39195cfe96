public import Foundation
public import ItemProviders
public import UniformTypes

// These modifiers have the same names as SwiftUI's modifiers. Each modifier changes the view and returns the
// view, so that calls can be chained.

extension View {
  /// Makes the view receive drops of the given types.
  ///
  /// - Parameters:
  ///   - contentTypes: the accepted types.
  ///   - delegate: the delegate for the drops; the view owns the delegate.
  /// - Returns: the view.
  @discardableResult
  public func onDrop(of contentTypes: [UTType], delegate: some DropDelegate) -> Self {
    let adapter = DropDelegateAdapter(contentTypes, delegate)
    ownedDelegates.append(adapter)
    addInteraction(DropInteraction(delegate: adapter))
    return self
  }

  /// Makes the view receive drops of the given types.
  ///
  /// - Parameters:
  ///   - contentTypes: the accepted types.
  ///   - isTargeted: called with true when a drag enters the view, and with false when the drag leaves the
  ///     view or the items are dropped.
  ///   - action: called with the conforming providers and the location; returns whether the providers are
  ///     accepted.
  /// - Returns: the view.
  @discardableResult
  public func onDrop(
    of contentTypes: [UTType], isTargeted: ((Bool) -> Void)? = nil,
    perform action: @escaping ([ItemProvider], CGPoint) -> Bool
  ) -> Self {
    onDrop(
      of: contentTypes,
      delegate: DropAction(contentTypes: contentTypes, isTargeted: isTargeted, action: action))
  }

  /// Makes the view receive drops of the given types.
  ///
  /// - Parameters:
  ///   - contentTypes: the accepted types.
  ///   - isTargeted: called with true when a drag enters the view, and with false when the drag leaves the
  ///     view or the items are dropped.
  ///   - action: called with the conforming providers; returns whether the providers are accepted.
  /// - Returns: the view.
  @discardableResult
  public func onDrop(
    of contentTypes: [UTType], isTargeted: ((Bool) -> Void)? = nil,
    perform action: @escaping ([ItemProvider]) -> Bool
  ) -> Self {
    onDrop(of: contentTypes, isTargeted: isTargeted) { providers, _ in action(providers) }
  }

  /// Makes the view receive drops of values.
  ///
  /// - Parameters:
  ///   - payloadType: the type of the values. The view ignores a drag if this type cannot be imported from
  ///     any of the items.
  ///   - action: called on the main actor when all loads have finished. The arguments are the loaded values,
  ///     in order, and the location. The closure returns whether the values are accepted. Values that cannot
  ///     be loaded are omitted.
  ///   - isTargeted: called with true when a drag enters the view, and with false when the drag leaves the
  ///     view or the items are dropped.
  /// - Returns: the view.
  @discardableResult
  public func dropDestination<Payload: Transferable>(
    for payloadType: Payload.Type = Payload.self,
    action: @escaping @MainActor ([Payload], CGPoint) -> Bool,
    isTargeted: @escaping @MainActor (Bool) -> Void = { _ in }
  ) -> Self {
    onDrop(
      of: Payload.importedContentTypes(),
      delegate: TransferableDrop(view: self, isTargeted: isTargeted, action: action))
  }

  /// Makes the view a source of drags with one item.
  ///
  /// - Parameters:
  ///   - data: makes the provider of the item; called for each drag.
  ///   - preview: makes the view of the preview; by default, the preview is this view.
  /// - Returns: the view.
  @discardableResult
  public func onDrag(_ data: @escaping () -> ItemProvider, preview: (() -> View)? = nil) -> Self {
    addDragSource(DragAdapter(data, preview))
  }

  /// Makes the view a source of drags with one item, if there is one.
  ///
  /// - Parameter action: makes the provider of the item; called for each drag. No drag begins if the closure or
  ///   its result is nil.
  /// - Returns: the view.
  @discardableResult
  public func itemProvider(_ action: (() -> ItemProvider?)?) -> Self {
    action.map { addDragSource(DragAdapter($0, nil)) } ?? self
  }

  private func addDragSource(_ adapter: DragAdapter) -> Self {
    ownedDelegates.append(adapter)
    addInteraction(DragInteraction(delegate: adapter))
    return self
  }

  /// Makes the view a source of drags with one value.
  ///
  /// - Parameters:
  ///   - payload: makes the value; called for each drag.
  ///   - preview: makes the view of the preview; by default, the preview is this view.
  /// - Returns: the view.
  @discardableResult
  public func draggable<Payload: Transferable>(
    _ payload: @autoclosure @escaping () -> Payload, preview: (() -> View)? = nil
  ) -> Self {
    onDrag({ .registering(payload()) }, preview: preview)
  }
}

/// A delegate that calls the closures of `onDrop`.
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

/// A delegate that calls the closures of `dropDestination`.
@MainActor
private struct TransferableDrop<Payload: Transferable>: DropDelegate {
  weak var view: View?
  let isTargeted: @MainActor (Bool) -> Void
  let action: @MainActor ([Payload], CGPoint) -> Bool

  func dropEntered(info: DropInfo) { isTargeted(true) }
  func dropExited(info: DropInfo) { isTargeted(false) }

  func performDrop(info: DropInfo) -> Bool {
    isTargeted(false)
    let providers = info.itemProviders(for: Payload.importedContentTypes())
    let (view, action, location) = (view, action, info.location)
    SessionItemProvider.loadValues(
      of: Payload.self, from: providers, postingTo: view?.queue ?? .detached
    ) { values in
      if !action(values, location), let view {
        view.application?.traceHandler?(view, "<unplaced>", "all items")
      }
    }
    return true
  }
}

/// A delegate that calls the closures of `onDrag` or `itemProvider`.
@MainActor
private final class DragAdapter: DragInteractionDelegate {
  private let data: () -> ItemProvider?
  private let preview: (() -> View)?

  init(_ data: @escaping () -> ItemProvider?, _ preview: (() -> View)?) {
    self.data = data
    self.preview = preview
  }

  func dragInteraction(
    _ interaction: DragInteraction, itemsForBeginning session: any DragSession
  ) -> [DragItem] {
    guard let provider = data() else { return [] }
    let item = DragItem(itemProvider: provider)
    if let preview { item.previewProvider = { DragPreview(view: preview()) } }
    return [item]
  }

  func dragInteraction(
    _ interaction: DragInteraction, previewForLifting item: DragItem, session: any DragSession
  ) -> TargetedDragPreview? {
    guard let view = interaction.view else { return nil }
    guard let preview else { return TargetedDragPreview(view: view) }
    return TargetedDragPreview(
      view: preview(), target: DragPreviewTarget(container: view, center: session.location(in: view)))
  }
}
