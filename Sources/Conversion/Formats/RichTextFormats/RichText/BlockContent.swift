/// The blocks of a list item or table cell; a single paragraph of plain text takes no memory of its own.
///
/// A table of a million cells, or a list of a million items, would otherwise take two arrays for each.
struct BlockContent: Sendable {
  private enum Storage {
    /// One paragraph with the default layout, whose only content is nonempty text.
    case text(String)
    case blocks([RichText.Block])
  }

  private var storage: Storage

  init(_ blocks: [RichText.Block]) {
    if blocks.count == 1, case .paragraph(let paragraph) = blocks[0], paragraph.content.count == 1,
      case .text(let text) = paragraph.content[0], !text.isEmpty, paragraph.layout == RichText.Layout()
    {
      storage = .text(text)
    } else {
      storage = .blocks(blocks)
    }
  }

  /// The text, if the content is one paragraph of plain text with the default layout.
  var plainText: String? { if case .text(let text) = storage { text } else { nil } }

  var blocks: [RichText.Block] {
    get {
      switch storage {
      case .text(let text): [.paragraph(RichText.Paragraph([.text(text)]))]
      case .blocks(let blocks): blocks
      }
    }
    _modify {
      // The storage gives up its reference, so that the array is changed in place.
      var blocks = self.blocks
      storage = .blocks([])
      defer { self = BlockContent(blocks) }
      yield &blocks
    }
  }
}

extension BlockContent: Equatable {
  static func == (first: BlockContent, second: BlockContent) -> Bool {
    if let text = first.plainText, let other = second.plainText { return text == other }
    return first.blocks == second.blocks
  }
}
