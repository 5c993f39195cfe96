public import Foundation
public import ItemProviders
public import UniformTypes

/// A drag over a view, which is passed to a ``DropDelegate``.
@preconcurrency @MainActor
public struct DropInfo {
  /// The location of the drag in the coordinates of the view.
  public let location: CGPoint
  private let session: any DropSession

  init(_ session: any DropSession, in view: View?) {
    self.session = session
    location = view.map(session.location(in:)) ?? .zero
  }

  /// Returns whether at least one item conforms to one of the types.
  ///
  /// - Parameter contentTypes: the types; conforming types match as well.
  /// - Returns: `true` if at least one item conforms.
  public func hasItemsConforming(to contentTypes: [UTType]) -> Bool {
    session.hasItemsConforming(toTypeIdentifiers: contentTypes.map(\.identifier))
  }

  /// Returns the providers of the items that conform to one of the types, in order.
  ///
  /// Loads can be started only inside `performDrop`. Loads that are started at any other time fail.
  ///
  /// - Parameter contentTypes: the types; conforming types match as well.
  /// - Returns: the providers.
  public func itemProviders(for contentTypes: [UTType]) -> [ItemProvider] {
    session.items.map(\.itemProvider).filter { $0.conforms(toAnyOf: contentTypes) }
  }
}

/// Receives the items that are dropped on a view; corresponds to SwiftUI's protocol of the same name.
@preconcurrency @MainActor
public protocol DropDelegate {
  /// Returns whether the view handles the drag.
  ///
  /// - Parameter info: the location and the items of the drag.
  /// - Returns: `true` to be called for this drag.
  func validateDrop(info: DropInfo) -> Bool
  /// Called when the drag enters the view.
  ///
  /// - Parameter info: the location and the items of the drag.
  func dropEntered(info: DropInfo)
  /// Returns a proposal for a drop at the current location.
  ///
  /// If the result is nil, the last proposal for the drag is used again. If there is no last proposal, the
  /// proposal is to copy.
  ///
  /// - Parameter info: the location and the items of the drag.
  /// - Returns: the proposal, or nil.
  func dropUpdated(info: DropInfo) -> DropProposal?
  /// Called when the drag leaves the view.
  ///
  /// - Parameter info: the location and the items of the drag.
  func dropExited(info: DropInfo)
  /// Called when the items are dropped; returns whether the items are accepted.
  ///
  /// Loads can be started only inside this method.
  ///
  /// - Parameter info: the location and the items of the drag.
  /// - Returns: `true` if the items are accepted.
  func performDrop(info: DropInfo) -> Bool
}

extension DropDelegate {
  /// Default implementation; returns true.
  public func validateDrop(info: DropInfo) -> Bool { true }
  /// Default implementation; does nothing.
  public func dropEntered(info: DropInfo) {}
  /// Default implementation; returns nil, so that the last proposal is used.
  public func dropUpdated(info: DropInfo) -> DropProposal? { nil }
  /// Default implementation; does nothing.
  public func dropExited(info: DropInfo) {}
}

/// Forwards drops of the given types to a ``DropDelegate``.
@MainActor
final class DropDelegateAdapter: DropInteractionDelegate {
  private let contentTypes: [UTType]
  private let delegate: any DropDelegate
  /// The last proposal for each drag over the view.
  private var proposals: [(session: any DropSession, proposal: DropProposal)] = []

  init(_ contentTypes: [UTType], _ delegate: any DropDelegate) {
    self.contentTypes = contentTypes
    self.delegate = delegate
  }

  private func info(_ interaction: DropInteraction, _ session: any DropSession) -> DropInfo {
    DropInfo(session, in: interaction.view)
  }

  func dropInteraction(_ interaction: DropInteraction, canHandle session: any DropSession) -> Bool {
    session.hasItemsConforming(toTypeIdentifiers: contentTypes.map(\.identifier))
      && delegate.validateDrop(info: info(interaction, session))
  }

  func dropInteraction(_ interaction: DropInteraction, sessionDidEnter session: any DropSession) {
    delegate.dropEntered(info: info(interaction, session))
  }

  func dropInteraction(
    _ interaction: DropInteraction, sessionDidUpdate session: any DropSession
  ) -> DropProposal {
    let last = proposals.first { $0.session === session }?.proposal
    let proposal =
      delegate.dropUpdated(info: info(interaction, session)) ?? last ?? DropProposal(operation: .copy)
    proposals.removeAll { $0.session === session }
    proposals.append((session, proposal))
    return proposal
  }

  func dropInteraction(_ interaction: DropInteraction, sessionDidExit session: any DropSession) {
    delegate.dropExited(info: info(interaction, session))
  }

  func dropInteraction(_ interaction: DropInteraction, performDrop session: any DropSession) {
    let isAccepted = delegate.performDrop(info: info(interaction, session))
    if !isAccepted, let view = interaction.view {
      view.application?.traceHandler?(view, "<unplaced>", "all items")
    }
  }

  func dropInteraction(_ interaction: DropInteraction, sessionDidEnd session: any DropSession) {
    proposals.removeAll { $0.session === session }
  }
}
