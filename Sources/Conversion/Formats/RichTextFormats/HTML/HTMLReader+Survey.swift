/// Reads long pages twice: what is at the top of a text, and what notes say, may be anywhere in the page.
extension HTMLReader {
  /// What a first reading finds of a page, so that the second can emit its blocks one by one.
  struct Survey {
    let metadata: RichText.Metadata
    let notes: Notes
    /// How many marks precede what was copied; everything before the last one is forgotten.
    let fragmentCount: Int
    let hasAnchors: Bool
    let linkTargets: Set<String>?
  }

  /// How many blocks are collected before they are taken.
  static let portion = 64

  /// Reads all that is there for its survey.
  mutating func surveyed() -> Survey {
    dropsBlocks = true
    read()
    closeAll()
    return Survey(
      metadata: metadata, notes: notes, fragmentCount: fragmentCount, hasAnchors: hasAnchors,
      linkTargets: linkTargets)
  }

  /// Begins the second reading.
  mutating func use(_ survey: Survey) {
    self.survey = survey
    linkTargets = survey.linkTargets
    notes.blocks = survey.notes.blocks
  }

  /// Takes the outermost blocks so far, or drops them in the first reading and before what was copied.
  mutating func takeBlocks(_ take: (RichText.Block) throws -> Void) rethrows {
    var blocks: [RichText.Block] = []
    swap(&blocks, &frames[0].blocks)
    frames[0].takenCount += blocks.count
    guard let survey, fragmentCount == survey.fragmentCount else { return }
    for block in settleNotes(blocks) { try take(block) }
  }
}
