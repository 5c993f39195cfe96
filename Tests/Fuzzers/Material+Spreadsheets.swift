extension Material {
  /// Excel workbooks.
  ///
  /// - Parameter seed: a workbook that has been written.
  static func excelWorkbooks(seed: [UInt8]) -> Material {
    let namespaces =
      #"xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" "#
      + #"xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" "#
      + #"xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006""#
    let sheet = "<worksheet \(namespaces)>"
    var whole = OpenPackageText(main: "b.xml")
    whole.add(
      "b.xml",
      "<workbook \(namespaces)><workbookPr date1904=\"1\"/><sheets><sheet name=\"A\" r:id=\"r1\"/>"
        + "<sheet name=\"B &amp; C\" state=\"veryHidden\" r:id=\"r2\"/><sheet name=\"D\" r:id=\"r3\"/></sheets>"
        + "<definedNames><definedName name=\"n\">A!$A$1</definedName></definedNames></workbook>",
      [
        ("worksheet", "1.xml"), ("worksheet", "2.xml"), ("chartsheet", "3.xml"), ("sharedStrings", "s.xml"),
        ("styles", "f.xml"),
      ])
    whole.add(
      "1.xml",
      """
      \(sheet)<cols><col min="2" max="3" hidden="1"/></cols><sheetData><row r="2"><c r="B2" t="s"><v>0\
      </v></c><c t="s"><v>1</v></c><c r="E2" s="1"><v>45351.5</v></c></row><row hidden="1"><c \
      t="inlineStr"><is><t>i</t></is></c><c t="str"><f>A1</f><v>f</v></c><c><f>B1</f></c><c t="b"><v>1\
      </v></c><c t="e"><v>#N/A</v></c><c t="d"><v>2024-02-29T10:00:00Z</v></c></row><row r="6"><c \
      s="2"><v>0.25</v></c><c s="3"><v>1E-7</v></c><c s="4"><v>-1.5</v></c></row></sheetData>\
      <mergeCells><mergeCell ref="A1:B2"/></mergeCells></worksheet>
      """,
      [("comments", "c.xml"), ("drawing", "d.xml"), ("hyperlink", "http://x.example/")])
    whole.add("2.xml", sheet + "<sheetData><row><c><v>1</v></c></row></sheetData></worksheet>")
    whole.add(
      "s.xml",
      "<sst \(namespaces)><si><t xml:space=\"preserve\"> a_x000D_</t></si><si><r><rPr><b/></rPr><t>b</t></r><r><t>c</t></r>"
        + "<rPh><t>d</t></rPh></si></sst>")
    whole.add(
      "f.xml",
      "<styleSheet \(namespaces)><numFmts><numFmt numFmtId=\"164\" formatCode=\"[h]:mm:ss\"/></numFmts><cellXfs><xf/>"
        + "<xf numFmtId=\"14\"/><xf numFmtId=\"164\"/><xf numFmtId=\"10\" fontId=\"1\"/><xf numFmtId=\"22\"/></cellXfs>"
        + "</styleSheet>")
    whole.add("c.xml", "<comments \(namespaces)><commentList><comment ref=\"A1\"/></commentList></comments>")
    var book = OpenPackageText(main: "b.xml")
    book.add(
      "b.xml", "<workbook \(namespaces)><sheets><sheet name=\"A\" r:id=\"r1\"/></sheets></workbook>",
      [("worksheet", "1.xml"), ("sharedStrings", "s.xml"), ("styles", "f.xml")])
    var shapes = [
      "<row/>", "<row><c><v>1</v></c></row>", "<row><c r=\"ZZ1\"><v>1</v></c></row>", "<c><v>1</v></c>",
      "<row><c t=\"inlineStr\"><is><t>a</t></is></c></row>", "<row r=\"1\"><c><v>1</v></c></row>",
      "<row><c t=\"s\"><v>0</v></c></row>", "<row><c r=\"B1\"><v>1</v></c><c r=\"A1\"><v>2</v></c></row>",
      "<row><c s=\"1\"><v>45351.5</v></c></row>", "<row><c t=\"str\"><v>_x0041_</v></c></row>",
    ].map { book.growing("1.xml", sheet + "<sheetData>", repeating: $0, "</sheetData></worksheet>") }
    shapes += ["<c r=\"B1\"><v>1</v></c><c r=\"A1\"><v>2</v></c>", "<c><v>1</v></c>", "<c t=\"str\"><v>"].map
    {
      book.growing("1.xml", sheet + "<sheetData><row>", repeating: $0, "</row></sheetData></worksheet>")
    }
    shapes += [
      "<cols><col min=\"1\" max=\"16384\" hidden=\"1\"/></cols>", "<mergeCell ref=\"A1:B2\"/>",
      "<mc:Fallback>",
    ].map { book.growing("1.xml", sheet, repeating: $0, "</worksheet>") }
    shapes += ["<si><t>a</t></si>", "<si><r><t>a</t></r></si>", "<si><t>_x0041_"].map {
      book.growing("s.xml", "<sst \(namespaces)>", repeating: $0, "</sst>")
    }
    shapes += ["<xf numFmtId=\"14\"/>", "<numFmt numFmtId=\"9\" formatCode=\"yyyy\"/>"].map {
      book.growing("f.xml", "<styleSheet \(namespaces)><cellXfs>", repeating: $0, "</cellXfs></styleSheet>")
    }
    shapes.append(
      OpenPackageText(main: "b.xml").growing(
        "b.xml", "<workbook \(namespaces)><sheets>", repeating: "<sheet name=\"A\" r:id=\"r1\"/>",
        "</sheets></workbook>"))
    return Material(
      seeds: [seed, whole.bytes],
      words: [
        "<row>", "</row>", "<row r=\"1048576\">", "<row r=\"1\" hidden=\"1\">", "<c>", "</c>",
        "<c r=\"XFD1\">",
        "<c r=\"A1\" t=\"s\">", "<c t=\"str\">", "<c t=\"b\">", "<c t=\"e\">", "<c t=\"d\">", "<c s=\"1\">",
        "<v>", "</v>", "<v>0</v>", "<v>45351.999999999</v>", "<v>1e308</v>", "<v>-0</v>", "<v>60</v>", "<f>",
        "</f>", "<f/>", "<is><t>", "</t></is>", "<si>", "</si>", "<t>", "</t>", "<r>", "</r>", "_x000D_",
        "_xD83D_", "_xDE00_", "_x0000_", "_x005F_", "numFmtId=\"14\"", "numFmtId=\"46\"", "date1904=\"1\"",
        "formatCode=\"yyyy\"", "formatCode=\"[h]\"", "state=\"hidden\"", "xml:space=\"preserve\"",
        "r:id=\"r2\"",
        "2024-02-29", "24:00:00", "23:59:60", "<mc:AlternateContent>", "<mc:Fallback>", "</mc:Fallback>",
        "<!DOCTYPE x>", "../", "\u{1E}", "\u{1F}", "-1", "99999999999999999999",
      ],
      pairs: [
        ("<row>", "</row>"), ("<c>", "</c>"), ("<is>", "</is>"), ("<r><t>", "</t></r>"), ("<v>", "</v>"),
        ("<mc:AlternateContent><mc:Fallback>", "</mc:Fallback></mc:AlternateContent>"),
      ],
      shapes: shapes)
  }

  /// OpenDocument spreadsheets.
  ///
  /// - Parameter seed: a spreadsheet that has been written.
  static func openDocumentSpreadsheets(seed: [UInt8]) -> Material {
    let namespaces = ["office", "style", "text", "table", "meta"].map {
      "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\" "
    }.joined()
    let drawings =
      """
      xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" \
      xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" \
      xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" \
      xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" 
      """
    let head =
      "<office:document \(namespaces)\(drawings)office:mimetype=\"application/vnd.oasis.opendocument.spreadsheet\">"
    let body = "<office:body><office:spreadsheet>"
    let tail = "</office:spreadsheet></office:body></office:document>"
    let whole =
      """
      \(head)<office:automatic-styles><number:time-style style:name="t" \
      number:truncate-on-overflow="false"/><style:style style:name="c" style:family="table-cell" \
      style:data-style-name="t"><style:text-properties/></style:style><style:style style:name="h" \
      style:family="table"><style:table-properties table:display="false"/></style:style>\
      </office:automatic-styles>\(body)<table:table table:name="A"><table:table-column \
      table:number-columns-repeated="3" table:default-cell-style-name="c"/><table:table-row \
      table:number-rows-repeated="2"><table:table-cell/><table:table-cell office:value-type="float" \
      office:value="1.5" table:number-columns-repeated="3"/><table:table-cell \
      office:value-type="string" table:number-columns-spanned="2"><text:p>a <text:s text:c="3"/>\
      <text:span text:style-name="x">b</text:span><text:tab/></text:p><text:p>c</text:p>\
      </table:table-cell><table:covered-table-cell/></table:table-row><table:table-row \
      table:visibility="collapse"><table:table-cell office:value-type="date" \
      office:date-value="2024-02-29T10:00:00"/><table:table-cell office:value-type="time" \
      office:time-value="PT36H05M00.25S"/><table:table-cell office:value-type="boolean" \
      office:boolean-value="true"/><table:table-cell table:formula="of:=1/0" \
      office:value-type="string" calcext:value-type="error"><text:p>#DIV/0!</text:p>\
      </table:table-cell><table:table-cell office:value-type="percentage" office:value="0.25"/>\
      </table:table-row></table:table><table:table table:name="B" table:style-name="h">\
      <table:table-header-rows><table:table-row><table:table-cell office:value-type="string" \
      office:string-value="h"/></table:table-row></table:table-header-rows></table:table>\(tail)
      """
    let row = "<table:table-row>"
    let one = "<table:table-cell office:value-type=\"float\" office:value=\"1\"/>"
    var shapes = [
      "<table:table-row/>", "\(row)\(one)</table:table-row>", "<table:table-column/>",
      "<table:table-column table:number-columns-repeated=\"2\" table:visibility=\"collapse\"/>",
      "\(row)<table:table-cell table:number-columns-repeated=\"1000\"/>\(one)</table:table-row>",
      "<table:table-row table:number-rows-repeated=\"9\">\(one)</table:table-row>", one,
      "<table:table-row-group>",
      "\(row)<table:table-cell office:value-type=\"string\"><text:p>a</text:p></table:table-cell></table:table-row>",
    ].map {
      GrowingShape(head + body + "<table:table table:name=\"A\">", repeating: $0, "</table:table>" + tail)
    }
    shapes += ["<text:p>a</text:p>", "<text:p><text:s text:c=\"9\"/></text:p>", "<text:p> ", "<draw:frame>"]
      .map {
        GrowingShape(
          head + body + "<table:table>\(row)<table:table-cell office:value-type=\"string\">", repeating: $0,
          "</table:table-cell></table:table-row></table:table>" + tail)
      }
    shapes += ["<table:table/>", "<table:table>\(row)\(one)</table:table-row></table:table>"].map {
      GrowingShape(head + body, repeating: $0, tail)
    }
    shapes.append(
      GrowingShape(
        head + "<office:styles>",
        repeating:
          "<style:style style:name=\"a\" style:parent-style-name=\"a\" style:family=\"table-cell\"/>",
        "</office:styles>" + body + tail))
    return Material(
      seeds: [seed, Array(whole.utf8)],
      words: [
        "<table:table table:name=\"C\">", "</table:table>", "<table:table-row>", "</table:table-row>",
        "<table:table-cell>", "</table:table-cell>", "<table:table-cell/>", "<table:covered-table-cell/>",
        "<table:table-column/>", "<table:table-header-rows>", "</table:table-header-rows>",
        "table:number-columns-repeated=\"16384\"", "table:number-rows-repeated=\"1048576\"",
        "table:number-columns-repeated=\"99999999999999999999\"", "table:number-rows-repeated=\"3\"",
        "table:visibility=\"filter\"", "office:value-type=\"string\"", "office:value-type=\"float\"",
        "office:value-type=\"date\"", "office:value-type=\"time\"", "office:value-type=\"boolean\"",
        "office:string-value=\"&#13;a\"", "office:value=\"1E400\"", "office:value=\"-0\"",
        "office:date-value=\"0000-01-01\"", "office:date-value=\"1899-12-30T00:00:00.000000001\"",
        "office:time-value=\"PT1E9H\"", "office:time-value=\"-PT1S\"", "office:time-value=\"P1D\"",
        "<text:p>", "</text:p>", "<text:s/>", "<text:s text:c=\"99999999\"/>", "<text:tab/>",
        "<text:line-break/>",
        "<text:span>", "</text:span>", "<office:annotation>", "</office:annotation>", "<draw:frame>",
        "</draw:frame>", "<draw:image/>", "<draw:object/>", "table:display=\"false\"",
        "style:parent-style-name=\"c\"", "style:data-style-name=\"t\"", "calcext:value-type=\"error\"",
        "table:formula=\"of:=1\"", "&#9;", "../", "\u{1E}", "\u{1F}", "-1", "99999999999999999999",
      ],
      pairs: [
        ("<text:p>", "</text:p>"), ("<text:span>", "</text:span>"), ("<draw:g>", "</draw:g>"),
        ("<table:table-row-group>", "</table:table-row-group>"), ("<draw:frame>", "</draw:frame>"),
        ("<table:table-row><table:table-cell>", "</table:table-cell></table:table-row>"),
      ],
      shapes: shapes)
  }
}
