import ProfferConversions

/// Removes the formatting and the spaces that Markdown lacks from the runs of a line.
extension MarkdownInlineWriter {
  /// Returns the runs without formatting that Markdown lacks, and with spaces only where Markdown keeps
  /// spaces.
  mutating func tidied(_ runs: [RichText.Run], breaksLines: Bool) -> [RichText.Run] {
    var tidied: [RichText.Run] = []
    for run in runs {
      var run = run
      strip(&run.attributes)
      switch run.content {
      case .attachment(let attachment): run.content = content(attachment)
      case .softBreak: if !breaksLines { run.content = .text(" ") }
      case .text, .hardBreak, .anchor, .note: break
      }
      tidied.append(run)
    }
    let whole = tidied.joined().withSpacesOutsideEmphasis
    let trimmed = whole.withTrimmedLines
    losses.add(.layout, "spaces that indent a line", count: whole.indentedLineCount)
    losses.add(.layout, "empty lines", count: whole.hardBreakCount - trimmed.hardBreakCount)
    return trimmed
  }

  private mutating func strip(_ attributes: inout RichText.Attributes) {
    if attributes.color != nil { losses.add(.colors, "of text") }
    if attributes.background != nil { losses.add(.colors, "of text backgrounds") }
    if attributes.fontFamily != nil || attributes.fontSize != nil { losses.add(.fonts) }
    if attributes.isSmallCaps { losses.add(.formatting, "small capitals") }
    if attributes.language != nil { losses.add(.metadata, "languages of text") }
    attributes.color = nil
    attributes.background = nil
    attributes.fontFamily = nil
    attributes.fontSize = nil
    attributes.isSmallCaps = false
    attributes.language = nil
    // Markdown treats an empty title like no title.
    if attributes.link?.title == "" { attributes.link?.title = nil }
  }

  private mutating func content(_ attachment: RichText.Attachment) -> RichText.Run.Content {
    if attachment.width != nil || attachment.height != nil { losses.add(.layout, "image sizes") }
    guard case .url(let destination) = attachment.source else {
      losses.add(.images, Loss.embeddedPictures)
      return .text(attachment.alternativeText)
    }
    if attachment.name != nil { losses.add(.metadata, "image file names") }
    return .attachment(
      RichText.Attachment(
        .url(destination),
        alternativeText: String(attachment.alternativeText.map { $0.isNewline ? " " : $0 }),
        title: attachment.title == "" ? nil : attachment.title))
  }
}

extension [RichText.Run] {
  /// Whether the runs have only formatting and spaces that Markdown keeps; a quick check that most texts
  /// pass.
  ///
  /// - Parameter breaksLines: whether a soft break may be written as a line end.
  func areTidy(breaksLines: Bool) -> Bool {
    var endsInSpace = true
    var isAtLineStart = true
    for run in self {
      guard run.attributes.kinds.subtracting(.ofMarkdown).isEmpty, run.attributes.link?.title != "" else {
        return false
      }
      switch run.content {
      case .text(let text):
        guard let first = text.utf8.first, let last = text.utf8.last else { return false }
        // Bytes beyond ASCII may be part of a space.
        let needsWords =
          !run.attributes.isCode && (run.attributes.isBold || run.attributes.isItalic)
        if needsWords, !first.isGraphicASCII || !last.isGraphicASCII { return false }
        if !run.attributes.isCode, isAtLineStart, MarkdownCharacters.isBlank(first) { return false }
        endsInSpace = !run.attributes.isCode && MarkdownCharacters.isBlank(last)
        isAtLineStart = false
      case .softBreak, .hardBreak:
        if endsInSpace || isAtLineStart || run.attributes.isBold || run.attributes.isItalic { return false }
        if !breaksLines, run.content == .softBreak { return false }
        (endsInSpace, isAtLineStart) = (true, true)
      case .attachment, .anchor, .note: return false
      }
    }
    return !endsInSpace
  }

  /// The runs with leading and trailing spaces moved out of bold and italic text.
  ///
  /// A delimiter next to a space would not be recognized, and a bold or italic space looks like an ordinary
  /// space.
  fileprivate var withSpacesOutsideEmphasis: [RichText.Run] {
    guard contains(where: { $0.attributes.isBold || $0.attributes.isItalic }) else { return self }
    var pieces = flatMap(\.splitAtSpaces)
    for isForward in [true, false] {
      var (isBold, isItalic) = (false, false)
      for offset in pieces.indices {
        let index = isForward ? offset : pieces.count - 1 - offset
        if pieces[index].isSpace {
          pieces[index].attributes.isBold = pieces[index].attributes.isBold && isBold
          pieces[index].attributes.isItalic = pieces[index].attributes.isItalic && isItalic
        }
        (isBold, isItalic) = (pieces[index].attributes.isBold, pieces[index].attributes.isItalic)
      }
    }
    return [RichText.Inline](runs: pieces).runs
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII character other than a space or a control character.
  fileprivate var isGraphicASCII: Bool { self > 0x20 && self < 0x7F }
}

extension RichText.StyleKinds {
  /// The styles that Markdown keeps.
  fileprivate static let ofMarkdown = [
    RichText.StyleKind.link, .bold, .italic, .underline, .strikethrough, .baseline, .code,
  ].reduce(RichText.StyleKinds()) { $0.inserting($1) }
}

extension RichText.Run {
  fileprivate var isSpace: Bool {
    switch content {
    case .softBreak, .hardBreak: true
    case .text(let text): !attributes.isCode && text.unicodeScalars.allSatisfy(MarkdownCharacters.isSpace)
    case .attachment, .anchor, .note: false
    }
  }

  /// The run split into leading spaces, text, and trailing spaces.
  fileprivate var splitAtSpaces: [RichText.Run] {
    guard attributes.isBold || attributes.isItalic, !attributes.isCode, case .text(let text) = content else {
      return [self]
    }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !MarkdownCharacters.isSpace($0) }),
      let last = scalars.lastIndex(where: { !MarkdownCharacters.isSpace($0) })
    else { return [self] }
    let end = scalars.index(after: last)
    return [scalars[..<first], scalars[first..<end], scalars[end...]]
      .map { RichText.Run(.text(String($0)), attributes: attributes) }
  }
}

extension [RichText.Run] {
  /// The number of lines in which white space precedes the first text.
  fileprivate var indentedLineCount: Int {
    var count = 0
    var isAtLineStart = true
    var isIndented = false
    for run in self {
      switch run.content {
      case .softBreak, .hardBreak: (isAtLineStart, isIndented) = (true, false)
      case .attachment, .note: isAtLineStart = false
      case .anchor: break
      case .text(let text):
        guard isAtLineStart else { continue }
        if !run.attributes.isCode, text.utf8.first.map({ $0 == 0x20 || $0 == 0x09 }) ?? false {
          isIndented = true
        }
        guard run.attributes.isCode || text.utf8.contains(where: { $0 != 0x20 && $0 != 0x09 }) else {
          continue
        }
        if isIndented { count += 1 }
        isAtLineStart = false
      }
    }
    return count
  }

  fileprivate var hardBreakCount: Int {
    count { if case .hardBreak = $0.content { true } else { false } }
  }
}
