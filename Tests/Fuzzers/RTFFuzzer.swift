import Foundation
import ProfferConversions
import RichTextFormats

/// RTF, and flat RTFD: read, written and read again.
struct RTFFuzzer: Fuzzer {
  let material = Material(
    seeds: [
      #"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss\fcharset0 Helvetica;}{\f1\fnil\fcharset128 Osaka;}}"#
        + #"{\colortbl;\red255\green0\blue0;}{\*\expandedcolortbl;;\cssrgb\c100000\c0\c0\c50000;}"#
        + #"{\stylesheet{\s0\fs24 Normal;}{\s1\outlinelevel0\b\fs32 heading 1;}{\s2 Quote;}{\s3 Code;}{\s4 List, Quote;}"#
        + #"{\s5 List, List;}{\*\cs10\f1 HTML Code;}{\*\cs11 Check Box;}}"#
        + #"{\*\listtable{\list{\listlevel\levelnfc0\levelstartat3{\leveltext\'02\'00.;}{\levelnumbers\'01;}}"#
        + #"{\listlevel\levelnfc23{\leveltext\'01\u8226 ?;}{\levelnumbers;}}\listid7}}"#
        + #"{\*\listoverridetable{\listoverride\listid7\ls1}}{\info{\title T}{\author A}}"#
        + #"\pard\plain\s1\b\fs32 Head\par\pard\plain\s0\fs24 a {\b b{\i c}} \cf1 d\cf0\u8364?\u-10179?\u-8694? \'e9\par"#
        + #"\pard\s2 q\par\pard\s3 x\line y\par\pard\ls1\ilvl0 one\par\ls1\ilvl1 two\par\ls1\ilvl0 three\par\pard\s4 r\par}"#,
      #"{\rtf1\trowd\trhdr\clvmgf\cellx100\clmgf\cellx200\clmrg\cellx300 \pard\intbl a\cell\pard\intbl\qc b\cell\cell\row"#
        + #"\trowd\clvmrg\cellx100\cellx300\cell\pard\intbl\itap2 n\nestcell{\*\nesttableprops\trowd\cellx50\nestrow}"#
        + #"{\nonesttables\par}\pard\intbl t\cell\row\pard z{\footnote\pard note \chftn}\chftn\par}"#,
      #"{\rtf1{\field{\*\fldinst{HYPERLINK "a\\\\b" \\l "c" \\o "t"}}{\fldrslt {\ul l}}}{\field{\*\fldinst INCLUDEPICTURE "#
        + #""p.png"}{\fldrslt alt}}{\*\shppict{\pict{\*\picprop{\sp{\sn wzName}{\sv n}}}\pngblip\picwgoal20 89504e47}}"#
        + #"{\pict\jpegblip\bin3 abc}{\upr{x}{\*\ud{\u945 a}}}{\pntext\'B7\tab}{\*\pn\pnlvlblt{\pntxtb\'B7}}m\par"#
        + #"{\shp{\*\shpinst{\sp{\sn pib}{\sv {\pict\pngblip 8950}}}{\shptxt box\par}}}{\v h}{\deleted d}{\super s}}"#,
      #"{\rtf1\ansi\ansicpg1252\cocoartf2822{\fonttbl\f0\fswiss\fcharset0 Helvetica-Bold;}\f0\b\fs24 \cf0 a\"#
        + "\n"
        + #"{{\NeXTGraphic p.png \width20 \height20}"# + "\u{AC}"
        + #"}\pard\li360\fi-360 \bullet\tab i\par}"#,
    ].map { Array($0.utf8) } + [
      Array("rtfd\0\0\0\0\u{3}\0\0\0\u{1}\0\0\0\u{7}\0\0\0TXT.rtf".utf8) + [1, 0, 0, 0]
    ],
    words: [
      "{", "}", "\\", "\\par ", "\\pard", "\\plain", "\\b", "\\b0", "\\i", "\\cell ", "\\row ", "\\trowd",
      "\\cellx9",
      "\\clmrg", "\\clvmrg", "\\clvmgf", "\\intbl", "\\itap2", "\\nestcell ", "\\s1", "\\s2", "\\s3", "\\s4",
      "\\s5", "\\ls1",
      "\\ilvl1", "\\u8232?", "\\u-10179?", "\\uc0", "\\uc9", "\\'", "\\'81", "\\bin", "\\bin9 ", "\\*",
      "\\*\\x", "\\line ",
      "\\softline ", " ", "\\tab ", "\\cs10", "\\cs11", "\\qr", "\\rtlpar", "\\li99", "\\fi-99", "\\f1",
      "\\cf1", "\\cb1",
      "\\super", "\\up4", "\\lang1031", "\\v", "\\ansicpg932", "\\ansicpg65001", "{\\*\\asmeant\\ql}",
      "\\brdrb\\brdrs",
      "{\\field", "{\\*\\fldinst ", "{\\fldrslt ", "HYPERLINK \"", "{\\pict", "{\\footnote ", "{\\upr",
      "\\ud", ";", "\n",
    ],
    pairs: [
      ("{", "}"), ("{\\b ", "}"), ("{\\field{\\*\\fldinst HYPERLINK \"a\"}{\\fldrslt ", "}}"),
      ("{\\footnote ", "}"),
      ("{\\*\\x ", "}"), ("\\intbl\\itap2 ", "\\nestcell "), ("\\trowd\\cellx9 ", "\\cell\\row "),
      ("{\\shptxt ", "}"),
    ],
    shapes: [
      "{", "}", "{}", "\\", "{\\*\\x ", "\n\\*", "\\trowd\\cellx9 ", "\\cellx9\\cell ",
      "\\trowd\\cellx9 a\\cell\\row ", "a\\row\\cellx9 ",
      "\\trowd\\clvmrg\\cellx9\\clvmgf\\cellx20 a\\cell b\\cell\\row ", "\\ls1 a\\par ", "\\par ", "\\line ",
      "\\u8364?",
      "\\u-10179?", "\\'82", "{\\b a}b", "{\\footnote a}", "{\\footnote ", "{\\pict\\pngblip 89504e47}",
      "\\s3 a\\par ",
      "{\\*\\pn\\pnlvlblt}a\\par ", "a \\softline ", "{\\upr{a}{\\*\\ud{b}}}", "\\bin9",
      "\\s2 a\\par\\s0 b\\par ",
      "{\\field{\\*\\fldinst HYPERLINK \"a\"}{\\fldrslt a}}",
      "{\\field{\\*\\fldinst HYPERLINK \"a\"}{\\fldrslt ", "{\\*\\fldinst a}{\\fldrslt b}",
      "{\\field{\\*\\fldinst INCLUDEPICTURE \"a\"}{\\fldrslt b}}", "{\\fonttbl{\\f1 a;}}",
      "{\\stylesheet{\\s1 a;}}",
      "{\\shp{\\*\\shpinst{\\shptxt a\\par}}}", "\\ls1\\ilvl0 a\\par\\ls1\\ilvl1 b\\par ",
      "\\li360\\fi-360 -\\tab a\\par ",
      "\\intbl\\itap9 a\\nestcell{\\*\\nesttableprops\\trowd\\cellx1\\nestrow}", "{\\info{\\title a}}",
      "\\ls1\\s5 a\\par ",
    ].map { GrowingShape("{\\rtf1\\ansi ", repeating: $0) })

  func check(_ input: [UInt8]) throws(Finding) {
    let reading: RichText
    do {
      let data = Data(input)
      reading =
        try input.starts(with: Array("rtfd".utf8))
        ? RichText.readRTFD(.data(data)).value : RichText.readRTF(data).value
    } catch {
      return
    }
    try Finding.unless(reading == reading.normalized(), "the text that was read is not normalized")
    let written = reading.writeRTF()
    let again: RichText
    do { again = try RichText.readRTF(written.data).value } catch {
      throw Finding("the written file cannot be read: \(error)")
    }
    try Finding.unless(
      !written.losses.isEmpty || again == reading,
      "after writing and reading, the value differs: \(reading.debugDescription) and \(again.debugDescription)"
    )
  }
}
