extension TextEncoding {
  /// The encoding of a name as in MIME types and XML declarations (Source: IANA character sets, and WHATWG Encoding for
  /// the names in use that IANA lacks); nil if it is not known.
  ///
  /// Only letters and digits count, and neither case nor zeros before a number: `latin_1` and `Latin 1` are one name
  /// (Source: Unicode TS 22, 1.4). `UTF-16` and `UTF-32` without an order have the high byte first, as Unicode says for
  /// text without a mark. ASCII is read as UTF-8. `Shift_JIS`, `EUC-KR`, `GBK` and `Big5` are what Windows has under
  /// these names, a little more than the standards. UTF-7 is not among them: see `isRefused(name:)`.
  ///
  /// - Parameter name: the name, in any case.
  public init?(name: String) {
    guard let form = TextEncoding.names.forms[EncodingNames.key(name)] else { return nil }
    self.init(form)
  }

  /// Whether a name is that of an encoding that is known and not read: UTF-7, in which markup cannot be found by a
  /// search in the bytes.
  package static func isRefused(name: String) -> Bool {
    ["utf7", "unicode11utf7", "csunicode11utf7", "csutf7", "utf7imap", "xunicode20utf7", "cp65000"]
      .contains(EncodingNames.key(name))
  }

  /// The encoding of a number of Microsoft's, as in RTF and in `charset=windows-1252`; nil if it is not known
  /// (Source: Microsoft's list of code page identifiers).
  ///
  /// UTF-16 is 1200 with the low byte first and 1201 with the high byte first; UTF-8 is 65001.
  package init?(windowsCodePage number: Int) {
    guard let form = TextEncoding.names.codePages[number] else { return nil }
    self.init(form)
  }

  /// Whether ASCII text has the same bytes in this encoding.
  package var isASCIICompatible: Bool { form.unitByteCount == 1 }

  /// Whether bytes of ASCII are other characters after an escape.
  package var hasShifts: Bool { form == .iso2022JP }

  private static let names = EncodingNames(nameTable)

