extension [RichText.Run] {
  /// The runs without spaces at the beginning and end of lines, and without breaks that have no effect.
  ///
  /// A soft break on an empty line has no effect, and neither does a break at the end of the text. Markdown
  /// readers also drop these spaces and breaks.
  var withTrimmedLines: [RichText.Run] {
    var result: [RichText.Run] = []
    var isAtLineStart = true
    for run in self { result.appendTrimmed(run, &isAtLineStart) }
    result.trimEnd()
    return result
  }

  /// Appends a run without the spaces and breaks that ``withTrimmedLines`` removes.
  ///
  /// - Parameters:
  ///   - run: the next run.
  ///   - isAtLineStart: whether the current line has no content yet.
  mutating func appendTrimmed(_ run: RichText.Run, _ isAtLineStart: inout Bool) {
    switch run.content {
    case .text(let text) where !run.attributes.isCode:
      let kept = isAtLineStart ? String(text.drop { $0 == " " || $0 == "\t" }) : text
      if kept.isEmpty { return }
      join(RichText.Run(.text(kept), attributes: run.attributes))
      isAtLineStart = false
    case .softBreak:
      trimSpaces()
      if !(last?.isBreak ?? true) { append(run) }
      isAtLineStart = true
    case .hardBreak:
      trimSpaces()
      // A hard break replaces a preceding soft break.
      if case .softBreak = last?.content { removeLast() }
      append(run)
      isAtLineStart = true
    case .text, .attachment, .note:
      append(run)
      isAtLineStart = false
    case .anchor: append(run)
    }
  }

  /// Removes the spaces and breaks at the end.
  mutating func trimEnd() {
    trimSpaces()
    while last?.isBreak ?? false {
      removeLast()
      trimSpaces()
    }
  }

  /// Removes trailing spaces.
  private mutating func trimSpaces() {
    while let last, !last.attributes.isCode, case .text(var text) = last.content {
      while text.hasSuffix(" ") || text.hasSuffix("\t") { text.removeLast() }
      if !text.isEmpty {
        self[count - 1].content = .text(text)
        return
      }
      removeLast()
    }
  }
}

extension RichText.Run {
  /// Whether the run ends a line.
  var isBreak: Bool {
    switch content {
    case .softBreak, .hardBreak: true
    case .text, .attachment, .anchor, .note: false
    }
  }

  /// Whether the run can be removed by ``Swift/Array/trimEnd()``.
  var isTrimmable: Bool {
    guard case .text(let text) = content else { return isBreak }
    return !attributes.isCode && text.allSatisfy { $0 == " " || $0 == "\t" }
  }
}
