public import Conversions

extension CoderSet {
  /// Markdown: reads CommonMark with GitHub's tables, strike-through, bare links and tasks, and front matter that says
  /// title, author and language; writes the same.
  public static let markdown = CoderSet(
    readers: [
      RepresentationReader(
        "markdown", reads: [markdownType], as: .richText,
        mayLose: webReaderLosses + [.tables]
      ) { source in
        let text = source.textEncoding.decode(source.data)
        var reader = MarkdownReader(Array(text.value.utf8), dialect: .gitHub)
        let reading = reader.read()
        return Reading(reading.value, losses: text.losses + reading.losses, warnings: reading.warnings)
      }
    ],
    writers: [
      RepresentationWriter(
        "markdown", writes: [markdownType], from: .richText,
        mayLose: [.colours, .fonts, .formatting, .images, .layout, .metadata, .tables]
      ) { text, _ in text.writeMarkdown() }
    ])

  private static let markdownType = "net.daringfireball.markdown"
}