  /// A form on each line: its name, its code pages or a bar, its other names.
  private static let nameTable = """
    UTF-8 65001,20127 utf8 us-ascii ascii ansi_x3.4-1968 iso646-us cp65001 unicode-1-1-utf-8
    UTF-16BE 1201 utf-16 utf16 iso-10646-ucs-2 csunicode
    UTF-16LE 1200 utf16le unicodefffe
    UTF-32BE 12001 utf-32 utf32 iso-10646-ucs-4
    UTF-32LE 12000 utf32le
    ISO-8859-1 28591 iso_8859-1 iso8859-1 latin1 l1 iso-ir-100 cp819 ibm819
    Windows-1252 1252 cp1252 x-cp1252 ansi win1252
    Macintosh 10000 x-mac-roman mac macroman csmacintosh
    Shift_JIS 932,943 shift-jis sjis x-sjis ms_kanji ms932 windows-31j cp932 cswindows31j
    EUC-JP 51932,20932 eucjp x-euc-jp x-euc
    ISO-2022-JP 50220,50221,50222 csiso2022jp cp50220 cp50221
    EUC-KR 949,51949 euckr ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 korean windows-949 cp949 ms949 uhc
    GBK 936,51936,20936 gb2312 gb_2312-80 x-gbk cp936 ms936 windows-936 chinese csgb2312 euc-cn x-euc-cn
    GB18030 54936 gb18030-2000 gb18030-2005 gb18030-2022
    Big5 950 big5-eten cn-big5 x-x-big5 csbig5 cp950 windows-950
    ISO-8859-2 28592 iso_8859-2 iso8859-2 latin2 l2 iso-ir-101
    ISO-8859-3 28593 iso_8859-3 iso8859-3 latin3 l3 iso-ir-109
    ISO-8859-4 28594 iso_8859-4 iso8859-4 latin4 l4 iso-ir-110
    ISO-8859-5 28595 iso_8859-5 iso8859-5 cyrillic iso-ir-144
    ISO-8859-6 28596 iso_8859-6 iso8859-6 arabic ecma-114 asmo-708 iso-ir-127
    ISO-8859-7 28597 iso_8859-7 iso8859-7 greek greek8 ecma-118 elot_928 iso-ir-126
    ISO-8859-8 28598 iso_8859-8 iso8859-8 hebrew iso-ir-138 iso-8859-8-i
    ISO-8859-9 28599 iso_8859-9 iso8859-9 latin5 l5 iso-ir-148
    ISO-8859-10 28600 iso_8859-10 iso8859-10 latin6 l6 iso-ir-157
    ISO-8859-11 28601 iso_8859-11 iso8859-11 tis-620
    ISO-8859-13 28603 iso_8859-13 iso8859-13
    ISO-8859-14 28604 iso_8859-14 iso8859-14 latin8 l8 iso-ir-199
    ISO-8859-15 28605 iso_8859-15 iso8859-15 latin-9 latin9
    ISO-8859-16 28606 iso_8859-16 iso8859-16 latin10 l10 iso-ir-226
    Windows-1250 1250 cp1250 x-cp1250 win1250
    Windows-1251 1251 cp1251 x-cp1251 win1251
    Windows-1253 1253 cp1253 x-cp1253 win1253
    Windows-1254 1254 cp1254 x-cp1254 win1254
    Windows-1255 1255 cp1255 x-cp1255 win1255
    Windows-1256 1256 cp1256 x-cp1256 win1256
    Windows-1257 1257 cp1257 x-cp1257 win1257
    Windows-1258 1258 cp1258 x-cp1258
    Windows-874 874 cp874 dos-874
    IBM437 437 cp437 437
    IBM737 737 cp737 737
    IBM775 775 cp775 775
    IBM850 850 cp850 850
    IBM852 852 cp852 852
    IBM855 855 cp855 855
    IBM857 857 cp857 857
    IBM00858 858 cp858 858 ibm858 cp00858
    IBM860 860 cp860 860
    IBM861 861 cp861 861
    IBM862 862 cp862 862
    IBM863 863 cp863 863
    IBM865 865 cp865 865
    IBM866 866 cp866 866
    IBM869 869 cp869 869
    KOI8-R 20866 koi8 koi8_r cskoi8r
    KOI8-U 21866 koi8-ru
    x-mac-cyrillic 10007,10017 x-mac-ukrainian maccyrillic
    x-mac-greek 10006 macgreek
    x-mac-turkish 10081 macturkish
    x-mac-icelandic 10079 maciceland
    x-mac-ce 10029 x-mac-centraleurroman maccentraleurope
    x-mac-croatian 10082 maccroatian
    x-mac-romanian 10010 macromania
    """
}

/// The table of names, for looking up.
private struct EncodingNames {
  private(set) var forms: [String: TextEncoding.Form] = [:]
  private(set) var codePages: [Int: TextEncoding.Form] = [:]

  /// The letters and digits of a name, in lower case and without zeros before a number.
  static func key(_ name: String) -> String {
    var key = ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "0"): if key.utf8.last.map({ 0x30...0x39 ~= $0 }) == true { key += "0" }
      case 0x31...0x39, 0x61...0x7A: key.unicodeScalars.append(UnicodeScalar(byte))
      case 0x41...0x5A: key.unicodeScalars.append(UnicodeScalar(byte | 0x20))
      default: break
      }
    }
    return key
  }

  init(_ table: String) {
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard let form = TextEncoding.Form(rawValue: words[0]) else {
        preconditionFailure("\(words[0]) is not a form of text")
      }
      for name in [words[0]] + words[2...] { forms[EncodingNames.key(name)] = form }
      for number in words[1].split(separator: ",").compactMap({ Int($0) }) { codePages[number] = form }
    }
  }
}
