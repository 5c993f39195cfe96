public import FileSystem
import Foundation
public import ItemProviders

extension ProviderBundleWriter {
  /// Packs providers: each is an item, with its representations in their order, all of them loaded.
  ///
  /// - Parameters:
  ///   - providers: what to pack, an item each.
  ///   - destination: where the bundle will be.
  ///   - replacing: whether a file that is there already is replaced; otherwise it is an error.
  ///   - receiver: what this one may not see is not packed. What is for its team or group is marked so in the bundle.
  ///     Nobody but its own process sees what is for its own process, so that it is never packed.
  /// - Throws: the error of the first load that fails, and what ``write(_:to:replacing:)`` throws.
  public func write(
    _ providers: [ItemProvider], to destination: FilePath, replacing: Bool = false,
    visibleTo receiver: ReceiverIdentity = .other
  ) async throws {
    var draft = BundleDraft()
    // Delivered files exist as long as these values do.
    var delivered: [LoadedFile] = []
    for provider in providers {
      var item = BundleDraft.Item(suggestedName: provider.suggestedName)
      for offer in provider.offers
      where receiver.sees(offer.visibility, ofTeam: provider.team, group: provider.group)
        && offer.visibility != .ownProcess
      {
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
            audience: BundledRepresentation.Audience(offer.visibility, of: provider), name: name))
      }
      draft.items.append(item)
    }
    try withExtendedLifetime(delivered) { try write(draft, to: destination, replacing: replacing) }
  }
}

extension BundledRepresentation.Audience {
  /// The audience of a visibility, with the provider's own team or group.
  init(_ visibility: RepresentationVisibility, of provider: ItemProvider) {
    switch visibility {
    case .team: self = provider.team.map { .team($0) } ?? .all
    case .group: self = provider.group.map { .group($0) } ?? .all
    case .all, .ownProcess: self = .all
    }
  }
}
