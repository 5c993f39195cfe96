public import Foundation
public import ProfferConversions
package import TextEncodings

extension RichText {
  /// The encoding that ``readHTML(_:encodingName:)`` reads a page in, and what says so.
  package static func encodingOfHTML(_ data: Data, encodingName: String? = nil) -> EncodingDetection {
    var warnings: [String] = []
    return HTMLDocument.detection(of: data, encodingName, &warnings)
  }

  /// Reads HTML, whole pages and parts of one, as browsers show it.
  ///
  /// No input is refused. What is not closed, or closed in the wrong order, ends where browsers end it, and
  /// white space shows as they show it; lines of the source end in soft breaks. Styles count where a rich
  /// text can say what they say: those of `style` attributes and of the document's own style sheets, by
  /// elements, classes, identifiers and the elements around. The dialects of Word (lists as paragraphs),
  /// Google Docs, browsers and Apple's converters are known. Of a clipboard's content, only the part
  /// between its marks is read.
  ///
  /// Nothing active comes through: scripts, event handlers and links that run something are dropped and
  /// counted (`scripts`, `links`). Looks that no part of `RichText` stands for, such as borders and line
  /// heights, are not counted; the background of the page is. Hidden text is left out and counted (`characters`).
  ///
  /// - Parameters:
  ///   - data: the bytes. Their encoding is that of a byte order mark, otherwise the one given, otherwise the one that
  ///     the text names, otherwise what `TextEncoding.detection(in:)` finds.
  ///   - encodingName: the encoding as a protocol named it; nil if none did.
  /// - Returns: the text, with what was lost.
  public static func readHTML(_ data: Data, encodingName: String? = nil) -> Reading<RichText> {
    readHTML(HTMLDocument(data, encodingName: encodingName))
  }

  /// Reads HTML that has become text already; what it says about its encoding does not count.
  ///
  /// - Parameter text: the page.
  /// - Returns: the text, with what was lost.
  public static func readHTML(_ text: String) -> Reading<RichText> { readHTML(HTMLDocument(text)) }

  /// Reads XHTML: the same, with XML's elements that end themselves and its sections of plain characters.
  ///
  /// - Parameters:
  ///   - data: the bytes of the page.
  ///   - encodingName: the encoding as a protocol named it; nil if none did.
  /// - Returns: the text, with what was lost.
  public static func readXHTML(_ data: Data, encodingName: String? = nil) -> Reading<RichText> {
    readHTML(HTMLDocument(data, encodingName: encodingName), isXML: true)
  }

  static func readHTML(
    _ document: HTMLDocument, isXML: Bool = false, base: URL? = nil, resources: WebResources = WebResources()
  ) -> Reading<RichText> {
    var reader = HTMLReader(document.text, isXML: isXML, base: document.base ?? base, resources: resources)
    for warning in document.warnings { reader.warn(warning) }
    reader.read()
    var text = RichText(reader.finish(), metadata: reader.metadata)
    if reader.hasAnchors { text = text.keepingAnchors { _ in true } }
    return Reading(text, losses: document.losses + reader.losses.total, warnings: reader.warnings)
  }

  /// Emits a page: a long one block by block, for which it is read twice.
  ///
  /// - Parameter heldByteCount: the length up to which a page is read whole.
  static func streamHTML(
    _ source: RepresentationSource, isXML: Bool = false, heldByteCount: Int = CoderSet.longestHeld,
    _ emit: (RichTextEvent) throws -> Void
  ) throws -> StepReport {
    let document = HTMLDocument(source.data, encodingName: source.declaredEncodingName)
    guard source.data.count > heldByteCount else {
      let reading = readHTML(document, isXML: isXML)
      try reading.value.emit(emit)
      return StepReport(losses: reading.losses, warnings: reading.warnings)
    }
    var first = HTMLReader(document.text, isXML: isXML, base: document.base)
    let survey = first.surveyed()
    var reader = HTMLReader(document.text, isXML: isXML, base: document.base)
    for warning in document.warnings { reader.warn(warning) }
    reader.use(survey)
    var anchors = survey.hasAnchors ? KeptAnchors { _ in true } : nil
    func take(_ block: RichText.Block) throws {
      try RichTextEvent.emit(anchors?.kept(in: block) ?? block, emit)
    }
    try emit(.beginning(survey.metadata, isPlain: false))
    try reader.read(take)
    for block in reader.finish() { try take(block) }
    return StepReport(losses: document.losses + reader.losses.total, warnings: reader.warnings)
  }
}

extension RichText {
  /// Makes a text of HTML, without reporting losses.
  ///
  /// `readHTML(_:)` also reports losses.
  ///
  /// - Parameter html: the page, or a part of one.
  public init(html: String) { self = RichText.readHTML(html).value }

  /// The text as an HTML document, without reporting losses.
  ///
  /// `writeHTML()` also reports losses.
  ///
  /// - Returns: the page.
  public func html() -> String { String(decoding: writeHTML().data, as: UTF8.self) }
}

extension CoderSet {
  /// HTML and XHTML: reads `public.html` and `public.xhtml` with all that conforms to them, and writes these
  /// two.
  public static let html = CoderSet(
    readers: [
      RepresentationReader(
        "html", reads: ["public.html"], as: .richText, mayLose: webReaderLosses, holdsDocument: true,
        streaming: { try RichText.streamHTML($0, $1) }, collect: { try RichText.collected($0) }),
      RepresentationReader(
        "xhtml", reads: ["public.xhtml"], as: .richText, mayLose: webReaderLosses, holdsDocument: true,
        streaming: { try RichText.streamHTML($0, isXML: true, $1) }, collect: { try RichText.collected($0) }),
    ],
    writers: [
      RepresentationWriter(
        "html", writes: ["public.html"], from: .richText, mayLose: webWriterLosses,
        streaming: { _ in HTMLSink(isXML: false) }, events: { try $0.emit($1) }),
      RepresentationWriter(
        "xhtml", writes: ["public.xhtml"], from: .richText, mayLose: webWriterLosses,
        streaming: { _ in HTMLSink(isXML: true) }, events: { try $0.emit($1) }),
    ])

  /// What writing web pages can lose.
  private static let webWriterLosses: [LossKind] = [.characters, .images, .links, .metadata]
}
