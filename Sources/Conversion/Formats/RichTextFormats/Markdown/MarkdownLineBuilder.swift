/// Collects a line of words into inlines in their normalised form.
struct MarkdownLineBuilder {
  /// The styles of what is added next.
  var styles: [RichText.Style] = []
  private var pieces: [Piece] = []
  private var maximumStyleCount = 0

  private struct Piece {
    var content: RichText.Run.Content
    var styles: [RichText.Style]
  }

  /// Adds a piece; text joins text before it that has the same styles.
  mutating func add(_ content: RichText.Run.Content, _ styles: [RichText.Style]) {
    if case .text(let text) = content {
      if text.isEmpty || join(text, styles) { return }
    }
    pieces.append(Piece(content: content, styles: styles))
    maximumStyleCount = max(maximumStyleCount, styles.count)
  }

  /// Appends text to the last piece where that is text with the same styles; false where it is not.
  private mutating func join(_ text: String, _ styles: [RichText.Style]) -> Bool {
    let last = pieces.count - 1
    guard last >= 0, pieces[last].styles == styles, case .text(var joined) = pieces[last].content else {
      return false
    }
    // The piece lets go of its text first, so that it grows in place: many small pieces take linear time.
    pieces[last].content = .softBreak
    joined += text
    pieces[last].content = .text(joined)
    return true
  }

  /// The inlines, and an empty line again.
  ///
  /// - Parameter isTrimmed: whether spaces and ends of lines may be left over where something was taken out, so that
  ///   they have to go too.
  mutating func finish(isTrimmed: Bool) -> [RichText.Inline] {
    defer {
      pieces.empty()
      if !styles.isEmpty { styles = [] }
      maximumStyleCount = 0
    }
    if isTrimmed { return [RichText.Inline](runs: runs.withTrimmedLines) }
    switch maximumStyleCount {
    case 0: return pieces.map { RichText.Inline($0.content) }
    case 1: return inlinesOfSingleStyles()
    default: return [RichText.Inline](runs: runs)
    }
  }

  private var runs: [RichText.Run] {
    pieces.map { piece in
      RichText.Run(piece.content, attributes: piece.styles.reduce(RichText.Attributes()) { $0.adding($1) })
    }
  }

  /// The common case: no piece has two styles, so nothing nests.
  private func inlinesOfSingleStyles() -> [RichText.Inline] {
    var inlines: [RichText.Inline] = []
    inlines.reserveCapacity(pieces.count)
    var index = 0
    while index < pieces.count {
      guard let style = pieces[index].styles.first else {
        inlines.append(RichText.Inline(pieces[index].content))
        index += 1
        continue
      }
      var end = index + 1
      while end < pieces.count, pieces[end].styles.first == style { end += 1 }
      inlines.append(.styled(style, pieces[index..<end].map { RichText.Inline($0.content) }))
      index = end
    }
    return inlines
  }
}

extension RichText.Inline {
  fileprivate init(_ content: RichText.Run.Content) {
    switch content {
    case .text(let text): self = .text(text)
    case .softBreak: self = .softBreak
    case .hardBreak: self = .hardBreak
    case .attachment(let attachment): self = .attachment(attachment)
    }
  }
}

extension Array {
  /// Takes all elements out and keeps the room; mostly there are none, which costs nothing then.
  mutating func empty() { if !isEmpty { removeAll(keepingCapacity: true) } }
}
