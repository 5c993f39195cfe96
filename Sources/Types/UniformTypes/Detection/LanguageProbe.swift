/// Recognises languages of text that have no signature, by the forms of all examined lines.
///
/// A language is reported only if the text has several forms that the language requires and other texts do
/// not have. Any other text stays plain text, because a wrong type is worse than a general type.
struct LanguageProbe {
  let data: PrefixBytes

  /// The match for the language of a text; at most one.
  ///
  /// - Parameter isMarkup: whether the text begins with an element of HTML. Such a text can only be Markdown.
  func matches(isMarkup: Bool) -> [SignatureMatch] {
    if data.has("#!") { return [] }
    let lines = TextLines(data)
    guard !lines.lines.isEmpty else { return [] }
    if isMarkup { return MarkdownProbe(lines: lines).match.map { [$0] } ?? [] }
    // Two expressions, because the compiler needs five times as long for one.
    let written =
      RecordProbe(lines: lines).match
      ?? DelimitedTextProbe(data: data).match
      ?? SettingsProbe(lines: lines).match
      ?? MarkdownProbe(lines: lines).match
    let match =
      written
      ?? StyleSheetProbe(data: data).match
      ?? PythonProbe(lines: lines).match
      ?? JavaScriptProbe(lines: lines).match
      ?? RezProbe(lines: lines).match
    return match.map { [$0] } ?? []
  }
}
