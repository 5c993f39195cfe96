public import Foundation
import ItemProviders

/// An interaction that makes its view a receiver of drags.
@preconcurrency @MainActor
open class DropInteraction: NSObject, Interaction {
  /// The object that receives drops; a weak reference.
  public private(set) weak var delegate: (any DropInteractionDelegate)?
  /// Whether several drags can be over the view at the same time; false by default.
  ///
  /// If false, the view ignores a second drag until that drag leaves the view and enters the view again.
  open var allowsSimultaneousDropSessions = false
  /// The view to which the interaction was added.
  public private(set) weak var view: View?
  /// The sessions of the drags that are over the view.
  var sessionsInside: [any DropSession] = []

  /// Makes an interaction that references its delegate weakly.
  ///
  /// - Parameter delegate: the delegate; the caller must keep the delegate alive.
  public init(delegate: any DropInteractionDelegate) { self.delegate = delegate }

  /// Default implementation; does nothing.
  open func willMove(to view: View?) {}
  /// Sets the view; an override must call this implementation.
  open func didMove(to view: View?) { self.view = view }
}

/// Receives the items that are dropped on a view.
///
/// The methods are in the order of their calls. All methods have default implementations, as in Apple's
/// protocol. A delegate without `sessionDidUpdate` accepts no drops, because the default proposal is to
/// cancel.
@preconcurrency @MainActor
public protocol DropInteractionDelegate: AnyObject {
  /// Returns whether the interaction handles the drag.
  ///
  /// Called once for each drag. If the result is `false`, the delegate gets no further calls for the drag
  /// until items are added. When items are added, this method is called again.
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

  /// Called when the drag leaves the view; the drag may enter the view again.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  func dropInteraction(_ interaction: DropInteraction, sessionDidExit session: any DropSession)

  /// Called when the items are dropped, if the last proposal was to copy or move.
  ///
  /// Loads can be started only inside this method.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  func dropInteraction(_ interaction: DropInteraction, performDrop session: any DropSession)

  /// Returns the preview of the drop animation; nil for no preview.
  ///
  /// Called only for the visible items at the top of the stack.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - item: one of the items that are dropped.
  ///   - defaultPreview: the default preview.
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
  ///   - animator: the animation, to which the delegate can add blocks.
  func dropInteraction(
    _ interaction: DropInteraction, item: DragItem, willAnimateDropWith animator: any DragAnimating)

  /// Called when all animations have ended; loads may still be running.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  func dropInteraction(_ interaction: DropInteraction, concludeDrop session: any DropSession)

  /// Called when the drag has ended, once for each interaction that the drag entered.
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

/// A delegate of this module that can decline a drop when the items are released.
@MainActor
protocol ConditionalDropDelegate: DropInteractionDelegate {
  /// Called when the items are released, before the source learns the operation.
  ///
  /// - Parameter session: the drag.
  /// - Returns: `false` to cancel the drag.
  func preparesDrop(_ session: any DropSession) -> Bool
}

extension View {
  /// The interactions that receive drops: the view's own interactions, then the paste configuration's
  /// interaction.
  var dropInteractions: [DropInteraction] {
    let own = interactions.compactMap { $0 as? DropInteraction }
    guard pasteConfiguration != nil else { return own }
    let delegate = pasteDropDelegate as? PasteDropDelegate ?? PasteDropDelegate(self)
    pasteDropDelegate = delegate
    return own + [delegate.interaction]
  }
}

/// Pastes the items that are dropped on a view with a paste configuration.
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
