import Foundation
public import ProfferConversions
import TextEncodings

extension RichText {
  /// Converts Markdown to rich text, without reporting losses.
  ///
  /// Every text is valid Markdown, so the conversion never fails. HTML in the text is read as HTML, and
  /// active content in the HTML is dropped. ``readMarkdown(_:dialect:)`` also reports losses.
  ///
  /// - Parameters:
  ///   - markdown: the text.
  ///   - dialect: the extensions of Markdown to read.
  public init(markdown: String, dialect: MarkdownDialect = .gitHub) {
    self = RichText.readMarkdown(markdown, dialect: dialect).value
  }

  /// Reads Markdown and reports losses.
  ///
  /// - Parameters:
  ///   - markdown: the text.
  ///   - dialect: the extensions of Markdown to read.
  /// - Returns: the text and the losses.
  public static func readMarkdown(_ markdown: String, dialect: MarkdownDialect = .gitHub) -> Reading<RichText>
  {
    var reader = MarkdownReader(Array(markdown.utf8), dialect: dialect)
    return reader.read()
  }

  /// Reads Markdown within limits.
  ///
  /// - Parameters:
  ///   - markdown: the text.
  ///   - dialect: the extensions of Markdown to read.
  ///   - limits: the limits on the bytes of the Markdown in UTF-8 and on the text.
  /// - Returns: the text and the losses.
  /// - Throws: ``CoderError`` with the code `tooLarge` or `tooDeep` if a limit is exceeded.
  public static func readMarkdown(
    _ markdown: String, dialect: MarkdownDialect = .gitHub, limits: ReadingLimits
  ) throws(CoderError) -> Reading<RichText> {
    try limits.check(byteCount: markdown.utf8.count)
    return try limits.checked(readMarkdown(markdown, dialect: dialect), as: .richText)
  }

  /// Returns the text as Markdown, without reporting losses.
  ///
  /// The result reads back as the same text, as far as Markdown can express the text. ``writeMarkdown()``
  /// also reports losses.
  ///
  /// - Returns: the Markdown text.
  public func markdown() -> String { String(decoding: writeMarkdown().data, as: UTF8.self) }

  /// Writes Markdown in GitHub's dialect and reports losses.
  ///
  /// Colors, fonts, small capitals, alignments and indentation are lost, and so are list markers other than
  /// bullets and decimal numbers, and table content other than rows of text. An embedded picture is replaced by its
  /// alternative text. Anchors that no link in the text targets are dropped. Underlined, raised and lowered
  /// text is written with HTML elements, which Markdown allows. Spaces at the beginning and end of lines and
  /// of bold text may be moved or dropped, because Markdown readers do not show these spaces.
  ///
  /// - Returns: the Markdown text and the losses.
  public func writeMarkdown() -> Written {
    let text = normalized()
    return text.written(by: MarkdownSink(anchors: TargetedAnchors(of: text)))
  }
}

/// The extensions of Markdown that a reader supports.
public struct MarkdownDialect: Sendable, Hashable {
  /// Tables, written as lines with `|` between the cells.
  public var hasTables: Bool
  /// Struck through text, written `~~struck through~~` with one or two tildes.
  public var hasStrikethrough: Bool
  /// Autolinks without angle brackets: `www.example.org`, `https://example.org`, `who@example.org`.
  public var hasBareLinks: Bool
  /// Tasks: list items that begin with `[ ]` or `[x]`.
  public var hasTasks: Bool
  /// Footnotes: `[^1]` is a reference mark, and `[^1]: words` is the note.
  public var hasFootnotes: Bool
  /// Front matter: lines between two `---` at the beginning, with the metadata of the text.
  public var hasFrontMatter: Bool

  /// Creates a dialect of CommonMark with the given extensions.
  ///
  /// - Parameters:
  ///   - tables: whether to read tables.
  ///   - strikethrough: whether to read `~~` as strikethrough.
  ///   - bareLinks: whether to read addresses without angle brackets as links.
  ///   - tasks: whether to read `[ ]` and `[x]` as check boxes.
  ///   - footnotes: whether to read footnotes.
  ///   - frontMatter: whether to read metadata at the beginning.
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

  /// CommonMark with GitHub's extensions and with front matter; most `.md` files use this dialect today.
  public static let gitHub = MarkdownDialect(
    tables: true, strikethrough: true, bareLinks: true, tasks: true, footnotes: true, frontMatter: true)
}

extension RichText {
  /// Emits the events of a Markdown document in GitHub's dialect.
  fileprivate static func streamMarkdown(
    _ source: RepresentationSource, _ emit: (RichTextEvent) throws -> Void
  ) throws -> StepReport {
    let detection = source.encodingDetection
    if source.data.count > CoderSet.longestHeld {
      let (report, repairCount) = try source.data.withUnsafeBytes {
        try MarkdownReader.stream(
          $0, in: detection.encoding, dialect: .gitHub, meter: ReadingMeter(of: source), emit)
      }
      return StepReport(
        losses: detection.encoding.losses(repairCount: repairCount) + report.losses,
        warnings: detection.warnings + report.warnings)
    }
    let text = detection.encoding.utf8Bytes(of: source.data)
    var reader = MarkdownReader(text.value, dialect: .gitHub)
    let report = try reader.stream(emit)
    return StepReport(losses: text.losses + report.losses, warnings: detection.warnings + report.warnings)
  }
}

extension CoderSet {
  /// Coders that read and write Markdown.
  ///
  /// The reader and the writer support CommonMark with GitHub's tables, strikethrough, bare links, tasks
  /// and footnotes, and with front matter for the metadata.
  public static let markdown = CoderSet(
    readers: [
      RepresentationReader(
        "markdown", reads: [markdownType], as: .richText, mayLose: webReaderLosses + [.tables],
        streaming: { source, emit in
          var pictures = CarriedPictures(of: source)
          let report = try RichText.streamMarkdown(source) { try emit(pictures.carrying($0)) }
          return pictures.adding(to: report)
        }, collect: { try RichText.collected($0) })
    ],
    writers: [markdownWriter().keepingPictures { markdownWriter($0) }])

  private static func markdownWriter(_ keeper: PictureKeeper? = nil) -> RepresentationWriter {
    RepresentationWriter(
      "markdown", writes: [markdownType], from: .richText,
      mayLose: [.colors, .fonts, .formatting, .images, .layout, .metadata, .tables],
      streaming: { _ in MarkdownSink(keeper: keeper) }, events: { try $0.normalized().emit($1) })
  }

  private static let markdownType = "net.daringfireball.markdown"
}
