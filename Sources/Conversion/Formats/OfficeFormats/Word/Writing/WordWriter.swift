import Foundation
import ProfferConversions
import RichTextFormats
import XMLText

/// Writes the parts of a Word document.
///
/// The body is written first, and the styles, lists, notes and pictures in the body are recorded. The other
/// parts are then written from these records.
struct WordWriter {
  /// A part with paragraphs, such as the body or the notes, and its relationships.
  struct Story {
    var xml = XMLWriter()
    var relationships = WrittenRelationships()
  }

  /// A function that converts a picture of an unsupported type to PNG.
  let pictureConversion: PictureConversion?
  /// The story that is being written; while a note is written, the other story is in ``otherStory``.
  var story = Story()
  var otherStory = Story()
  var losses = LossCounter()
  var warnings: [String] = []

  var styles = WrittenStyles()
  var lists: [WrittenList] = []
  var bookmarks = WrittenBookmarks()
  var media = WrittenMedia()
  var headingIdentifiers = HeadingIdentifiers()
  /// The names of the anchors that are targets of links, without percent encoding.
  let targets: Set<String>
  /// The language of the document.
  let language: String?
  /// The budget of grid positions without a cell, shared by all tables.
  var cellBudget = CellBudget()

  // Numbers of objects in the document.
  var noteCount = 0
  var drawingCount = 0
  var checkBoxCount = 0

  // The state of the writer.
  /// The open quotations, list items and definitions of terms inside the innermost cell.
  var containers: [ParagraphStyleName.Container] = []
  /// For each open container, whether the container already has content.
  var isBegun: [Bool] = []
  /// The containers around the innermost table; nil outside of tables, and for a table without containers.
  var aroundTable: [ParagraphStyleName.Container]?
  var tableDepth = 0
  /// Whether the innermost cell is a row heading.
  var isInRowHeading = false
  /// The alignment of the innermost cell.
  var cellAlignment: RichText.Alignment?
  var isInNote = false
  /// Whether the next paragraph is the first of a note, and begins with the note's reference mark.
  var wantsNoteMark = false
  /// The last element of the innermost body, cell or note.
  var lastElement = LastElement.none
  /// The list of the item that is being written; nil if a list in the item cannot be a level of that list.
  var itemList: (number: Int, level: Int)?
  /// The properties of paragraphs with the default layout, because most paragraphs have it.
  var plainParagraphs: [PlainParagraph: [UInt8]] = [:]

  enum LastElement { case none, paragraph, table }

  init(_ text: RichText, pictures pictureConversion: PictureConversion?) {
    self.pictureConversion = pictureConversion
    targets = Set(text.anchorTargets.map { $0.removingPercentEncoding ?? $0 })
    language = text.metadata.language.flatMap { LanguageTag.isTag($0) ? $0 : nil }
  }

  /// Writes a normalized text.
  ///
  /// - Returns: the parts in the order of the archive, and the losses and warnings.
  static func write(_ text: RichText, pictures: PictureConversion?) -> WrittenParts {
    var writer = WordWriter(text, pictures: pictures)
    if writer.language == nil, text.metadata.language != nil {
      writer.losses.add(.metadata, LanguageTag.detail)
    }
    writer.writeBody(text.blocks)
    return writer.document(text.metadata)
  }

  private mutating func writeBody(_ blocks: [RichText.Block]) {
    beginNotes()
    story.xml.beginStory("w:document")
    story.xml.begin("w:body")
    write(blocks)
    // A table must not be last.
    if lastElement != .paragraph { writeParagraph(Start()) }
    story.xml.begin("w:sectPr")
    story.xml.add("w:pgSz", ("w:w", "12240"), ("w:h", "15840"))
    story.xml.add(
      "w:pgMar", ("w:top", "1440"), ("w:right", "1440"), ("w:bottom", "1440"), ("w:left", "1440"),
      ("w:header", "720"), ("w:footer", "720"), ("w:gutter", "0"))
    story.xml.end("w:sectPr")
    story.xml.end("w:body")
    story.xml.end("w:document")
    otherStory.xml.end("w:footnotes")
  }

  /// The width of the text on a page, in twentieths of a point.
  static let textWidth = 9_360
  /// The height of the text on a page, in twentieths of a point.
  static let textHeight = 12_960

  /// The maximum nesting depth of quotations, lists and definitions of terms; with more, the names of styles
  /// would be longer than Word allows.
  static let containerLimit = 18
  /// The maximum nesting depth of tables.
  static let tableDepthLimit = 19
}

extension XMLWriter {
  /// Begins a part with paragraphs.
  mutating func beginStory(_ name: StaticString) {
    begin(
      name, ("xmlns:w", WrittenNamespaces.main), ("xmlns:r", WrittenNamespaces.relationships),
      ("xmlns:a", WrittenNamespaces.drawing), ("xmlns:pic", WrittenNamespaces.picture),
      ("xmlns:wp", WrittenNamespaces.wordDrawing), ("xmlns:mc", WrittenNamespaces.compatibility),
      ("xmlns:w14", WrittenNamespaces.word2010), ("mc:Ignorable", "w14"))
  }
}

/// The language of a text, as Word documents name it.
enum LanguageTag {
  /// The loss detail for languages that a document cannot name.
  static let detail = "languages that are not BCP 47 tags"

  /// Whether a text has the form of a BCP 47 tag: letters and digits, in parts of at most 8 characters.
  static func isTag(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return text.utf8.count <= 84
      && parts.allSatisfy { part in
        (1...8).contains(part.count)
          && part.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }
      }
  }
}
