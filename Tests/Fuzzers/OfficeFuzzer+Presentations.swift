import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats

extension OfficeFuzzer {
  /// PowerPoint presentations, whose text is written as a Word document.
  static func powerPoint(fixtures: String) throws -> OfficeFuzzer {
    let fixture = try Data(contentsOf: URL(fileURLWithPath: "\(fixtures)/slides.pptx"))
    let namespaces =
      """
      xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" \
      xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" \
      xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" \
      xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" \
      xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" \
      xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"
      """
    let slide = "<p:sld \(namespaces)><p:cSld><p:spTree>"
    let end = "</p:spTree></p:cSld></p:sld>"
    var package = OpenPackageText(main: "p.xml")
    package.add(
      "p.xml",
      "<p:presentation \(namespaces)><p:sldIdLst><p:sldId r:id=\"r1\"/><p:sldId r:id=\"r2\"/></p:sldIdLst></p:presentation>",
      [("slide", "1.xml"), ("slide", "2.xml")])
    package.relate("1.xml", to: [("slideLayout", "l.xml")])
    var growing = package
    package.relate("l.xml", to: [("slideMaster", "m.xml")])
    var whole = package
    whole.add(
      "1.xml",
      """
      \(slide)<p:sp><p:nvSpPr><p:cNvPr id="2" name=""/><p:nvPr><p:ph type="title"/></p:nvPr>\
      </p:nvSpPr><p:txBody><a:p><a:r><a:t>T</a:t></a:r></a:p></p:txBody></p:sp><p:sp><p:nvSpPr>\
      <p:nvPr><p:ph idx="1"/></p:nvPr></p:nvSpPr><p:txBody><a:bodyPr numCol="2"/><a:lstStyle>\
      <a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr></a:lstStyle><a:p><a:r><a:rPr b="1" sz="1800" \
      lang="en"><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill><a:hlinkClick r:id="r3"/></a:rPr>\
      <a:t>a</a:t></a:r><a:br/><a:fld type="x"><a:t>3</a:t></a:fld></a:p><a:p><a:pPr lvl="2" \
      algn="ctr" marL="914400" indent="-9525"><a:buAutoNum type="arabicPeriod" startAt="3"/></a:pPr>\
      <a:r><a:t>b_x000B_c</a:t></a:r></a:p></p:txBody></p:sp><p:grpSp><p:nvGrpSpPr/><p:grpSpPr/>\
      <p:pic><p:nvPicPr><p:cNvPr id="3" name="a.png" descr="d"/></p:nvPicPr><p:blipFill><a:blip \
      r:link="r3"/></p:blipFill><p:spPr><a:xfrm><a:ext cx="1270000" cy="635000"/></a:xfrm></p:spPr>\
      </p:pic></p:grpSp><p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/><a:tr>\
      <a:tc gridSpan="2" rowSpan="2"><a:txBody><a:p><a:r><a:t>e</a:t></a:r></a:p></a:txBody></a:tc>\
      <a:tc hMerge="1"/></a:tr><a:tr><a:tc gridSpan="2" vMerge="1"/><a:tc hMerge="1" vMerge="1"/>\
      </a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame><p:graphicFrame><a:graphic>\
      <a:graphicData><dgm:relIds r:dm="r4"/></a:graphicData></a:graphic></p:graphicFrame><p:sp>\
      <p:txBody><a:p><m:oMath><m:f><m:num><m:r><m:t>x</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t>\
      </m:r></m:den></m:f></m:oMath></a:p></p:txBody></p:sp>\(end)
      """)
    whole.add(
      "2.xml", slide + end, [("notesSlide", "n.xml"), ("slide", "1.xml"), ("image", "http://x.example/")])
    whole.add(
      "n.xml",
      "<p:notes \(namespaces)><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type=\"body\"/></p:nvPr></p:nvSpPr><p:txBody>"
        + "<a:p><a:r><a:t>n</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:notes>")
    growing.add("2.xml", slide + end)
    let text = "<p:sp><p:txBody>"
    var shapes = [
      "<p:sp/>", "<p:sp><p:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></p:txBody></p:sp>",
      "<p:grpSp><p:grpSpPr/>",
      "<p:sp><p:nvSpPr><p:nvPr><p:ph type=\"title\"/></p:nvPr></p:nvSpPr>\(text)<a:p><a:r><a:t>a</a:t></a:r></a:p>",
      "<p:pic><p:blipFill><a:blip r:link=\"r9\"/></p:blipFill></p:pic>",
      "<p:graphicFrame><a:tbl><a:tr><a:tc/></a:tr></a:tbl></p:graphicFrame>",
      "<mc:AlternateContent><mc:Choice Requires=\"x\"/></mc:AlternateContent>",
    ].map { growing.growing("1.xml", slide, repeating: $0, end) }
    shapes += [
      "<a:p/>", "<a:p><a:r><a:t>a</a:t></a:r></a:p>",
      "<a:p><a:pPr lvl=\"8\"><a:buChar char=\"-\"/></a:pPr><a:fld><a:t>a</a:t></a:fld></a:p>",
      "<a:p><a:pPr lvl=\"1\"><a:buAutoNum type=\"arabicPeriod\"/></a:pPr><a:r><a:t>a</a:t></a:r></a:p><a:p><a:r><a:t>b</a:t></a:r></a:p>",
      "<a:lstStyle><a:lvl1pPr><a:buNone/></a:lvl1pPr></a:lstStyle>",
    ].map { growing.growing("1.xml", slide + text, repeating: $0, "</p:txBody></p:sp>" + end) }
    shapes += [
      "<a:r><a:t>a</a:t></a:r>", "<a:br/>", "<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>", "<m:oMath>",
    ].map {
      growing.growing("1.xml", slide + text + "<a:p>", repeating: $0, "</a:p></p:txBody></p:sp>" + end)
    }
    shapes += ["<a:tr><a:tc gridSpan=\"9\" rowSpan=\"9\"/></a:tr>", "<a:tr/>"].map {
      growing.growing(
        "1.xml", slide + "<p:graphicFrame><a:tbl>", repeating: $0, "</a:tbl></p:graphicFrame>" + end)
    }
    shapes.append(
      growing.growing(
        "l.xml", "<p:sldLayout \(namespaces)><p:cSld><p:spTree>",
        repeating: "<p:sp><p:nvSpPr><p:nvPr><p:ph idx=\"9\"/></p:nvPr></p:nvSpPr></p:sp>",
        "</p:spTree></p:cSld></p:sldLayout>"))
    shapes.append(
      OpenPackageText(main: "p.xml").growing(
        "p.xml", "<p:presentation \(namespaces)><p:sldIdLst>", repeating: "<p:sldId r:id=\"r1\"/>",
        "</p:sldIdLst></p:presentation>"))
    let material = Material(
      seeds: [try PackageText.bytes(ofArchive: fixture), whole.bytes],
      words: [
        "<p:sp>", "</p:sp>", "<p:sp/>", "<p:grpSp>", "</p:grpSp>", "<p:grpSpPr/>", "<p:pic>", "</p:pic>",
        "<p:graphicFrame>", "</p:graphicFrame>", "<p:cxnSp/>", "<p:nvPr>", "</p:nvPr>",
        "<p:ph type=\"title\"/>",
        "<p:ph type=\"ftr\"/>", "<p:ph type=\"sldNum\"/>", "<p:ph idx=\"1\"/>",
        "<p:ph type=\"subTitle\" idx=\"2\"/>",
        "<p:txBody>", "</p:txBody>", "<a:p>", "</a:p>", "<a:p/>", "<a:pPr lvl=\"8\"/>",
        "<a:pPr marL=\"99999999\"/>",
        "<a:pPr algn=\"r\" rtl=\"1\"/>", "<a:r>", "</a:r>", "<a:t>", "</a:t>", "<a:t> </a:t>", "<a:br/>",
        "<a:fld>",
        "</a:fld>", "<a:rPr b=\"1\" i=\"1\"/>", "<a:rPr u=\"sng\" strike=\"sngStrike\" baseline=\"30000\"/>",
        "<a:rPr lang=\"de\"/>", "<a:latin typeface=\"+mj-lt\"/>", "<a:buChar char=\"•\"/>", "<a:buNone/>",
        "<a:buAutoNum type=\"alphaLcParenBoth\" startAt=\"9\"/>", "<a:lvl1pPr>", "</a:lvl1pPr>",
        "<a:lstStyle>",
        "</a:lstStyle>", "<a:tbl>", "</a:tbl>", "<a:tr>", "</a:tr>", "<a:tc>", "</a:tc>",
        "<a:tc hMerge=\"1\"/>",
        "<a:tc vMerge=\"1\"/>", "gridSpan=\"3\"", "rowSpan=\"3\"", "hidden=\"1\"", "show=\"0\"", "_x000B_",
        "<a:hlinkClick r:id=\"r2\"/>", "<a:hlinkClick r:id=\"\" action=\"ppaction://macro\"/>", "<m:oMath>",
        "</m:oMath>", "<m:rad>", "</m:rad>", "<p:transition/>", "<p:timing>", "</p:timing>", "r:embed=\"r1\"",
        "../",
        "r1", "\u{1E}", "\u{1F}", "-1", "99999999999999999999",
      ],
      pairs: [
        ("<a:p>", "</a:p>"), ("<a:r>", "</a:r>"), ("<p:grpSp><p:grpSpPr/>", "</p:grpSp>"),
        ("<p:sp>", "</p:sp>"),
        ("<p:graphicFrame><a:tbl><a:tr><a:tc>", "</a:tc></a:tr></a:tbl></p:graphicFrame>"),
        ("<m:oMath>", "</m:oMath>"), ("<m:rad><m:e>", "</m:e></m:rad>"),
        ("<mc:AlternateContent><mc:Fallback>", "</mc:Fallback></mc:AlternateContent>"),
      ],
      shapes: shapes)
    return OfficeFuzzer(
      material, read: { data throws(CoderError) in try RichText.readPPTX(data) }, write: { $0.writeDOCX() },
      readWritten: { data throws(CoderError) in try RichText.readDOCX(data) })
  }

