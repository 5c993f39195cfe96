import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats

/// Office documents that are read as text, written, and read again.
///
/// The files of the archive are mutated, not the archive itself. An input is the text of a package, or a document in the flat form of OpenDocument.
struct OfficeFuzzer: Fuzzer {
  let material: Material
  private let read: Read
  private let write: @Sendable (RichText) -> Written
  private let readWritten: Read
  private let mayExceedDepth: Bool

  /// A reader of documents.
  typealias Read = @Sendable (Data) throws(CoderError) -> Reading<RichText>

  /// - Parameters:
  ///   - read: the tested reader.
  ///   - write: a writer of texts; the format can be a different one.
  ///   - readWritten: the reader for the format of the writer.
  ///   - mayExceedDepth: whether the format of the writer can add a level of blocks. For example, HTML has a list
  ///     around the blocks of footnotes.
  init(
    _ material: Material, read: @escaping Read, write: @escaping @Sendable (RichText) -> Written,
    readWritten: @escaping Read, mayExceedDepth: Bool = false
  ) {
    self.material = material
    self.read = read
    self.write = write
    self.readWritten = readWritten
    self.mayExceedDepth = mayExceedDepth
  }

  /// Word documents.
  static func word(fixtures: String) throws -> OfficeFuzzer {
    let fixture = try Data(contentsOf: URL(fileURLWithPath: "\(fixtures)/report.docx"))
    let material = Material(
      seeds: try [written { $0.writeDOCX() }, PackageText.bytes(ofArchive: fixture)],
      words: [
        "<w:p>", "</w:p>", "<w:p/>", "<w:r>", "</w:r>", "<w:t>", "</w:t>",
        "<w:t xml:space=\"preserve\"> </w:t>",
        "<w:tab/>", "<w:br/>", "<w:br w:type=\"page\"/>", "<w:b/>", "<w:b w:val=\"0\"/>", "<w:i/>",
        "<w:vanish/>",
        "<w:pPr>", "</w:pPr>", "<w:rPr>", "</w:rPr>", "<w:pStyle w:val=\"Heading1\"/>", "<w:numPr>",
        "</w:numPr>",
        "<w:ilvl w:val=\"1\"/>", "<w:numId w:val=\"1\"/>", "<w:numId w:val=\"0\"/>", "<w:tbl>", "</w:tbl>",
        "<w:tr>",
        "</w:tr>", "<w:tc>", "</w:tc>", "<w:gridSpan w:val=\"3\"/>", "<w:vMerge/>",
        "<w:vMerge w:val=\"restart\"/>",
        "<w:hyperlink r:id=\"rId1\">", "</w:hyperlink>", "<w:bookmarkStart w:id=\"1\" w:name=\"a\"/>",
        "<w:fldChar w:fldCharType=\"begin\"/>", "<w:fldChar w:fldCharType=\"separate\"/>",
        "<w:fldChar w:fldCharType=\"end\"/>", "<w:instrText>HYPERLINK \"a\"</w:instrText>", "<w:ins>",
        "</w:ins>",
        "<w:del>", "</w:del>", "<w:delText>d</w:delText>", "<w:footnoteReference w:id=\"1\"/>", "<w:bidi/>",
        "<w:rtl/>", "<w:sym w:font=\"Symbol\" w:char=\"F0B7\"/>", "<w:txbxContent>", "</w:txbxContent>",
        "<m:oMath>", "</m:oMath>", "<w:sectPr/>", "w:val=\"", "w:basedOn w:val=\"", "../", "rId1", "word/",
        "\u{1E}",
        "\u{1F}", "-1", "99999999999999999999",
      ],
      pairs: [
        ("<w:p>", "</w:p>"), ("<w:r>", "</w:r>"), ("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>"),
        ("<w:ins>", "</w:ins>"), ("<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>"),
        ("<w:txbxContent>", "</w:txbxContent>"), ("<m:oMath>", "</m:oMath>"),
        ("<mc:AlternateContent><mc:Choice Requires=\"wps\">", "</mc:Choice></mc:AlternateContent>"),
      ],
      shapes: [
        "<w:p/>", "<w:p><w:r/></w:p>", "<w:r><w:t>a</w:t></w:r>", "<w:p><w:r><w:t>a</w:t></w:r></w:p>",
        "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"1\"/><w:numId w:val=\"1\"/></w:numPr></w:pPr></w:p>",
        "<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>", "<w:tr><w:tc><w:p/></w:tc></w:tr>",
        "<w:p><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r></w:p>", "<w:bookmarkStart w:name=\"a\"/>",
      ].map {
        OpenPackageText(main: "d.xml").growing(
          "d.xml",
          "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>",
          repeating: $0, "</w:body></w:document>")
      })
    let read: Read = { data throws(CoderError) in try RichText.readDOCX(data) }
    return OfficeFuzzer(material, read: read, write: { $0.writeDOCX() }, readWritten: read)
  }

