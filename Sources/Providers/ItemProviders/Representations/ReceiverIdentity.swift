/// Who asks a provider: its own process, or another one that names a team and a group.
///
/// This is an agreement between programs, not a lock: a receiver that names a team is believed.
public struct ReceiverIdentity: Hashable, Sendable {
  /// The team the receiver says it belongs to.
  public let team: String?
  /// The application group the receiver says it belongs to.
  public let group: String?
  /// Whether the receiver is the process that made the offer, which sees everything.
  public let isOwnProcess: Bool

  /// The process that made the offer: it sees every representation.
  public static let ownProcess = ReceiverIdentity(team: nil, group: nil, isOwnProcess: true)

  /// Another process that names neither team nor group: it sees what is for all.
  public static let other = ReceiverIdentity(team: nil, group: nil)

  /// Makes another process that names its team, its group, both or neither.
  public init(team: String?, group: String?) {
    self.init(team: team, group: group, isOwnProcess: false)
  }

  private init(team: String?, group: String?, isOwnProcess: Bool) {
    self.team = team
    self.group = group
    self.isOwnProcess = isOwnProcess
  }

  /// Whether this receiver may see a representation.
  ///
  /// - Parameters:
  ///   - visibility: the representation's visibility.
  ///   - team: the team of the program that made the offer; without one, nobody else is of its team.
  ///   - group: the group of the program that made the offer; likewise.
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
