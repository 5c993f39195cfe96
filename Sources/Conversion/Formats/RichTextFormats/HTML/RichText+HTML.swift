public import Conversions
public import Foundation

extension RichText {
  /// Reads HTML, whole pages and parts of one, as browsers show it.
  ///
  /// No input is refused. What is not closed, or closed in the wrong order, ends where browsers end it, and
  /// white space shows as they show it; lines of the source end in soft breaks. Styles count where a rich
  /// text can say what they say: those of `style` attributes and of the document's own style sheets, by
  /// elements, classes, identifiers and the elements around. The dialects of Word (lists as paragraphs),
  /// Google Docs, browsers and Apple's converters are known. Of a clipboard's content, only what stands
  /// between its marks is read.
  ///
  /// Nothing active comes through: scripts, event handlers and links that run something are dropped and
  /// counted (`scripts`, `links`). Looks that no part of `RichText` stands for, such as borders and line
  /// heights, are not counted; backgrounds of blocks are. Hidden text is left out with a warning.
  ///
  /// - Parameters:
  ///   - data: the bytes. Their encoding is that of a byte order mark, else the one given, else the one that the
  ///     text names, else UTF-8 if they are that, else Windows-1252.
  ///   - encodingName: the encoding as a protocol named it; nil if none did.
  public static func readHTML(_ data: Data, encodingName: String? = nil) -> Reading<RichText> {
    readHTML(HTMLDocument(data, encodingName: encodingName))
  }

  /// Reads HTML that has become text already; what it says about its encoding does not count.
  public static func readHTML(_ text: String) -> Reading<RichText> { readHTML(HTMLDocument(text)) }

  /// Reads XHTML: the same, with XML's elements that end themselves and its sections of plain characters.
  ///
  /// - Parameter encodingName: the encoding as a protocol named it; nil if none did.
  public static func readXHTML(_ data: Data, encodingName: String? = nil) -> Reading<RichText> {
    readHTML(HTMLDocument(data, encodingName: encodingName), isXML: true)
  }

  static func readHTML(
    _ document: HTMLDocument, isXML: Bool = false, base: URL? = nil, resources: WebResources = WebResources()
  ) -> Reading<RichText> {
    var reader = HTMLReader(document.text, isXML: isXML, base: document.base ?? base, resources: resources)
    for warning in document.warnings { reader.warn(warning) }
    reader.read()
    let blocks = reader.finish()
    reader.tally.add(.links, LinkedPlaces.detail, count: reader.places.lostCount)
    return Reading(
      RichText(blocks, metadata: reader.metadata), losses: document.losses + reader.tally.total,
      warnings: reader.warnings)
  }
}

extension RichText {
  /// Makes a text of HTML, without a word about what HTML says and a rich text cannot.
  ///
  /// `readHTML(_:)` tells what was lost.
  public init(html: String) { self = RichText.readHTML(html).value }

  /// The text as an HTML document, without a word about what was dropped.
  ///
  /// `writeHTML()` tells what was lost.
  public func html() -> String { String(decoding: writeHTML().data, as: UTF8.self) }
}
