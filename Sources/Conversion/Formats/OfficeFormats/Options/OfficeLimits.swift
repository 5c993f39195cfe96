/// Limits on an office document, which is an archive of XML files.
///
/// A reader throws ``CoderError`` with the code `tooLarge` or `tooDeep` if a limit is exceeded.
public struct OfficeLimits: Hashable, Sendable {
  /// The maximum total size of the files that are read from the archive, in bytes after decompression; by
  /// default 256 MiB.
  public var expandedByteCount: Int
  /// The maximum number of files in the archive; by default 10,000.
  public var entryCount: Int
  /// The maximum number of styles; by default 4,096.
  public var styleCount: Int
  /// The maximum number of XML elements that are nested in each other; by default 250.
  public var depth: Int

  /// Makes limits; limits that are not given are the standard limits.
  ///
  /// - Parameters:
  ///   - expandedByteCount: the maximum total size of the files that are read, in bytes after decompression.
  ///   - entryCount: the maximum number of files in the archive.
  ///   - styleCount: the maximum number of styles.
  ///   - depth: the maximum number of XML elements that are nested in each other.
  public init(
    expandedByteCount: Int = 256 << 20, entryCount: Int = 10_000, styleCount: Int = 4_096, depth: Int = 250
  ) {
    self.expandedByteCount = expandedByteCount
    self.entryCount = entryCount
    self.styleCount = styleCount
    self.depth = depth
  }

  /// The standard limits.
  public static let standard = OfficeLimits()
}
