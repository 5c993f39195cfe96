/// Which Markdown a text is written in.
public struct MarkdownDialect: Sendable, Hashable {
  /// Tables of lines with `|` between the cells.
  public var hasTables: Bool
  /// `~~struck through~~`, with one or two signs.
  public var hasStrikethrough: Bool
  /// Addresses that are links without any sign: `www.example.org`, `https://example.org`, `who@example.org`.
  public var hasBareLinks: Bool
  /// List items that begin with `[ ]` or `[x]`.
  public var hasTasks: Bool
  /// Footnotes, `[^1]` and `[^1]: words`, of which both stay words: no `[^1]:` defines a link.
  public var hasFootnotes: Bool
  /// Lines between two `---` at the very top that say title, author and language.
  public var hasFrontMatter: Bool

  /// Makes a dialect that has what CommonMark has, and more as told.
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
