/// Who, besides the process that made the offer, may know of a representation.
///
/// What a receiver may not see is not there for it: missing from the list of types, from every query and from
/// every load. The raw values are Apple's (source: `NSItemProvider.h`).
public enum RepresentationVisibility: Int, Sendable, Hashable, Codable, CaseIterable {
  /// Every receiver.
  case all = 0
  /// Receivers of the same developer team.
  case team = 1
  /// Receivers of the same application group.
  case group = 2
  /// Only the process that made the offer.
  case ownProcess = 3
}
