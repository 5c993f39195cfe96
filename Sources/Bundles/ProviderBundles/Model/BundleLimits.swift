/// What a bundle may ask of its reader.
///
/// The defaults let through everything that a person packs and stop what is made to exhaust a machine.
public struct BundleLimits: Sendable {
  /// The most items; 1,000,000 unless told.
  public var itemCount = 1_000_000
  /// The most representations of one item; 10,000 unless told.
  public var representationCount = 10_000
  /// The most declarations of types; 10,000 unless told.
  ///
  /// A type takes time and memory for each type that it conforms to.
  public var declarationCount = 10_000
  /// The most files, folders and links below one packed folder; 4,000,000 unless told.
  public var memberCount = 4_000_000
  /// The largest manifest in bytes; 1 GiB unless told.
  public var manifestByteCount = 1 << 30
  /// The most bytes that are written out of one bundle at a time, where ``expansionFactor`` does not allow more; 1 GiB
  /// unless told.
  ///
  /// Payloads that a bundle names many times count each time.
  public var expandedByteCount: UInt64 = 1 << 30
  /// How many times the bytes that it stores may be written out of a bundle at a time; 100 unless told.
  ///
  /// A file outside the bundle may be written out once beyond that. Nil leaves ``expandedByteCount`` the only limit.
  public var expansionFactor: UInt64? = 100
  /// The longest name or type identifier in bytes; 4,096 unless told.
  public var nameByteCount = 4096

  /// The usual limits.
  public static let standard = BundleLimits()

  /// Makes the usual limits, to be changed one by one.
  public init() {}
}
