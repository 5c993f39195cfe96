import ItemProviders
import ProviderBundles

extension ActionContext {
  /// A copy of the context for a member of a team and of a group.
  package func asMember(ofTeam team: String?, group: String?) -> ActionContext {
    var context = self
    context.identity = ReceiverIdentity(team: team, group: group)
    return context
  }

  /// A copy of the context that allows bundles to expand to this number of bytes; nil keeps the limits.
  package func expanding(toAtMost byteCount: UInt64?) -> ActionContext {
    guard let byteCount else { return self }
    var context = self
    context.limits.expandedByteCount = byteCount
    context.limits.expansionFactor = nil
    return context
  }
}
