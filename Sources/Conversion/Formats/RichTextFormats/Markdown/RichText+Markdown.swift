import Foundation
public import ProfferConversions
import TextEncodings

extension RichText {
  /// Reads Markdown; every text is valid Markdown, so this never fails.
  ///
  /// HTML in the text is read as HTML, and active content in it is dropped. ``readMarkdown(_:dialect:)``
  /// also reports losses.
  ///
  /// - Parameters:
  ///   - markdown: the text.
  ///   - dialect: the supported extensions.
  public init(markdown: String, dialect: MarkdownDialect = .gitHub) {
    self = RichText.readMarkdown(markdown, dialect: dialect).value
  }

  /// Reads Markdown and reports losses.
  ///
  /// - Parameters:
  ///   - markdown: the text.
  ///   - dialect: the supported extensions.
  /// - Returns: the text, with what was lost.
  public static func readMarkdown(_ markdown: String, dialect: MarkdownDialect = .gitHub) -> Reading<RichText>
  {
    var reader = MarkdownReader(Array(markdown.utf8), dialect: dialect)
    return reader.read()
  }

  /// Returns the text as Markdown that reads back as the same text, as far as Markdown can express it.
  ///
  /// ``writeMarkdown()`` also reports losses.
  ///
  /// - Returns: the text.
  public func markdown() -> String { String(decoding: writeMarkdown().data, as: UTF8.self) }

  /// Writes Markdown in GitHub's dialect and reports losses.
  ///
  /// The losses are colors, fonts, alignments and indentation, pictures whose bytes are part of the text
  /// (their alternative text is kept), list markers other than bullets and plain numbers, and table
  /// content other than rows of text. Underlined, raised and lowered text is written with HTML elements,
  /// which Markdown allows. Spaces at the edges of lines and of bold text may be moved or dropped, since
  /// Markdown readers do not show them there.
  ///
  /// - Returns: the text, with what was lost.
  public func writeMarkdown() -> Written { written(by: MarkdownSink()) }
}

/// The Markdown extensions that a text uses.
public struct MarkdownDialect: Sendable, Hashable {
  /// Tables, written as lines with `|` between the cells.
  public var hasTables: Bool
  /// `~~struck through~~`, with one or two tildes.
  public var hasStrikethrough: Bool
  /// Autolinks without angle brackets: `www.example.org`, `https://example.org`, `who@example.org`.
  public var hasBareLinks: Bool
  /// List items that begin with `[ ]` or `[x]`.
  public var hasTasks: Bool
  /// Footnotes: `[^1]` for the mark, and `[^1]: words` for the note.
  public var hasFootnotes: Bool
  /// Lines between two `---` at the very top that contain the title, author and language.
  public var hasFrontMatter: Bool

  /// Creates a dialect of CommonMark with the given extensions.
  ///
  /// - Parameters:
  ///   - tables: whether tables are read.
  ///   - strikethrough: whether `~~` strikes through.
  ///   - bareLinks: whether addresses without brackets are links.
  ///   - tasks: whether `[ ]` begins a task.
  ///   - footnotes: whether footnotes are read.
  ///   - frontMatter: whether metadata at the beginning is read.
  public init(
    tables: Bool = false, strikethrough: Bool = false, bareLinks: Bool = false, tasks: Bool = false,
    footnotes: Bool = false, frontMatter: Bool = false
  ) {
    hasTables = tables
    hasStrikethrough = strikethrough
    hasBareLinks = bareLinks
    hasTasks = tasks
    hasFootnotes = footnotes
    hasFrontMatter = frontMatter
  }

  /// CommonMark 0.31.2 without extensions.
  public static let commonMark = MarkdownDialect()

  /// CommonMark with GitHub's extensions and front matter, which most `.md` files use today.
  public static let gitHub = MarkdownDialect(
    tables: true, strikethrough: true, bareLinks: true, tasks: true, footnotes: true, frontMatter: true)
}

extension CoderSet {
  /// Markdown: reads CommonMark with GitHub's tables, strike-through, bare links and tasks, and front
  /// matter with title, author and language; writes the same.
  public static let markdown = CoderSet(
    readers: [
      RepresentationReader(
        "markdown", reads: [markdownType], as: .richText, mayLose: webReaderLosses + [.tables],
        streaming: { source, emit in
          let detection = source.encodingDetection
          if source.data.count > longestHeld {
            let (report, repairCount) = try source.data.withUnsafeBytes {
              try MarkdownReader.stream($0, in: detection.encoding, dialect: .gitHub, emit)
            }
            return StepReport(
              losses: detection.encoding.losses(repairCount: repairCount) + report.losses,
              warnings: detection.warnings + report.warnings)
          }
          let text = detection.encoding.utf8Bytes(of: source.data)
          var reader = MarkdownReader(text.value, dialect: .gitHub)
          let report = try reader.stream(emit)
          return StepReport(
            losses: text.losses + report.losses, warnings: detection.warnings + report.warnings)
        }, collect: { try RichText.collected($0) })
    ],
    writers: [
      RepresentationWriter(
        "markdown", writes: [markdownType], from: .richText,
        mayLose: [.colors, .fonts, .formatting, .images, .layout, .metadata, .tables],
        streaming: { _ in MarkdownSink() }, events: { try $0.emit($1) })
    ])

  private static let markdownType = "net.daringfireball.markdown"
}
