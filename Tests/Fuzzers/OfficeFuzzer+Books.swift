import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats

extension OfficeFuzzer {
  /// Books, whose text is written as HTML.
  static func book(fixtures: String) throws -> OfficeFuzzer {
    let fixture = try Data(contentsOf: URL(fileURLWithPath: "\(fixtures)/book.epub"))
    let container =
      """
      mimetype\u{1F}application/epub+zip\u{1E}META-INF/container.xml\u{1F}<container \
      xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile \
      full-path="b/c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\u{1E}
      """
    let package =
      ##"<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/" xml:lang="en">"##
    let item = #"<item id="a" href="1.xhtml" media-type="application/xhtml+xml"/>"#
    let page =
      ##"<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>"##
    let whole =
      """
      \(container)b/c.opf\u{1F}\(package)<metadata><dc:title id="t">T</dc:title><dc:creator id="p">A B\
      </dc:creator><meta refines="#p" property="role">aut</meta><dc:date>2024-02-29</dc:date>\
      <dc:language>en</dc:language><meta name="cover" content="i"/><meta \
      property="rendition:layout">pre-paginated</meta></metadata><manifest>\(item)<item id="b" \
      href="x/2.xhtml#f" media-type="application/xhtml+xml" fallback="a" properties="svg"/><item \
      id="i" href="i.png" media-type="image/png" properties="cover-image"/><item id="d" href="d.pdf" \
      media-type="application/pdf" fallback="e"/><item id="e" href="e.html" media-type="text/html" \
      fallback="d"/><item id="s" href="s.css" media-type="text/css"/></manifest><spine \
      page-progression-direction="rtl"><itemref idref="i"/><itemref idref="a"/><itemref idref="b" \
      linear="no"/><itemref idref="d" properties="rendition:layout-pre-paginated"/></spine>\
      </package>\u{1E}b/1.xhtml\u{1F}\(page)<section epub:type="chapter"><h1 id="h">One</h1><p \
      class="c">a<sup id="r"><a epub:type="noteref" href="#n">1</a></sup> <a href="x/2.xhtml#q">b</a> \
      <img src="i.png" alt="c"/></p></section><aside epub:type="footnote" id="n"><p><a href="#r">1\
      </a>. Note.</p></aside></body></html>\u{1E}b/x/2.xhtml\u{1F}\(page)<svg><image \
      xlink:href="../i.png"/></svg><p id="q">d <a href="../1.xhtml">e</a> <a href="../1.xhtml#h">f</a>\
      </p><section epub:type="footnotes"><ol><li id="m">g<a epub:type="backlink" href="../1.xhtml#r">h\
      </a></li></ol></section></body></html>\u{1E}b/e.html\u{1F}<ul><li>i<li>j\
      </ul>\u{1E}b/i.png\u{1F}GIF89a\u{1E}b/s.css\u{1F}.c { color: red }\u{1E}META-INF/encryption.xml\u{1F}<encryption \
      xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod \
      Algorithm="http://www.idpf.org/2008/embedding"/></enc:EncryptedData></encryption>\u{1E}
      """
    let book = "\(container)b/c.opf\u{1F}\(package)"
    let spine = "<manifest>\(item)</manifest><spine><itemref idref=\"a\"/></spine>"
    let document = "b/1.xhtml\u{1F}\(page)<p>a</p></body></html>\u{1E}"
    var shapes = [
      "<p>a</p>", ##"<p id="a"><a href="#a">b</a></p>"##, ##"<a epub:type="noteref" href="#n">1</a>"##,
      ##"<p>a<a epub:type="noteref" href="#n">1</a></p><aside epub:type="footnote" id="n">b</aside>"##,
      ##"<aside epub:type="footnote" id="n"><a href="#n">b</a>"##, "<section epub:type=\"footnotes\">",
      "<img src=\"i.png\" alt=\"a\"/>", "<svg><image xlink:href=\"i.png\"/></svg>", "<svg><!-- -->",
      "<svg><title>",
      "<a href=\"../../x#y\">a</a>", "<epub:switch><epub:case>", "<div>", "<ul><li>a",
    ].map {
      GrowingShape(
        "\(book)\(spine)</package>\u{1E}b/1.xhtml\u{1F}\(page)", repeating: $0, "</body></html>\u{1E}")
    }
    shapes += [
      item, "<itemref idref=\"a\"/>", "<itemref idref=\"z\"/>",
      "<item id=\"d\" href=\"1.xhtml\" media-type=\"x\" fallback=\"d\"/><itemref idref=\"d\"/>",
    ].map { GrowingShape("\(document)\(book)\(spine)", repeating: $0, "</package>\u{1E}") }
    shapes += [
      "<dc:title>a</dc:title>",
      "<dc:creator id=\"a\">b</dc:creator><meta refines=\"#a\" property=\"role\">aut</meta>",
      "<dc:subject>a</dc:subject>", "<meta name=\"a\" content=\"b\"/>", "<dc:date>2024</dc:date>",
    ].map {
      GrowingShape("\(document)\(book)<metadata>", repeating: $0, "</metadata>\(spine)</package>\u{1E}")
    }
    var material = Material(
      seeds: [try PackageText.bytes(ofArchive: fixture), Array(whole.utf8)],
      words: [
        "<item id=\"a\" href=\"1.xhtml\"/>", "<itemref idref=\"a\"/>", "<itemref idref=\"b\" linear=\"no\"/>",
        "media-type=\"image/png\"", "media-type=\"text/html\"", "fallback=\"a\"", "</manifest>", "</spine>",
        "<metadata>",
        "</metadata>", "<dc:title>", "</dc:title>", "<dc:creator>", "</dc:creator>", "<dc:date>",
        "</dc:date>",
        "<meta property=\"rendition:layout\">pre-paginated</meta>",
        "<meta refines=\"#p\" property=\"file-as\">a</meta>",
        "epub:type=\"noteref\"", "epub:type=\"footnote\"", "epub:type=\"endnotes\"", "epub:type=\"backlink\"",
        "role=\"doc-noteref\"", "href=\"#n\"", "href=\"1.xhtml#h\"", "href=\"../x\"", "href=\"%00\"",
        "id=\"n\"", "<aside>",
        "</aside>", "<section>", "</section>", "<svg>", "</svg>", "<image xlink:href=\"i.png\"/>",
        "<epub:case>",
        "</epub:case>", "Algorithm=\"x\"", "<?xml version=\"1.0\" encoding=\"utf-16\"?>", "<!DOCTYPE html>",
        "../",
        "full-path=\"", "\u{1E}", "\u{1F}", "-1", "99999999999999999999",
      ],
      pairs: [
        ("<aside epub:type=\"footnote\" id=\"n\">", "</aside>"),
        ("<section epub:type=\"footnotes\">", "</section>"),
        ("<a epub:type=\"noteref\" href=\"#n\">", "</a>"), ("<svg>", "</svg>"), ("<ol><li>", "</li></ol>"),
        ("<div>", "</div>"), ("<blockquote>", "</blockquote>"),
      ],
      shapes: shapes)
    material.words += HTMLFuzzer().material.words
    return OfficeFuzzer(
      material, read: { data throws(CoderError) in try RichText.readEPUB(data) }, write: { $0.writeHTML() },
      readWritten: { data throws(CoderError) in RichText.readHTML(data) }, mayExceedDepth: true)
  }
}
