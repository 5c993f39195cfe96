/// Reads long pages twice, because metadata and notes may be anywhere in the page.
extension HTMLReader {
  /// The results of a first reading, with which the second can emit blocks one by one.
  struct Survey {
    let metadata: RichText.Metadata
    let notes: Notes
    /// The number of marks that begin the copied part; everything before the last one is dropped.
    let fragmentCount: Int
    let hasAnchors: Bool
    let linkTargets: Set<String>?
  }

  /// The number of blocks that are collected before they are emitted.
  static let portion = 64

  /// Reads the whole page for its survey.
  mutating func surveyed() -> Survey {
    dropsBlocks = true
    read()
    closeAll()
    return Survey(
      metadata: metadata, notes: notes, fragmentCount: fragmentCount, hasAnchors: hasAnchors,
      linkTargets: linkTargets)
  }

  /// Begins the second reading with the results of the first.
  mutating func use(_ survey: Survey) {
    self.survey = survey
    linkTargets = survey.linkTargets
    notes.blocks = survey.notes.blocks
  }

  /// Emits the finished top-level blocks; discards them in the first reading and before the copied part.
  mutating func takeBlocks(_ take: (RichText.Block) throws -> Void) rethrows {
    var blocks: [RichText.Block] = []
    swap(&blocks, &frames[0].blocks)
    frames[0].takenCount += blocks.count
    guard let survey, fragmentCount == survey.fragmentCount else { return }
    for block in settleNotes(blocks) { try take(block) }
  }
}
