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
  public var runs: [RichText.Run] { self[...].runs }

  /// Creates the tree equivalent to a sequence of runs.
  ///
  /// The style that spans the most runs is outermost. If styles end at the same place, the style that is
  /// first in ``RichText/Attributes/styles`` is outermost. Equal runs result in equal trees.
  ///
  /// - Parameter runs: the runs, in their order.
  public init(runs: [RichText.Run]) {
    self.init(joinedRuns: runs.joined())
  }

  /// Creates the tree equivalent to nonempty runs, in which adjacent texts have different attributes.
  init(joinedRuns runs: [RichText.Run]) {
    self = RunTree(runs: runs).inlines(in: runs.indices, applied: RichText.StyleKinds())
  }

  /// Returns the inlines in normalized form.
  func normalized() -> [RichText.Inline] { isNormal ? self : [RichText.Inline](runs: runs) }

  /// Whether the inlines are certainly in normalized form; a quick check for inlines that share no style
  /// with the next inline, as most do.
  private var isNormal: Bool {
    var previous: (attributes: RichText.Attributes, isText: Bool)?
    for inline in self {
      guard let leaf = inline.normalLeaf else { return false }
      if let previous {
        // Adjacent texts with equal attributes are joined, and a style of both inlines encloses both.
        if leaf.isText, previous.isText, leaf.attributes == previous.attributes { return false }
        for kind in leaf.attributes.kinds where leaf.attributes.shares(kind, with: previous.attributes) {
          return false
        }
      }
      previous = leaf
    }
    return true
  }
}

extension ArraySlice<RichText.Inline> {
  /// The content as a sequence of nonempty runs; adjacent text with equal attributes is joined.
  var runs: [RichText.Run] {
    var runs: [RichText.Run] = []
    collect(into: &runs, attributes: RichText.Attributes())
    return runs
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
      case .styled(let style, let content):
        content[...].collect(into: &runs, attributes: attributes.adding(style))
      }
    }
  }
}

extension RichText.Inline {
  /// The attributes of the only leaf in an inline, and whether the leaf is text; nil if there are several
  /// leaves, or if the inline is not in normalized form.
  fileprivate var normalLeaf: (attributes: RichText.Attributes, isText: Bool)? {
    var attributes = RichText.Attributes()
    var inline = self
    var outer: RichText.StyleKind?
    while true {
      switch inline {
      case .text(let text): return text.isEmpty ? nil : (attributes, true)
      case .softBreak, .hardBreak, .attachment: return (attributes, false)
      case .anchor: return attributes.kinds.isEmpty ? (attributes, false) : nil
      case .note: return nil
      case .styled(let style, let content):
        // The styles of one leaf are nested in the order of their kinds.
        guard content.count == 1, outer.map({ $0.rawValue < style.kind.rawValue }) ?? true else { return nil }
        attributes = attributes.adding(style)
        (outer, inline) = (style.kind, content[0])
      }
    }
  }
}

extension [RichText.Run] {
  /// Appends a run, and joins text to preceding text with the same attributes.
  mutating func join(_ run: RichText.Run) {
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

  /// Returns the tree for a range of runs, inside the styles that are already applied.
  ///
  /// Every level removes one style from its runs, and a run has at most one style of each kind. The depth
  /// is therefore limited by the number of kinds, and the work per run is limited by the square of this
  /// number. Styles are tracked by kind and not by equality, because a font size that is NaN is not equal
  /// to itself.
  ///
  /// - Parameter applied: the kinds of the applied styles.
  func inlines(in range: Range<Int>, applied: RichText.StyleKinds) -> [RichText.Inline] {
    var result: [RichText.Inline] = []
    if applied.isEmpty { result.reserveCapacity(range.count) }
    var place = range.lowerBound
    while place < range.upperBound {
      if let (kind, end) = runs.longestStyle(at: place, in: range, applied: applied),
        let style = runs[place].attributes.style(kind)
      {
        result.append(.styled(style, inlines(in: place..<end, applied: applied.inserting(kind))))
        place = end
      } else {
        result.append(runs[place].inline)
        place += 1
      }
    }
    return result
  }
}

extension [RichText.Run] {
  /// Returns the style of a run that spans the most runs of a range, and where it ends; nil if the run has no
  /// style except the applied styles.
  ///
  /// If several styles end at the same place, the result is the first of them.
  func longestStyle(
    at place: Int, in range: Range<Int>, applied: RichText.StyleKinds
  ) -> (kind: RichText.StyleKind, end: Int)? {
    let attributes = self[place].attributes
    var longest: (kind: RichText.StyleKind, end: Int)?
    for kind in attributes.kinds.subtracting(applied) {
      var end = place + 1
      while end < range.upperBound, attributes.shares(kind, with: self[end].attributes) { end += 1 }
      if end > longest?.end ?? place { longest = (kind, end) }
    }
    return longest
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
