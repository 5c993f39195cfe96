/// Settings for reading YAML.
public struct YAMLOptions: Hashable, Sendable {
  /// The number of the document to read, counted from 1; nil to read all documents.
  ///
  /// Several documents are read as an array with one element for each document. One document is read as its
  /// value.
  public var document: Int?
  /// The limits on the values that aliases and merges repeat.
  public var expansion: YAMLExpansionLimits

  /// Makes settings.
  ///
  /// - Parameters:
  ///   - document: the number of the document to read, counted from 1; nil to read all documents.
  ///   - expansion: the limits on the values that aliases and merges repeat.
  public init(document: Int? = nil, expansion: YAMLExpansionLimits = .standard) {
    self.document = document
    self.expansion = expansion
  }
}

/// Limits on the values that the aliases and merges of a YAML document repeat.
///
/// A short document can otherwise expand to a value of any size.
public struct YAMLExpansionLimits: Hashable, Sendable {
  /// The maximum number of values that aliases and merges add.
  public var nodeCount: Int
  /// The maximum size of the expanded value, as a multiple of the size of the text.
  ///
  /// The limit applies only to values larger than ``unlimitedByteCount``.
  public var ratio: Int
  /// The size in bytes up to which the value is not limited by ``ratio``.
  ///
  /// The size is the number of bytes in the scalars and keys, plus two bytes for each value.
  public var unlimitedByteCount: Int

  /// Makes limits.
  ///
  /// - Parameters:
  ///   - nodeCount: the maximum number of values that aliases and merges add.
  ///   - ratio: the maximum size of the expanded value as a multiple of the size of the text.
  ///   - unlimitedByteCount: the size in bytes up to which the value is not limited by the ratio.
  public init(nodeCount: Int = 10_000_000, ratio: Int = 10, unlimitedByteCount: Int = 1 << 20) {
    self.nodeCount = nodeCount
    self.ratio = ratio
    self.unlimitedByteCount = unlimitedByteCount
  }

  /// The standard limits: ten million values, and ten times the text for values of more than 1 MiB.
  public static let standard = YAMLExpansionLimits()
}
