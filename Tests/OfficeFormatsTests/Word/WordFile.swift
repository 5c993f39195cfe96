import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats
import ZipArchives

/// A Word document for tests, made from the XML of its parts.
struct WordFile {
  /// The content of `w:body`.
  var body = ""
  /// The content of `w:styles`; nil for no styles.
  var styles: String?
  var numbering: String?
  var settings: String?
  var theme: String?
  /// The content of `w:footnotes` and `w:endnotes`.
  var footnotes: String?
  var endnotes: String?
  /// The content of `cp:coreProperties`.
  var properties: String?
  /// Further relationships of the document: identifier, type, target.
  var relationships: [(String, String, String)] = []
  /// Further relationships of the document to locations outside of the package.
  var externals: [(String, String, String)] = []
  /// Further files.
  var files: [(String, [UInt8])] = []
  /// Further attributes of the media types, such as overrides.
  var contentTypes = ""
  var mediaType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
  var isStrict = false
  /// The name of the main part.
  var main = "word/document.xml"

  init(_ body: String = "") { self.body = body }

  static let namespaces = [
    "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "pic": "http://schemas.openxmlformats.org/drawingml/2006/picture",
    "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "dgm": "http://schemas.openxmlformats.org/drawingml/2006/diagram",
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
    "asvg": "http://schemas.microsoft.com/office/drawing/2016/SVG/main",
    "v": "urn:schemas-microsoft-com:vml", "o": "urn:schemas-microsoft-com:office:office",
    "x": "http://example.com/unknown",
  ]

