/// Formatted text as a value: what RTF, HTML and Markdown say, without the way they say it.
///
/// A text is a list of blocks; a block's words are a tree of inlines. Nothing here is a picture of a page: there are
/// no margins, positions or style sheets, only what a reader of the text would miss.
///
/// Several trees say the same: bold inside italic and italic inside bold, one text or the same text in two pieces.
/// The readers of this library give ``normalized()`` values, in which texts that say the same are equal.
public struct RichText: Sendable, Equatable {
  /// The content, from the top.
  public var blocks: [Block]
  /// What is said about the content.
  public var metadata: Metadata

  /// Makes a text.
  public init(_ blocks: [Block] = [], metadata: Metadata = Metadata()) {
    self.blocks = blocks
    self.metadata = metadata
  }

  /// How deep blocks stand inside one another in the values that readers make, and inlines likewise.
  ///
  /// What a document nests deeper is kept, as the content of the deepest block that is allowed.
  public static let depthLimit = 100
}

extension RichText {
  /// What is said about a text; empty fields are nil.
  public struct Metadata: Sendable, Equatable {
    /// The title of the whole.
    public var title: String?
    /// Who wrote it.
    public var author: String?
    /// The language of the whole, as a BCP 47 tag such as `pt-BR`.
    public var language: String?

    /// Makes metadata.
    public init(title: String? = nil, author: String? = nil, language: String? = nil) {
      self.title = title
      self.author = author
      self.language = language
    }
  }
}
