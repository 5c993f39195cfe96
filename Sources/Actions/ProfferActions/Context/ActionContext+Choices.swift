import ItemProviders
import ProviderBundles

extension ActionContext {
  /// Returns a copy of the context for a receiver in the given team and group.
  package func asMember(ofTeam team: String?, group: String?) -> ActionContext {
    var context = self
    context.identity = ReceiverIdentity(team: team, group: group)
    return context
  }

  /// Returns a copy of the context in which a bundle can expand to the given size in bytes.
  ///
  /// If the size is nil, the limits are unchanged.
  package func expanding(toAtMost byteCount: UInt64?) -> ActionContext {
    guard let byteCount else { return self }
    var context = self
    context.limits.expandedByteCount = byteCount
    context.limits.expansionFactor = nil
    return context
  }
}