  func element(_ name: String, _ content: String) -> [UInt8] {
    let declarations = Self.namespaces.sorted { $0.key < $1.key }
      .map { #" xmlns:\#($0.key)="\#(strict($0.value))""# }.joined()
    return Array(#"<?xml version="1.0"?><\#(name)\#(declarations)>\#(content)</\#(name)>"#.utf8)
  }

  private func strict(_ uri: String) -> String {
    guard isStrict else { return uri }
    return uri.replacingOccurrences(
      of: "http://schemas.openxmlformats.org/wordprocessingml/2006/",
      with: "http://purl.oclc.org/ooxml/wordprocessingml/"
    ).replacingOccurrences(
      of: "http://schemas.openxmlformats.org/officeDocument/2006/",
      with: "http://purl.oclc.org/ooxml/officeDocument/")
  }

  private func relationships(_ all: [(String, String, String, Bool)]) -> [UInt8] {
    let entries = all.map { identifier, type, target, isExternal in
      let namespace = strict("http://schemas.openxmlformats.org/officeDocument/2006/relationships/")
      let type = type.contains(":") ? type : namespace + type
      return #"<Relationship Id="\#(identifier)" Type="\#(type)" Target="\#(target)""#
        + (isExternal ? #" TargetMode="External"/>"# : "/>")
    }
    let xml =
      #"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">"#
      + entries.joined() + "</Relationships>"
    return Array(xml.utf8)
  }

  /// The parts by name.
  var parts: [(String, [UInt8])] {
    var links = relationships.map { ($0.0, $0.1, $0.2, false) } + externals.map { ($0.0, $0.1, $0.2, true) }
    var parts: [(String, [UInt8])] = []
    func add(_ type: String, _ element: String, _ content: String?) {
      guard let content else { return }
      parts.append(("word/\(type).xml", self.element(element, content)))
      links.append(("part-\(type)", type, "\(type).xml", false))
    }
    add("styles", "w:styles", styles)
    add("numbering", "w:numbering", numbering)
    add("settings", "w:settings", settings)
    add("theme", "a:theme", theme)
    add("footnotes", "w:footnotes", footnotes)
    add("endnotes", "w:endnotes", endnotes)
    let types =
      #"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">"#
      + #"<Default Extension="png" ContentType="image/png"/><Default Extension="xml" ContentType="application/xml"/>"#
      + #"<Override PartName="/\#(main)" ContentType="\#(mediaType)"/>\#(contentTypes)</Types>"#
    var root = [("main", "officeDocument", main, false)]
    if let properties {
      let xml =
        #"<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">"#
        + properties + "</cp:coreProperties>"
      parts.append(("docProps/core.xml", Array(xml.utf8)))
      root.append(
        (
          "core", "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
          "docProps/core.xml", false
        ))
    }
    let folder = main.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    let name = main.split(separator: "/").last ?? ""
    return [
      ("[Content_Types].xml", Array(types.utf8)), ("_rels/.rels", relationships(root)),
      (main, element("w:document", "<w:body>\(body)</w:body>")),
      ("\(folder)_rels/\(name).rels", relationships(links)),
    ] + parts + files
  }

  var data: Data { Self.archive(parts) }

  static func archive(_ parts: [(String, [UInt8])]) -> Data {
    var archive = ZipPackageWriter()
    for (name, bytes) in parts { archive.add(name, bytes) }
    return archive.finish()
  }

  func read(_ options: OfficeReadingOptions = OfficeReadingOptions()) throws -> Reading<RichText> {
    try RichText.readDOCX(data, options: options)
  }

  /// The blocks of the document.
  var blocks: [RichText.Block] { get throws { try read().value.blocks } }

  /// The inlines of the only paragraph.
  var inlines: [RichText.Inline] {
    get throws {
      let blocks = try blocks
      guard blocks.count == 1, case .paragraph(let paragraph) = blocks[0] else { throw Unexpected(blocks) }
      return paragraph.content
    }
  }

  /// The losses, each as its kind, detail and count.
  func losses(_ options: OfficeReadingOptions = OfficeReadingOptions()) throws -> [String] {
    try read(options).losses.map { "\($0.kind): \($0.detail ?? "") × \($0.count)" }
  }

  struct Unexpected: Error {
    let blocks: [RichText.Block]
    init(_ blocks: [RichText.Block]) { self.blocks = blocks }
  }
}

// MARK: - XML

/// A paragraph.
func p(_ text: String = "", _ properties: String = "") -> String {
  par(text.isEmpty ? "" : r(text), properties)
}

/// A paragraph with XML content.
func par(_ content: String, _ properties: String = "") -> String {
  "<w:p>\(properties.isEmpty ? "" : "<w:pPr>\(properties)</w:pPr>")\(content)</w:p>"
}

/// A run.
func r(_ text: String, _ properties: String = "") -> String {
  let text = text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  return run(#"<w:t xml:space="preserve">\#(text)</w:t>"#, properties)
}

/// A run with XML content.
func run(_ content: String, _ properties: String = "") -> String {
  "<w:r>\(properties.isEmpty ? "" : "<w:rPr>\(properties)</w:rPr>")\(content)</w:r>"
}

/// A property without content.
func on(_ name: String, _ value: String? = nil) -> String {
  value.map { #"<w:\#(name) w:val="\#($0)"/>"# } ?? "<w:\(name)/>"
}

/// A style.
func style(
  _ identifier: String, _ name: String? = nil, type: String = "paragraph", basedOn: String? = nil,
  isDefault: Bool = false, paragraph: String = "", run: String = "", other: String = ""
) -> String {
  #"<w:style w:type="\#(type)" w:styleId="\#(identifier)"\#(isDefault ? #" w:default="1""# : "")>"#
    + on("name", name ?? identifier) + (basedOn.map { on("basedOn", $0) } ?? "")
    + "<w:pPr>\(paragraph)</w:pPr><w:rPr>\(run)</w:rPr>\(other)</w:style>"
}

/// A list definition with levels from the outermost, and the numberings that use it.
func list(_ identifier: Int, _ levels: [String], numbers: [Int] = []) -> String {
  let levels = levels.enumerated().map { #"<w:lvl w:ilvl="\#($0.offset)">\#($0.element)</w:lvl>"# }.joined()
  return #"<w:abstractNum w:abstractNumId="\#(identifier)">\#(levels)</w:abstractNum>"#
    + (numbers.isEmpty ? [identifier] : numbers).map { num($0, of: identifier) }.joined()
}

/// A numbering.
func num(_ number: Int, of identifier: Int, _ overrides: String = "") -> String {
  #"<w:num w:numId="\#(number)">\#(on("abstractNumId", "\(identifier)"))\#(overrides)</w:num>"#
}

/// The content of a list level.
func level(_ format: String, _ text: String, start: Int = 1, _ other: String = "") -> String {
  on("start", "\(start)") + on("numFmt", format) + on("lvlText", text) + other
}

/// The property of an item's paragraph.
func item(_ number: Int, _ level: Int = 0) -> String {
  "<w:numPr>\(on("ilvl", "\(level)"))\(on("numId", "\(number)"))</w:numPr>"
}

/// A table with rows of cells, each the XML of its content.
func table(_ rows: [[String]], properties: String = "") -> String {
  "<w:tbl><w:tblPr>\(properties)</w:tblPr>"
    + rows.map { row in "<w:tr>" + row.map { "<w:tc>\($0)</w:tc>" }.joined() + "</w:tr>" }.joined()
    + "</w:tbl>"
}

/// A field with its result.
func field(_ code: String, _ result: String?) -> String {
  run(#"<w:fldChar w:fldCharType="begin"/>"#) + run("<w:instrText> \(code) </w:instrText>")
    + (result.map { run(#"<w:fldChar w:fldCharType="separate"/>"#) + $0 } ?? "")
    + run(#"<w:fldChar w:fldCharType="end"/>"#)
}

/// An inline picture.
func picture(_ blip: String, _ other: String = "", properties: String = #"descr="a dog""#) -> String {
  run(
    #"<w:drawing><wp:inline><wp:extent cx="1270000" cy="635000"/><wp:docPr id="1" name="Picture 1" \#(properties)/>"#
      + #"<a:graphic><a:graphicData><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="dog.png"/></pic:nvPicPr>"#
      + "<pic:blipFill>\(blip)\(other)</pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>"
  )
}

extension RichText.Block {
  /// A paragraph of plain text.
  static func p(_ text: String) -> RichText.Block { .paragraph(RichText.Paragraph([.text(text)])) }

  /// A paragraph.
  static func p(_ content: [RichText.Inline], _ layout: RichText.Layout = RichText.Layout()) -> RichText.Block
  {
    .paragraph(RichText.Paragraph(content, layout: layout))
  }

  /// A heading.
  static func h(_ level: Int, _ text: String) -> RichText.Block {
    .heading(level: level, RichText.Paragraph([.text(text)]))
  }

  /// A list of items with one paragraph each.
  static func list(_ marker: RichText.Marker, _ items: [String]) -> RichText.Block {
    .list(RichText.List(marker, items: items.map { RichText.ListItem([.p($0)]) }))
  }
}

/// A PNG of one pixel.
let pixel: [UInt8] = Array(
  Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
    ?? Data())
