import Foundation
import ProfferConversions
import TestSupport;
import Testing

@testable import RichTextFormats

/// Clipboard contents like those of common programs.
struct HTMLClipboardTests {
  @Test func listsOfWordAreLists() {
    let html = """
      <html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
      xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=ProgId content=Word.Document>
      <!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]-->
      <style><!-- /* Style Definitions */ p.MsoNormal {margin:0in; font-size:11.0pt; font-family:"Calibri",sans-serif;}
      p.MsoListParagraph {margin-left:.5in} h1 {font-weight:bold;font-size:16pt}
      @list l0:level1 {mso-level-number-format:bullet;} --></style></head>
      <body lang=EN-US style='tab-interval:.5in'><!--StartFragment-->
      <h1>Title<o:p></o:p></h1>
      <p class=MsoNormal><b><span style='color:red'>Some</span></b> text<o:p></o:p></p>
      <p class=MsoNormal><o:p>&nbsp;</o:p></p>
      <p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span
      style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
      </span></span></span><![endif]>One<o:p></o:p></p>
      <p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in;text-indent:-.25in;mso-list:l0 level2 lfo1'><![if
      !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp; </span></span><![endif]>Deeper</p>
      <p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if
      !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Two</p>
      <p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><!--[if !supportLists]--><span
      style='mso-list:Ignore'>3)<span>&nbsp;</span></span><!--[endif]-->Three<span
      style='mso-spacerun:yes'>   </span>spaces<span style='mso-tab-count:1'>      </span>tab</p>
      <!--EndFragment--></body></html>
      """
    let reading = RichText.readHTML(html)
    expectEqual(
      reading.value.debugDescription,
      """
      language: EN-US
      heading 1: size(16.0)["Title"]
      paragraph: font(Calibri)[size(11.0)[color(1.000 0.000 0.000)[bold["Some"]] " text"]]
      tight list, disc
        item
          paragraph: "One"
          tight list, circle
            item
              paragraph: "Deeper"
        item
          paragraph: "Two"
      tight list, decimal from 3, parenthesis
        item
          paragraph: "Three   spaces\\ttab"

      """)
    expectEmpty(reading.losses)
  }

  @Test func googleDocumentsAreNotAllBold() {
    let html = """
      <meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" \
      style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-family:Arial;color:#000000;\
      background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;\
      vertical-align:baseline;white-space:pre;white-space:pre-wrap;">Plain  </span><span style="font-size:11pt;\
      font-family:Arial;color:#000000;font-weight:700;vertical-align:baseline;white-space:pre-wrap;">bold</span></p>\
      <br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" \
      style="list-style-type:circle;" aria-level="1"><p dir="ltr" style="margin-top:0pt;margin-bottom:0pt;" \
      role="presentation"><span style="text-decoration:underline;vertical-align:super">item</span></p></li></ul></b>\
      <br class="Apple-interchange-newline">
      """
    expectEqual(
      dump(html: html),
      """
      paragraph (leftToRight): font(Arial)[size(11.0)[color(0.000 0.000 0.000)["Plain  " bold["bold"]]]]
      tight list, circle
        item
          paragraph (leftToRight): underline[superscript["item"]]

      """)
  }

  @Test func browsersGiveTheirComputedStyles() {
    let html = """
      <meta charset='utf-8'><span style="color: rgb(32, 33, 34); font-family: sans-serif; font-size: 14px; font-style: \
      normal; font-weight: 400; letter-spacing: normal; text-align: start; text-indent: 0px; white-space: normal; \
      background-color: rgb(255, 255, 255); display: inline !important; float: none;">Some<span> </span></span><a \
      href="https://example.org/" title="E" style="text-decoration: none; color: rgb(51, 102, 204);">link</a>
      """
    expectEqual(
      dump(html: html),
      """
      paragraph: size(10.5)[color(0.125 0.129 0.133)[background(1.000 1.000 1.000)["Some "]]] \
      link(https://example.org/ "E")[color(0.200 0.400 0.800)["link"]]

      """)
  }

