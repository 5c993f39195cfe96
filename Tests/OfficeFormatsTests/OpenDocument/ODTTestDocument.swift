import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats
import XMLText
import ZipArchives

/// An OpenDocument text for a test: the content of its parts as XML.
struct ODTTestDocument {
  var body = ""
  var automaticStyles = ""
  /// The common styles besides Standard.
  var styles = ""
  var masterStyles = ""
  /// Automatic styles of the page styles, such as page layouts.
  var pageLayouts = ""
  var metadata = ""
  var fonts = ""
  var defaultText = #"fo:font-size="12pt" style:font-name="Serif""#
  var defaultParagraph = ""
  var before = ""

  init(_ body: String = "") { self.body = body }

  static let namespaces = [
    ("office", "urn:oasis:names:tc:opendocument:xmlns:office:1.0"),
    ("style", "urn:oasis:names:tc:opendocument:xmlns:style:1.0"),
    ("text", "urn:oasis:names:tc:opendocument:xmlns:text:1.0"),
    ("table", "urn:oasis:names:tc:opendocument:xmlns:table:1.0"),
    ("draw", "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"),
    ("meta", "urn:oasis:names:tc:opendocument:xmlns:meta:1.0"),
    ("fo", "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"),
    ("svg", "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"),
    ("dc", "http://purl.org/dc/elements/1.1/"), ("xlink", "http://www.w3.org/1999/xlink"),
    ("math", "http://www.w3.org/1998/Math/MathML"),
    ("script", "urn:oasis:names:tc:opendocument:xmlns:script:1.0"),
    ("loext", "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"),
  ].map { #" xmlns:\#($0)="\#($1)""# }.joined()

  private var commonStyles: String {
    """
    <office:styles><style:default-style style:family="paragraph"><style:paragraph-properties \
    \(defaultParagraph)/><style:text-properties \(defaultText)/></style:default-style>\
    <style:style style:name="Standard" style:family="paragraph"/>\(styles)</office:styles>
    """
  }

  private var content: String {
    "<office:body><office:text>\(body)</office:text></office:body>"
  }

  private var fontFaces: String { "<office:font-face-decls>\(fonts)</office:font-face-decls>" }

  /// The document in the flat form.
  var flat: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>\(before)<office:document\(Self.namespaces) office:version="1.3" \
    office:mimetype="application/vnd.oasis.opendocument.text"><office:meta>\(metadata)</office:meta>\
    \(fontFaces)\(commonStyles)<office:automatic-styles>\(automaticStyles)\(pageLayouts)\
    </office:automatic-styles><office:master-styles>\(masterStyles)</office:master-styles>\(content)\
    </office:document>
    """
  }

  /// The files of the document in the package form, in their order.
  func files(mimetype: String = "application/vnd.oasis.opendocument.text") -> [(name: String, text: String)] {
    let attributes = Self.namespaces + #" office:version="1.3""#
    return [
      ("mimetype", mimetype),
      (
        "content.xml",
        """
        <office:document-content\(attributes)>\(fontFaces)<office:automatic-styles>\(automaticStyles)\
        </office:automatic-styles>\(content)</office:document-content>
        """
      ),
      (
        "styles.xml",
        """
        <office:document-styles\(attributes)>\(fontFaces)\(commonStyles)<office:automatic-styles>\
        \(pageLayouts)</office:automatic-styles><office:master-styles>\(masterStyles)\
        </office:master-styles></office:document-styles>
        """
      ),
      (
        "meta.xml",
        "<office:document-meta\(attributes)><office:meta>\(metadata)</office:meta></office:document-meta>"
      ),
      ("META-INF/manifest.xml", Self.manifest()),
    ]
  }

  /// Returns a manifest with some further files, each with its media type.
  static func manifest(_ files: [(name: String, mediaType: String)] = [], entry: String = "") -> String {
    let standard = [
      ("/", "application/vnd.oasis.opendocument.text"), ("content.xml", "text/xml"),
      ("styles.xml", "text/xml"), ("meta.xml", "text/xml"),
    ]
    let entries = (standard + files.map { ($0.name, $0.mediaType) }).map {
      #"<manifest:file-entry manifest:full-path="\#($0)" manifest:media-type="\#($1)"/>"#
    }.joined()
    return """
      <manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" \
      manifest:version="1.3">\(entries)\(entry)</manifest:manifest>
      """
  }

  /// Returns an archive of files.
  static func archive(_ files: [(name: String, text: String)], _ others: [(String, [UInt8])] = []) -> Data {
    var writer = ZipPackageWriter()
    for (name, text) in files { writer.add(name, Array(text.utf8), isStored: name == "mimetype") }
    for (name, bytes) in others { writer.add(name, bytes) }
    return writer.finish()
  }

  // MARK: Reading

  func read(_ options: OfficeReadingOptions = OfficeReadingOptions()) throws -> Reading<RichText> {
    try RichText.readODT(Data(flat.utf8), options: options)
  }

  /// The blocks that the document is read as.
  var blocks: [RichText.Block] { get throws { try read().value.blocks } }

  /// The losses that reading the document reports, for display.
  var losses: [String] { get throws { try read().losses.map(\.description) } }
}

extension RichText.Block {
  /// A paragraph of plain text.
  static func text(_ text: String) -> RichText.Block { .paragraph(RichText.Paragraph([.text(text)])) }

  static func content(_ inlines: RichText.Inline...) -> RichText.Block {
    .paragraph(RichText.Paragraph(inlines))
  }

  static func heading(_ level: Int, _ text: String) -> RichText.Block {
    .heading(level: level, RichText.Paragraph([.text(text)]))
  }

  /// A tight list whose items are one paragraph each.
  static func items(_ marker: RichText.Marker, _ texts: String...) -> RichText.Block {
    .list(RichText.List(marker, items: texts.map { RichText.ListItem([.text($0)]) }))
  }
}
