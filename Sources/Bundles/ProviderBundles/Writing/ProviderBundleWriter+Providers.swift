import Foundation
public import ItemProviders
public import ProfferFileSystem
import UniformTypes

extension ProviderBundleWriter {
  /// Packs providers into a bundle: each provider becomes an item, and all its visible representations are
  /// loaded.
  ///
  /// The bundle contains the suggested name and the preferred size and style of presentation. It also
  /// contains the declarations of all types outside the standard table that the provider's registry or the
  /// current registry declares. Team data is included if the provider names its team and the receiver belongs
  /// to that team. If ``previews`` is set, the bundle contains the preview that the provider supplies, or
  /// otherwise a rendered preview.
  ///
  /// - Parameters:
  ///   - providers: the providers, one for each item.
  ///   - destination: the path of the bundle.
  ///   - replacing: whether to replace an existing file; if false, an existing file is an error.
  ///   - receiver: the receiver of the bundle. Only representations that the receiver may see are packed. A
  ///     representation for the provider's team or group has that team or group as its audience in the
  ///     bundle. Such a representation is left out if the provider does not name the team or group. A
  ///     representation for the provider's own process is always left out.
  /// - Returns: the representations that were left out, in the order of the items and their representations.
  /// - Throws: the error of the first load that fails, and the errors of `write(_:to:replacing:)`.
  @discardableResult
  public func write(
    _ providers: [ItemProvider], to destination: FilePath, replacing: Bool = false,
    visibleTo receiver: ReceiverIdentity = .other
  ) async throws -> [LeftOutRepresentation] {
    var leftOut: [LeftOutRepresentation] = []
    var draft = BundleDraft()
    // The files that providers deliver exist only as long as these values.
    var delivered: [LoadedFile] = []
    for (number, provider) in providers.enumerated() {
      var item = BundleDraft.Item(suggestedName: provider.suggestedName)
      let (team, group) = (provider.team, provider.group)
      item.metadata = ItemMetadata(of: provider, visibleTo: receiver)
      for offer in provider.offers {
        guard let audience = BundledRepresentation.Audience(offer.visibility, team: team, group: group),
          receiver.sees(offer.visibility, ofTeam: team, group: group)
        else {
          leftOut.append(
            LeftOutRepresentation(
              itemIndex: number, typeIdentifier: offer.typeIdentifier, visibility: offer.visibility))
          continue
        }
        let content: BundleDraft.Content
        var name: FileName?
        if offer.kind == .file {
          let file = try await provider.loadFileRepresentation(forTypeIdentifier: offer.typeIdentifier)
          content = .file(file.path)
          name = file.path.lastComponent
          delivered.append(file)
        } else {
          content = .bytes(try await provider.loadDataRepresentation(forTypeIdentifier: offer.typeIdentifier))
        }
        item.representations.append(
          BundleDraft.Representation(
            content, typeIdentifier: offer.typeIdentifier, kind: offer.kind,
            audience: audience, name: name))
      }
      if let previews, provider.previewImageHandler != nil {
        item.preview =
          await previews.image(of: provider, at: number, limits: limits).map { .image($0) } ?? .absent
      }
      draft.carry(provider.typeRegistry.carriedDeclarations(of: item.representations.map(\.typeIdentifier)))
      draft.items.append(item)
    }
    try withExtendedLifetime(delivered) { try write(draft, to: destination, replacing: replacing) }
    return leftOut
  }
}

/// A representation of a provider that was not packed.
///
/// Either the receiver of the bundle may not see it, or its team or group has no name.
public struct LeftOutRepresentation: Hashable, Sendable {
  /// The index of the representation's provider among the packed providers, counted from 0.
  public let itemIndex: Int
  /// The type of the representation.
  public let typeIdentifier: String
  /// The visibility in the provider: the provider's own process, or a team or group.
  ///
  /// In the case of a team or group, the receiver does not belong to it, or the provider does not name it.
  public let visibility: RepresentationVisibility
}

extension ItemMetadata {
  /// Makes the metadata of a provider's item, including only what the receiver may see.
  fileprivate init(of provider: ItemProvider, visibleTo receiver: ReceiverIdentity) {
    self.init()
    presentationSize = PresentationSize(provider.preferredPresentationSize)
    presentationStyle = provider.preferredPresentationStyle
    if let data = provider.teamData, let team = provider.team,
      receiver.sees(.team, ofTeam: team, group: nil)
    {
      teamData = TeamData(data, for: team)
    }
  }
}

extension BundledRepresentation.Audience {
  /// Makes the audience for a visibility; nil if a bundle cannot state who may see the representation.
  init?(_ visibility: RepresentationVisibility, team: String?, group: String?) {
    switch visibility {
    case .all: self = .all
    case .team:
      guard let team else { return nil }
      self = .team(team)
    case .group:
      guard let group else { return nil }
      self = .group(group)
    case .ownProcess: return nil
    }
  }
}
