import Foundation
import ProfferConversions
import RichTextFormats
import XMLText

/// Reads OpenDocument text in one pass.
///
/// The styles of `styles.xml` are read first, then the metadata, and then the content, whose automatic styles
/// precede its text. A flat document has these parts in the same order in one file.
///
/// The content is read event by event. Each open element has an entry in ``scopes``, which determines the
/// action at its end. Each text with its own blocks, such as a cell or a note, is a flow.
///
/// Source: ODF 1.3 part 3.
struct ODTReader {
  /// The action at the end of an open element.
  enum Scope: Equatable {
    /// An element without effect, between paragraphs or in a paragraph.
    case block, inline
    case paragraph
    /// An element whose text has its own format.
    case span
    /// A link; the number is the ``ODTOpenParagraph/contentCount`` at its beginning.
    case link(Int)
    /// A field; the number is the content count at its beginning.
    case field(Int)
    case list, item, listHeader, numberedParagraph
    case table, columns, headerColumns, rows, headerRows, row, cell, coveredCell
    case note, noteBody
    case frame, frameLink, textBox, shape
    /// A section that is not shown.
    case hidden
    case trackedChanges, changedRegion, deletion, insertion
  }

  /// A text with its own blocks.
  struct Flow {
    enum Kind { case body, cell, note, deletion }

    var kind: Kind
    var blocks: ODTBlocks
    var lists: [ODTOpenList] = []
    /// The number of lists around the innermost text box.
    var listBase = 0
    /// The number of open paragraphs around the flow.
    var paragraphBase: Int
    /// The depth of the lists around the text box for each open text box.
    var listBases: [Int] = []
    /// The paragraphs and blocks of a deletion.
    var pieces: [ODTDeletedPiece] = []
  }

  let options: OfficeReadingOptions
  var package: OpenDocumentPackage
  var xml: XMLReader<ODTName>
  /// The file that is being read, for errors.
  var part = ""
  var styles = ODTStyles()
  var metadata = RichText.Metadata()
  var initialCreator: String?
  var lastCreator: String?
  var keywords: [String] = []
  /// The words of the first paragraph with the style Title.
  var title: String?
  var hasText = false

  var scopes: [Scope] = []
  var flows: [Flow] = []
  var paragraphs: [ODTOpenParagraph] = []
  var tables: [ODTTable] = []
  var frames: [ODTFrame] = []
  var slides: ODTSlides
  /// The links around frames.
  var frameLinks: [RichText.Link] = []
  var numbers = ODTNumbers()
  /// The numbers of the last headings, by level.
  var headingNumbers = [Int?](repeating: nil, count: ODTListStyle.levelCount)
  var noteDepth = 0
  var changes = ODTChanges()
  /// The number of open sections that are not shown.
  var hiddenCount = 0
  var isConcealing = false
  /// The number of text bytes in the blocks at the beginning of each open text box.
  var textBoxStarts: [Int] = []
  /// The number of spaces that `text:s` elements may still produce.
  var spaces = RepeatedSpaces(byteCount: 0)
  var cellBudget = CellBudget()
  /// Whether a paragraph or table has begun.
  var hasContent = false
  var hasAnchors = false
  /// Whether a link leads to a heading by its text.
  var hasOutlineLinks = false
  var losses = LossCounter()
  var warnings: [String] = []

  /// Whether content is dropped, because it is in a hidden section or in an insertion that is rejected.
  var isDropping: Bool { hiddenCount > 0 || changes.isInInsertion }

  init(
    _ package: OpenDocumentPackage, isPresentation: Bool, _ options: OfficeReadingOptions
  ) throws {
    slides = ODTSlides(isPresentation: isPresentation)
    self.package = package
    self.options = options
    xml = try XMLReader([], ODTName.vocabulary, depthLimit: options.limits.depth)
    changes.areRejected = options.changes == .rejected
    warnings = package.warnings
  }

  // MARK: Documents

  /// Reads a document.
  static func read(
    _ data: Data, isPresentation: Bool, _ options: OfficeReadingOptions
  ) throws -> Reading<RichText> {
    let package = try OpenDocumentPackage(
      data,
      mediaTypes: isPresentation
        ? ["presentation", "presentation-template"]
        : ["text", "text-template", "text-master", "text-master-template", "text-web"],
      limits: options.limits)
    var reader = try ODTReader(package, isPresentation: isPresentation, options)
    return try reader.read()
  }

