public import Foundation
public import ProfferConversions
package import TextEncodings

extension RichText {
  /// The encoding in which ``readHTML(_:encodingName:)`` reads a page, and how it was determined.
  package static func encodingOfHTML(_ data: Data, encodingName: String? = nil) -> EncodingDetection {
    var warnings: [String] = []
    return HTMLDocument.detection(of: data, encodingName, &warnings)
  }

  /// Reads a whole HTML page or a part of one, with the result that browsers show.
  ///
  /// Every input is accepted. Elements that are not closed, or closed in the wrong order, end where
  /// browsers end them. White space is treated as in browsers; line ends in the source become soft
  /// breaks. Styles are applied if rich text can express them: styles from `style` attributes and from
  /// the document's own style sheets, with selectors for elements, classes, identifiers and ancestors.
  /// The dialects of Word (lists as paragraphs), Google Docs, browsers and Apple's converters are
  /// supported. If the page is clipboard content, only the part between the fragment marks is read.
  ///
  /// Active content is removed: scripts, event handlers and links that run scripts are dropped and
  /// counted (`scripts`, `links`). Styles that `RichText` cannot express, such as borders and line
  /// heights, are not counted, except for the background of the page. Hidden text is omitted and counted
  /// (`characters`).
  ///
  /// - Parameters:
  ///   - data: the bytes. The encoding is the first of these that is known: the byte order mark,
  ///     `encodingName`, the encoding that the page declares, the result of
  ///     `TextEncoding.detection(in:)`.
  ///   - encodingName: the encoding as a protocol named it; nil if none did.
  /// - Returns: the text, with what was lost.
  public static func readHTML(_ data: Data, encodingName: String? = nil) -> Reading<RichText> {
    readHTML(HTMLDocument(data, encodingName: encodingName))
  }

  /// Reads HTML that is already decoded; an encoding declared in the page is ignored.
  ///
  /// - Parameter text: the page.
  /// - Returns: the text, with what was lost.
  public static func readHTML(_ text: String) -> Reading<RichText> { readHTML(HTMLDocument(text)) }

  /// Reads XHTML, which is read like HTML, but with XML's self-closing elements and CDATA sections.
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

  /// Emits a page; a long page is read twice and emitted block by block.
  ///
  /// - Parameter heldByteCount: the maximum length of a page that is read at once.
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
  /// Converts HTML to rich text without reporting losses.
  ///
  /// `readHTML(_:)` also reports losses.
  ///
  /// - Parameter html: the page, or a part of one.
  public init(html: String) { self = RichText.readHTML(html).value }

  /// Returns the text as an HTML document, without reporting losses.
  ///
  /// `writeHTML()` also reports losses.
  ///
  /// - Returns: the page.
  public func html() -> String { String(decoding: writeHTML().data, as: UTF8.self) }
}

extension CoderSet {
  /// HTML and XHTML: reads `public.html`, `public.xhtml` and types that conform to them, and writes these
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

  /// The kinds of losses when writing web pages.
  private static let webWriterLosses: [LossKind] = [.characters, .images, .links, .metadata]
}
