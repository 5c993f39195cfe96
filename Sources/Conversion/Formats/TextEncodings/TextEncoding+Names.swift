extension TextEncoding {
  /// Makes the encoding with the given name, as used in MIME types and XML declarations; nil if the name is
  /// unknown.
  ///
  /// The names are those of IANA, and additional names in common use (Source: IANA character sets; WHATWG
  /// Encoding). Names are compared by their letters and digits, ignoring case and leading zeros of numbers.
  /// For example, `latin_1` and `Latin 1` are the same name (Source: Unicode TS 22, 1.4).
  ///
  /// All labels of the WHATWG's Encoding Standard are known, except `iso-2022-cn`, `iso-2022-cn-ext`,
  /// `replacement` and `x-user-defined`. The names `UTF-16`, `UCS-2` and `UTF-32`, which state no byte order,
  /// mean that the high byte is first, as Unicode specifies for text without a mark. ASCII is read as UTF-8.
  /// `Shift_JIS`, `EUC-KR`, `GBK` and `Big5` have slightly more characters than the standards they are named
  /// for, as in the Encoding Standard. UTF-7 is not supported; see `isRefused(name:)`.
  ///
  /// - Parameter name: the name, in any case.
  public init?(name: String) {
    let key = EncodingNames.key(name)
    guard !key.isEmpty else { return nil }
    let form = TextEncoding.nameTable.utf8.withContiguousStorageIfAvailable {
      EncodingNames.form(key, in: $0)
    }
    guard let form = form ?? nil else { return nil }
    self.init(form)
  }

  /// Returns whether a name belongs to an encoding that is known but deliberately not supported.
  ///
  /// The only such encoding is UTF-7, in which markup cannot be found by searching the bytes.
  package static func isRefused(name: String) -> Bool {
    ["utf7", "unicode11utf7", "csunicode11utf7", "csutf7", "utf7imap", "xunicode20utf7", "cp65000"]
      .contains { EncodingNames.isName($0.utf8, of: EncodingNames.key(name)) }
  }

  /// Whether ASCII text has the same bytes in this encoding.
  package var isASCIICompatible: Bool { form.unitByteCount == 1 }

  /// Whether ASCII bytes can represent other characters after an escape.
  package var hasShifts: Bool { form == .iso2022JP || form == .iso2022KR || form == .hz }

  /// The encoding that browsers use for the names of this encoding.
  ///
  /// Pages that name Latin-1, ISO-8859-9 or ISO-8859-11 are often in the Windows encoding with the same
  /// letters (Source: WHATWG Encoding, names and labels).
  package var usedByBrowsers: TextEncoding {
    switch form {
    case .latin1: .windows1252
    case .iso8859Part9: TextEncoding(.windows1254)
    case .iso8859Part11: TextEncoding(.windows874)
    default: self
    }
  }

  /// One form per line: its name, followed by its other names.
  ///
  /// A form with many names has two lines.
  private static let nameTable = """
    UTF-8 utf8 us-ascii ascii ansi_x3.4-1968
    UTF-8 iso646-us cp65001 unicode-1-1-utf-8 unicode20utf8 x-unicode20utf8
    UTF-16BE utf-16 utf16 iso-10646-ucs-2 csunicode ucs-2 unicodefffe
    UTF-16LE utf16le unicode unicodefeff
    UTF-32BE utf-32 utf32 iso-10646-ucs-4
    UTF-32LE utf32le
    ISO-8859-1 iso_8859-1 iso8859-1 latin1 l1 iso-ir-100 cp819 ibm819 iso_8859-1:1987 csisolatin1
    Windows-1252 cp1252 x-cp1252 ansi win1252
    Macintosh x-mac-roman mac macroman csmacintosh
    Shift_JIS shift-jis sjis x-sjis ms_kanji ms932 windows-31j cp932 cswindows31j csshiftjis
    EUC-JP eucjp x-euc-jp x-euc cseucpkdfmtjapanese
    ISO-2022-JP csiso2022jp cp50220 cp50221
    EUC-KR euckr ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 korean
    EUC-KR windows-949 cp949 ms949 uhc cseuckr csksc56011987 iso-ir-149
    ISO-2022-KR csiso2022kr iso2022kr
    Johab x-johab cp1361 ms1361 ksc5601-1992 ksc_5601-1992
    GBK gb2312 gb_2312-80 x-gbk cp936 ms936
    GBK windows-936 chinese csgb2312 euc-cn x-euc-cn csiso58gb231280 iso-ir-58
    GB18030 gb18030-2000 gb18030-2005 gb18030-2022
    HZ-GB-2312 hz
    Big5 big5-eten cn-big5 x-x-big5 csbig5 cp950 windows-950 big5-hkscs hkscs
    ISO-8859-2 iso_8859-2 iso8859-2 latin2 l2 iso-ir-101 iso_8859-2:1987 csisolatin2
    ISO-8859-3 iso_8859-3 iso8859-3 latin3 l3 iso-ir-109 iso_8859-3:1988 csisolatin3
    ISO-8859-4 iso_8859-4 iso8859-4 latin4 l4 iso-ir-110 iso_8859-4:1988 csisolatin4
    ISO-8859-5 iso_8859-5 iso8859-5 cyrillic iso-ir-144 iso_8859-5:1988 csisolatincyrillic
    ISO-8859-6 iso_8859-6 iso8859-6 arabic ecma-114 asmo-708
    ISO-8859-6 iso-ir-127 iso_8859-6:1987 csisolatinarabic iso-8859-6-e csiso88596e iso-8859-6-i csiso88596i
    ISO-8859-7 iso_8859-7 iso8859-7 greek greek8
    ISO-8859-7 ecma-118 elot_928 iso-ir-126 iso_8859-7:1987 csisolatingreek sun_eu_greek
    ISO-8859-8 iso_8859-8 iso8859-8 hebrew iso-ir-138 iso-8859-8-i
    ISO-8859-8 iso_8859-8:1988 csisolatinhebrew iso-8859-8-e csiso88598e visual csiso88598i logical
    ISO-8859-9 iso_8859-9 iso8859-9 latin5 l5 iso-ir-148 iso_8859-9:1989 csisolatin5
    ISO-8859-10 iso_8859-10 iso8859-10 latin6 l6 iso-ir-157 csisolatin6
    ISO-8859-11 iso_8859-11 iso8859-11 tis-620
    ISO-8859-13 iso_8859-13 iso8859-13
    ISO-8859-14 iso_8859-14 iso8859-14 latin8 l8 iso-ir-199
    ISO-8859-15 iso_8859-15 iso8859-15 latin-9 latin9 csisolatin9 l9
    ISO-8859-16 iso_8859-16 iso8859-16 latin10 l10 iso-ir-226
    Windows-1250 cp1250 x-cp1250 win1250
    Windows-1251 cp1251 x-cp1251 win1251
    Windows-1253 cp1253 x-cp1253 win1253
    Windows-1254 cp1254 x-cp1254 win1254
    Windows-1255 cp1255 x-cp1255 win1255
    Windows-1256 cp1256 x-cp1256 win1256
    Windows-1257 cp1257 x-cp1257 win1257
    Windows-1258 cp1258 x-cp1258
    Windows-874 cp874 dos-874
    VISCII csviscii
    IBM437 cp437 437
    IBM737 cp737 737
    IBM775 cp775 775
    IBM850 cp850 850
    IBM852 cp852 852
    IBM855 cp855 855
    IBM857 cp857 857
    IBM00858 cp858 858 ibm858 cp00858
    IBM860 cp860 860
    IBM861 cp861 861
    IBM862 cp862 862
    IBM863 cp863 863
    IBM865 cp865 865
    IBM866 cp866 866 csibm866
    IBM869 cp869 869
    KOI8-R koi8 koi8_r cskoi8r koi
    KOI8-U koi8-ru
    x-mac-cyrillic x-mac-ukrainian maccyrillic
    x-mac-greek macgreek
    x-mac-turkish macturkish
    x-mac-icelandic maciceland
    x-mac-ce x-mac-centraleurroman maccentraleurope
    x-mac-croatian maccroatian
    x-mac-romanian macromania
    """
}

