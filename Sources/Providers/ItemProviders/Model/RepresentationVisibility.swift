/// Which receivers, besides the process that made the offer, can see a representation.
///
/// A representation that a receiver cannot see is absent for it: from the list of types, from every query and from
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

/// The receiver of an offer: the process that made it, or another one that names a team and a group.
///
/// This is an agreement between programs, not access control: the team that a receiver names is not verified.
public struct ReceiverIdentity: Hashable, Sendable {
  /// The team that the receiver names.
  public let team: String?
  /// The application group that the receiver names.
  public let group: String?
  /// Whether the receiver is the process that made the offer, which sees everything.
  public let isOwnProcess: Bool

  /// The process that made the offer: it sees every representation.
  public static let ownProcess = ReceiverIdentity(team: nil, group: nil, isOwnProcess: true)

  /// Another process that names neither team nor group: it sees what is visible to all.
  public static let other = ReceiverIdentity(team: nil, group: nil)

  /// Makes another process that names its team, its group, both or neither.
  ///
  /// - Parameters:
  ///   - team: the team that the receiver names.
  ///   - group: the group that the receiver names.
  public init(team: String?, group: String?) {
    self.init(team: team, group: group, isOwnProcess: false)
  }

  private init(team: String?, group: String?, isOwnProcess: Bool) {
    self.team = team
    self.group = group
    self.isOwnProcess = isOwnProcess
  }

  /// Whether this receiver can see a representation.
  ///
  /// - Parameters:
  ///   - visibility: the representation's visibility.
  ///   - team: the team of the program that made the offer; without one, no other process belongs to its team.
  ///   - group: the group of the program that made the offer; without one, no other process belongs to its group.
  /// - Returns: whether it sees it.
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
