import ByteTools
import Foundation

extension ItemProvider {
  /// The provider as a receiver in another process would have it: without what that receiver may not see.
  ///
  /// It offers what is registered now; later registrations do not appear in it. Bytes for the team are there
  /// only for a receiver of the team, previews and other metadata for all.
  public func view(for receiver: ReceiverIdentity) -> ItemProvider {
    let view = ItemProvider(copying: self)
    view.state.withLock { state in
      let (team, group) = (state.team, state.group)
      state.representations = state.representations.filter {
        receiver.sees($0.visibility, ofTeam: team, group: group)
      }
      if !receiver.sees(.team, ofTeam: team, group: group) { state.teamData = nil }
    }
    return view
  }
}
