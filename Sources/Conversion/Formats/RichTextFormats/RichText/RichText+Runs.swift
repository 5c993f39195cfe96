extension RichText {
  /// A part of a line with uniform attributes.
  public struct Run: Sendable, Equatable {
    /// The content of a run.
    public enum Content: Sendable, Equatable {
      /// Characters other than line ends.
      case text(String)
      /// A soft line break.
      case softBreak
      /// A hard line break.
      case hardBreak
      /// A picture or other file.
      indirect case attachment(Attachment)
      /// An anchor, which links can target.
      case anchor(String)
      /// A note, at the position of its reference mark.
      case note([Block])
    }

    /// The content.
    public var content: Content
    /// The attributes of the content.
    public var attributes: Attributes

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - content: the text, break or attachment.
    ///   - attributes: the attributes of the content.
    public init(_ content: Content, attributes: Attributes = Attributes()) {
      self.content = content
      self.attributes = attributes
    }
  }
}

extension [RichText.Inline] {
  /// The content as a sequence of nonempty runs; adjacent text with equal attributes is joined.
  public var runs: [RichText.Run] {
    var runs: [RichText.Run] = []
    collect(into: &runs, attributes: RichText.Attributes())
    return runs
  }

  /// Creates the tree equivalent to a sequence of runs.
  ///
  /// The style that spans the most runs is outermost. If styles end at the same place, the style that is
  /// first in ``RichText/Attributes/styles`` is outermost. Equal runs result in equal trees.
  ///
  /// - Parameter runs: the runs, in their order.
  public init(runs: [RichText.Run]) {
    let joined = runs.joined()
    self = RunTree(runs: joined).inlines(in: joined.indices, applied: 0)
  }

  /// Returns the inlines in normalized form.
  func normalized() -> [RichText.Inline] { isNormalText ? self : [RichText.Inline](runs: runs) }

  /// Whether the inlines are unstyled text and breaks in normalized form, as most are.
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
      // The content of a note is not normalized here, because ``RunTree`` receives runs with normalized
      // notes. Normalizing twice at each level would take exponential time.
      case .note(let blocks): runs.append(RichText.Run(.note(blocks)))
      case .styled(let style, let content): content.collect(into: &runs, attributes: attributes.adding(style))
      }
    }
  }
}

extension [RichText.Run] {
  /// Appends a run, and joins text to preceding text with the same attributes.
  fileprivate mutating func join(_ run: RichText.Run) {
    // Anchors and note marks have no style.
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
    // Only `joined` may refer to the text, so that the text grows in place. Many short texts are then
    // joined in linear time.
    self[count - 1].content = .softBreak
    joined += text
    self[count - 1].content = .text(joined)
  }

  /// Returns the runs without empty runs, and with adjacent text of equal attributes joined.
  func joined() -> [RichText.Run] {
    var result: [RichText.Run] = []
    result.reserveCapacity(count)
    for run in self { result.join(run) }
    return result
  }
}

/// Converts runs back to a tree.
private struct RunTree {
  let runs: [RichText.Run]
  /// The styles of each run.
  let styles: [[RichText.Style]]

  init(runs: [RichText.Run]) {
    self.runs = runs
    styles = runs.map(\.attributes.styles)
  }

  /// Returns the tree for a range of runs, inside the styles that are already applied.
  ///
  /// Every level removes one style from its runs, and a run has at most one style of each kind. The depth
  /// is therefore limited by the number of kinds, and the work per run is limited by the square of this
  /// number. Styles are tracked by kind and not by equality, because a font size that is NaN is not equal
  /// to itself.
  ///
  /// - Parameter applied: the kinds of the applied styles, one bit each.
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
  /// The bit that represents the style's kind.
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
  /// Returns the text with every run replaced in document order, including the runs in notes.
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
