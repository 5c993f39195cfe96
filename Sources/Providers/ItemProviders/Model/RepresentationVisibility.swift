/// The receivers, besides the process that made the offer, that can see a representation.
///
/// A representation that a receiver cannot see is absent from the list of types, from queries and from
/// loads. The raw values are Apple's (source: `NSItemProvider.h`).
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

/// The receiver of an offer: the process that made the offer, or another process with a team and a
/// group.
///
/// This is an agreement between programs, not access control: the receiver's team and group are not
/// verified.
public struct ReceiverIdentity: Hashable, Sendable {
  /// The team stated by the receiver.
  public let team: String?
  /// The application group stated by the receiver.
  public let group: String?
  /// Whether the receiver is the process that made the offer.
  ///
  /// That process can see every representation.
  public let isOwnProcess: Bool

  /// The process that made the offer.
  ///
  /// That process can see every representation.
  public static let ownProcess = ReceiverIdentity(team: nil, group: nil, isOwnProcess: true)

  /// Another process without a team or group.
  ///
  /// It can see only the representations with visibility `all`.
  public static let other = ReceiverIdentity(team: nil, group: nil)

  /// Creates the identity of another process, which may have a team and a group.
  ///
  /// - Parameters:
  ///   - team: the team stated by the receiver; nil if it has none.
  ///   - group: the group stated by the receiver; nil if it has none.
  public init(team: String?, group: String?) {
    self.init(team: team, group: group, isOwnProcess: false)
  }

  private init(team: String?, group: String?, isOwnProcess: Bool) {
    self.team = team
    self.group = group
    self.isOwnProcess = isOwnProcess
  }

  /// Returns whether this receiver can see a representation.
  ///
  /// - Parameters:
  ///   - visibility: the representation's visibility.
  ///   - team: the team of the program that made the offer. If it is nil, no other process can see
  ///     representations with visibility `team`.
  ///   - group: the group of the program that made the offer. If it is nil, no other process can see
  ///     representations with visibility `group`.
  /// - Returns: whether the receiver can see the representation.
  public func sees(_ visibility: RepresentationVisibility, ofTeam team: String?, group: String?) -> Bool {
    if isOwnProcess { return true }
    return switch visibility {
    case .all: true
    case .team: team != nil && self.team == team
    case .group: group != nil && self.group == group
    case .ownProcess: false
    }
  }
}
