import ByteTools
public import Foundation
public import UniformTypes

/// The members that take types instead of identifiers, and the queries.
extension ItemProvider {
  /// Whether some registered type is this one or conforms to it, and allows what the options say.
  public func hasRepresentationConforming(
    toTypeIdentifier typeIdentifier: String, fileOptions: ItemProviderFileOptions = []
  ) -> Bool {
    fidelityOrder().index(
      among: registeredTypeIdentifiers(fileOptions: fileOptions), accepting: [typeIdentifier])
      != nil
  }

  /// Whether some registered type is this one or conforms to it.
  ///
  /// More may conform than is meant: a crash report conforms to `public.text`. Ask for the type that is read.
  public func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
    hasRepresentationConforming(toTypeIdentifier: typeIdentifier)
  }

  /// The registered types in their order.
  ///
  /// Identifiers that are no declared type are not among them.
  public var registeredContentTypes: [UTType] { registeredTypeIdentifiers.compactMap { UTType($0) } }

  /// The registered types that allow opening in place, in their order.
  public var registeredContentTypesForOpenInPlace: [UTType] {
    registeredTypeIdentifiers(fileOptions: .openInPlace).compactMap { UTType($0) }
  }

  /// The registered types that are this one or conform to it, in their order.
  public func registeredContentTypes(conformingTo contentType: UTType) -> [UTType] {
    registeredContentTypes.filter { $0.conforms(to: contentType) }
  }

  /// Which one representation answers a receiver, and why the others do not.
  ///
  /// The representations of a provider are one thing in several forms; a receiver that takes more than one of
  /// them has it twice.
  ///
  /// - Parameters:
  ///   - accepted: type identifiers in the receiver's order, most wanted first.
  ///   - receiver: who asks.
  public func choice(accepting accepted: [String], for receiver: ReceiverIdentity = .ownProcess)
    -> FidelityChoice
  {
    // Made of the overridable list, so that a subclass with types of its own is asked like any other
    // provider.
    let offered = registeredTypeIdentifiers
    let known = state.withLock { state in offered.map { state.representations[$0] } }
    let offers = offered.indices.map { index in
      known[index]?.offer(at: index) ?? RepresentationOffer(index: index, typeIdentifier: offered[index])
    }
    return fidelityOrder().choice(among: offers, accepting: accepted, for: receiver, team: team, group: group)
  }

  /// Registers bytes on demand.
  public func registerDataRepresentation(
    for contentType: UTType, visibility: RepresentationVisibility = .all,
    loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
  ) {
    registerDataRepresentation(
      forTypeIdentifier: contentType.identifier, visibility: visibility, loadHandler: loadHandler)
  }

  /// Registers a file or folder on demand.
  public func registerFileRepresentation(
    for contentType: UTType, visibility: RepresentationVisibility = .all, openInPlace: Bool = false,
    loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
  ) {
    registerFileRepresentation(
      forTypeIdentifier: contentType.identifier, fileOptions: openInPlace ? .openInPlace : [],
      visibility: visibility,
      loadHandler: loadHandler)
  }

  /// Loads bytes of the representation that answers a request for the type.
  @discardableResult
  public func loadDataRepresentation(
    for contentType: UTType, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    loadDataRepresentation(forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
  }
}
