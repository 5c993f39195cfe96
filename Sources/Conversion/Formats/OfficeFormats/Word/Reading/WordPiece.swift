import RichTextFormats

/// A part of a Word text: a paragraph, a table, or the end of a page or section.
enum WordPiece {
  case paragraph(WordParagraph)
  /// A finished table.
  indirect case table(WordTable)
  case rule
  case pageBreak
  /// The end of a section that does not end the page.
  case sectionEnd
}

/// A finished table, and its place between paragraphs.
struct WordTable {
  var table: RichText.Table
  /// The number of nested blocks and cells in the table.
  var depth: Int
  /// The containers around the table, according to the style of its first paragraph.
  var around: [ParagraphStyleName.Container]
}

/// A paragraph whose list and quotations have not been determined yet.
struct WordParagraph {
  /// The content in normalized form.
  var content: [RichText.Inline]
  /// The properties of the paragraph; consecutive paragraphs with equal properties share the object.
  let form: Form

  /// The properties of a paragraph.
  final class Form: Sendable {
    /// The kind and the containers of the paragraph, according to its style.
    let name: ParagraphStyleName
    /// The layout, with the indentation.
    let layout: RichText.Layout
    /// The list item that begins with the paragraph; nil if no item begins.
    let item: ParagraphItem?
    /// Whether the paragraph has a style for column headings.
    let isCellHeading: Bool
    /// Whether the paragraph may continue the item before it.
    let continuesItem: Bool
    /// The indentation in twentieths of a point, also of items.
    let leading: Int32

    init(
      name: ParagraphStyleName, layout: RichText.Layout, item: ParagraphItem? = nil,
      isCellHeading: Bool = false, continuesItem: Bool = false, leading: Int32 = 0
    ) {
      self.name = name
      self.layout = layout
      self.item = item
      self.isCellHeading = isCellHeading
      self.continuesItem = continuesItem
      self.leading = leading
    }

    /// Returns `other` if it is equal to this form; otherwise, returns this form.
    func shared(with other: Form?) -> Form {
      guard let other, other.layout == layout, other.item == item, other.name == name,
        other.isCellHeading == isCellHeading, other.continuesItem == continuesItem, other.leading == leading
      else { return self }
      return other
    }
  }

  /// Whether the paragraph is only an empty line.
  var isEmptyLine: Bool {
    content.isEmpty && form.item == nil && form.name.containers.isEmpty && form.name.kind == .paragraph
  }
}
