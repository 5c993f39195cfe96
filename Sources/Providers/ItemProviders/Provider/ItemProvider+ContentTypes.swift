import ByteTools
public import Foundation
public import UniformTypes

/// Queries, and members that accept a `UTType` instead of a type identifier.
extension ItemProvider {
  /// The current registry, extended by the type declarations that were registered with the representations.
  ///
  /// The additional types are those registered as `UTType(exportedAs:conformingTo:)` with a parent, and
  /// those declared in a bundle. If the current registry also declares a type, the declaration of the
  /// current registry is used.
  public var typeRegistry: TypeRegistry { carriedTypes.registry(beyond: .current) }

  /// The registered types in order; omits types that neither the current registry nor the provider declares.
  ///
  /// A value in this array retains the provider's declaration of the type. For example, if
  /// `UTType(exportedAs: "org.example.note", conformingTo: .json)` was registered, the value in this array
  /// conforms to `.json`.
  public var registeredContentTypes: [UTType] { types(of: registeredTypeIdentifiers) }

  /// The registered types that allow opening in place, in order.
  public var registeredContentTypesForOpenInPlace: [UTType] {
    types(of: registeredTypeIdentifiers(fileOptions: .openInPlace))
  }

  /// Returns the registered types that are the requested type or conform to it, in order.
  ///
  /// - Parameter contentType: the requested type.
  /// - Returns: the types.
  public func registeredContentTypes(conformingTo contentType: UTType) -> [UTType] {
    registeredContentTypes.filter { $0.conforms(to: contentType) }
  }

  /// Returns whether a registered type is one of the types or conforms to one of them.
  package func conforms(toAnyOf contentTypes: [UTType]) -> Bool {
    contentTypes.contains { hasItemConformingToTypeIdentifier($0.identifier) }
  }

  private func types(of identifiers: [String]) -> [UTType] {
    let registry = typeRegistry
    return identifiers.compactMap { type($0, in: registry) }
  }

  /// Returns the type with an identifier, as a value that retains the provider's declaration of the type.
  func type(_ identifier: String, in registry: TypeRegistry) -> UTType? {
    let type = UTType(identifier, in: registry)
    return registry === TypeRegistry.current ? type : type.map { registry.keeping($0) }
  }

  /// Chooses a representation for a receiver, and returns the reason for each decision.
  ///
  /// The representations of a provider are forms of one item. A receiver that uses two representations gets
  /// the item twice.
  ///
  /// - Parameters:
  ///   - accepted: type identifiers in the receiver's order, most preferred first.
  ///   - receiver: the receiver.
  /// - Returns: the winner, and the verdict on each representation.
  public func choice(accepting accepted: [String], for receiver: ReceiverIdentity = .ownProcess)
    -> FidelityChoice
  {
    // A subclass can override the list of types.
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
  ///   - contentType: the type. The provider retains the declarations in the value, so a type that was
  ///     created with a parent also conforms to that parent in this provider.
  ///   - visibility: the receivers that can see the representation.
  ///   - loadHandler: called on a background queue for each load. It calls its completion once, with bytes or
  ///     an error. The handler may return a progress, which the load follows and can cancel.
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
  ///   - contentType: the type. The provider retains the declarations in the value, so a type that was
  ///     created with a parent also conforms to that parent in this provider.
  ///   - visibility: the receivers that can see the representation.
  ///   - openInPlace: whether receivers may open the file itself.
  ///   - loadHandler: called on a background queue for each load. It calls its completion once, with the URL
  ///     of a file or folder, or an error. The second argument of the completion, whether access must be
  ///     coordinated, has no effect. The handler may return a progress, which the load follows and can
  ///     cancel.
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
  ///   - contentType: the requested type.
  ///   - completionHandler: called once, on a background queue, with the bytes or an error.
  /// - Returns: the progress of the load. Cancelling the progress cancels the load.
  @discardableResult
  @preconcurrency
  public func loadDataRepresentation(
    for contentType: UTType, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    loadDataRepresentation(forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
  }
}
