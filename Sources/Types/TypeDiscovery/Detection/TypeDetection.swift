public import UniformTypes

/// The type of a file or of bytes, and the evidence for it.
public struct TypeDetection: Sendable, Hashable {
  /// One observation, and its source.
  public struct Evidence: Sendable, Hashable, CustomStringConvertible {
    /// The source of an observation.
    public enum Source: String, Sendable, Hashable, CaseIterable {
      /// The file's name.
      case name
      /// The file's bytes.
      case content
      /// What the file system says of the file, apart from its bytes.
      case fileSystem
    }

    /// The source.
    public let source: Source
    /// The observation: an English clause without a full stop, whose wording may change.
    public let text: String

    /// The source and the clause.
    public var description: String { "\(source == .fileSystem ? "file system" : source.rawValue): \(text)" }
  }

  /// The type: the answer.
  public let type: UTType
  /// The observations, in the order in which they were made.
  public let evidence: [Evidence]
  /// Every type that was considered, each once: the answer first, then by rank.
  public let candidates: [UTType]
  /// The type that the name alone means: declared, or else the dynamic one of its extension.
  ///
  /// Nil when there is no name or it has no extension.
  public let nameType: UTType?
  /// The type that the bytes alone mean; nil when they were not examined or are of an unknown format.
  public let contentType: UTType?
  /// Whether the bytes say that the name is wrong.
  ///
  /// Then `type` is what the bytes say, and the evidence gives the reason.
  public let isContradicted: Bool

  init(
    _ type: UTType, evidence: [Evidence], candidates: [UTType] = [], nameType: UTType? = nil,
    contentType: UTType? = nil, isContradicted: Bool = false
  ) {
    self.type = type
    self.evidence = evidence
    if candidates.isEmpty || candidates == [type] {
      self.candidates = [type]
    } else {
      var seen: Set<UTType> = []
      self.candidates = ([type] + candidates).filter { seen.insert($0).inserted }
    }
    self.nameType = nameType
    self.contentType = contentType
    self.isContradicted = isContradicted
  }
}

extension TypeDetection.Evidence {
  static func name(_ text: String) -> Self { Self(source: .name, text: text) }
  static func content(_ text: String) -> Self { Self(source: .content, text: text) }
  static func fileSystem(_ text: String) -> Self { Self(source: .fileSystem, text: text) }
}
