/// Collects the content of a paragraph, and converts the content to inlines in normalised form.
struct MarkdownLineBuilder {
  /// The attributes of the next content.
  var attributes = RichText.Attributes()
  /// Whether the current link has no content yet; the caller sets the value at the beginning of a link.
  ///
  /// The tokens alone do not show whether a link is empty, because a delimiter may become text, and a tag
  /// may have no content.
  var isLinkEmpty = false
  /// Whether to remove spaces at the beginning and end of lines, and breaks that have no effect.
  ///
  /// Such spaces and breaks remain only where HTML was removed, or where a line end was an entity. The caller
  /// sets the value at the first such place.
  var isTrimmed = false
  private var runs = InlineBuilder()
  private var isAtLineStart = true

  /// Adds text; text is joined to preceding text with the same attributes.
  mutating func add(_ text: String, _ attributes: RichText.Attributes) {
    if !text.isEmpty { add(.text(text), attributes) }
  }

  /// Adds content; a note must be in normalised form.
  mutating func add(_ content: RichText.Run.Content, _ attributes: RichText.Attributes) {
    noteLink(in: attributes)
    if case .note(let blocks) = content {
      isAtLineStart = false
      return runs.append(normalizedNote: blocks)
    }
    let run = RichText.Run(content, attributes: attributes)
    if isTrimmed { return runs.appendTrimmed(run, &isAtLineStart) }
    if case .anchor = content {} else { isAtLineStart = run.isBreak }
    runs.append(run)
  }

  private mutating func noteLink(in attributes: RichText.Attributes) {
    if isLinkEmpty, attributes.kinds.contains(.link) { isLinkEmpty = false }
  }

  /// Returns the inlines and clears the line.
  mutating func finish() -> [RichText.Inline] {
    if isTrimmed { runs.trimEnd() }
    (attributes, isLinkEmpty, isTrimmed, isAtLineStart) = (RichText.Attributes(), false, false, true)
    return runs.finish()
  }
}
