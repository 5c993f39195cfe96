/// How a representation was registered.
public enum RepresentationKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// Bytes on demand.
  case data
  /// A file or folder on demand, perhaps opened in place.
  case file
  /// A value with its own coders.
  case object
  /// A value that is coerced to the class that the receiver requests.
  case item
}

/// Additional permissions of a file representation, besides copying.
public struct ItemProviderFileOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: Int

  /// Creates options from their raw value; unknown bits are preserved and have no effect.
  ///
  /// - Parameter rawValue: the options as bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The receiver may open the source's own file instead of a copy.
  public static let openInPlace = ItemProviderFileOptions(rawValue: 1)
}

/// The metadata of one offered representation, for the selection rule and for bundle writers.
public struct RepresentationOffer: Sendable, Hashable {
  /// The index of the representation in the provider's order, best first, from zero.
  public let index: Int
  /// The type identifier, spelled as it was registered.
  public let typeIdentifier: String
  /// The way in which the representation was registered.
  public let kind: RepresentationKind
  /// The receivers that can see the representation.
  public let visibility: RepresentationVisibility
  /// Whether a receiver may open the source's own file.
  public let allowsOpenInPlace: Bool
  /// Whether the bytes do not exist yet, and a load creates them from another representation.
  public let isPromised: Bool
  /// The number of bytes that a load returns, if the source knows it in advance.
  public let byteCount: UInt64?

  /// Creates an offer.
  ///
  /// - Parameters:
  ///   - index: the index among the registered representations.
  ///   - typeIdentifier: the type of the representation.
  ///   - kind: the way in which it was registered.
  ///   - visibility: the receivers that can see it.
  ///   - allowsOpenInPlace: whether a receiver may open the source's own file.
  ///   - isPromised: whether the bytes are created when they are loaded.
  ///   - byteCount: the size, if it is known.
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