  /// OpenDocument presentations, in an archive and in the flat form, whose text is written as OpenDocument text.
  static func openDocumentPresentation(fixtures: String) throws -> OfficeFuzzer {
    let fixture = try Data(contentsOf: URL(fileURLWithPath: "\(fixtures)/slides.odp"))
    let names = ["office", "text", "table", "style", "presentation"].map {
      "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\" "
    }.joined()
    let head =
      """
      <office:document \(names)xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" \
      xmlns:anim="urn:oasis:names:tc:opendocument:xmlns:animation:1.0" \
      xmlns:xlink="http://www.w3.org/1999/xlink" \
      office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body>\
      <office:presentation>
      """
    let tail = "</office:presentation></office:body></office:document>"
    let frame = "<draw:frame presentation:class=\"outline\"><draw:text-box>"
    let whole =
      """
      \(head)<draw:page draw:name="a"><draw:frame presentation:class="title"><draw:text-box><text:p>T\
      </text:p><text:p>U</text:p></draw:text-box></draw:frame>\(frame)<text:list><text:list-item>\
      <text:p>i</text:p><text:list><text:list-item><text:p>j</text:p></text:list-item></text:list>\
      </text:list-item></text:list></draw:text-box></draw:frame><draw:g><draw:custom-shape><text:p>k\
      </text:p></draw:custom-shape></draw:g><draw:frame><table:table><table:table-row>\
      <table:table-cell><text:p>l</text:p></table:table-cell></table:table-row></table:table>\
      </draw:frame><anim:par presentation:preset-id="x"/><presentation:notes><draw:page-thumbnail/>\
      <draw:frame presentation:class="notes"><draw:text-box><text:p>n<text:s text:c="3"/></text:p>\
      </draw:text-box></draw:frame></presentation:notes></draw:page><draw:page draw:name="b">\
      <draw:frame presentation:class="footer"><draw:text-box><text:p>f <text:page-number>1\
      </text:page-number></text:p></draw:text-box></draw:frame><draw:frame><draw:text-box><text:p>\
      <text:a xlink:href="#a">m</text:a></text:p></draw:text-box></draw:frame></draw:page>\(tail)
      """
    var shapes = [
      "<draw:page/>",
      "<draw:page draw:name=\"a\">\(frame)<text:p>a</text:p></draw:text-box></draw:frame></draw:page>",
      "<draw:page><presentation:notes>\(frame)<text:p>a</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>",
    ].map { GrowingShape(head, repeating: $0, tail) }
    shapes += [
      "\(frame)<text:p>a</text:p></draw:text-box></draw:frame>", "<draw:g>", "<presentation:notes/>",
      "<presentation:notes>\(frame)<text:p>a</text:p></draw:text-box></draw:frame></presentation:notes>",
      "<draw:frame presentation:class=\"title\"><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame>",
      "<draw:custom-shape><text:p>a</text:p></draw:custom-shape>", "<anim:par><anim:set/></anim:par>",
      "<draw:frame presentation:class=\"footer\"><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame>",
    ].map { GrowingShape(head + "<draw:page>", repeating: $0, "</draw:page>" + tail) }
    shapes += [
      "<text:p>a</text:p>", "<text:list><text:list-item><text:p>a</text:p></text:list-item></text:list>",
      "<text:list><text:list-item>",
    ].map {
      GrowingShape(
        head + "<draw:page>" + frame, repeating: $0, "</draw:text-box></draw:frame></draw:page>" + tail)
    }
    let material = Material(
      seeds: [try PackageText.bytes(ofArchive: fixture), Array(whole.utf8)],
      words: [
        "<draw:page>", "</draw:page>", "<draw:page draw:name=\"a\">", "<draw:frame>", "</draw:frame>",
        "<draw:text-box>", "</draw:text-box>", "<draw:g>", "</draw:g>", "<draw:custom-shape>",
        "</draw:custom-shape>", "<draw:image xlink:href=\"Pictures/1.png\"/>", "presentation:class=\"title\"",
        "presentation:class=\"outline\"", "presentation:class=\"subtitle\"", "presentation:class=\"notes\"",
        "presentation:class=\"page-number\"", "presentation:placeholder=\"true\"", "<presentation:notes>",
        "</presentation:notes>", "<draw:page-thumbnail/>", "<anim:par>", "</anim:par>", "<text:p>",
        "</text:p>",
        "<text:h text:outline-level=\"2\">", "</text:h>", "<text:span>", "</text:span>", "<text:list>",
        "</text:list>", "<text:list-item>", "</text:list-item>", "<text:s text:c=\"99999999\"/>",
        "<text:tab/>",
        "<text:line-break/>", "<text:a xlink:href=\"#a\">", "</text:a>", "<text:page-number>",
        "</text:page-number>",
        "<table:table>", "</table:table>", "<table:table-row>", "</table:table-row>", "<table:table-cell>",
        "</table:table-cell>", "table:number-columns-spanned=\"3\"", "<office:annotation>",
        "</office:annotation>",
        "presentation:visibility=\"hidden\"", "../", "\u{1E}", "\u{1F}", "-1", "99999999999999999999",
      ],
      pairs: [
        ("<text:p>", "</text:p>"), ("<text:span>", "</text:span>"), ("<draw:g>", "</draw:g>"),
        ("<text:list><text:list-item>", "</text:list-item></text:list>"),
        ("<draw:frame><draw:text-box>", "</draw:text-box></draw:frame>"),
        ("<presentation:notes>", "</presentation:notes>"),
        (
          "<draw:frame><table:table><table:table-row><table:table-cell>",
          "</table:table-cell></table:table-row></table:table></draw:frame>"
        ),
      ],
      shapes: shapes)
    return OfficeFuzzer(
      material, read: { data throws(CoderError) in try RichText.readODP(data) }, write: { $0.writeODT() },
      readWritten: { data throws(CoderError) in try RichText.readODT(data) })
  }
}
