import ProfferConversions
import RichTextFormats
import XMLText

/// A part of deleted text.
enum ODTDeletedPiece {
  case paragraph(ODTOpenParagraph)
  case blocks([RichText.Block])
}

/// The tracked changes of a document.
///
/// The regions precede the text. The text has its state after the changes: two marks enclose inserted text,
/// and one mark is at the position of deleted text. The deleted text itself is in the region.
///
/// Source: ODF 1.3 part 3, section 5.5.
struct ODTChanges {
  var areRejected = false
  /// The identifiers of insertions.
  var insertions: Set<String> = []
  /// The deleted text by identifier; only read if changes are rejected.
  var deletions: [String: [ODTDeletedPiece]] = [:]
  /// The identifier of the region that is being read.
  var region: String?
  private(set) var deletionCount = 0
  private(set) var otherCount = 0
  private var openInsertions: Set<String> = []
  /// A paragraph whose end is in a rejected insertion.
  private var held: ODTOpenParagraph?

  /// Whether the text belongs to a rejected insertion.
  var isInInsertion: Bool { !openInsertions.isEmpty }

  mutating func add(deletion: Bool) { if deletion { deletionCount += 1 } else { otherCount += 1 } }

  mutating func begin(_ identifier: String) {
    if areRejected, insertions.contains(identifier) { openInsertions.insert(identifier) }
  }

  mutating func end(_ identifier: String) { openInsertions.remove(identifier) }

  /// Holds a paragraph that the next paragraph continues.
  mutating func hold(_ paragraph: ODTOpenParagraph) { held = paragraph }

  mutating func takeHeld(isTop: Bool = true) -> ODTOpenParagraph? {
    guard isTop, let held else { return nil }
    self.held = nil
    return held
  }

  func countLosses(in losses: inout LossCounter) {
    losses.add(.comments, "tracked changes", count: otherCount)
    if areRejected {
      losses.add(.comments, "tracked changes", count: deletionCount)
    } else {
      losses.add(.comments, "text that a tracked change deleted", count: deletionCount)
    }
  }
}

extension ODTReader {
  mutating func beginChange(_ name: ODTName) throws {
    switch name {
    case .textTrackedChanges: scopes.append(.trackedChanges)
    case .textChangedRegion:
      changes.region = xml.attribute(.xmlId) ?? xml.attribute(.textId)
      scopes.append(.changedRegion)
    case .textInsertion:
      changes.add(deletion: false)
      if let region = changes.region { changes.insertions.insert(region) }
      try xml.skipElement()
    case .textFormatChange:
      changes.add(deletion: false)
      try xml.skipElement()
    case .textDeletion:
      changes.add(deletion: true)
      guard changes.areRejected else { return try xml.skipElement() }
      flows.append(
        Flow(
          kind: .deletion, blocks: ODTBlocks(depthLimit: RichText.depthLimit - 4),
          paragraphBase: paragraphs.count))
      scopes.append(.deletion)
    case .textChangeStart:
      if let identifier = xml.attribute(.textChangeId) {
        if let last = paragraphs.indices.last, isInParagraph { paragraphs[last].flush() }
        changes.begin(identifier)
      }
      try xml.skipElement()
    case .textChangeEnd:
      if let identifier = xml.attribute(.textChangeId) { changes.end(identifier) }
      try xml.skipElement()
    default:
      if let identifier = xml.attribute(.textChangeId) { restore(identifier) }
      try xml.skipElement()
    }
  }

  mutating func endDeletion() {
    guard let flow = flows.popLast() else { return }
    losses.add(contentsOf: flow.blocks.losses.total)
    if let region = changes.region { changes.deletions[region] = flow.pieces }
  }

  /// Adds deleted text at its place, if changes are rejected.
  private mutating func restore(_ identifier: String) {
    guard changes.areRejected, var pieces = changes.deletions.removeValue(forKey: identifier), !isDropping
    else { return }
    let flow = flows.count - 1
    guard isInParagraph, let last = paragraphs.indices.last else {
      for piece in pieces { add(piece) }
      return
    }
    // The first deleted paragraph continues the text before the mark, and the last one precedes the text after
    // it.
    if case .paragraph(var first)? = pieces.first {
      paragraphs[last].add(first.finish().runs)
      pieces.removeFirst()
    }
    guard let final = pieces.popLast() else { return }
    var ended = paragraphs[last]
    paragraphs[last] = ODTOpenParagraph(style: ended.style, format: ended.formats[0])
    paragraphs[last].headingLevel = ended.headingLevel
    paragraphs[last].formats = ended.formats
    if flows[flow].kind != .deletion { add(&ended) }
    for piece in pieces { add(piece) }
    if case .paragraph(var open) = final {
      paragraphs[last].add(open.finish().runs)
    } else {
      add(final)
    }
  }

  private mutating func add(_ piece: ODTDeletedPiece) {
    switch piece {
    case .paragraph(var paragraph): add(&paragraph)
    case .blocks(let blocks): flows[flows.count - 1].blocks.add(blocks)
    }
  }

  /// Adds a paragraph that no other paragraph continues.
  mutating func endHeldParagraph() {
    guard var held = changes.takeHeld() else { return }
    add(&held)
  }
}
