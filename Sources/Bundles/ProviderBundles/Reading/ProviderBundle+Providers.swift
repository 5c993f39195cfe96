public import Foundation
public import ItemProviders
import ProfferFileSystem

/// Makes the bytes of promised representations.
public struct PromiseResolver: Sendable {
  let make:
    @Sendable (_ bytes: Data, _ sourceType: String, _ wantedType: String, _ coder: String) throws -> Data

  /// Makes a resolver of a function that returns the promised bytes.
  ///
  /// Its arguments are the bytes and type of the representation that the promise is made of, the promised type, and the
  /// name of the coder that makes it.
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
  /// A provider that offers an item as it was packed: same types, same order, same name and preferred presentation.
  ///
  /// A representation for a team or group has that visibility in the provider, which names the team and group, so that it
  /// keeps its audience when the provider is packed, pasted or dragged again.
  ///
  /// The provider knows the types that the bundle declares, below those of the receiver's registry: it answers queries for
  /// what they conform to, and names files by them. Declarations that cannot be used are left out, and
  /// `ItemProvider.diagnostics` says so.
  ///
  /// Nothing is read before a load. Files and large data are copied by sharing extents where the file system can, and do
  /// not depend on the bundle afterwards. A load checks the structure; ``verifyPayload(of:)`` compares the bytes with their
  /// checksum. The files of a folder are always compared.
  ///
  /// - Parameters:
  ///   - item: one of ``items``.
  ///   - receiver: the receiver; representations for a team or group are offered only to its members.
  ///   - promises: makes promised representations; without it they are not offered.
  ///   - verifying: whether a load compares the bytes with their checksum first; it fails where they differ.
  ///   - followingReferences: whether a load may read a file outside the bundle that the bundle offers in place. The maker
  ///     of the bundle chose the file, so that a receiver of bundles from elsewhere passes false.
  ///   - previews: scales the stored preview down to the size that is asked for, and renders a larger one, or one that is not
  ///     stored, of a representation. Without it, `loadPreviewImage` gives the stored preview whatever size is asked for.
  /// - Returns: the provider, independent of others that are made of the item.
  public func provider(
    for item: BundledItem, receiver: ReceiverIdentity = .other, promises: PromiseResolver? = nil,
    verifying: Bool = false, followingReferences: Bool = true, previews: (any PreviewRendering)? = nil
  ) -> ItemProvider {
    let provider = ItemProvider()
    provider.suggestedName = item.suggestedName
    if !manifest.typeDeclarations.isEmpty { provider.adopt(types.carried()) }
    provider.preferredPresentationSize = item.metadata.presentationSize
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
    // What is only for others has no preview for this receiver either.
    if !visible.isEmpty || item.representations.isEmpty { givePreview(of: item, to: provider, by: previews) }
    return provider
  }

  /// The contents of a representation for a load.
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
          .promiseUnkept, "no coder here makes the promised \(representation.typeIdentifier)")
      }
      let original = item.representations[source]
      return .data(
        try promises.make(bytes(of: original), original.typeIdentifier, representation.typeIdentifier, coder))
    }
  }

  /// Reads the bytes of a representation and compares them with what was packed.
  ///
  /// - Parameter representation: one of the representations of this bundle.
  /// - Throws: ``BundleError/Code/checksumMismatch`` or ``BundleError/Code/staleReference`` when they differ.
  public func verifyPayload(of representation: BundledRepresentation) throws {
    switch representation.storage {
    case .payload(let payload): try stored(payload).verify()
    case .folder(_, let members): try members.eachPayload { try stored($0).verify() }
    case .inPlace(let reference): try reference.checkFresh()
    case .promise: break
    }
  }

  /// All bytes of a payload, checked.
  ///
  /// - Throws: `FileSystemError` with code `outOfMemory` when they do not fit into memory;
  ///   ``BundleError/Code/checksumMismatch`` when they differ from what was packed.
  package func bytes(of payload: BundledPayload) throws -> Data {
    try AvailableMemory.require(payload.byteCount, toRead: path)
    var data = Data(capacity: Int(payload.byteCount))
    try stored(payload).stream { data.append(contentsOf: $0) }
    return data
  }

  /// All bytes of a representation that is one file, checked.
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
  /// The visibility in a provider that names a team and a group.
  ///
  /// A provider names one of each; a representation for another one stays in the process.
  fileprivate func visibility(in provider: ItemProvider) -> RepresentationVisibility {
    switch self {
    case .all: .all
    case .team(let team): team == provider.team ? .team : .ownProcess
    case .group(let group): group == provider.group ? .group : .ownProcess
    }
  }
}
