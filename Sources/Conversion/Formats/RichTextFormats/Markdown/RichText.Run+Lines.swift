extension [RichText.Run] {
  /// The runs without spaces at the edges of lines and without ends of lines that end none: Markdown's readers drop
  /// both.
  var withTrimmedLines: [RichText.Run] {
    var result: [RichText.Run] = []
    for run in self {
      let isAtLineStart = result.last?.isBreak ?? true
      switch run.content {
      case .text(let text) where !run.attributes.isCode:
        let kept = isAtLineStart ? String(text.drop { $0 == " " || $0 == "\t" }) : text
        if !kept.isEmpty { result.append(RichText.Run(.text(kept), attributes: run.attributes)) }
      case .softBreak:
        result.trimSpaces()
        if !(result.last?.isBreak ?? true) { result.append(run) }
      case .hardBreak:
        result.trimSpaces()
        // A break that is meant takes the place of one that is not.
        if case .softBreak = result.last?.content { result.removeLast() }
        result.append(run)
      case .text, .attachment: result.append(run)
      }
    }
    result.trimSpaces()
    while result.last?.isBreak ?? false {
      result.removeLast()
      result.trimSpaces()
    }
    return result
  }

  /// Drops the spaces at the end.
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
  /// Whether it ends a line.
  fileprivate var isBreak: Bool {
    switch content {
    case .softBreak, .hardBreak: true
    case .text, .attachment: false
    }
  }
}
