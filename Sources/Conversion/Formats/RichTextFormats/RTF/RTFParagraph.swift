/// A part of an RTF text: a paragraph, a table or a page break.
enum RTFPiece {
  case paragraph(RTFParagraph)
  case table([RTFRow])
  case pageBreak
}

/// A paragraph of RTF whose list and quotations have not been determined yet.
struct RTFParagraph {
  /// The content in normalized form.
  var content: [RichText.Inline]
  /// The properties of the paragraph; consecutive paragraphs with equal properties share the object.
  let form: Form

  /// The properties of a paragraph.
  final class Form: Sendable {
    /// The kind and the containers of the paragraph, according to the name of its style.
    let name: ParagraphStyleName
    let layout: RTFLayout
    /// The list item that begins with the paragraph; nil if no item begins.
    let item: ParagraphItem?
    /// Whether the paragraph has a style for column headings.
    let isCellHeading: Bool

    init(name: ParagraphStyleName, layout: RTFLayout, item: ParagraphItem?, isCellHeading: Bool) {
      self.name = name
      self.layout = layout
      self.item = item
      self.isCellHeading = isCellHeading
    }

    /// Returns `other` if it is equal to this form; otherwise, returns this form.
    func shared(with other: Form?) -> Form {
      guard let other, other.layout == layout, other.item == item, other.name == name,
        other.isCellHeading == isCellHeading
      else { return self }
      return other
    }
  }

  /// Whether the paragraph is only an empty line.
  var isEmptyLine: Bool {
    content.isEmpty && form.item == nil && form.name.containers.isEmpty && form.name.kind == .paragraph
  }
}
