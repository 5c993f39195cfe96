import ByteTools
public import Foundation
public import UniformTypes

/// Queries, and the members that take types instead of identifiers.
extension ItemProvider {
  /// Whether a registered type is this one or conforms to it, and allows all of the options.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the type wanted.
  ///   - fileOptions: what the representation must allow.
  /// - Returns: whether there is one.
  public func hasRepresentationConforming(
    toTypeIdentifier typeIdentifier: String, fileOptions: ItemProviderFileOptions = []
  ) -> Bool {
    fidelityOrder().index(
      among: registeredTypeIdentifiers(fileOptions: fileOptions), accepting: [typeIdentifier])
      != nil
  }

  /// Whether a registered type is this one or conforms to it.
  ///
  /// A general type matches more than may be expected: a crash report conforms to `public.text`. Query for the type
  /// that the receiver reads.
  ///
  /// - Parameter typeIdentifier: the type wanted.
  /// - Returns: whether there is one.
  public func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
    hasRepresentationConforming(toTypeIdentifier: typeIdentifier)
  }

  /// The types as this provider knows them: the current registry with the types that came with the representations.
  ///
  /// Those are the types that were handed in as `UTType(exportedAs:conformingTo:)` with a parent, and the types that a
  /// bundle declares. A type that the current registry declares means what it means there.
  public var typeRegistry: TypeRegistry { carriedTypes.registry(beyond: .current) }

  /// The registered types in their order, without identifiers that neither the current registry nor the provider knows.
  ///
  /// What the provider knows about a type stays with the value: `UTType(exportedAs: "org.example.note", conformingTo:
  /// .json)` that was registered conforms to `.json` here.
  public var registeredContentTypes: [UTType] { types(of: registeredTypeIdentifiers) }

  /// The registered types that allow opening in place, in their order.
  public var registeredContentTypesForOpenInPlace: [UTType] {
    types(of: registeredTypeIdentifiers(fileOptions: .openInPlace))
  }

  /// The registered types that are this one or conform to it, in their order.
  ///
  /// - Parameter contentType: the type wanted.
  /// - Returns: the types.
  public func registeredContentTypes(conformingTo contentType: UTType) -> [UTType] {
    registeredContentTypes.filter { $0.conforms(to: contentType) }
  }

  private func types(of identifiers: [String]) -> [UTType] {
    let registry = typeRegistry
    return identifiers.compactMap { type($0, in: registry) }
  }

  /// The type of an identifier, as a value that keeps what only the provider knows.
  func type(_ identifier: String, in registry: TypeRegistry) -> UTType? {
    let type = UTType(identifier, in: registry)
    return registry === TypeRegistry.current ? type : type.map { registry.keeping($0) }
  }

  /// Which representation is chosen for a receiver, and why the others are not.
  ///
  /// The representations of a provider are one item in several forms; a receiver that takes more than one of them has
  /// the item twice.
  ///
  /// - Parameters:
  ///   - accepted: type identifiers in the receiver's order, most wanted first.
  ///   - receiver: the receiver.
  /// - Returns: the winner, and the verdict on each representation.
  public func choice(accepting accepted: [String], for receiver: ReceiverIdentity = .ownProcess)
    -> FidelityChoice
  {
    // A subclass may override the list of types.
    let offered = registeredTypeIdentifiers
    let known = state.withLock { state in offered.map { state.representations[$0] } }
    let offers = offered.indices.map { index in
      known[index]?.offer(at: index) ?? RepresentationOffer(index: index, typeIdentifier: offered[index])
    }
    return fidelityOrder().choice(among: offers, accepting: accepted, for: receiver, team: team, group: group)
  }

  /// Registers bytes on demand.
  ///
  /// - Parameters:
  ///   - contentType: the type. What the value knows about it is kept: a type made with a parent conforms to it here.
  ///   - visibility: which receivers can see it.
  ///   - loadHandler: called on a background queue for each load; it calls its completion once, with bytes or an error,
  ///     and may return a progress, which the load follows and cancels.
  @preconcurrency
  public func registerDataRepresentation(
    for contentType: UTType, visibility: RepresentationVisibility = .all,
    loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
  ) {
    keep(contentType)
    registerDataRepresentation(
      forTypeIdentifier: contentType.identifier, visibility: visibility, loadHandler: loadHandler)
  }

  /// Registers a file or folder on demand.
  ///
  /// - Parameters:
  ///   - contentType: the type. What the value knows about it is kept: a type made with a parent conforms to it here.
  ///   - visibility: which receivers can see it.
  ///   - openInPlace: whether receivers may open the file itself.
  ///   - loadHandler: as for data, with the URL of a file or folder, and whether access has to be coordinated, which has
  ///     no effect on platforms without file coordination.
  @preconcurrency
  public func registerFileRepresentation(
    for contentType: UTType, visibility: RepresentationVisibility = .all, openInPlace: Bool = false,
    loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
  ) {
    keep(contentType)
    registerFileRepresentation(
      forTypeIdentifier: contentType.identifier, fileOptions: openInPlace ? .openInPlace : [],
      visibility: visibility,
      loadHandler: loadHandler)
  }

  /// Loads the bytes of the representation that is chosen for the type.
  ///
  /// - Parameters:
  ///   - contentType: the type wanted.
  ///   - completionHandler: called once, on a background queue, with the bytes or an error.
  /// - Returns: the progress of the load; cancelling it ends the load.
  @discardableResult
  @preconcurrency
  public func loadDataRepresentation(
    for contentType: UTType, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    loadDataRepresentation(forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
  }
}
