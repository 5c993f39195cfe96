import ProfferFileSystem

/// The largest bundle that a reader accepts.
///
/// The defaults accept everything that a person packs and refuse what is made to exhaust a machine.
public struct BundleLimits: Sendable {
  /// The most items; 1,000,000 by default.
  public var itemCount = 1_000_000
  /// The most representations of one item; 10,000 by default.
  public var representationCount = 10_000
  /// The most declarations of types; 10,000 by default.
  ///
  /// A type takes time and memory for each type that it conforms to.
  public var declarationCount = 10_000
  /// The most files, folders and links below one packed folder; 4,000,000 by default.
  public var memberCount = 4_000_000
  /// The largest manifest in bytes; 1 GiB by default.
  public var manifestByteCount = 1 << 30
  /// The most bytes that are written out of one bundle at a time, unless ``expansionFactor`` allows more; 1 GiB by
  /// default.
  ///
  /// Payloads that a bundle names many times count each time.
  public var expandedByteCount: UInt64 = 1 << 30
  /// How many times the stored bytes may be written out of a bundle at a time; 100 by default.
  ///
  /// Each file outside the bundle may be written out once in addition. Nil makes ``expandedByteCount`` the only limit.
  public var expansionFactor: UInt64? = 100
  /// The most bytes of team data of one item; 65,536 by default.
  public var teamDataByteCount = 1 << 16
  /// The most bytes of the preview of an item; 16 MiB by default.
  public var previewByteCount = 1 << 24
  /// The longest name or type identifier in bytes; 4,096 by default.
  public var nameByteCount = 4096

  /// The default limits.
  public static let standard = BundleLimits()

  /// Makes the default limits.
  public init() {}
}

// MARK: - Checks

extension BundleLimits {
  /// Refuses the path of an entry that is longer than the longest name.
  func check(path: String) throws(BundleError) {
    guard path.utf8.count > nameByteCount else { return }
    throw BundleError(
      .limitExceeded,
      "a path in the bundle would have \(path.utf8.count) bytes; the limit is \(nameByteCount): "
        + "\(PrintableText.escaped(path.utf8.prefix(64)))…")
  }

  /// Refuses a manifest with too many items or type declarations.
  func check(_ count: Int, _ what: String, most: Int) throws(BundleError) {
    guard count > most else { return }
    throw BundleError(.limitExceeded, "the bundle would have \(count) \(what); the limit is \(most)")
  }

  /// Refuses a manifest that is too long.
  func check(manifestByteCount count: UInt64) throws(BundleError) {
    guard count > UInt64(manifestByteCount) else { return }
    throw BundleError(
      .limitExceeded, "manifest.json would have \(count) bytes; the limit is \(manifestByteCount)")
  }

  func check(
    _ byteCount: Int?, _ what: String, of place: @autoclosure () -> String
  ) throws(BundleError) {
    guard let byteCount, byteCount > nameByteCount else { return }
    throw BundleError(
      .limitExceeded, "\(place()) has a \(what) of \(byteCount) bytes; the limit is \(nameByteCount)")
  }
}
