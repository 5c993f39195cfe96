import ByteTools

/// Reads the beginning of long pages twice, because metadata and notes may be anywhere in the page.
extension HTMLReader {
  /// The results of a first reading, with which the second reading can emit blocks one by one.
  struct Survey {
    let metadata: RichText.Metadata
    let notes: Notes
    /// The number of `StartFragment` comments; only content after the last comment is part of the text.
    let fragmentCount: Int
    let linkTargets: Set<String>?
  }

  /// The number of blocks to collect before emitting them.
  static let portion = 64

  /// Reads the page as far as necessary and returns its survey.
  mutating func surveyed() -> Survey {
    dropsBlocks = true
    let end = scanner.bytes.withUnsafeBytes { HTMLReader.endOfSurvey($0) }
    read(to: end) { _ in }
    closeAll()
    return Survey(
      metadata: metadata, notes: notes, fragmentCount: fragmentCount, linkTargets: linkTargets)
  }

  /// Returns the place after which no markup can change the survey.
  ///
  /// Metadata are in the elements `title`, `meta`, `html` and `body`. The notes of a page with reference
  /// marks are usually at its end, so such a page is read as a whole.
  private static func endOfSurvey(_ bytes: UnsafeRawBufferPointer) -> Int {
    if mayMarkNotes(bytes) { return bytes.count }
    var end = 0
    var place = 0
    while let sign = bytes.firstPlace(of: UInt8(ascii: "<"), from: place) {
      place = sign + 1
      let rest = bytes[place...]
      if ["title", "meta", "html", "body"].contains(where: { rest.begins(with: $0) })
        || rest.begins(with: "!--") && rest.prefix(64).holds("startfragment")
      {
        end = place
      }
    }
    return end
  }

  /// Returns whether the page may contain reference marks of notes.
  ///
  /// The classes and attributes of reference marks end in `-ref` or `-noteref`. Word and LibreOffice link to
  /// their notes by name.
  private static func mayMarkNotes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    holds(["ref", "noteref"], after: UInt8(ascii: "-"), in: bytes)
      || holds(["_ftn", "_edn", "sdfootnote", "sdendnote"], after: UInt8(ascii: "#"), in: bytes)
  }

  private static func holds(
    _ words: [StaticString], after sign: UInt8, in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    var place = 0
    while let found = bytes.firstPlace(of: sign, from: place) {
      place = found + 1
      if words.contains(where: { bytes[place...].begins(with: $0) }) { return true }
    }
    return false
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

extension Slice<UnsafeRawBufferPointer> {
  /// Whether the bytes begin with a word in lower case, ignoring case.
  fileprivate func begins(with word: StaticString) -> Bool {
    guard count >= word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { word in
      word.indices.allSatisfy { self[startIndex + $0].htmlLowercased == word[$0] }
    }
  }

  /// Whether the bytes contain a word, ignoring case; the word must be lowercase.
  fileprivate func holds(_ word: StaticString) -> Bool {
    indices.contains { self[$0...].begins(with: word) }
  }
}
