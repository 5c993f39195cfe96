import Foundation
import ProfferConversions
import RichTextFormats
import XMLText

/// Writes OpenDocument text that LibreOffice, Word and other programs show in the same way.
///
/// The body is written first, and the styles and pictures in the body are recorded. The files are then written
/// from these records. Names and numbers follow the order of the text, so that equal texts give equal bytes.
///
/// Lists, tables, footnotes and headings have elements of their own. OpenDocument has no quotations, code
/// blocks, definition lists, rules and row headings; the names of paragraph styles express these blocks, as in
/// RTF and Word documents. See ``ParagraphStyleName``.
struct ODTWriter {
  typealias File = WrittenOpenDocument.File

  /// The place of a block in the enclosing blocks of the innermost cell or footnote.
  struct Place {
    /// The kind of the text that contains the blocks.
    enum Story { case body, cell, headerCell, footnote }

    var story = Story.body
    /// The open quotations, list items and definitions of terms.
    var containers: [ParagraphStyleName.Container] = []
    /// The containers around the innermost table; nil outside of tables, and for a table without containers.
    var aroundTable: [ParagraphStyleName.Container]?
    var isInRowHeading = false
    var cellAlignment: RichText.Alignment?
    /// The open lists, from the outermost.
    var lists: [OpenList] = []
  }

  /// A function that converts a picture of an unsupported type to PNG.
  let pictureConversion: PictureConversion?
  var body = XMLWriter(isDocument: false)
  var losses = LossCounter()
  var sheet = ODTStyleSheet()
  var pictures = ODTPictures()
  var place = Place()
  /// The number of open elements for lists, tables and footnotes.
  var elementDepth = 0
  /// Whether the next paragraph or table begins a page.
  var hasPendingPageBreak = false
  /// The style of the paragraph that is being written.
  var openStyle = ODTNamedStyle.textBody
  /// The language of the document.
  private(set) var language: String?
  /// The number of footnotes so far.
  var noteCount = 0
  /// The number of tables so far.
  var tableCount = 0
  /// The budget of grid positions without a cell, shared by all tables.
  var cellBudget = CellBudget()
  var headingIdentifiers = HeadingIdentifiers()
  /// The names of the bookmarks so far.
  var bookmarks: Set<String> = []
  /// The anchors that are targets of links, without percent encoding.
  private(set) var targets: Set<String> = []

  /// The maximum number of nested elements for lists, tables and footnotes.
  ///
  /// Readers of XML limit the depth of elements. Paragraphs and text add a few further elements.
  static let elementDepthLimit = 200
  /// The maximum nesting depth of quotations, lists and definitions of terms in a cell.
  ///
  /// The name of a paragraph style contains the names of all containers, also of those around its table.
  static let containerLimit = 30

  init(pictures pictureConversion: PictureConversion?) { self.pictureConversion = pictureConversion }

  /// Returns the files of the package and the losses.
  static func write(
    _ text: RichText, pictures pictureConversion: PictureConversion?
  ) -> (files: [File], losses: [Loss]) {
    var writer = ODTWriter(pictures: pictureConversion)
    let files = writer.files(of: text.normalized())
    return (files, writer.losses.total)
  }

  private mutating func files(of text: RichText) -> [File] {
    for name in text.anchorTargets { targets.insert(name.removingPercentEncoding ?? name) }
    language = text.metadata.language
    write(text.blocks)
    endPage()
    let metadata = ODTMetadata(text.metadata)
    let content = contentFile()
    var files = [
      File(name: "content.xml", bytes: content),
      File(name: "styles.xml", bytes: sheet.stylesFile(language: metadata.language, &losses)),
      File(name: "meta.xml", bytes: metadata.file(&losses)),
    ]
    files += pictures.files
    return WrittenOpenDocument.package(of: files, type: "application/vnd.oasis.opendocument.text")
  }

  private mutating func contentFile() -> [UInt8] {
    var xml = XMLWriter()
    xml.begin("office:document-content", attributes: WrittenOpenDocument.attributes)
    sheet.writeAutomaticStyles(to: &xml, &losses)
    xml.begin("office:body")
    xml.begin("office:text")
    xml.add(body.bytes)
    xml.end("office:text")
    xml.end("office:body")
    xml.end("office:document-content")
    losses.add(.characters, WrittenOpenDocument.forbiddenDetail, count: body.droppedCount + xml.droppedCount)
    return xml.bytes
  }

  /// Returns whether a link targets a name.
  func isTarget(_ name: String) -> Bool { targets.contains(name) }
}
