import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import RichTextFormats

/// The result of reading RTF like that of common programs.
struct RTFReaderTests {
  private func read(_ body: String) throws -> Reading<RichText> {
    try RichText.readRTF(Data("{\\rtf1\(body)}".utf8))
  }

  private func dump(_ body: String) throws -> String { try read(body).value.debugDescription }

  // MARK: Characters

  @Test(arguments: [
    (#"\ansi a\'e9\u8364?b"#, "aé€b"), (#"\ansi\ansicpg1251\'cf\'f0"#, "Пр"), (#"\mac\'8e"#, "é"),
    (#"\pca\'82"#, "é"),
    (#"\ansicpg932\'93\'fa\'96{"# + "}" + #"\'7b"#, "日\u{FFFD}{"), (#"\ansicpg936\'d6\'d0\'ce\'c4"#, "中文"),
    (#"\ansicpg949\'c7\'d1"#, "한"), (#"\ansicpg950\'a4\'a4"#, "中"), (#"\ansicpg932\'83A"#, "ア"),
    (#"{\fonttbl{\f0 A;}{\f1\fcharset204 B;}{\f2\fcharset77 C;}}\f1\'e4\f2\'8a"#, "дä"),
    (#"{\fonttbl{\f1\fcharset2 Symbol;}}{\f1 ab\'b7}c"#, "αβ•c"), (#"\uc0\u55357\u56842 x"#, "😊x"),
    (#"\u-10179?\u-8694?"#, "😊"), (#"\u9731\'3f\uc2\u9731\'3f\'3fz"#, "☃☃z"),
    (#"\u9731 ?a\u9731"# + "\n?b", "☃a☃b"),
    (#"\uc1\u128512?"#, "😀"),
    (#"a\emdash b\endash\lquote\rquote\ldblquote\rdblquote\bullet c"#, "a—b–‘’“”•c"),
    (#"a\~b\-c\_d\tab e\{\}\\"#, "a\u{A0}b\u{AD}c\u{2011}d\te{}\\"), ("a\nb\r\nc", "abc"),
    ("a\\\u{27}zzb", "azzb"),
    (#"{\upr{a}{\*\ud{\u945 ?}}}b"#, "αb"), (#"a{\*\unknown x{y}\bin2 }}z}b"#, "ab"),
    (#"a\unknown5 b"#, "ab"),
    (#"a{\v hidden}b{\deleted gone}c"#, "abc"), (#"a\bin3 }}}b"#, "ab"), (#"\u8211\endash x"#, "–x"),
  ])
  func charactersAreReadInTheirEncoding(body: String, text: String) throws {
    let value = try read(body).value
    let runs = value.blocks.flatMap { block -> [RichText.Run] in
      if case .paragraph(let paragraph) = block { paragraph.content.runs } else { [] }
    }
    let read = runs.map { if case .text(let text) = $0.content { text } else { "" } }.joined()
    expectEqual(read, text)
  }

  @Test(arguments: [
    (#" two {\b three}"#, 8), (#"{\par}"#, 0), ("\0\0x", 1), (#"\'e9\u233?"#, 2),
  ])
  func wordsAfterTheEndAreCountedAndReported(rest: String, count: Int) throws {
    let reading = try RichText.readRTF(Data((#"{\rtf1 one\par}"# + rest).utf8))
    expectEqual(reading.value.debugDescription, "paragraph: \"one\"\n")
    expectEqual(
      reading.warnings,
      [
        "the file contains data after the last brace of the document; this data was left out"
      ])
    expectEqual(
      reading.losses.map(\.description),
      count == 0
        ? [] : ["\(count) character\(count == 1 ? "" : "s") (after the end of the document)"])
  }

  @Test(arguments: ["", "\n", "\r\n\0", " \t\n\0\0\0", "}"])
  func whiteSpaceNULsAndBracesAfterTheEndAreIgnored(rest: String) throws {
    let reading = try RichText.readRTF(Data((#"{\rtf1 one}"# + rest).utf8))
    #expect(reading.losses.isEmpty && reading.warnings.isEmpty)
  }

  // MARK: Looks

  @Test(arguments: [
    (#"a{\b b\i c\i0}d"#, #""a" bold["b" italic["c"]] "d""#), (#"\b a\plain b"#, #"bold["a"] "b""#),
    (#"{\ul a}{\uldb b}{\ulnone c}{\strike d}"#, #"underline["ab"] "c" strikethrough["d"]"#),
    (
      #"{\super a}{\sub b}{\up6 c}{\dn6 d}{\up0 e}"#,
      #"superscript["a"] subscript["b"] superscript["c"] subscript["d"] "e""#
    ),
    (
      #"{\colortbl;\red255\green0\blue0;}{\cf1 a}{\highlight1 b}{\chcbpat1 c}{\cf0 d}"#,
      #"color(1.000 0.000 0.000)["a"] background(1.000 0.000 0.000)["bc"] "d""#
    ),
    (
      #"{\colortbl;\red1\green2\blue3;}{\*\expandedcolortbl;\cssrgb\c100000\c0\c0\c50000;}{\cf1 a}"#,
      #"color(1.000 0.000 0.000 / 0.500)["a"]"#
    ),
    (
      #"{\colortbl;\red1\green2\blue3;}{\*\expandedcolortbl;\csgray\c0\c84706\cname labelColor;}{\cf1 a}"#,
      #""a""#
    ),
    (
      #"\deff0{\fonttbl{\f0 A;}{\f1 B C;}}\f0\fs24 a{\f1 b}{\fs36 c}"#, #""a" font(B C)["b"] size(18.0)["c"]"#
    ),
    (#"\deflang1033 a{\lang1031 b}\lang1033 c"#, #""a" language(de-DE)["b"] "c""#),
    (#"a\line b"#, #""a" hard-break "b""#),
    (#"{\stylesheet{\*\cs1\f1 HTML Code;}}a{\cs1 b}"#, #""a" code["b"]"#),
    (#"\rtlch\ab a\ltrch b"#, #"bold["a"] "b""#),
  ])
  func formattingIsWhatDiffersFromTheStyle(body: String, line: String) throws {
    let dump = try dump(body)
    expectEqual(dump.split(separator: "\n").last, "paragraph: \(line)")
  }

  @Test func formattingOfTheStyleIsNotRepeated() throws {
    let sheet =
      #"{\fonttbl{\f0 A;}{\f1 B;}}{\stylesheet{\s0\f0\fs22 Normal;}{\s1\f1\fs32\b\i Heading 1,H1;}}"#
    try expectEqual(
      dump(sheet + #"\pard\plain\s1\f1\fs32\b\i Head \ul x\par"#),
      "heading 1: \"Head \" underline[\"x\"]\n")
    try expectEqual(dump(sheet + #"\pard\plain\s0\f0\fs22 a\f1 b"#), "paragraph: \"a\" font(B)[\"b\"]\n")
    try expectEqual(dump(#"\pard\outlinelevel1\b\fs32 Head\par"#), "heading 2: \"Head\"\n")
  }

  @Test func formattingInAGroupOfAStyleBelongsToThisStyleOnly() throws {
    let sheet = #"{\stylesheet{\s0 Normal;}{\s1{\*\asmeant\b\fs48}heading 1;}{\s2 heading 2;}}"#
    try expectEqual(
      dump(sheet + #"\pard\plain\s1\b\fs48 Head \i x\par"#), "heading 1: \"Head \" italic[\"x\"]\n")
    try expectEqual(dump(sheet + #"\pard\plain\s2\b Head\par"#), "heading 2: bold[\"Head\"]\n")
    try expectEqual(dump(sheet + #"\pard\plain\s0\b a\par"#), "paragraph: bold[\"a\"]\n")
  }

  // MARK: Fields

  @Test(arguments: [
    (
      #"{\field{\*\fldinst{HYPERLINK "https://a.b/?c=d&e"}}{\fldrslt{\ul\cf1 l}}}"#,
      #"link(https://a.b/?c=d&e)["l"]"#
    ),
    (#"{\field{\*\fldinst HYPERLINK "a" \\l "b" \\o "t\\"u"}{\fldrslt l}}"#, ##"link(a#b "t\"u")["l"]"##),
    (#"{\field{\*\fldinst HYPERLINK \\l "top"}{\fldrslt l}}"#, "link(#top)[\"l\"]"),
    (#"{\field{\*\fldinst HYPERLINK "file:///C:\\\\x"}{\fldrslt l}}"#, #"link(file:///C:\x)["l"]"#),
    (#"{\field{\*\fldinst hyperlink a.b}{\fldrslt l}}"#, #"link(a.b)["l"]"#),
    (#"{\field{\*\fldinst PAGE}{\fldrslt 7}}"#, #""7""#),
    (#"{\field{\*\fldinst HYPERLINK "a"}{\fldrslt x}{\fldrslt y}}"#, #"link(a)["x"] "y""#),
    (#"{\field{\*\fldinst INCLUDEPICTURE "p.png" \\d}{\fldrslt alt}}"#, #"attachment(p.png, text "alt")"#),
    (
      #"{\field{\*\fldinst HYPERLINK "a"}{\fldrslt x{\field{\*\fldinst HYPERLINK "b"}{\fldrslt y}}z}}"#,
      #"link(a)["x"] link(b)["y"] link(a)["z"]"#
    ),
  ])
  func fieldsAreLinksAndPictures(body: String, line: String) throws {
    try expectEqual(dump(body), "paragraph: \(line)\n")
  }

  // MARK: Paragraphs

  @Test(arguments: [
    (#"\qc a\par"#, "paragraph (center): \"a\"\n"), (#"\ql\ltrpar a\par"#, "paragraph: \"a\"\n"),
    (#"\rtlpar\qr a\par\ql b\par"#, "paragraph (rightToLeft): \"a\"\nparagraph (left, rightToLeft): \"b\"\n"),
    (
      #"\li360\ri720\fi-200 a\par"#,
      "paragraph (indented 18.0, indented 36.0 after, first line -10.0): \"a\"\n"
    ),
    ("a\\\nb\\\n", "paragraph: \"a\"\nparagraph: \"b\"\n"),
    (#"a\par\par b"#, "paragraph: \"a\"\nparagraph: \"b\"\n"),
    (
      #"{\stylesheet{\s1 Quotations;}}\s1\li567 a\par\s1 b\par\s0\li0 c"#,
      "quotation\n  paragraph: \"a\"\n  paragraph: \"b\"\nparagraph: \"c\"\n"
    ),
    (#"{\stylesheet{\s1 Preformatted Text;}}\s1 a\par\par b\line c\par"#, "code: \"a\\n\\nb\\nc\\n\"\n"),
    (#"a\par\pard\brdrb\brdrs\brdrw10 \par\pard b"#, "paragraph: \"a\"\nrule\nparagraph: \"b\"\n"),
    (
      #"{\info{\title T\u228?}{\author A}}\deflang1031 a"#,
      "title: Tä\nauthor: A\nlanguage: de-DE\nparagraph: \"a\"\n"
    ),
    (
      #"{\info{\subject S}{\keywords k, \'e9}{\doccomm one\line two\par \'9c}}a"#,
      "subject: S\nkeywords: k, é\nsummary: \"one\\ntwo\\nœ\"\nparagraph: \"a\"\n"
    ),
    (
      #"{\info{\creatim\yr2024\mo2\dy29\hr23\min5}{\revtim\yr2024\mo3\dy1\hr0\min0\sec7}}a"#,
      "created: 2024-02-29T23:05:00Z\nmodified: 2024-03-01T00:00:07Z\nparagraph: \"a\"\n"
    ),
    (#"{\info{\creatim\yr0\mo0\dy0\hr0\min0}{\printim\yr2024\mo1\dy1}}a"#, "paragraph: \"a\"\n"),
    (#"{\scaps a}b{\scaps\scaps0 c}\scaps\plain d"#, "paragraph: smallCaps[\"a\"] \"bcd\"\n"),
    (#"{\stylesheet{\s1\scaps heading 1;}}\s1\scaps a"#, "heading 1: smallCaps[\"a\"]\n"),
  ])
  func styleNamesGiveTheKindOfParagraph(body: String, dump: String) throws {
    try expectEqual(self.dump(body), dump)
  }

  // MARK: Lists

  private static let wordLists =
    #"{\*\listtable{\list\listtemplateid1\listhybrid{\listlevel\levelnfc0\levelstartat1{\leveltext\'02\'00.;}"#
    + #"{\levelnumbers\'01;}}{\listlevel\levelnfc4\levelstartat1{\leveltext\'02\'01);}{\levelnumbers\'01;}}\listid5}"#
    + #"{\list{\listlevel\levelnfc23{\leveltext\'01\u-3913 ?;}{\levelnumbers;}}{\listlevel\levelnfc23{\leveltext\'01o;}"#
    + #"{\levelnumbers;}}\listid6}}{\*\listoverridetable{\listoverride\listid5\listoverridecount0\ls1}"#
    + #"{\listoverride\listid6\listoverridecount0\ls2}{\listoverride\listid5\listoverridecount1"#
    + #"{\lfolevel\listoverridestartat\levelstartat7}\ls3}}"#

  @Test func listsOfWordNestByTheirLevels() throws {
    let body =
      #"\pard\ls1\ilvl0{\listtext 1.\tab}one\par\pard\ls1\ilvl1{\listtext a)\tab}deep\par\pard\ls1\ilvl1 deeper\par"#
      + #"\pard\ls1\ilvl0 two\par\pard between\par\pard\ls1\ilvl0 three\par\pard\ls2\ilvl0\sa160 dot\par"#
      + #"\pard\ls2\ilvl1 ring\par\pard\ls3\ilvl0 seven\par"#
    try expectEqual(
      dump(Self.wordLists + body),
      """
      tight list, decimal from 1, period
        item
          paragraph: "one"
          tight list, lowercaseLetter from 1, parenthesis
            item
              paragraph: "deep"
            item
              paragraph: "deeper"
        item
          paragraph: "two"
      paragraph: "between"
      tight list, decimal from 3, period
        item
          paragraph: "three"
      loose list, disc
        item
          paragraph: "dot"
          tight list, circle
            item
              paragraph: "ring"
      tight list, decimal from 7, period
        item
          paragraph: "seven"

      """)
  }

  @Test func listsOfAppleContinueAcrossParagraphs() throws {
    let body = """
      \\ansi\\ansicpg1252\\cocoartf2822
      \\cocoatextscaling0\\cocoaplatform0{\\fonttbl\\f0\\fswiss\\fcharset0 Helvetica;\\f1\\fswiss\\fcharset0 Helvetica-Bold;}
      {\\colortbl;\\red255\\green255\\blue255;}
      {\\*\\expandedcolortbl;;}
      {\\*\\listtable{\\list\\listtemplateid1\\listhybrid{\\listlevel\\levelnfc23\\levelnfcn23\\leveljc0\\leveljcn0\
      \\levelfollow0\\levelstartat0\\levelspace360\\levelindent0{\\*\\levelmarker \\{disc\\}}{\\leveltext\\leveltemplateid1\
      \\'01\\uc0\\u8226 ;}{\\levelnumbers;}\\fi-360\\li720\\lin720 }{\\listname ;}\\listid1}}
      {\\*\\listoverridetable{\\listoverride\\listid1\\listoverridecount0\\ls1}}
      \\paperw11900\\paperh16840\\margl1440\\margr1440\\vieww11520\\viewh8400\\viewkind0
      \\pard\\tx220\\tx720\\pardeftab720\\li720\\fi-720\\pardirnatural\\partightenfactor0
      \\ls1\\ilvl0
      \\f0\\fs24 \\cf0 {\\listtext\t\\uc0\\u8226 \t}One\\
      {\\listtext\t\\uc0\\u8226 \t}
      \\f1\\b Two
      \\f0\\b0 \\
      \\pard\\pardeftab720\\pardirnatural\\partightenfactor0
      \\cf0 \\
      After \\uc0\\u8232 line}
      """
    try expectEqual(
      RichText.readRTF(Data("{\\rtf1\(body)".utf8)).value.debugDescription,
      """
      tight list, disc
        item
          paragraph: "One"
        item
          paragraph: bold["Two"]
      paragraph: "After " hard-break "line"

      """)
  }

  @Test func numbersOfHeadingsStayAsTextOrAreCounted() throws {
    let body =
      #"\pard\outlinelevel0\ls1\ilvl0{\listtext\tab 1.\tab}Head\par\pard\outlinelevel1\ls1\ilvl1 Counted\par"#
      + #"\pard\outlinelevel1{\pntext A.\tab}Old\par\pard\outlinelevel0 Plain\par"#
    let reading = try read(Self.wordLists + body)
    expectEqual(
      reading.value.debugDescription,
      """
      heading 1: "1. Head"
      heading 2: "Counted"
      heading 2: "A. Old"
      heading 1: "Plain"

      """)
    expectEqual(reading.losses, [Loss(.formatting, count: 1, detail: "heading numbers")])
  }

  @Test func listsBeforeWord97AreRead() throws {
    let number = #"{\*\pn\pnlvlbody\pnstart3\pnindent0\pndec{\pntxta )}}"#
    try expectEqual(
      dump(
        #"\pard{\pntext\f1\'B7\tab}{\*\pn\pnlvlblt\pnf1\pnindent0{\pntxtb\'B7}}\fi-200\li200 a\par{\pntext\'B7\tab}b\par"#
          + "\\pard\(number)c\\par\\pard\(number)d\\par"),
      """
      tight list, disc
        item
          paragraph: "a"
        item
          paragraph: "b"
      tight list, decimal from 3, parenthesis
        item
          paragraph: "c"
        item
          paragraph: "d"

      """)
  }

  @Test func typedMarkersOfHangingParagraphsAreLists() throws {
    try expectEqual(
      dump(
        #"\pard\li360\fi-360\bullet\tx360\tab a\par\pard\li720\fi-360\endash\tab b\par\pard\li360\fi-360 2.\tab c\par"#
          + #"\pard\li360 -\tab d\par"#),
      """
      tight list, disc
        item
          paragraph: "a"
          tight list, disc
            item
              paragraph: "b"
      tight list, decimal from 2, period
        item
          paragraph: "c"
      paragraph (indented 18.0): "-\\td"

      """)
  }

  // MARK: Word

  @Test func documentsOfWordAreRead() throws {
    let plain =
      #"\rtlch\fcs1 \af0\afs24\alang1025 \ltrch\fcs0 \f31506\fs22\lang1033\langfe1033\cgrid\langnp1033"#
    let text = #"\pard\plain \ltrpar\ql \li0\ri0\sa160\sl259\slmult1\widctlpar\itap0 "# + plain
    let body =
      #"\adeflang1025\ansi\ansicpg1252\uc1\adeff0\deff0\stshfdbch31506\deflang1033\deflangfe1033\themelang1033"#
      + #"{\fonttbl{\f0\fbidi \froman\fcharset0\fprq2{\*\panose 02020603050405020304}Times New Roman;}"#
      + #"{\f3\fbidi \froman\fcharset2\fprq2 Symbol;}{\f31506\fbidi \fswiss\fcharset0\fprq2 Calibri{\*\falt X};}}"#
      + #"{\colortbl;\red0\green0\blue0;\red5\green99\blue193;}{\*\defchp \fs22 }{\stylesheet{\ql \li0\ri0\sa160 "#
      + plain
      + #" \snext0 \sqformat \spriority0 Normal;}{\s1\ql\sb240\outlinelevel0 \rtlch\fcs1 \ab\af0\afs32 "#
      + #"\ltrch\fcs0 \b\f31506\fs32\lang1033 \sbasedon0 \snext0 \slink15 heading 1;}{\*\cs10 \additive \ssemihidden "#
      + #"Default Paragraph Font;}{\*\cs16 \additive \ul\cf2 \sbasedon10 Hyperlink;}}{\*\rsidtbl \rsid1}"#
      + #"{\*\listtable{\list\listtemplateid1\listhybrid{\listlevel\levelnfc23\levelnfcn23\leveljc0{\leveltext"#
      + #"\leveltemplateid1\'01\u-3913 ?;}{\levelnumbers;}\f3\fbias0 \fi-360\li720\lin720 }{\listname ;}\listid9}}"#
      + #"{\*\listoverridetable{\listoverride\listid9\listoverridecount0\ls1}}{\*\latentstyles\lsdstimax{\lsdlockedexcept "#
      + #"\lsdqformat1 Normal;}}{\*\themedata 504b}\sectd \ltrsect\linex0{\*\pnseclvl1\pnucrm\pnstart1{\pntxta .}}"#
      + #"\pard\plain \ltrpar\s1\ql\sb240\outlinelevel0 \rtlch\fcs1 \ab\af0\afs32 \ltrch\fcs0 \b\f31506\fs32\lang1033 "#
      + #"{\rtlch\fcs1 \af0 \ltrch\fcs0 \insrsid1 {\*\bkmkstart x}Head{\*\bkmkend x}\par }"#
      + text
      + #" {\rtlch\fcs1 \ab\af0 \ltrch\fcs0 \b\insrsid1 Bold}{\rtlch\fcs1 \af0 \ltrch\fcs0 \lang1031 and }"#
      + #"{\field\fldedit{\*\fldinst {\insrsid1 HYPERLINK "https://a.b/" }{\insrsid1 {\*\datafield 00d0}}}{\fldrslt "#
      + #"{\rtlch\fcs1 \af0 \ltrch\fcs0 \cs16\ul\cf2\insrsid1 link}}}\sectd \ltrsect\par "#
      + #"{\listtext\pard\plain\ltrpar \f3\fs22 \loch\af3\hich\f3 \'b7\tab}\pard \ltrpar\ql \fi-360\li720\ri0\sa160"#
      + #"\contextualspace\ls1\adjustright\rin0\lin720\itap0 {\insrsid1 Item\par }"#
      + #"\trowd \irow0\irowband0\ltrrow\ts11\trgaph108\clvertalt\clbrdrt\brdrs\brdrw10 \cellx100\cellx200\pard\plain "#
      + #"\ltrpar\ql\widctlpar\intbl \f31506\fs22\lang1033 {\insrsid1 a\cell b\cell }\pard\plain \intbl {\insrsid1 "#
      + #"\trowd \irow0\irowband0\lastrow \cellx100\cellx200\row }"# + text
      + #" {\lang1024 {\*\shppict{\pict{\*\picprop\shplid1025{\sp{\sn shapeType}{\sv 75}}{\sp{\sn wzDescription}{\sv "#
      + #"alt}}}\picscalex100\picscaley100\picwgoal200\pichgoal100\pngblip\bliptag1{\*\blipuid 00}8950}}"#
      + #"{\nonshppict {\pict\wmetafile8 01}}}\par }"#
    let reading = try read(body)
    expectEqual(
      reading.value.debugDescription,
      """
      language: en-US
      heading 1: anchor(x) "Head"
      paragraph: bold["Bold"] language(de-DE)["and "] link(https://a.b/)["link"]
      tight list, disc
        item
          paragraph: "Item"
      table, 0 header
        row
          cell
            paragraph: "a"
          cell
            paragraph: "b"
      paragraph: attachment(public.png, 2 bytes, text "alt", width 10.0, height 5.0)

      """)
    #expect(reading.losses.isEmpty && reading.warnings.isEmpty)
  }

  // MARK: Tables

  @Test func cellsOfSeveralPlacesAreOne() throws {
    let wide =
      #"\trowd\cellx100\cellx200\cellx300 a\cell b\cell c\cell\row\trowd\cellx100\cellx304 d\cell\qr e\cell\row"#
    let merged =
      #"\trowd\cellx100\cellx200\cellx300 a\cell b\cell c\cell\row\trowd\cellx100\clmgf\cellx200\clmrg\cellx300 d\cell\qr e\cell"#
      + #"\pard\cell\row"#
    for body in [wide, merged] {
      try expectEqual(
        dump(body),
        """
        table, 0 header
          row
            cell
              paragraph: "a"
            cell
              paragraph: "b"
            cell
              paragraph: "c"
          row
            cell
              paragraph: "d"
            cell 2×1, right
              paragraph: "e"

        """)
    }
    try expectEqual(
      dump(
        #"\trowd\trhdr\clvmgf\cellx100\cellx200 a\cell b\cell\row\trowd\clvmrg\cellx100\cellx200\cell c\cell\row z"#
      ),
      """
      table, 1 header
        row
          cell 1×2
            paragraph: "a"
          cell
            paragraph: "b"
        row
          cell
            paragraph: "c"
      paragraph: "z"

      """)
  }

  @Test func tablesStandInCells() throws {
    try expectEqual(
      dump(
        #"\trowd\cellx100\cellx200\pard\intbl a\par\pard\intbl\itap2 n\nestcell m\nestcell{\*\nesttableprops\trowd\cellx50"#
          + #"\cellx99\nestrow}{\nonesttables\par}\pard\intbl\cell\pard\intbl b\cell\row\pard z"#),
      """
      table, 0 header
        row
          cell
            paragraph: "a"
            table, 0 header
              row
                cell
                  paragraph: "n"
                cell
                  paragraph: "m"
          cell
            paragraph: "b"
      paragraph: "z"

      """)
  }

  // MARK: Losses of content

  @Test(arguments: [
    (#"{\header h}a"#, ["1 character"]), (#"{\footer {\field{\*\fldinst PAGE}{\fldrslt 1}} }a"#, []),
    (#"{\*\annotation x}a"#, ["1 comment"]), (#"{\v x}a{\v y}"#, ["2 comments"]),
    (#"{\caps x}"#, ["formatting in 1 place"]),
    (#"a{\footnote\ftnalt b}"#, ["formatting in 1 place"]), (#"{\pict\dibitmap0 0102}a"#, ["1 image"]),
    (#"{{\NeXTGraphic x.png \width1}\'ac}a"#, ["1 image"]), (#"a\page b"#, ["layout in 1 place"]),
    (#"{\info{\company x}}a"#, ["metadata in 1 place"]), (#"{\scaps\caps x}"#, ["formatting in 1 place"]),
    (#"{\info{\creatim\yr2023\mo2\dy29}}a"#, ["metadata in 1 place"]), (#"\u-10179?a"#, ["1 character"]),
  ])
  func whatIsDroppedIsCounted(body: String, losses: [String]) throws {
    let found = try read(body).losses.map { Loss($0.kind, count: $0.count).description }
    expectEqual(found, losses)
  }

  @Test(arguments: [
    (#"{\*\bkmkstart top}Head{\*\bkmkend top}\par"#, "paragraph: anchor(top) \"Head\"\n"),
    (#"x{\*\bkmkstart \'e9}{\*\bkmkend \'e9}"#, "paragraph: \"x\" anchor(é)\n"),
    (#"{\*\bkmkstart a}{\*\bkmkstart b}x"#, "paragraph: anchor(a) anchor(b) \"x\"\n"),
    (#"{\*\bkmkstart _Toc1}{\*\bkmkstart OLE_LINK1}x{\*\bkmkend _Toc1}"#, "paragraph: \"x\"\n"),
    (
      #"{\*\bkmkstart _Ref1}{\*\bkmkend _Ref1}x{\field{\*\fldinst HYPERLINK \\l "_Ref1"}{\fldrslt l}}"#,
      "paragraph: anchor(_Ref1) \"x\" link(#_Ref1)[\"l\"]\n"
    ),
  ])
  func bookmarksAreAnchors(body: String, expected: String) throws {
    let reading = try read(#"\ansi "# + body)
    expectEmpty(reading.losses)
    expectEqual(reading.value.debugDescription, expected)
  }

  @Test(arguments: [#"\bkmkstart name"#, #"{\info{\title a{\*\bkmkstart x}b}}c"#, #"a{\*\bkmkstart"#])
  func bookmarksOutsideTheBodyAreIgnored(body: String) throws {
    let reading = try read(body)
    expectEmpty(reading.losses)
    expectEqual(reading.value.metadata.title, body.contains("title") ? "ab" : nil)
  }

  @Test func notesStandAtTheirMarks() throws {
    try expectEqual(
      dump(#"a{\super\chftn}{\footnote\pard{\super\chftn} note\par\pard more}b\par c"#),
      """
      paragraph: "a" note(paragraph: "note"; paragraph: "more") "b"
      paragraph: "c"

      """)
  }

  // MARK: Malformed input

  @Test(arguments: ["", "{", "{\\rt", "hello", "PK\u{3}\u{4}"])
  func otherBytesAreRefusedAsRTF(text: String) {
    expectError(.wrongFormat, text) { try RichText.readRTF(Data(text.utf8)) }
  }

  @Test func truncatedRTFIsReadToItsEnd() throws {
    let whole = Data(
      #"{\rtf1{\b a}\trowd\cellx9 b\cell\row{\field{\*\fldinst HYPERLINK "c"}{\fldrslt d}}\'e9\u8364?}"#.utf8)
    for length in 5..<whole.count {
      let reading = try RichText.readRTF(whole.prefix(length))
      expect(!reading.warnings.isEmpty, "cut at \(length)")
    }
    try expectEmpty(RichText.readRTF(whole).warnings)
  }

  @Test func depthIsBounded() throws {
    let sheet = #"{\stylesheet{\s1 Quote;}}"#
    for body in [
      String(repeating: "{", count: 100_000) + "a", String(repeating: #"{\footnote "#, count: 10_000) + "a",
      #"\intbl\itap1000 a\nestcell\nestrow"#, sheet + String(repeating: #"{\s1 a\par"#, count: 5_000),
    ] {
      #expect(try !read(body).value.blocks.isEmpty)
    }
  }

  /// A row definition applies to the following rows, also in footnotes.
  @Test(arguments: [
    #"\trowd"# + (1...9_000).map { #"\cellx\#($0 * 100)"# }.joined()
      + String(repeating: #" a\row"#, count: 9_000),
    String(repeating: #" a\row\cellx9"#, count: 9_000),
    String(repeating: #"{\footnote "# + String(repeating: #" a\row\cellx9"#, count: 300) + "}", count: 100),
  ])
  func emptyCellsOfAllRowsHaveOneBudget(body: String) throws {
    let reading = try read(body)
    var cells: [RichText.TableCell] = []
    for block in reading.value.blocks {
      if case .table(let table) = block { cells += table.rows.joined() }
      guard case .paragraph(let paragraph) = block else { continue }
      for case .note(let blocks) in paragraph.content {
        for case .table(let table) in blocks { cells += table.rows.joined() }
      }
    }
    let filledCount = cells.count { !$0.blocks.isEmpty }
    expectAtLeast(filledCount, 9_000, "every word is there")
    expectAtMost(cells.count, 20_000 + 5 * filledCount, "\(cells.count)")
    let cut = reading.losses.first { $0.detail == "rows with more empty cells than a table can have" }
    expect(cut?.kind == .tables && cut?.count ?? 0 > 1_000, "\(reading.losses)")
  }

  @Test func aFieldInstructionIsParsedOnce() throws {
    let unit = #"{\*\fldinst instruction}{\fldrslt b}"#
    let growth = try ProcessorTime.growth(to: 8_000) {
      #"{\field "# + String(repeating: unit, count: $0) + "}"
    } _: {
      _ = try read($0)
    }
    expect(growth.isLinear, "\(growth)")
  }

  @Test func theDescriptionOfAnUnreadablePictureIsKept() throws {
    let reading = try read(
      #"a {\pict{\*\picprop{\sp{\sn wzDescription}{\sv a \u9731? man}}}\dibitmap0 0102} b"#)
    expectEqual(reading.value.debugDescription, "paragraph: \"a a ☃ man b\"\n")
    expectEqual(reading.losses.map(\.kind), [.images])
  }

  @Test func picturesAreReadInEveryForm() throws {
    let png = "89504e470d0a1a0a0000000d494844520000002800000014"
    let described = #"{\*\picprop{\sp{\sn wzDescription}{\sv words}}{\sp{\sn wzName}{\sv n}}}"#
    try expectEqual(
      dump(
        #"{\*\shppict{\pict"# + described + #"\picwgoal600\pichgoal600\pngblip "# + png
          + #"}}{\nonshppict{\pict\wmetafile8 01}}"#),
      "paragraph: attachment(public.png, 24 bytes, name \"n\", text \"words\", height 30.0)\n")
    try expectEqual(
      dump(#"{\pict\jpegblip\picscalex50\picwgoal400\bin4 "# + "a{}\\}"),
      "paragraph: attachment(public.jpeg, 4 bytes, width 10.0)\n")
  }
}
