/// How the bytes of a representation are loaded.
public struct ItemProviderDataOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: Int

  /// Makes options of their raw value; unknown bits are kept and mean nothing.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The source's own file is mapped instead of copied.
  ///
  /// Nothing is read or written before the bytes are looked at. In return the bytes change when the file does, and a
  /// process that looks at bytes that were cut off the file meanwhile is ended by the signal `SIGBUS`, which no error
  /// handling can catch. Use this where the receiver knows that nothing changes the file.
  public static let mapsSourceFile = ItemProviderDataOptions(rawValue: 1)
}
