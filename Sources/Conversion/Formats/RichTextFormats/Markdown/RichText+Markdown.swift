import Foundation
public import ProfferConversions
import TextEncodings

extension RichText {
  /// Reads Markdown; every text is some Markdown, so this never fails.
  ///
  /// HTML in it is read as HTML, and what is a program there is dropped. ``readMarkdown(_:dialect:)`` also reports
  /// losses.
  ///
  /// - Parameters:
  ///   - markdown: the text.
  ///   - dialect: the extensions that are read.
  public init(markdown: String, dialect: MarkdownDialect = .gitHub) {
    self = RichText.readMarkdown(markdown, dialect: dialect).value
  }

  /// Reads Markdown, and reports losses.
  ///
  /// - Parameters:
  ///   - markdown: the text.
  ///   - dialect: the extensions that are read.
  /// - Returns: the text, with what was lost.
  public static func readMarkdown(_ markdown: String, dialect: MarkdownDialect = .gitHub) -> Reading<RichText>
  {
    var reader = MarkdownReader(Array(markdown.utf8), dialect: dialect)
    return reader.read()
  }

  /// The text as Markdown that reads back as the same text, as far as Markdown goes.
  ///
  /// ``writeMarkdown()`` also reports losses.
  ///
  /// - Returns: the text.
  public func markdown() -> String { String(decoding: writeMarkdown().data, as: UTF8.self) }

  /// Writes Markdown in GitHub's dialect, and reports losses.
  ///
  /// Lost are colors, fonts, alignments and indentations, pictures whose bytes are part of the text (their words stay),
  /// markers of lists other than bullets and plain numbers, and what a table has beyond rows of words. Underlined,
  /// raised and lowered words become HTML's elements, which Markdown allows. Spaces at the edges of lines and of bold
  /// words are not kept where they are, as Markdown's readers do not show them there.
  ///
  /// - Returns: the text, with what was lost.
  public func writeMarkdown() -> Written { written(by: MarkdownSink()) }
}

/// Which Markdown a text is written in.
public struct MarkdownDialect: Sendable, Hashable {
  /// Tables of lines with `|` between the cells.
  public var hasTables: Bool
  /// `~~struck through~~`, with one or two signs.
  public var hasStrikethrough: Bool
  /// Autolinks without angle brackets: `www.example.org`, `https://example.org`, `who@example.org`.
  public var hasBareLinks: Bool
  /// List items that begin with `[ ]` or `[x]`.
  public var hasTasks: Bool
  /// Footnotes: `[^1]` where the mark is, and `[^1]: words`.
  public var hasFootnotes: Bool
  /// Lines between two `---` at the very top that say title, author and language.
  public var hasFrontMatter: Bool

  /// Makes a dialect of CommonMark with the given additions.
  ///
  /// - Parameters:
  ///   - tables: whether tables are read.
  ///   - strikethrough: whether `~~` strikes through.
  ///   - bareLinks: whether addresses without brackets are links.
  ///   - tasks: whether `[ ]` begins a task.
  ///   - footnotes: whether footnotes are read.
  ///   - frontMatter: whether metadata at the beginning are read.
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

  /// CommonMark 0.31.2 and nothing else.
  public static let commonMark = MarkdownDialect()

  /// CommonMark with what GitHub adds, and front matter: what most files named `.md` hold today.
  public static let gitHub = MarkdownDialect(
    tables: true, strikethrough: true, bareLinks: true, tasks: true, footnotes: true, frontMatter: true)
}

extension CoderSet {
  /// Markdown: reads CommonMark with GitHub's tables, strike-through, bare links and tasks, and front matter that says
  /// title, author and language; writes the same.
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
