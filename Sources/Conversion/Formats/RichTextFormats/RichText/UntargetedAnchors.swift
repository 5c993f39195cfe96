import ProfferConversions

/// The anchors that no link in a text targets.
///
/// A link may precede or follow its anchor.
struct UntargetedAnchors {
  /// The spellings of the targets of all links so far.
  private var targets: Set<String> = []
  /// The number of anchors by name.
  private var counts: [String: Int] = [:]

  /// The loss detail for the anchors.
  static let detail = "bookmarks without a link"

  /// Whether all anchors so far have links.
  var isEmpty: Bool { counts.isEmpty }
  /// The number of anchors.
  var count: Int { counts.values.reduce(0, +) }

  /// Returns whether a link so far targets the anchor with a name.
  func isTargeted(_ name: String) -> Bool { targets.contains(name) }

  /// Adds an anchor, unless a link targets it.
  mutating func add(anchor name: String) { if !targets.contains(name) { counts[name, default: 0] += 1 } }

  /// Adds the destination of a link, and removes the anchors that it targets.
  mutating func add(destination: String) {
    guard let name = LinkAnchors.name(of: destination) else { return }
    for spelling in LinkAnchors.spellings(of: name) where targets.insert(spelling).inserted {
      counts[spelling] = nil
    }
  }

  /// Adds the links and anchors of some content, including those of its notes.
  mutating func add(_ content: [RichText.Inline]) {
    for inline in content {
      switch inline {
      case .styled(let style, let content):
        if case .link(let link) = style { add(destination: link.destination) }
        add(content)
      case .anchor(let name): add(anchor: name)
      case .note(let blocks): for block in blocks { add(block) }
      case .text, .softBreak, .hardBreak, .attachment: break
      }
    }
  }

  /// Adds the links and anchors of a block.
  mutating func add(_ block: RichText.Block) { block.forEachLine { content, _ in add(content) } }

  /// Counts the anchors as lost.
  func countLosses(in losses: inout LossCounter) { losses.add(.metadata, Self.detail, count: count) }
}
