import ProfferFileSystem

/// The limits for the size of a bundle that a reader accepts.
///
/// The defaults accept every bundle that a person would pack. Bundles that are made to exhaust the resources
/// of a computer are rejected.
public struct BundleLimits: Sendable {
  /// The maximum number of items; 1,000,000 by default.
  public var itemCount = 1_000_000
  /// The maximum number of representations of one item; 10,000 by default.
  public var representationCount = 10_000
  /// The maximum number of type declarations; 10,000 by default.
  ///
  /// Each declared type needs time and memory for every type that it conforms to.
  public var declarationCount = 10_000
  /// The maximum number of files, folders and links below one packed folder; 4,000,000 by default.
  public var memberCount = 4_000_000
  /// The maximum length of the manifest in bytes; 1 GiB by default.
  public var manifestByteCount = 1 << 30
  /// The maximum number of bytes that one operation writes out of a bundle; 1 GiB by default.
  ///
  /// The limit is higher if ``expansionFactor`` allows more. A payload to which the bundle refers several
  /// times counts each time.
  public var expandedByteCount: UInt64 = 1 << 30
  /// The maximum number of times that one operation may write out the stored bytes; 100 by default.
  ///
  /// In addition, each file outside the bundle may be written out once. If this factor is nil,
  /// ``expandedByteCount`` is the only limit.
  public var expansionFactor: UInt64? = 100
  /// The maximum length of the team data of one item in bytes; 65,536 by default.
  public var teamDataByteCount = 1 << 16
  /// The maximum length of the preview of an item in bytes; 16 MiB by default.
  public var previewByteCount = 1 << 24
  /// The maximum length of a name or type identifier in bytes; 4,096 by default.
  public var nameByteCount = 4096

  /// The default limits.
  public static let standard = BundleLimits()

  /// Makes the default limits.
  public init() {}
}

// MARK: - Checks

extension BundleLimits {
  /// Throws if the path of an entry is longer than ``nameByteCount``.
  func check(path: String) throws(BundleError) {
    guard path.utf8.count > nameByteCount else { return }
    throw BundleError(
      .limitExceeded,
      "a path in the bundle would have \(path.utf8.count) bytes; the limit is \(nameByteCount): "
        + "\(PrintableText.escaped(path.utf8.prefix(64)))…")
  }

  /// Throws if a manifest has too many items or type declarations.
  func check(_ count: Int, _ what: String, most: Int) throws(BundleError) {
    guard count > most else { return }
    throw BundleError(.limitExceeded, "the bundle would have \(count) \(what); the limit is \(most)")
  }

  /// Throws if a manifest is longer than ``manifestByteCount``.
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
