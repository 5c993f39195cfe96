public import Foundation
public import ItemProviders
import ProfferFileSystem

/// Makes the bytes of promised representations.
public struct PromiseResolver: Sendable {
  let make:
    @Sendable (_ bytes: Data, _ sourceType: String, _ wantedType: String, _ coder: String) throws -> Data

  /// Makes a resolver from a function that returns the promised bytes.
  ///
  /// The arguments of the function are the bytes and the type of the source representation, the promised
  /// type, and the name of the coder.
  ///
  /// - Parameter make: returns the bytes of the promised type, or throws.
  public init(
    _ make:
      @escaping @Sendable (_ bytes: Data, _ sourceType: String, _ wantedType: String, _ coder: String) throws
      -> Data
  ) {
    self.make = make
  }
}

extension ProviderBundle {
  /// Returns a provider that offers an item as it was packed: same types, same order, same name and preferred
  /// presentation.
  ///
  /// A representation for a team or group has that visibility in the provider, and the provider names the
  /// team and the group. The representation therefore keeps its audience when the provider is packed, pasted
  /// or dragged again.
  ///
  /// The provider also uses the types that the bundle declares, for queries about conformance and for file
  /// names. The types in the receiver's registry take precedence. Invalid declarations are left out and
  /// reported in `ItemProvider.diagnostics`.
  ///
  /// Nothing is read before a load. If the file system can share extents, files and large data are copied by
  /// sharing extents. The copies do not depend on the bundle afterwards. By default, the load of a single
  /// file does not compare the bytes with their checksum; ``verifyPayload(of:)`` does. The files of a folder
  /// are always compared with their checksums.
  ///
  /// - Parameters:
  ///   - item: one of ``items``.
  ///   - receiver: the receiver. A representation for a team or group is offered only to members of that team
  ///     or group.
  ///   - promises: makes promised representations. If nil, promised representations are not offered.
  ///   - verifying: whether a load first compares the bytes with their checksum, and fails if they differ.
  ///   - followingReferences: whether a load may read a file outside the bundle that the bundle offers in
  ///     place. The maker of the bundle chose that file, so pass false for bundles from untrusted sources.
  ///   - previews: the renderer of previews. If a smaller size is requested, the stored preview is scaled
  ///     down. If a larger size is requested, or no preview is stored, a preview is rendered from a
  ///     representation. Without a renderer, `loadPreviewImage` returns the stored preview, whatever size is
  ///     requested.
  /// - Returns: the provider, which is independent of other providers made from the item.
  public func provider(
    for item: BundledItem, receiver: ReceiverIdentity = .other, promises: PromiseResolver? = nil,
    verifying: Bool = false, followingReferences: Bool = true, previews: (any PreviewRendering)? = nil
  ) -> ItemProvider {
    let provider = ItemProvider()
    provider.suggestedName = item.suggestedName
    if !manifest.typeDeclarations.isEmpty { provider.adopt(types.carried()) }
    provider.preferredPresentationSize = CGSize(item.metadata.presentationSize)
    provider.preferredPresentationStyle = item.metadata.presentationStyle
    if let data = item.metadata.teamData, receiver.sees(.team, ofTeam: data.team, group: nil) {
      provider.team = data.team
      provider.teamData = data.bytes
    }
    let visible = visible(in: item, to: receiver)
    for case .team(let team) in visible.map(\.representation.audience) where provider.team == nil {
      provider.team = team
    }
    for case .group(let group) in visible.map(\.representation.audience) where provider.group == nil {
      provider.group = group
    }
    for (_, representation) in visible {
      if case .promise = representation.storage, promises == nil { continue }
      provider.registerFileRepresentation(
        for: representation.typeIdentifier, kind: representation.kind,
        visibility: representation.audience.visibility(in: provider),
        openInPlace: representation.allowsOpenInPlace, isPromised: representation.isPromise,
        byteCount: representation.byteCount
      ) { _ in
        if !followingReferences, let reference = item.reference(for: representation) {
          throw BundleError(
            .referenceRefused,
            "the bytes of \(representation.typeIdentifier) are in \(reference.path), outside the bundle, and references "
              + "are not followed")
        }
        if verifying { try self.verifyPayload(of: representation) }
        return try self.contents(of: representation, in: item, promises: promises)
      }
    }
    // A receiver that may see none of the representations gets no preview either.
    if !visible.isEmpty || item.representations.isEmpty { givePreview(of: item, to: provider, by: previews) }
    return provider
  }

