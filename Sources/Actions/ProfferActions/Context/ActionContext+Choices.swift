import ItemProviders
import ProviderBundles

extension ActionContext {
  /// The context of a member of a team and of a group.
  package func asMember(ofTeam team: String?, group: String?) -> ActionContext {
    var context = self
    context.identity = ReceiverIdentity(team: team, group: group)
    return context
  }

  /// The context in which a bundle may write out so many bytes; nil leaves the usual limits.
  package func expanding(toAtMost byteCount: UInt64?) -> ActionContext {
    guard let byteCount else { return self }
    var context = self
    context.limits.expandedByteCount = byteCount
    context.limits.expansionFactor = nil
    return context
  }
}
