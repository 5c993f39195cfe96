public import Conversions
import Foundation

extension RichText {
  /// Reads Markdown; every text is some Markdown, so this never fails.
  ///
  /// HTML in it is read as HTML, and what is a program there is dropped. ``readMarkdown(_:dialect:)`` also tells what
  /// was dropped.
  public init(markdown: String, dialect: MarkdownDialect = .gitHub) {
    self = RichText.readMarkdown(markdown, dialect: dialect).value
  }

  /// Reads Markdown, and tells what was lost.
  public static func readMarkdown(_ markdown: String, dialect: MarkdownDialect = .gitHub) -> Reading<RichText>
  {
    var reader = MarkdownReader(Array(markdown.utf8), dialect: dialect)
    return reader.read()
  }

  /// The text as Markdown that reads back as the same text, as far as Markdown goes.
  ///
  /// ``writeMarkdown()`` also tells what was left out.
  public func markdown() -> String { String(decoding: writeMarkdown().data, as: UTF8.self) }

  /// Writes Markdown in GitHub's dialect, and tells what was lost.
  ///
  /// Lost are colors, fonts, alignments and indentations, pictures whose bytes are part of the text (their words stay),
  /// markers of lists other than bullets and plain numbers, and what a table has beyond rows of words. Underlined,
  /// raised and lowered words become HTML's elements, which Markdown allows. Spaces at the edges of lines and of bold
  /// words are not kept where they are, as Markdown's readers do not show them there.
  public func writeMarkdown() -> Written {
    var writer = MarkdownWriter()
    let text = writer.write(self)
    return Written(Data(text.utf8), losses: writer.losses.total)
  }
}