  @Test func applesConverterUsesClassesAndSpans() {
    let html = """
      <!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><html><head>
      <meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><meta name="Generator" content="Cocoa HTML Writer">
      <meta name="CocoaVersion" content="2685.2"><title></title><style type="text/css">
      p.p1 {margin: 0.0px 0.0px 0.0px 0.0px; font: 12.0px Helvetica}
      span.s1 {font: 12.0px 'Helvetica Neue'; text-decoration: underline}
      </style></head><body><p class="p1">Two<span class="Apple-converted-space">&nbsp; </span>spaces <span
      class="s1"><b>both</b></span></p></body></html>
      """
    expectEqual(
      dump(html: html),
      """
      paragraph: size(9.0)[font(Helvetica)["Two  spaces "] font(Helvetica Neue)[bold[underline["both"]]]]

      """)
  }

  @Test func libreOfficeWritesFonts() {
    let html = """
      <meta http-equiv="content-type" content="text/html; charset=utf-8"/><p align="center" style="line-height: 100%; \
      margin-bottom: 0in"><font face="Liberation Serif, serif"><font size="4" style="font-size: 14pt"><i>Title</i></font>\
      </font></p><ol start="2"><li><p>two</p></li></ol><table width="100%" cellpadding="4"><col width="128*"/><tr \
      valign="top"><td width="50%"><p>a</p></td><td><p align="right">b</p></td></tr></table>
      """
    expectEqual(
      dump(html: html),
      """
      paragraph (center): font(Liberation Serif)[size(14.0)[italic["Title"]]]
      loose list, decimal from 2, period
        item
          paragraph: "two"
      table, 0 header
        row
          cell
            paragraph: "a"
          cell
            paragraph (right): "b"

      """)
  }

  private static func clipboard(_ page: String, fragment: Range<Int>, source: String? = nil) -> Data {
    func header(_ start: Int) -> String {
      func number(_ place: Int) -> String {
        String(repeating: "0", count: 10 - String(place).count) + String(place)
      }
      return "Version:0.9\r\nStartHTML:\(number(start))\r\nEndHTML:\(number(start + page.utf8.count))\r\n"
        + "StartFragment:\(number(start + fragment.lowerBound))\r\n"
        + "EndFragment:\(number(start + fragment.upperBound))\r\n"
        + (source.map { "SourceURL:\($0)\r\n" } ?? "")
    }
    return Data((header(header(0).utf8.count) + page).utf8)
  }

  @Test func onlyTheCopiedPartOfTheClipboardIsRead() {
    let page = "<html><style>i{color:red}</style><body>before<b>x<i>é</i>y</b>after</body></html>"
    let start = page.utf8.count - "<i>é</i>y</b>after</body></html>".utf8.count
    let data = Self.clipboard(page, fragment: start..<start + 9, source: "http://a.example/b")
    expectEqual(
      RichText.readHTML(data).value.debugDescription,
      "paragraph: color(1.000 0.000 0.000)[bold[italic[\"é\"]]]\n")
    let marked =
      "<html><body>before<ul><li>z<!--StartFragment--><li><a href=c>x</a><!--EndFragment--></ul>after"
    let link = RichText.readHTML(Self.clipboard(marked, fragment: 0..<0, source: "http://a.example/b"))
    expectEqual(
      link.value.debugDescription,
      "tight list, disc\n  item\n  item\n    paragraph: link(http://a.example/c)[\"x\"]\n")
  }

  @Test func aClipboardHeaderWithWrongOffsetsIsRead() {
    let data = Data("Version:1.0\r\nStartHTML:900\r\nEndHTML:-1\r\n\r\n<p>a".utf8)
    let reading = RichText.readHTML(data)
    expectEqual(reading.value.debugDescription, "paragraph: \"a\"\n")
    expectEqual(reading.warnings, ["The header of the clipboard data contains offsets outside the data."])
  }
}