  /// OpenDocument text, in an archive and in the flat form.
  static func openDocument() throws -> OfficeFuzzer {
    let head = """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
      xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" \
      xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" \
      office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>
      """
    let tail = "</office:text></office:body></office:document>"
    let material = Material(
      seeds: try [
        written { $0.writeODT() },
        Array(
          (head
            + "<text:h text:outline-level=\"2\">H</text:h><text:p>a <text:span>b</text:span><text:s text:c=\"2\"/>"
            + "<text:note text:note-class=\"footnote\"><text:note-body><text:p>n</text:p></text:note-body></text:note>"
            + "</text:p><text:list><text:list-item><text:p>i</text:p></text:list-item></text:list>" + tail)
            .utf8),
      ],
      words: [
        "<text:p>", "</text:p>", "<text:h text:outline-level=\"9\">", "</text:h>", "<text:span>",
        "</text:span>",
        "<text:s text:c=\"99999999\"/>", "<text:tab/>", "<text:line-break/>", "<text:list>", "</text:list>",
        "<text:list-item>", "</text:list-item>", "<text:list-header>", "</text:list-header>",
        "text:continue-numbering=\"true\"", "text:start-value=\"7\"", "<table:table>", "</table:table>",
        "<table:table-row>", "</table:table-row>", "<table:table-cell>", "</table:table-cell>",
        "table:number-columns-repeated=\"99999999\"", "table:number-rows-spanned=\"3\"",
        "<table:covered-table-cell/>",
        "<text:a xlink:href=\"#a\">", "</text:a>", "<text:bookmark text:name=\"a\"/>", "<text:section>",
        "</text:section>", "<text:change-start text:change-id=\"c\"/>",
        "<text:change-end text:change-id=\"c\"/>",
        "<draw:frame>", "</draw:frame>", "<draw:image xlink:href=\"Pictures/1.png\"/>", "<office:annotation>",
        "</office:annotation>", "style:parent-style-name=\"", "fo:break-before=\"page\"", "Standard", "../",
        "\u{1E}",
        "\u{1F}", "-1", "99999999999999999999",
      ],
      pairs: [
        ("<text:p>", "</text:p>"), ("<text:span>", "</text:span>"),
        ("<text:list><text:list-item>", "</text:list-item></text:list>"),
        ("<text:section>", "</text:section>"),
        (
          "<table:table><table:table-row><table:table-cell>",
          "</table:table-cell></table:table-row></table:table>"
        ),
        ("<text:note><text:note-body>", "</text:note-body></text:note>"),
        ("<draw:frame><draw:text-box>", "</draw:text-box></draw:frame>"),
      ],
      shapes: [
        "<text:p/>", "<text:p>a</text:p>", "<text:p><text:span/></text:p>",
        "<text:list><text:list-item><text:p>a</text:p></text:list-item></text:list>",
        "<table:table><table:table-row><table:table-cell/></table:table-row></table:table>",
        "<text:p><text:s text:c=\"9999999\"/></text:p>",
        "<table:table><table:table-row table:number-rows-repeated=\"9999\"><table:table-cell/></table:table-row></table:table>",
      ].map { GrowingShape(head, repeating: $0, tail) })
    let read: Read = { data throws(CoderError) in try RichText.readODT(data) }
    return OfficeFuzzer(material, read: read, write: { $0.writeODT() }, readWritten: read)
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let reading: RichText
    do throws(CoderError) { reading = try read(PackageText.document(input)).value } catch { return }
    try Finding.unless(reading == reading.normalized(), "the text that was read is not normalized")
    let written = write(reading)
    let again: Reading<RichText>
    do throws(CoderError) { again = try readWritten(written.data) } catch {
      throw Finding("the written file cannot be read: \(error)")
    }
    let isTooDeep =
      mayExceedDepth
      && again.losses.contains {
        $0.detail == RichText.nestingDetail || $0.detail == RichText.Table.nestingDetail
      }
    try Finding.unless(
      !written.losses.isEmpty || isTooDeep || again.value == reading,
      "after writing and reading, the value differs: \(reading.debugDescription) and \(again.value.debugDescription)"
    )
  }

  /// Returns the files of a written document that has most kinds of content.
  private static func written(by write: (RichText) -> Written) throws -> [UInt8] {
    let html = """
      <title>T</title><meta name=author content=A><h1 id=t>One</h1><p>a <b>b <i>c</i></b> <a href='http://x.example/'>d</a>
      <a href='#t'>e</a><br><span style='color:#12ab34;font:12pt Georgia'>f</span><sup>2</sup> <code>g</code></p>
      <ol start=3><li>h<ul><li>i</ul><li>j</ol><blockquote><p>k<pre>l\nm</pre></blockquote><hr><dl><dt>n<dd>o</dl>
      <table><caption>p</caption><tr><th>q<th>r<tr><td rowspan=2>s<td>t<tr><td dir=rtl lang=he>u</table>
      <p align=center>v<a data-footnote-ref href='#n1' id=r1>1</a><section data-footnotes><ol><li id=n1>w</ol></section>
      """
    return try PackageText.bytes(ofArchive: write(RichText.readHTML(Data(html.utf8)).value).data)
  }
}
