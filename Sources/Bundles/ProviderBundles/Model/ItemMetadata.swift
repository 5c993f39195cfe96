public import Foundation
public import ItemProviders

/// What an item of a bundle says about itself beside its name: how its source prefers to have it shown, and the data of
/// its team.
public struct ItemMetadata: Sendable, Equatable {
  /// The size in points at which the source prefers the item to be shown; zero where it has no preference.
  ///
  /// A size that is not finite is not written.
  public var presentationSize = PresentationSize.zero
  /// Whether the source prefers the item merged into the receiver's content or kept as a file.
  public var presentationStyle = PresentationStyle.unspecified
  /// Bytes that receivers of a team have without a load.
  public var teamData: TeamData?

  /// Makes metadata without any preference.
  public init() {}

  /// Bytes for the receivers that name a team.
  ///
  /// This is an agreement, not a lock: a reader that uses another tool sees everything.
  public struct TeamData: Sendable, Equatable {
    /// The team.
    public var team: String
    /// The bytes; at most ``BundleLimits/teamDataByteCount``.
    public var bytes: Data

    /// Makes team data.
    ///
    /// - Parameters:
    ///   - bytes: the bytes.
    ///   - team: the team that may see them.
    public init(_ bytes: Data, for team: String) {
      self.team = team
      self.bytes = bytes
    }
  }

  var hasSize: Bool {
    presentationSize != .zero && presentationSize.width.isFinite && presentationSize.height.isFinite
  }
}

/// The metadata and the preview of an item in one word of memory, as most items have none.
final class StoredPresentation: Sendable, Equatable {
  let metadata: ItemMetadata
  let preview: BundledPreview?

  /// - Returns: nil where there is nothing to store.
  init?(_ metadata: ItemMetadata, _ preview: BundledPreview?) {
    if metadata == ItemMetadata(), preview == nil { return nil }
    self.metadata = metadata
    self.preview = preview
  }

  static func == (first: StoredPresentation, second: StoredPresentation) -> Bool {
    first.metadata == second.metadata && first.preview == second.preview
  }
}

extension PresentationStyle {
  /// The style's word in a manifest; nil without a preference.
  var manifestWord: String? {
    switch self {
    case .unspecified: nil
    case .inline: "inline"
    case .attachment: "attachment"
    }
  }

  init?(manifestWord word: String) {
    switch word {
    case "inline": self = .inline
    case "attachment": self = .attachment
    default: return nil
    }
  }
}
