public import Foundation
public import ItemProviders
public import UniformTypes

/// A drag as SwiftUI's delegates are told of it.
@MainActor
public struct DropInfo {
  /// Where it is, in points of the view.
  public let location: CGPoint
  private let session: DropSession

  init(_ session: DropSession, in view: View?) {
    self.session = session
    location = view.map(session.location(in:)) ?? .zero
  }

  /// Whether at least one item conforms to at least one of the types.
  public func hasItemsConforming(to contentTypes: [UTType]) -> Bool {
    session.hasItemsConforming(toTypeIdentifiers: contentTypes.map(\.identifier))
  }

  /// The providers of the items that conform to one of the types, in order.
  ///
  /// They can be loaded from during `performDrop` only; at any other time a load ends with an error.
  public func itemProviders(for contentTypes: [UTType]) -> [ItemProvider] {
    session.items.map(\.itemProvider).filter { provider in
      contentTypes.contains { provider.hasItemConformingToTypeIdentifier($0.identifier) }
    }
  }
}

/// Takes what is dropped on a view, as SwiftUI's protocol of that name.
@MainActor
public protocol DropDelegate {
  /// Whether the view wants the drag; true by default.
  func validateDrop(info: DropInfo) -> Bool
  /// Hears that the drag came in.
  func dropEntered(info: DropInfo)
  /// Proposes what a drop would do; nil, the default, keeps the last proposal, which is a copy at first.
  func dropUpdated(info: DropInfo) -> DropProposal?
  /// Hears that the drag left.
  func dropExited(info: DropInfo)
  /// Takes the items, and says whether it did; the only place to start loads in.
  func performDrop(info: DropInfo) -> Bool
}

extension DropDelegate {
  /// True.
  public func validateDrop(info: DropInfo) -> Bool { true }
  /// Nothing.
  public func dropEntered(info: DropInfo) {}
  /// Keeps the last proposal.
  public func dropUpdated(info: DropInfo) -> DropProposal? { nil }
  /// Nothing.
  public func dropExited(info: DropInfo) {}
}

/// Lets a delegate in SwiftUI's style take drops of types.
@MainActor
final class DropDelegateAdapter: DropInteractionDelegate {
  private let contentTypes: [UTType]
  private let delegate: any DropDelegate
  /// The last proposal for each drag inside.
  private var proposals: [(session: DropSession, proposal: DropProposal)] = []

  init(_ contentTypes: [UTType], _ delegate: any DropDelegate) {
    self.contentTypes = contentTypes
    self.delegate = delegate
  }

  private func info(_ interaction: DropInteraction, _ session: DropSession) -> DropInfo {
    DropInfo(session, in: interaction.view)
  }

  func dropInteraction(_ interaction: DropInteraction, canHandle session: DropSession) -> Bool {
    session.hasItemsConforming(toTypeIdentifiers: contentTypes.map(\.identifier))
      && delegate.validateDrop(info: info(interaction, session))
  }

  func dropInteraction(_ interaction: DropInteraction, sessionDidEnter session: DropSession) {
    delegate.dropEntered(info: info(interaction, session))
  }

  func dropInteraction(
    _ interaction: DropInteraction, sessionDidUpdate session: DropSession
  ) -> DropProposal {
    let last = proposals.first { $0.session === session }?.proposal
    let proposal =
      delegate.dropUpdated(info: info(interaction, session)) ?? last ?? DropProposal(operation: .copy)
    proposals.removeAll { $0.session === session }
    proposals.append((session, proposal))
    return proposal
  }

  func dropInteraction(_ interaction: DropInteraction, sessionDidExit session: DropSession) {
    delegate.dropExited(info: info(interaction, session))
  }

  func dropInteraction(_ interaction: DropInteraction, performDrop session: DropSession) {
    let isTaken = delegate.performDrop(info: info(interaction, session))
    if !isTaken, let view = interaction.view { view.application?.note?(view, "<unplaced>", "all items") }
  }

  func dropInteraction(_ interaction: DropInteraction, sessionDidEnd session: DropSession) {
    proposals.removeAll { $0.session === session }
  }
}
