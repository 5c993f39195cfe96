import Foundation
public import ItemProviders
public import ProfferFileSystem
import UniformTypes

extension ProviderBundleWriter {
  /// Packs providers: each is an item, with its representations in their order, all of them loaded.
  ///
  /// The bundle carries the suggested name, the preferred size and style of presentation, and the declarations of all
  /// types outside the standard table that the provider or the current registry knows. It carries team data for a
  /// provider that names its team, where the receiver is of that team. Where ``previews`` is set, it carries the preview
  /// that the provider gives, or else one that is rendered.
  ///
  /// - Parameters:
  ///   - providers: the providers, an item each.
  ///   - destination: where the bundle will be.
  ///   - replacing: whether a file that is there already is replaced; otherwise it is an error.
  ///   - receiver: only representations that it may see are packed. One for its team or group has that audience in the
  ///     bundle, with the provider's name of the team or group; where the provider names none, it is left out. One for the
  ///     provider's own process is always left out.
  /// - Returns: the representations that were left out, in the order of the items and their representations.
  /// - Throws: the error of the first load that fails, and what `write(_:to:replacing:)` throws.
  @discardableResult
  public func write(
    _ providers: [ItemProvider], to destination: FilePath, replacing: Bool = false,
    visibleTo receiver: ReceiverIdentity = .other
  ) async throws -> [LeftOutRepresentation] {
    var leftOut: [LeftOutRepresentation] = []
    var draft = BundleDraft()
    // Delivered files exist as long as these values do.
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

/// A representation of a provider that was not packed, because the receivers of the bundle may not see it or could not
/// be named.
public struct LeftOutRepresentation: Hashable, Sendable {
  /// The place of its provider among those that were packed, counted from 0.
  public let itemIndex: Int
  /// Its type.
  public let typeIdentifier: String
  /// Who may see it in its provider: the provider's own process, or a team or group that the receiver is not of or that
  /// the provider does not name.
  public let visibility: RepresentationVisibility
}

extension ItemMetadata {
  /// What a provider says about its item to a receiver.
  fileprivate init(of provider: ItemProvider, visibleTo receiver: ReceiverIdentity) {
    self.init()
    presentationSize = provider.preferredPresentationSize
    presentationStyle = provider.preferredPresentationStyle
    if let data = provider.teamData, let team = provider.team,
      receiver.sees(.team, ofTeam: team, group: nil)
    {
      teamData = TeamData(data, for: team)
    }
  }
}

extension BundledRepresentation.Audience {
  /// The audience of a visibility; nil where the bundle could not say who may see the representation.
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
