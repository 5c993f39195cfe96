/// Reads long pages twice, because metadata and notes may be anywhere in the page.
extension HTMLReader {
  /// The results of a first reading, with which the second reading can emit blocks one by one.
  struct Survey {
    let metadata: RichText.Metadata
    let notes: Notes
    /// The number of `StartFragment` comments; only content after the last comment is part of the text.
    let fragmentCount: Int
    let hasAnchors: Bool
    let linkTargets: Set<String>?
  }

  /// The number of blocks to collect before emitting them.
  static let portion = 64

  /// Reads the whole page and returns its survey.
  mutating func surveyed() -> Survey {
    dropsBlocks = true
    read()
    closeAll()
    return Survey(
      metadata: metadata, notes: notes, fragmentCount: fragmentCount, hasAnchors: hasAnchors,
      linkTargets: linkTargets)
  }

  /// Prepares the second reading with the results of the first reading.
  mutating func use(_ survey: Survey) {
    self.survey = survey
    linkTargets = survey.linkTargets
    notes.blocks = survey.notes.blocks
  }

  /// Emits and removes the completed top-level blocks.
  ///
  /// In the first reading, and before the copied part of the page, the blocks are only removed.
  mutating func takeBlocks(_ take: (RichText.Block) throws -> Void) rethrows {
    var blocks: [RichText.Block] = []
    swap(&blocks, &frames[0].blocks)
    frames[0].takenCount += blocks.count
    guard let survey, fragmentCount == survey.fragmentCount else { return }
    for block in settleNotes(blocks) { try take(block) }
  }
}
