import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats

/// A PowerPoint presentation for tests, made from the XML of its slides.
struct SlideFile {
  /// A slide: its shapes, and the elements after `p:cSld`.
  struct Slide {
    var shapes: String
    var attributes = ""
    /// The content of `p:cSld` before the shapes.
    var background = ""
    var after = ""
    /// The shapes of the page of notes; nil for no notes.
    var notes: String?
    /// Further relationships: identifier, type, target.
    var relationships: [(String, String, String)] = []
    var externals: [(String, String, String)] = []

    init(_ shapes: String) { self.shapes = shapes }
  }

  var slides: [Slide]
  /// The shapes of the layout and of the master.
  var layout =
    sp("", ph: #"type="title""#) + sp("", ph: #"idx="1""#) + sp("", ph: #"type="ftr" idx="11""#)
  var master = sp("", ph: #"type="title""#) + sp("", ph: #"type="body" idx="1""#)
  var bodyStyle =
    #"<a:lvl1pPr><a:buChar char="•"/><a:defRPr sz="2800"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="–"/><a:defRPr sz="2400"/></a:lvl2pPr>"#
  var titleStyle = #"<a:lvl1pPr algn="ctr"><a:buNone/><a:defRPr sz="4400" b="1"/></a:lvl1pPr>"#
  var defaultStyle = #"<a:lvl1pPr><a:defRPr sz="1800"/></a:lvl1pPr>"#
  var properties: String?
  /// Further content of `p:presentation`.
  var presentation = ""
  var files: [(String, [UInt8])] = []
  var mediaType = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
  var isStrict = false

  /// Makes a presentation of slides with these shapes.
  init(_ shapes: String...) { slides = shapes.map { Slide($0) } }

  private static let namespaces =
    #"xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" "#
    + #"xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" "#
    + #"xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" "#
    + #"xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" "#
    + #"xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" "#
    + #"xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" "#
    + #"xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" "#
    + #"xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" "#
    + #"xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main" "#
    + #"xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="http://example.com/unknown""#

  private func element(_ name: String, _ content: String, _ attributes: String = "") -> [UInt8] {
    let xml = #"<?xml version="1.0"?><\#(name) \#(Self.namespaces) \#(attributes)>\#(content)</\#(name)>"#
    guard isStrict else { return Array(xml.utf8) }
    return Array(
      xml.replacingOccurrences(
        of: "http://schemas.openxmlformats.org/presentationml/2006/",
        with: "http://purl.oclc.org/ooxml/presentationml/"
      ).replacingOccurrences(
        of: "http://schemas.openxmlformats.org/drawingml/2006/", with: "http://purl.oclc.org/ooxml/drawingml/"
      ).replacingOccurrences(
        of: "http://schemas.openxmlformats.org/officeDocument/2006/",
        with: "http://purl.oclc.org/ooxml/officeDocument/"
      ).utf8)
  }

  private func relationships(_ all: [(String, String, String, Bool)]) -> [UInt8] {
    let namespace =
      isStrict
      ? "http://purl.oclc.org/ooxml/officeDocument/relationships/"
      : "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
    let entries = all.map { identifier, type, target, isExternal in
      #"<Relationship Id="\#(identifier)" Type="\#(type.contains(":") ? type : namespace + type)" Target="\#(target)""#
        + (isExternal ? #" TargetMode="External"/>"# : "/>")
    }
    return Array(
      (#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">"#
        + entries.joined() + "</Relationships>").utf8)
  }

  private func tree(_ shapes: String) -> String {
    "<p:spTree><p:nvGrpSpPr><p:cNvPr id=\"1\" name=\"\"/></p:nvGrpSpPr><p:grpSpPr/>\(shapes)</p:spTree>"
  }

  /// The parts by name.
  ///
  /// Slide files are numbered backwards, because their names do not determine their order.
  var parts: [(String, [UInt8])] {
    let count = slides.count
    var parts: [(String, [UInt8])] = []
    let types =
      #"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">"#
      + #"<Default Extension="png" ContentType="image/png"/><Default Extension="xml" ContentType="application/xml"/>"#
      + #"<Override PartName="/ppt/presentation.xml" ContentType="\#(mediaType)"/></Types>"#
    parts.append(("[Content_Types].xml", Array(types.utf8)))
    var root = [("main", "officeDocument", "ppt/presentation.xml", false)]
    if let properties {
      root.append(
        (
          "core", "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
          "docProps/core.xml", false
        ))
      parts.append(
        (
          "docProps/core.xml",
          Array(
            (#"<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">"#
              + properties + "</cp:coreProperties>").utf8)
        ))
    }
    parts.append(("_rels/.rels", relationships(root)))
    let list = slides.indices.map { #"<p:sldId id="\#(256 + $0)" r:id="s\#($0 + 1)"/>"# }.joined()
    parts.append(
      (
        "ppt/presentation.xml",
        element(
          "p:presentation",
          "<p:sldIdLst>\(list)</p:sldIdLst>\(presentation)<p:defaultTextStyle>\(defaultStyle)</p:defaultTextStyle>"
        )
      ))
    parts.append(
      (
        "ppt/_rels/presentation.xml.rels",
        relationships(slides.indices.map { ("s\($0 + 1)", "slide", "slides/slide\(count - $0).xml", false) })
      ))
    for (index, slide) in slides.enumerated() {
      let name = "slide\(count - index).xml"
      parts.append(
        (
          "ppt/slides/\(name)",
          element(
            "p:sld", "<p:cSld>\(slide.background)\(tree(slide.shapes))</p:cSld>\(slide.after)",
            slide.attributes)
        ))
      var links = [("layout", "slideLayout", "../slideLayouts/slideLayout1.xml", false)]
      links += slide.relationships.map { ($0.0, $0.1, $0.2, false) }
      links += slide.externals.map { ($0.0, $0.1, $0.2, true) }
      if let notes = slide.notes {
        links.append(("notes", "notesSlide", "../notesSlides/notes\(index).xml", false))
        parts.append(
          ("ppt/notesSlides/notes\(index).xml", element("p:notes", "<p:cSld>\(tree(notes))</p:cSld>")))
      }
      parts.append(("ppt/slides/_rels/\(name).rels", relationships(links)))
    }
    parts.append(
      ("ppt/slideLayouts/slideLayout1.xml", element("p:sldLayout", "<p:cSld>\(tree(layout))</p:cSld>")))
    parts.append(
      (
        "ppt/slideLayouts/_rels/slideLayout1.xml.rels",
        relationships([("m", "slideMaster", "../slideMasters/slideMaster1.xml", false)])
      ))
    parts.append(
      (
        "ppt/slideMasters/slideMaster1.xml",
        element(
          "p:sldMaster",
          #"<p:cSld>\#(tree(master))</p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1"/>"#
            + "<p:txStyles><p:titleStyle>\(titleStyle)</p:titleStyle><p:bodyStyle>\(bodyStyle)</p:bodyStyle></p:txStyles>"
        )
      ))
    parts.append(
      (
        "ppt/slideMasters/_rels/slideMaster1.xml.rels",
        relationships([("t", "theme", "../theme/theme1.xml", false)])
      ))
    let theme =
      #"<a:themeElements><a:clrScheme name="x"><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1>"#
      + #"<a:lt1><a:srgbClr val="FFFFFF"/></a:lt1><a:accent1><a:srgbClr val="4472C4"/></a:accent1></a:clrScheme>"#
      + #"<a:fontScheme name="x"><a:majorFont><a:latin typeface="Major"/></a:majorFont><a:minorFont><a:latin typeface="Minor"/></a:minorFont></a:fontScheme></a:themeElements>"#
    parts.append(("ppt/theme/theme1.xml", element("a:theme", theme)))
    return parts + files
  }

  var data: Data { WordFile.archive(parts) }

  func read(_ options: OfficeReadingOptions = OfficeReadingOptions()) throws -> Reading<RichText> {
    try RichText.readPPTX(data, options: options)
  }

  /// The blocks of the presentation.
  var blocks: [RichText.Block] { get throws { try read().value.blocks } }

  /// The inlines of the only paragraph.
  var inlines: [RichText.Inline] {
    get throws {
      let blocks = try blocks
      guard blocks.count == 1, case .paragraph(let paragraph) = blocks[0] else {
        throw WordFile.Unexpected(blocks)
      }
      return paragraph.content
    }
  }

  /// The losses, each as its kind, detail and count.
  var losses: [String] {
    get throws { try read().losses.map { "\($0.kind): \($0.detail ?? "") × \($0.count)" } }
  }

  /// The error of reading the presentation; nil if there is none.
  func error(_ options: OfficeReadingOptions = OfficeReadingOptions()) -> CoderError? {
    do {
      _ = try RichText.readPPTX(data, options: options)
      return nil
    } catch { return error }
  }
}

// MARK: - XML

/// A paragraph of DrawingML.
func ap(_ text: String, _ properties: String = "", level: Int = 0, _ attributes: String = "") -> String {
  let level = level > 0 ? #"lvl="\#(level)""# : ""
  let content = text.isEmpty ? "" : ar(text)
  return "<a:p><a:pPr \(level) \(attributes)>\(properties)</a:pPr>\(content)</a:p>"
}

/// A paragraph with XML content.
func apx(_ content: String) -> String { "<a:p>\(content)</a:p>" }

/// A run.
func ar(_ text: String, _ attributes: String = "", _ properties: String = "") -> String {
  "<a:r><a:rPr \(attributes)>\(properties)</a:rPr><a:t>\(text)</a:t></a:r>"
}

/// A shape with paragraphs; with `ph`, a placeholder with these attributes.
func sp(
  _ paragraphs: String, ph: String? = nil, style: String = "", properties: String = "", name: String = ""
)
  -> String
{
  #"<p:sp><p:nvSpPr><p:cNvPr id="2" name="" \#(name)/><p:cNvSpPr/><p:nvPr>\#(ph.map { "<p:ph \($0)/>" } ?? "")</p:nvPr></p:nvSpPr><p:spPr>\#(properties)</p:spPr><p:txBody><a:bodyPr/><a:lstStyle>\#(style)</a:lstStyle>\#(paragraphs)</p:txBody></p:sp>"#
}

/// A title.
func title(_ text: String, type: String = "title") -> String { sp(ap(text), ph: #"type="\#(type)""#) }

/// A text of the body placeholder.
func body(_ paragraphs: String) -> String { sp(paragraphs, ph: #"idx="1""#) }

/// A picture.
func pic(_ blip: String, _ other: String = "", name: String = #"descr="A""#) -> String {
  #"<p:pic><p:nvPicPr><p:cNvPr id="3" name="Picture 1" \#(name)/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill>\#(blip)\#(other)</p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1270000" cy="635000"/></a:xfrm></p:spPr></p:pic>"#
}

/// A frame with a graphic.
func frame(_ content: String, name: String = "") -> String {
  #"<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="x" \#(name)/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm/><a:graphic><a:graphicData uri="x">\#(content)</a:graphicData></a:graphic></p:graphicFrame>"#
}

/// A table with rows of cells, each with its attributes and text.
func slideTable(_ rows: [[(String, String)]], _ attributes: String = "") -> String {
  let columns = String(repeating: "<a:gridCol w=\"1\"/>", count: rows.map(\.count).max() ?? 0)
  return "<a:tbl><a:tblPr \(attributes)/><a:tblGrid>\(columns)</a:tblGrid>"
    + rows.map { row in
      "<a:tr h=\"1\">"
        + row.map {
          "<a:tc \($0.0)><a:txBody><a:bodyPr/><a:lstStyle/>\(ap($0.1))</a:txBody><a:tcPr/></a:tc>"
        }.joined() + "</a:tr>"
    }.joined() + "</a:tbl>"
}
