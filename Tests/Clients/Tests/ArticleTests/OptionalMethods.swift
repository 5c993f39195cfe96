import Proffer

/// A delegate that accepts every drop, and does nothing with it.
@MainActor
class AcceptingDelegate: DropInteractionDelegate {
  func dropInteraction(
    _ interaction: DropInteraction, sessionDidUpdate session: any DropSession
  ) -> DropProposal { DropProposal(operation: .copy) }
}

/// A delegate whose `performDrop` is called, because the class conforms to the protocol of the method.
final class CountingDelegate: AcceptingDelegate, DropInteractionPerformDrop {
  private(set) var count = 0

  func dropInteraction(_ interaction: DropInteraction, performDrop session: any DropSession) { count += 1 }
}