  /// Returns the contents of a representation for a load.
  package func contents(
    of representation: BundledRepresentation, in item: BundledItem, promises: PromiseResolver?
  ) throws -> RepresentationContents {
    switch representation.storage {
    case .payload(let payload):
      let stored = try stored(payload)
      return .range(
        stored.file, offset: stored.offset, byteCount: payload.byteCount, name: representation.name)
    case .folder: return .tree(name: representation.name) { try extract(representation, to: $0) }
    case .inPlace(let reference):
      try reference.checkFresh()
      return .file(reference.path, isInPlace: true)
    case .promise(let source, let coder):
      guard let promises, item.representations.indices.contains(source) else {
        throw BundleError(
          .promiseUnkept, "no converter is available for the promised \(representation.typeIdentifier)")
      }
      let original = item.representations[source]
      return .data(
        try promises.make(bytes(of: original), original.typeIdentifier, representation.typeIdentifier, coder))
    }
  }

  /// Reads the bytes of a representation and throws if they have changed since they were packed.
  ///
  /// For a file outside the bundle, only the size and the modification time are compared. A promise has no
  /// bytes to verify.
  ///
  /// - Parameter representation: one of the representations of this bundle.
  /// - Throws: ``BundleError/Code/checksumMismatch`` if payload bytes have changed;
  ///   ``BundleError/Code/staleReference`` if a file outside the bundle has changed.
  public func verifyPayload(of representation: BundledRepresentation) throws {
    switch representation.storage {
    case .payload(let payload): try stored(payload).verify()
    case .folder(_, let members): try members.eachPayload { try stored($0).verify() }
    case .inPlace(let reference): try reference.checkFresh()
    case .promise: break
    }
  }

  /// Returns all bytes of a payload after verifying their checksum.
  ///
  /// - Throws: `FileSystemError` with the code `outOfMemory` if the bytes do not fit into memory;
  ///   ``BundleError/Code/checksumMismatch`` if the bytes have changed since they were packed.
  package func bytes(of payload: BundledPayload) throws -> Data {
    try AvailableMemory.require(payload.byteCount, toRead: path)
    var data = Data(capacity: Int(payload.byteCount))
    try stored(payload).stream { data.append(contentsOf: $0) }
    return data
  }

  /// Returns all verified bytes of a representation that is a single file.
  package func bytes(of representation: BundledRepresentation) throws -> Data {
    switch representation.storage {
    case .payload(let payload):
      return try bytes(of: payload)
    case .inPlace(let reference):
      return try reference.bytes()
    case .folder:
      throw BundleError(
        .noSuchRepresentation, "\(representation.typeIdentifier) is a folder; it has no bytes of its own")
    case .promise:
      throw BundleError(.promiseUnkept, "\(representation.typeIdentifier) is itself only promised")
    }
  }
}

extension BundledRepresentation.Audience {
  /// Returns the visibility in a provider that names a team and a group.
  ///
  /// A provider names only one team and one group. A representation for another team or group is visible only
  /// in this process.
  fileprivate func visibility(in provider: ItemProvider) -> RepresentationVisibility {
    switch self {
    case .all: .all
    case .team(let team): team == provider.team ? .team : .ownProcess
    case .group(let group): group == provider.group ? .group : .ownProcess
    }
  }
}
