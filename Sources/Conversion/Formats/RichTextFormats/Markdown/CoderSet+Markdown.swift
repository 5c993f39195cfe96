public import Conversions
import TextEncodings

extension CoderSet {
  /// Markdown: reads CommonMark with GitHub's tables, strike-through, bare links and tasks, and front matter that says
  /// title, author and language; writes the same.
  public static let markdown = CoderSet(
    readers: [
      RepresentationReader(
        "markdown", reads: [markdownType], as: .richText,
        mayLose: webReaderLosses + [.tables]
      ) { source in
        let text = source.textEncoding.utf8Bytes(of: source.data)
        var reader = MarkdownReader(text.value, dialect: .gitHub)
        let reading = reader.read()
        return Reading(reading.value, losses: text.losses + reading.losses, warnings: reading.warnings)
      }
      .telling(
        EventReader<RichTextEvent> { source, tell in
          let text = source.textEncoding.utf8Bytes(of: source.data)
          var reader = MarkdownReader(text.value, dialect: .gitHub)
          let report = try reader.tell(tell)
          return StepReport(losses: text.losses + report.losses, warnings: report.warnings)
        })
    ],
    writers: [
      RepresentationWriter(
        "markdown", writes: [markdownType], from: .richText,
        mayLose: [.colours, .fonts, .formatting, .images, .layout, .metadata, .tables]
      ) { text, _ in text.writeMarkdown() }
    ])

  private static let markdownType = "net.daringfireball.markdown"
}
