/// How a representation was registered.
public enum RepresentationKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// Bytes on demand.
  case data
  /// A file or folder on demand, perhaps opened in place.
  case file
  /// A value with its own coders.
  case object
  /// A value that is coerced to what the receiver wants.
  case item
}

/// One offered representation, as the rule of choice and a bundle writer see it: everything but its contents.
public struct RepresentationOffer: Sendable, Hashable {
  /// Its place in the provider's order, best first, from zero.
  public let index: Int
  /// The type identifier, spelled as it was registered.
  public let typeIdentifier: String
  /// How it was registered.
  public let kind: RepresentationKind
  /// Who may see it.
  public let visibility: RepresentationVisibility
  /// Whether a receiver may open the source's own file.
  public let allowsOpenInPlace: Bool
  /// Whether its bytes do not exist yet and are made of another representation when somebody asks.
  public let isPromised: Bool
  /// How many bytes a load gives, where the source knows beforehand.
  public let byteCount: UInt64?

  /// Makes an offer.
  public init(
    index: Int, typeIdentifier: String, kind: RepresentationKind = .data,
    visibility: RepresentationVisibility = .all, allowsOpenInPlace: Bool = false, isPromised: Bool = false,
    byteCount: UInt64? = nil
  ) {
    self.index = index
    self.typeIdentifier = typeIdentifier
    self.kind = kind
    self.visibility = visibility
    self.allowsOpenInPlace = allowsOpenInPlace
    self.isPromised = isPromised
    self.byteCount = byteCount
  }
}