  private mutating func read() throws -> Reading<RichText> {
    flows.append(
      Flow(
        kind: .body, blocks: ODTBlocks(depthLimit: RichText.depthLimit),
        paragraphBase: 0))
    if let flat = package.flat {
      try read(flat, part: "the document", root: .officeDocument)
    } else {
      try readParts()
    }
    guard hasText else {
      throw CoderError(
        .wrongFormat,
        slides.isPresentation
          ? "this is not an OpenDocument presentation: there is no element “office:presentation”"
          : "this is not OpenDocument text: there is no element “office:text”",
        subject: part)
    }
    return finish()
  }

  private mutating func readParts() throws {
    if let bytes = try package.content(of: "styles.xml") {
      try read(bytes, part: "styles.xml", root: .officeDocumentStyles)
    } else {
      warnings.append("the package has no styles.xml")
    }
    if let bytes = try package.content(of: "meta.xml") {
      do {
        try read(bytes, part: "meta.xml", root: .officeDocumentMeta)
      } catch let error as XMLError where error.code != .tooDeep {
        warnings.append("meta.xml is malformed: \(error.message)")
      }
    }
    guard let bytes = try package.content(of: "content.xml") else {
      throw CoderError(.wrongFormat, "the package has no content.xml, so it is not an OpenDocument file")
    }
    try read(bytes, part: "content.xml", root: .officeDocumentContent)
    if package.hasMacros { losses.add(.scripts, "macros") }
    if package.isSigned { losses.add(.metadata, "digital signatures") }
  }

  /// Reads a file of the package, or a flat document.
  private mutating func read(_ bytes: [UInt8], part: String, root: ODTName) throws {
    self.part = part
    spaces = RepeatedSpaces(byteCount: bytes.count)
    xml = try XMLReader(bytes, ODTName.vocabulary, depthLimit: options.limits.depth)
    while let event = try xml.next() {
      guard case .begin(let name) = event else { continue }
      guard name == root else {
        throw CoderError(
          .wrongFormat, "the outermost element is “\(xml.localName)”, but must be “\(root.rawValue)”",
          subject: part)
      }
      try readChildren(isOnlyStyles: root == .officeDocumentStyles)
    }
  }

  private mutating func readChildren(isOnlyStyles: Bool) throws {
    let limit = options.limits.styleCount
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end = event { return }
        continue
      }
      switch name {
      case .officeMeta: try readMetadata()
      case .officeFontFaceDecls: try styles.readFonts(&xml)
      case .officeStyles: try styles.read(&xml, isAutomatic: false, onlyPages: false, limit: limit)
      case .officeAutomaticStyles:
        try styles.read(&xml, isAutomatic: true, onlyPages: isOnlyStyles, limit: limit)
      case .officeMasterStyles: try styles.readMasters(&xml)
      case .officeScripts: try readScripts()
      case .officeBody: try readBody()
      default: try xml.skipElement()
      }
    }
  }

  /// Counts the scripts of the document, which are in the current element.
  private mutating func readScripts() throws {
    var count = 0
    try xml.forEachChild { xml, _ in
      count += 1
      try xml.skipElement()
    }
    losses.add(.scripts, "macros", count: count)
  }

  /// Reads the body, which is the current element.
  private mutating func readBody() throws {
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end = event { return }
        continue
      }
      guard name == (slides.isPresentation ? .officePresentation : .officeText) else {
        throw CoderError(
          .wrongFormat, "this is an OpenDocument file of another kind: \(xml.localName)", subject: part)
      }
      hasText = true
      if slides.isPresentation { try readPresentation() } else { try readText() }
    }
  }

  /// Reads the text of the document, which is in the current element.
  private mutating func readText() throws {
    scopes = [.block]
    while !scopes.isEmpty, let event = try xml.next() {
      switch event {
      case .begin(let name): try begin(name)
      case .end: try end(scopes.removeLast())
      case .text: addText()
      }
    }
  }

  // MARK: End of the document

  private mutating func finish() -> Reading<RichText> {
    endHeldParagraph()
    var blocks = flows[0].blocks.finish()
    losses.add(contentsOf: flows[0].blocks.losses.total)
    if slides.isPresentation { swap(&blocks, &slides.blocks) }
    styles.pages.countLosses(in: &losses)
    changes.countLosses(in: &losses)
    if styles.hasLoop { warnings.append("a style inherits from itself, or from too many styles") }
    finishMetadata()
    if hasOutlineLinks { blocks = resolvingOutlineLinks(blocks) }
    var text = RichText(blocks, metadata: metadata)
    if hasAnchors {
      let targets = text.anchorTargets
      let spellings = Set(targets.flatMap { LinkAnchors.spellings(of: $0) })
      // The name of every slide is an anchor.
      let keepsAll = !slides.isPresentation
      text = text.keepingAnchors { keepsAll && !$0.hasPrefix("_") || spellings.contains($0) }
    }
    return Reading(text.normalized(), losses: losses.total, warnings: warnings)
  }
}
