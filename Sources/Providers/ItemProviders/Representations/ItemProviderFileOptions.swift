/// What a file representation allows besides being copied.
public struct ItemProviderFileOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: Int

  /// Makes options of their raw value; unknown bits are kept and mean nothing.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The receiver may open the source's own file instead of a copy.
  public static let openInPlace = ItemProviderFileOptions(rawValue: 1)
}
