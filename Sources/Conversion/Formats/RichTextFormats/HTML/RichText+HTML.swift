public import Foundation
public import ProfferConversions
package import TextEncodings

extension RichText {
  /// Returns the encoding in which ``readHTML(_:encodingName:)`` reads a page, and the evidence for the
  /// encoding.
  package static func encodingOfHTML(_ data: Data, encodingName: String? = nil) -> EncodingDetection {
    var warnings: [String] = []
    return HTMLDocument.detection(of: data, encodingName, &warnings)
  }

  /// Reads a whole HTML page, or a part of a page, as browsers display it.
  ///
  /// Every input is accepted. An element that is not closed, or closed in the wrong order, ends where
  /// browsers end the element. White space is treated as in browsers, and line ends in the source become
  /// soft breaks. Styles are applied if rich text can express the styles. Styles are read from `style`
  /// attributes and from the style sheets of the document, with selectors for elements, classes,
  /// identifiers and ancestors. The dialects of Word (lists as paragraphs), Google Docs, browsers and
  /// Apple's converters are supported. If the page is clipboard content, only the part between the fragment
  /// marks is read.
  ///
  /// Active content is dropped and counted: scripts, event handlers and links that run scripts (`scripts`,
  /// `links`). Hidden text is omitted and counted (`characters`). Styles that `RichText` cannot express,
  /// such as borders and line heights, are not counted, except for the background of the page.
  ///
  /// - Parameters:
  ///   - data: the bytes of the page. The encoding is the first of these that is known: the byte order
  ///     mark, `encodingName`, the encoding that the page declares, the result of
  ///     `TextEncoding.detection(in:)`.
  ///   - encodingName: the encoding that a protocol header declares; nil if no header declares an encoding.
  /// - Returns: the text and the losses.
  public static func readHTML(_ data: Data, encodingName: String? = nil) -> Reading<RichText> {
    readHTML(HTMLDocument(data, encodingName: encodingName))
  }

  /// Reads HTML within limits.
  ///
  /// - Parameters:
  ///   - data: the bytes of the page.
  ///   - encodingName: the encoding that a protocol header declares; nil if no header declares an encoding.
  ///   - limits: the limits on the page and on the text.
  /// - Returns: the text and the losses.
  /// - Throws: ``CoderError`` with the code `tooLarge` or `tooDeep` if a limit is exceeded.
  public static func readHTML(
    _ data: Data, encodingName: String? = nil, limits: ReadingLimits
  ) throws(CoderError) -> Reading<RichText> {
    try limits.check(byteCount: data.count)
    return try limits.checked(readHTML(data, encodingName: encodingName), as: .richText)
  }

  /// Reads HTML that is already decoded, and ignores an encoding that the page declares.
  ///
  /// - Parameter text: the page.
  /// - Returns: the text and the losses.
  public static func readHTML(_ text: String) -> Reading<RichText> { readHTML(HTMLDocument(text)) }

  /// Reads XHTML like HTML, but with the self-closing elements and CDATA sections of XML.
  ///
  /// - Parameters:
  ///   - data: the bytes of the page.
  ///   - encodingName: the encoding that a protocol header declares; nil if no header declares an encoding.
  /// - Returns: the text and the losses.
  public static func readXHTML(_ data: Data, encodingName: String? = nil) -> Reading<RichText> {
    readHTML(HTMLDocument(data, encodingName: encodingName), isXML: true)
  }

  /// Reads XHTML within limits.
  ///
  /// - Parameters:
  ///   - data: the bytes of the page.
  ///   - encodingName: the encoding that a protocol header declares; nil if no header declares an encoding.
  ///   - limits: the limits on the page and on the text.
  /// - Returns: the text and the losses.
  /// - Throws: ``CoderError`` with the code `tooLarge` or `tooDeep` if a limit is exceeded.
  public static func readXHTML(
    _ data: Data, encodingName: String? = nil, limits: ReadingLimits
  ) throws(CoderError) -> Reading<RichText> {
    try limits.check(byteCount: data.count)
    return try limits.checked(readXHTML(data, encodingName: encodingName), as: .richText)
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

  /// Emits the events of a page, block by block.
  ///
  /// A long page is read twice, so that its blocks need not be held in memory.
  ///
  /// - Parameter heldByteCount: the maximum number of bytes of a page that is read at once.
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
    reader.meter = ReadingMeter(of: source)
    var anchors = KeptAnchors { _ in true }
    func take(_ block: RichText.Block) throws {
      try RichTextEvent.emit(anchors.kept(in: block), emit)
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
  /// - Parameter html: the page, or a part of a page.
  public init(html: String) { self = RichText.readHTML(html).value }

  /// Returns the text as an HTML document, without reporting losses.
  ///
  /// `writeHTML()` also reports losses.
  ///
  /// - Returns: the page.
  public func html() -> String { String(decoding: writeHTML().data, as: UTF8.self) }
}

extension CoderSet {
  /// Coders for HTML and XHTML.
  ///
  /// The readers accept `public.html`, `public.xhtml` and types that conform to them. The writers write
  /// `public.html` and `public.xhtml`.
  public static let html = CoderSet(
    readers: [
      RepresentationReader(
        "html", reads: ["public.html"], as: .richText, mayLose: webReaderLosses, holdsDocument: true,
        streaming: { source, emit in
          var pictures = CarriedPictures(of: source)
          let report = try RichText.streamHTML(source) { try emit(pictures.carrying($0)) }
          return pictures.adding(to: report)
        }, collect: { try RichText.collected($0) }),
      RepresentationReader(
        "xhtml", reads: ["public.xhtml"], as: .richText, mayLose: webReaderLosses, holdsDocument: true,
        streaming: { source, emit in
          var pictures = CarriedPictures(of: source)
          let report = try RichText.streamHTML(source, isXML: true) { try emit(pictures.carrying($0)) }
          return pictures.adding(to: report)
        }, collect: { try RichText.collected($0) }),
    ],
    writers: [
      RepresentationWriter(
        "html", writes: ["public.html"], from: .richText, mayLose: webWriterLosses,
        streaming: { _ in HTMLSink(isXML: false) }, events: { try $0.emit($1) }
      ).placingPictures(.anywhere),
      RepresentationWriter(
        "xhtml", writes: ["public.xhtml"], from: .richText, mayLose: webWriterLosses,
        streaming: { _ in HTMLSink(isXML: true) }, events: { try $0.emit($1) }
      ).placingPictures(.anywhere),
    ])

  /// The kinds of losses when writing web pages.
  private static let webWriterLosses: [LossKind] = [.characters, .images, .links, .metadata]
}
