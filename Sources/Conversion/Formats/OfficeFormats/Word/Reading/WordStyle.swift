import RichTextFormats

/// A style of a Word document.
struct WordStyle {
  enum Kind: String { case paragraph, character, table, numbering }

  /// The purpose of a character style.
  enum Use { case none, code, link, box }
  /// The purpose of a paragraph style for cells.
  enum CellUse { case none, content, heading }

  var kind = Kind.paragraph
  var identifier = ""
  var name = ""
  var parentIdentifier: String?
  var isDefault = false
  /// The style's own properties, without those of its ancestors.
  var ownParagraph = WordParagraphProperties()
  var ownRun = WordRunProperties()
  /// Whether a table style has its own format for the first row or column.
  var formatsFirstRow = false
  var formatsFirstColumn = false
  /// Whether a table style formats text or cells.
  var hasTableFormat = false

  // The following properties include those of the style's ancestors.
  var paragraph = WordParagraphProperties()
  var run = WordRunProperties()
  /// The meaning of the style's name, or of an ancestor's name; nil if the names have no known meaning.
  var meaning: ParagraphStyleName?
  /// The index of the style whose format is not formatting of the text; nil for the default style.
  var baseStyle: Int?
  var isTitle = false
  /// Whether the heading level is 7, 8 or 9.
  var isDeepHeading = false
  /// The index of the style that sets the numbering; nil if there is none.
  var numberingStyle: Int?
}

extension WordStyle {
  var lowercaseName: String { name.lowercased() }

  var use: Use { kind == .character ? Use(name: lowercaseName) : .none }

  var cellUse: CellUse {
    switch lowercaseName {
    case "table contents": .content
    case "table heading": .heading
    default: .none
    }
  }

  /// Whether text with this paragraph style is ordinary text at its place, so that the format of the style is
  /// not formatting of the text.
  ///
  /// The names are those of Word, LibreOffice and pandoc.
  var isOrdinary: Bool {
    switch lowercaseName {
    case "normal (web)", "body text", "text body", "first paragraph", "compact", "bibliography",
      "footnote text",
      "endnote text", "footnote", "endnote", "annotation text", "header", "footer", "image caption",
      "table contents", "table heading", "no spacing", "plain text", "definition", "figure",
      "captioned figure", "block text", "footnote block text", "abstract", "author", "date":
      true
    default:
      ["list bullet", "list number", "list continue", "list paragraph", "body text "]
        .contains { lowercaseName.hasPrefix($0) } || isEntryOfContents
    }
  }

  /// Whether the style is that of the entries of a table of contents or an index, such as `toc 1`; the format
  /// of the headings `toc heading` and `index heading` is formatting.
  private var isEntryOfContents: Bool {
    ["toc ", "index "].contains { prefix in
      lowercaseName.hasPrefix(prefix) && lowercaseName.dropFirst(prefix.count).first?.isNumber ?? false
    }
  }
}

extension WordStyle.Use {
  /// Creates the purpose from a style name of Word, LibreOffice or pandoc, in lower case.
  init(name: String) {
    switch name {
    case "code", "source text", "html code", "html typewriter", "html keyboard", "html sample", "teletype",
      "verbatim char", "inline code", "user entry", "source code char", "html preformatted char":
      self = .code
    case "hyperlink", "internet link", "followedhyperlink", "visited internet link": self = .link
    case "check box": self = .box
    default: self = .none
    }
  }
}
