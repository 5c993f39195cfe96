/// The way in which a representation was registered.
public enum RepresentationKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// As a handler that creates bytes on demand.
  case data
  /// As a handler that creates a file or folder on demand. The file may allow opening in place.
  case file
  /// As a value that encodes itself.
  case object
  /// As an item that is coerced to the class that the receiver requests.
  case item
}

/// The permissions of receivers for a file representation, in addition to copying the file.
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

/// The metadata of one offered representation, used by the selection rule and by bundle writers.
public struct RepresentationOffer: Sendable, Hashable {
  /// The zero-based index of the representation in the provider's order.
  ///
  /// The best representation has index 0.
  public let index: Int
  /// The type identifier, spelled as it was registered.
  public let typeIdentifier: String
  /// The way in which the representation was registered.
  public let kind: RepresentationKind
  /// The receivers that can see the representation.
  public let visibility: RepresentationVisibility
  /// Whether a receiver may open the source's own file.
  public let allowsOpenInPlace: Bool
  /// Whether the bytes do not exist yet and are created from another representation when they are loaded.
  public let isPromised: Bool
  /// The number of bytes that a load returns; nil if the number is not known in advance.
  public let byteCount: UInt64?

  /// Creates an offer.
  ///
  /// - Parameters:
  ///   - index: the index among the registered representations.
  ///   - typeIdentifier: the type of the representation.
  ///   - kind: the way in which the representation was registered.
  ///   - visibility: the receivers that can see the representation.
  ///   - allowsOpenInPlace: whether a receiver may open the source's own file.
  ///   - isPromised: whether the bytes are created when they are loaded.
  ///   - byteCount: the number of bytes that a load returns; nil if the number is not known in advance.
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
