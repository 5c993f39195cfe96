/// Drops the anchors that no link in the text targets, event by event.
///
/// A link may follow its anchor. If an anchor has no known link yet, events are therefore held until links to
/// all held anchors are known, or until the text ends. If the held events become too long, they are
/// discarded, and the text must be read a second time. The second reading skips the events that the first one
/// released.
struct TargetedAnchors {
  private enum Stage {
    /// Events are released as they are received, or held.
    case first
    /// Events are discarded, because they are too long to be held.
    case surveying
    /// All links are known. The first events were released in the first reading.
    case complete(skippedCount: Int)
  }

  private var stage: Stage
  /// The anchors so far without a known link.
  private var untargeted = UntargetedAnchors()
  private var held: [RichTextEvent] = []
  private var heldByteCount = 0
  private var releasedCount = 0
  private let heldByteLimit: Int
  /// The number of dropped anchors.
  private(set) var droppedCount = 0
  /// Whether the text must be read a second time.
  private(set) var wantsSecondReading = false

  /// - Parameter heldByteLimit: the maximum number of bytes of held text.
  init(heldByteLimit: Int = 1 << 22) {
    stage = .first
    self.heldByteLimit = heldByteLimit
  }

  /// - Parameter text: a text whose events will be received.
  init(of text: RichText) {
    self.init()
    stage = .complete(skippedCount: 0)
    for block in text.blocks { untargeted.add(block) }
  }

  /// Adds the next event, and releases the events that can be written.
  mutating func add(_ event: RichTextEvent, _ release: (RichTextEvent) -> Void) {
    switch stage {
    case .complete(let skippedCount) where skippedCount > 0:
      stage = .complete(skippedCount: skippedCount - 1)
    case .complete: kept(in: event).map(release)
    case .surveying: scan(event)
    case .first:
      scan(event)
      if untargeted.isEmpty {
        releasedCount += held.count + 1
        for event in held { release(event) }
        release(event)
        (held, heldByteCount) = ([], 0)
      } else {
        held.append(event)
        heldByteCount += event.wordByteCount
        if heldByteCount > heldByteLimit { (held, stage) = ([], .surveying) }
      }
    }
  }

  /// Ends a reading, and releases the held events.
  mutating func finish(_ release: (RichTextEvent) -> Void) {
    if case .surveying = stage {
      wantsSecondReading = true
    } else {
      wantsSecondReading = false
      for event in held { kept(in: event).map(release) }
      held = []
    }
    stage = .complete(skippedCount: wantsSecondReading ? releasedCount : 0)
  }

  private mutating func scan(_ event: RichTextEvent) { event.forEachLine { untargeted.add($0) } }

  /// Returns an event without untargeted anchors; nil if the event contains nothing else.
  private mutating func kept(in event: RichTextEvent) -> RichTextEvent? {
    var hasAnchor = false
    event.forEachLine { if $0.hasAnchor { hasAnchor = true } }
    guard hasAnchor else { return event }
    switch event.mappingBlock({ kept(in: $0) }) {
    case .block(let block): return block.normalized().map { .block($0) }
    case let event: return event
    }
  }

  private mutating func kept(in block: RichText.Block) -> RichText.Block {
    block.mappingLines { content, _ in content.hasAnchor ? kept(in: content) : content }
  }

  private mutating func kept(in content: [RichText.Inline]) -> [RichText.Inline] {
    [RichText.Inline](
      runs: content.runs.compactMap { run in
        var run = run
        switch run.content {
        case .anchor(let name) where !untargeted.isTargeted(name):
          droppedCount += 1
          return nil
        case .note(let blocks): run.content = .note(blocks.compactMap { kept(in: $0).normalized() })
        default: break
        }
        return run
      })
  }
}

extension RichTextEvent {
  /// The number of bytes of text in the event, and one byte for the event.
  fileprivate var wordByteCount: Int {
    var count = 1
    forEachLine { count += $0.reduce(0) { $0 + $1.wordByteCount } }
    if case .block(.codeBlock(let code)) = self { count += code.text.utf8.count }
    return count
  }
}

extension RichText.Inline {
  fileprivate var wordByteCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .styled(_, let content): content.reduce(1) { $0 + $1.wordByteCount }
    case .attachment(let attachment):
      if case .data(let data, _) = attachment.source { data.count } else { 1 }
    case .note(let blocks): blocks.words.utf8.count
    case .softBreak, .hardBreak, .anchor: 1
    }
  }
}

extension [RichText.Inline] {
  /// Whether the content or a note in it contains an anchor.
  fileprivate var hasAnchor: Bool {
    contains { inline in
      switch inline {
      case .anchor: return true
      case .styled(_, let content): return content.hasAnchor
      case .note(let blocks):
        var hasAnchor = false
        for block in blocks { block.forEachLine { content, _ in if content.hasAnchor { hasAnchor = true } } }
        return hasAnchor
      case .text, .softBreak, .hardBreak, .attachment: return false
      }
    }
  }
}
