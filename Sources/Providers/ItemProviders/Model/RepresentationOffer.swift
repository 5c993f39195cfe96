/// How a representation was registered.
public enum RepresentationKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// Bytes on demand.
  case data
  /// A file or folder on demand, perhaps opened in place.
  case file
  /// A value with its own coders.
  case object
  /// A value that is coerced to the class that the receiver wants.
  case item
}

/// What a file representation allows besides being copied.
public struct ItemProviderFileOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: Int

  /// Makes options of their raw value; unknown bits are kept and have no effect.
  ///
  /// - Parameter rawValue: the options as bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The receiver may open the source's own file instead of a copy.
  public static let openInPlace = ItemProviderFileOptions(rawValue: 1)
}

/// One offered representation without its contents: what the rule of choice and a bundle writer need.
public struct RepresentationOffer: Sendable, Hashable {
  /// Its index in the provider's order, best first, from zero.
  public let index: Int
  /// The type identifier, spelled as it was registered.
  public let typeIdentifier: String
  /// How it was registered.
  public let kind: RepresentationKind
  /// Which receivers can see it.
  public let visibility: RepresentationVisibility
  /// Whether a receiver may open the source's own file.
  public let allowsOpenInPlace: Bool
  /// Whether its bytes do not exist yet and are made from another representation by a load.
  public let isPromised: Bool
  /// How many bytes a load gives, where the source knows in advance.
  public let byteCount: UInt64?

  /// Makes an offer.
  ///
  /// - Parameters:
  ///   - index: its place among the registered representations.
  ///   - typeIdentifier: its type.
  ///   - kind: how it was registered.
  ///   - visibility: who may see it.
  ///   - allowsOpenInPlace: whether the source's own file may be opened.
  ///   - isPromised: whether its bytes are made when they are loaded.
  ///   - byteCount: the size, where it is known.
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
