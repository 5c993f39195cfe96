public import ProfferConversions

/// The treatment of text that tracked changes inserted, moved or deleted.
public enum TrackedChanges: String, Sendable, CaseIterable {
  /// Changes are accepted: inserted text is kept, and deleted text is dropped.
  case accepted
  /// Changes are rejected: inserted text is dropped, and deleted text is kept.
  case rejected
}

/// Options of the readers of office documents.
public struct OfficeReadingOptions: Hashable, Sendable {
  /// The treatment of tracked changes; by default, changes are accepted.
  public var changes: TrackedChanges
  /// The limits on the archive and its files.
  public var limits: OfficeLimits
  /// The limits on the document and on the value that is read.
  public var readingLimits: ReadingLimits

  /// Makes options.
  ///
  /// - Parameters:
  ///   - changes: the treatment of tracked changes.
  ///   - limits: the limits on the archive and its files.
  ///   - readingLimits: the limits on the document and on the value that is read.
  public init(
    changes: TrackedChanges = .accepted, limits: OfficeLimits = .standard,
    readingLimits: ReadingLimits = .standard
  ) {
    self.changes = changes
    self.limits = limits
    self.readingLimits = readingLimits
  }
}
