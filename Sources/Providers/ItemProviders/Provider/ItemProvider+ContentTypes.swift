import ByteTools
public import Foundation
public import UniformTypes

/// Queries, and the members that take types instead of identifiers.
extension ItemProvider {
  /// Whether a registered type is this one or conforms to it, and allows all of the options.
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
  public func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
    hasRepresentationConforming(toTypeIdentifier: typeIdentifier)
  }

  /// The registered types in their order, without undeclared identifiers.
  public var registeredContentTypes: [UTType] { registeredTypeIdentifiers.compactMap { UTType($0) } }

  /// The registered types that allow opening in place, in their order.
  public var registeredContentTypesForOpenInPlace: [UTType] {
    registeredTypeIdentifiers(fileOptions: .openInPlace).compactMap { UTType($0) }
  }

  /// The registered types that are this one or conform to it, in their order.
  public func registeredContentTypes(conformingTo contentType: UTType) -> [UTType] {
    registeredContentTypes.filter { $0.conforms(to: contentType) }
  }

  /// Which representation is chosen for a receiver, and why the others are not.
  ///
  /// The representations of a provider are one item in several forms; a receiver that takes more than one of them has
  /// the item twice.
  ///
  /// - Parameters:
  ///   - accepted: type identifiers in the receiver's order, most wanted first.
  ///   - receiver: the receiver.
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
  @preconcurrency
  public func registerDataRepresentation(
    for contentType: UTType, visibility: RepresentationVisibility = .all,
    loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
  ) {
    registerDataRepresentation(
      forTypeIdentifier: contentType.identifier, visibility: visibility, loadHandler: loadHandler)
  }

  /// Registers a file or folder on demand.
  @preconcurrency
  public func registerFileRepresentation(
    for contentType: UTType, visibility: RepresentationVisibility = .all, openInPlace: Bool = false,
    loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
  ) {
    registerFileRepresentation(
      forTypeIdentifier: contentType.identifier, fileOptions: openInPlace ? .openInPlace : [],
      visibility: visibility,
      loadHandler: loadHandler)
  }

  /// Loads the bytes of the representation that is chosen for the type.
  @discardableResult
  @preconcurrency
  public func loadDataRepresentation(
    for contentType: UTType, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    loadDataRepresentation(forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
  }
}
