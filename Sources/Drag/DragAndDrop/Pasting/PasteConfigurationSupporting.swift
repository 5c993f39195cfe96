public import ItemProviders

/// Something that can be pasted into; a view that has a paste configuration accepts drops as well.
@MainActor
public protocol PasteConfigurationSupporting: AnyObject {
  /// What can be pasted here; nil is nothing.
  var pasteConfiguration: PasteConfiguration? { get set }
  /// Whether anything of what the providers offer can be pasted here.
  func canPaste(_ itemProviders: [ItemProvider]) -> Bool
  /// Takes what was pasted or dropped.
  func paste(itemProviders: [ItemProvider])
}

/// Lets a view with a paste configuration take drops.
@MainActor
final class PasteDropDelegate: DropInteractionDelegate {
  private func providers(_ session: DropSession) -> [ItemProvider] { session.items.map(\.itemProvider) }

  func dropInteraction(_ interaction: DropInteraction, canHandle session: DropSession) -> Bool {
    interaction.view?.canPaste(providers(session)) ?? false
  }

  func dropInteraction(
    _ interaction: DropInteraction, sessionDidUpdate session: DropSession
  ) -> DropProposal {
    let canPaste = interaction.view?.canPaste(providers(session)) ?? false
    return DropProposal(operation: canPaste ? .copy : .cancel)
  }

  func dropInteraction(_ interaction: DropInteraction, performDrop session: DropSession) {
    guard let view = interaction.view else { return }
    // A view is handed only what it can take.
    view.paste(itemProviders: providers(session).filter { view.canPaste([$0]) })
  }
}
