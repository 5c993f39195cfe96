extension RichText {
  /// A stretch of a line with the same attributes throughout.
  public struct Run: Sendable, Equatable {
    /// The content of a run.
    public enum Content: Sendable, Equatable {
      /// Characters; none of them ends a line.
      case text(String)
      /// A soft line break.
      case softBreak
      /// A hard line break.
      case hardBreak
      /// A picture or another thing.
      indirect case attachment(Attachment)
      /// A place that links lead to.
      case anchor(String)
      /// A note beside the text.
      case note([Block])
    }

    /// The content.
    public var content: Content
    /// Its attributes.
    public var attributes: Attributes

    /// Makes a run.
    ///
    /// - Parameters:
    ///   - content: the text, break or attachment.
    ///   - attributes: its styles.
    public init(_ content: Content, attributes: Attributes = Attributes()) {
      self.content = content
      self.attributes = attributes
    }
  }
}

extension [RichText.Inline] {
  /// The same words without the tree: runs in order, neighbours of equal attributes joined, none empty.
  public var runs: [RichText.Run] {
    var runs: [RichText.Run] = []
    collect(into: &runs, attributes: RichText.Attributes())
    return runs
  }

  /// The tree that says what the runs say, with the longest style outermost.
  ///
  /// Equal runs make equal trees. Of styles that end at the same place, the one that ``RichText/Attributes/styles``
  /// names first is the outer one.
  ///
  /// - Parameter runs: the runs, in their order.
  public init(runs: [RichText.Run]) {
    let joined = runs.joined()
    self = RunTree(runs: joined).inlines(in: joined.indices, applied: 0)
  }

  /// The inlines in their one form.
  func normalized() -> [RichText.Inline] { isNormalText ? self : [RichText.Inline](runs: runs) }

  /// Whether they are words and breaks without a style, and in their one form already, as most are.
  private var isNormalText: Bool {
    var isAfterText = false
    for inline in self {
      switch inline {
      case .text(let text):
        if isAfterText || text.isEmpty { return false }
        isAfterText = true
      case .softBreak, .hardBreak: isAfterText = false
      case .attachment, .anchor, .note, .styled: return false
      }
    }
    return true
  }

  private func collect(into runs: inout [RichText.Run], attributes: RichText.Attributes) {
    for inline in self {
      switch inline {
      case .text(let text): runs.join(RichText.Run(.text(text), attributes: attributes))
      case .softBreak: runs.join(RichText.Run(.softBreak, attributes: attributes))
      case .hardBreak: runs.join(RichText.Run(.hardBreak, attributes: attributes))
      case .attachment(let attachment):
        runs.join(RichText.Run(.attachment(attachment), attributes: attributes))
      case .anchor(let name): runs.join(RichText.Run(.anchor(name)))
      // As they are: a tree of runs normalizes its notes, and twice at each level would be exponential.
      case .note(let blocks): runs.append(RichText.Run(.note(blocks)))
      case .styled(let style, let content): content.collect(into: &runs, attributes: attributes.adding(style))
      }
    }
  }
}

extension [RichText.Run] {
  /// Appends a run, as part of the last one where both are text with the same attributes.
  fileprivate mutating func join(_ run: RichText.Run) {
    // Places and the marks of notes have no style.
    switch run.content {
    case .anchor: return append(RichText.Run(run.content))
    case .note(let blocks): return append(RichText.Run(.note(blocks.normalized())))
    case .text, .softBreak, .hardBreak, .attachment: break
    }
    guard case .text(let text) = run.content else { return append(run) }
    guard !text.isEmpty else { return }
    guard !isEmpty, self[count - 1].attributes == run.attributes,
      case .text(var joined) = self[count - 1].content
    else { return append(run) }
    // Nothing but `joined` may hold the text now, so that it grows in place: many small pieces take linear time.
    self[count - 1].content = .softBreak
    joined += text
    self[count - 1].content = .text(joined)
  }

  /// The runs with neighbours of equal attributes joined, and none empty.
  func joined() -> [RichText.Run] {
    var result: [RichText.Run] = []
    result.reserveCapacity(count)
    for run in self { result.join(run) }
    return result
  }
}

/// Runs on their way back into a tree.
private struct RunTree {
  let runs: [RichText.Run]
  /// The styles of each run.
  let styles: [[RichText.Style]]

  init(runs: [RichText.Run]) {
    self.runs = runs
    styles = runs.map(\.attributes.styles)
  }

  /// The tree of some runs, inside the styles that are applied already.
  ///
  /// Every level takes one style away from the runs in it, and a run has at most one style of each kind: the depth is
  /// bounded by the number of kinds, and the work by its square for each run. Styles are told apart by their kinds,
  /// since an amount that is not a number is not even equal to itself.
  ///
  /// - Parameter applied: the kinds of the styles that are applied, a bit each.
  func inlines(in range: Range<Int>, applied: UInt16) -> [RichText.Inline] {
    var result: [RichText.Inline] = []
    var place = range.lowerBound
    while place < range.upperBound {
      var longest: (style: RichText.Style, end: Int)?
      for style in styles[place] where applied & style.kind == 0 {
        var end = place + 1
        while end < range.upperBound, styles[end].contains(style) { end += 1 }
        if end > longest?.end ?? place { longest = (style, end) }
      }
      if let (style, end) = longest {
        result.append(.styled(style, inlines(in: place..<end, applied: applied | style.kind)))
        place = end
      } else {
        result.append(runs[place].inline)
        place += 1
      }
    }
    return result
  }
}

extension RichText.Style {
  /// The bit of its kind.
  fileprivate var kind: UInt16 {
    switch self {
    case .bold: 1 << 0
    case .italic: 1 << 1
    case .underline: 1 << 2
    case .strikethrough: 1 << 3
    case .code: 1 << 4
    case .superscript, .subscript: 1 << 5
    case .link: 1 << 6
    case .color: 1 << 7
    case .background: 1 << 8
    case .fontFamily: 1 << 9
    case .fontSize: 1 << 10
    case .language: 1 << 11
    }
  }
}

extension RichText.Run {
  /// The run as a leaf of the tree.
  fileprivate var inline: RichText.Inline {
    switch content {
    case .text(let text): .text(text)
    case .softBreak: .softBreak
    case .hardBreak: .hardBreak
    case .attachment(let attachment): .attachment(attachment)
    case .anchor(let name): .anchor(name)
    case .note(let blocks): .note(blocks)
    }
  }
}

extension RichText {
  /// The text with every run of every line replaced, from the top, those of notes too.
  package func mappingRuns(_ transform: (Run) -> Run) -> RichText {
    func mapped(_ blocks: [Block]) -> [Block] {
      blocks.map { block in
        block.mappingLines { content, _ in
          let runs = content.runs.map { run in
            let run = transform(run)
            guard case .note(let blocks) = run.content else { return run }
            return Run(.note(mapped(blocks)))
          }
          return [Inline](runs: runs)
        }
      }
    }
    return RichText(mapped(blocks), metadata: metadata)
  }
}
