import ItemProviders

/// An interaction that makes its view a receiver of drags.
@MainActor
public final class DropInteraction: Interaction {
  /// The object that receives drops; a weak reference.
  public private(set) weak var delegate: (any DropInteractionDelegate)?
  /// Whether several drags can be over the view at the same time; false by default.
  ///
  /// Otherwise a second drag is ignored until it leaves the view and enters it again.
  public var allowsSimultaneousDropSessions = false
  /// The view that it was added to.
  public private(set) weak var view: View?
  /// The sessions whose drags are over the view.
  var sessionsInside: [any DropSession] = []

  /// Makes an interaction with a delegate, which it references weakly.
  ///
  /// - Parameter delegate: the delegate; the caller keeps it alive.
  public init(delegate: any DropInteractionDelegate) { self.delegate = delegate }

  /// Does nothing.
  public func willMove(to view: View?) {}
  /// Sets the view.
  public func didMove(to view: View?) { self.view = view }
}

/// Receives the items that are dropped on a view.
///
/// The methods are in the order of their calls. All have default implementations, as in Apple's protocol; a delegate
/// without `sessionDidUpdate` accepts no drops, because the default proposal is to cancel.
@MainActor
public protocol DropInteractionDelegate: AnyObject {
  /// Returns whether the interaction handles the drag; otherwise it gets no further calls.
  ///
  /// Called once for a drag, and again when items are added to a drag that is not handled.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  /// - Returns: `true` to be called for this drag.
  func dropInteraction(_ interaction: DropInteraction, canHandle session: any DropSession) -> Bool

  /// Called when the drag enters the view.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  func dropInteraction(_ interaction: DropInteraction, sessionDidEnter session: any DropSession)

  /// Returns a proposal for a drop at the current location.
  ///
  /// Called when the drag enters and moves, and when items are added. The last proposal is used.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  /// - Returns: the proposal, with the operation that a drop would perform.
  func dropInteraction(_ interaction: DropInteraction, sessionDidUpdate session: any DropSession)
    -> DropProposal

  /// Called when the drag leaves the view; it may enter again.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  func dropInteraction(_ interaction: DropInteraction, sessionDidExit session: any DropSession)

  /// Called when the items are dropped, after a proposal to copy or move; loads can be started only here.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  func dropInteraction(_ interaction: DropInteraction, performDrop session: any DropSession)

  /// Returns the preview of the drop animation; nil for no preview.
  ///
  /// Not called for items below the top of the stack.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - item: one of the items that are dropped.
  ///   - defaultPreview: the preview that is used by default.
  /// - Returns: the preview.
  func dropInteraction(
    _ interaction: DropInteraction, previewForDropping item: DragItem,
    withDefault defaultPreview: TargetedDragPreview
  ) -> TargetedDragPreview?

  /// Called when the drop animation of an item is about to begin.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - item: one of the items that are dropped.
  ///   - animator: the animation, which further blocks can be added to.
  func dropInteraction(
    _ interaction: DropInteraction, item: DragItem, willAnimateDropWith animator: any DragAnimating)

  /// Called when all animations have ended; loads may still be running.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  func dropInteraction(_ interaction: DropInteraction, concludeDrop session: any DropSession)

  /// Called when the drag has ended, once for each interaction that it entered.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  func dropInteraction(_ interaction: DropInteraction, sessionDidEnd session: any DropSession)
}

extension DropInteractionDelegate {
  /// Default implementation; returns true.
  public func dropInteraction(_ interaction: DropInteraction, canHandle session: any DropSession) -> Bool {
    true
  }

  /// Default implementation; does nothing.
  public func dropInteraction(_ interaction: DropInteraction, sessionDidEnter session: any DropSession) {}

  /// Default implementation; proposes to cancel, so a delegate without this method accepts no drops.
  public func dropInteraction(
    _ interaction: DropInteraction, sessionDidUpdate session: any DropSession
  ) -> DropProposal { DropProposal(operation: .cancel) }

  /// Default implementation; does nothing.
  public func dropInteraction(_ interaction: DropInteraction, sessionDidExit session: any DropSession) {}

  /// Default implementation; does nothing.
  public func dropInteraction(_ interaction: DropInteraction, performDrop session: any DropSession) {}

  /// Default implementation; returns the default preview.
  public func dropInteraction(
    _ interaction: DropInteraction, previewForDropping item: DragItem,
    withDefault defaultPreview: TargetedDragPreview
  ) -> TargetedDragPreview? { defaultPreview }

  /// Default implementation; does nothing.
  public func dropInteraction(
    _ interaction: DropInteraction, item: DragItem, willAnimateDropWith animator: any DragAnimating
  ) {}

  /// Default implementation; does nothing.
  public func dropInteraction(_ interaction: DropInteraction, concludeDrop session: any DropSession) {}

  /// Default implementation; does nothing.
  public func dropInteraction(_ interaction: DropInteraction, sessionDidEnd session: any DropSession) {}
}

extension View {
  /// The interactions that receive drops: the view's own, then the one of its paste configuration.
  var dropInteractions: [DropInteraction] {
    let own = interactions.compactMap { $0 as? DropInteraction }
    guard pasteConfiguration != nil else { return own }
    let delegate = pasteDropDelegate as? PasteDropDelegate ?? PasteDropDelegate(self)
    pasteDropDelegate = delegate
    return own + [delegate.interaction]
  }
}

/// Pastes what is dropped on a view that has a paste configuration.
@MainActor
private final class PasteDropDelegate: DropInteractionDelegate {
  private(set) lazy var interaction = DropInteraction(delegate: self)

  init(_ view: View) { interaction.didMove(to: view) }

  private func providers(_ session: any DropSession) -> [ItemProvider] { session.items.map(\.itemProvider) }

  func dropInteraction(_ interaction: DropInteraction, canHandle session: any DropSession) -> Bool {
    interaction.view?.canPaste(providers(session)) ?? false
  }

  func dropInteraction(
    _ interaction: DropInteraction, sessionDidUpdate session: any DropSession
  ) -> DropProposal {
    let canPaste = interaction.view?.canPaste(providers(session)) ?? false
    return DropProposal(operation: canPaste ? .copy : .cancel)
  }

  func dropInteraction(_ interaction: DropInteraction, performDrop session: any DropSession) {
    guard let view = interaction.view else { return }
    view.paste(itemProviders: providers(session).filter { view.canPaste([$0]) })
  }
}