/// The rules for comparing names of encodings.
private enum EncodingNames {
  /// Returns the letters and digits of a name, in lower case and without leading zeros of numbers.
  static func key(_ name: String) -> [UInt8] {
    var key: [UInt8] = []
    for byte in name.utf8 { if let letter = letter(byte, after: key.last) { key.append(letter) } }
    return key
  }

  /// Returns whether a name has the same letters and digits as a key.
  static func isName(_ name: some Sequence<UInt8>, of key: [UInt8]) -> Bool {
    var count = 0
    for byte in name {
      guard let letter = letter(byte, after: count > 0 ? key[count - 1] : nil) else { continue }
      guard count < key.count, key[count] == letter else { return false }
      count += 1
    }
    return count == key.count
  }

  /// Returns a byte in the form used in keys; nil if keys omit the byte.
  private static func letter(_ byte: UInt8, after previous: UInt8?) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0"): previous.map { 0x30...0x39 ~= $0 } == true ? byte : nil
    case 0x31...0x39, 0x61...0x7A: byte
    case 0x41...0x5A: byte | 0x20
    default: nil
    }
  }

  /// Returns the form that has a name with the given key; nil if there is none.
  ///
  /// Each text needs only one lookup, so a linear search takes less time than building a dictionary.
  static func form(_ key: [UInt8], in table: UnsafeBufferPointer<UInt8>) -> TextEncoding.Form? {
    var (line, word) = (0, 0)
    for place in 0...table.count {
      let isLineEnd = place == table.count || table[place] == UInt8(ascii: "\n")
      guard isLineEnd || table[place] == UInt8(ascii: " ") else { continue }
      if isName(table[word..<place], of: key) {
        let name = table[line..<place].prefix { $0 != UInt8(ascii: " ") }
        return TextEncoding.Form(rawValue: String(decoding: name, as: UTF8.self))
      }
      word = place + 1
      if isLineEnd { line = word }
    }
    return nil
  }
}
