public import Foundation
public import ItemProviders

/// The metadata of an item in a bundle: the presentation that its source prefers, and the data for its team.
public struct ItemMetadata: Sendable, Equatable {
  /// The size in points at which the source prefers to show the item; zero if the source has no preference.
  ///
  /// A size that is not finite is not written to a bundle.
  public var presentationSize = PresentationSize.zero
  /// The source's preference: to merge the item into the receiver's content, or to keep it as a file.
  public var presentationStyle = PresentationStyle.unspecified
  /// Bytes that receivers of a team can read without loading a representation; nil if there are none.
  public var teamData: TeamData?

  /// Makes metadata without preferences and without team data.
  public init() {}

  /// Data for receivers that are members of the same team.
  ///
  /// Other readers are expected to ignore the bytes, but nothing prevents other tools from reading them.
  public struct TeamData: Sendable, Equatable {
    /// The name of the team.
    public var team: String
    /// The bytes; the maximum length is ``BundleLimits/teamDataByteCount``.
    public var bytes: Data

    /// Makes team data.
    ///
    /// - Parameters:
    ///   - bytes: the bytes.
    ///   - team: the team whose receivers may use the bytes.
    public init(_ bytes: Data, for team: String) {
      self.team = team
      self.bytes = bytes
    }
  }

  var hasSize: Bool {
    presentationSize != .zero && presentationSize.width.isFinite && presentationSize.height.isFinite
  }
}

/// The metadata and the preview of an item, stored behind one reference.
///
/// Most items have neither, so a single optional reference saves memory.
final class StoredPresentation: Sendable, Equatable {
  let metadata: ItemMetadata
  let preview: BundledPreview?

  /// - Returns: nil if there is no metadata and no preview.
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
  /// The word for the style in a manifest; nil if there is no preference.
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
