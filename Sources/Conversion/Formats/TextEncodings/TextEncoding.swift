/// A text encoding: its form, and whether the text begins with a byte order mark.
public struct TextEncoding: Hashable, Sendable, CustomStringConvertible {
  /// The mapping between characters and bytes.
  public let form: Form
  /// Whether a byte order mark precedes the text.
  ///
  /// The mark is not part of the text. Only Unicode forms can have a mark.
  public let hasByteOrderMark: Bool

  /// Makes an encoding.
  ///
  /// - Parameters:
  ///   - form: the mapping between characters and bytes.
  ///   - byteOrderMark: whether the bytes begin with a byte order mark. Ignored for forms without a mark.
  public init(_ form: Form, byteOrderMark: Bool = false) {
    self.form = form
    hasByteOrderMark = byteOrderMark && !form.mark.isEmpty
  }

  /// UTF-8, without a byte order mark.
  public static let utf8 = TextEncoding(.utf8)
  /// UTF-16 with the high byte first, without a byte order mark.
  public static let utf16BigEndian = TextEncoding(.utf16BigEndian)
  /// UTF-16 with the low byte first, without a byte order mark.
  public static let utf16LittleEndian = TextEncoding(.utf16LittleEndian)
  /// UTF-32 with the high byte first, without a byte order mark.
  public static let utf32BigEndian = TextEncoding(.utf32BigEndian)
  /// UTF-32 with the low byte first, without a byte order mark.
  public static let utf32LittleEndian = TextEncoding(.utf32LittleEndian)
  /// ISO 8859-1.
  public static let latin1 = TextEncoding(.latin1)
  /// The encoding Windows-1252.
  public static let windows1252 = TextEncoding(.windows1252)
  /// Mac Roman.
  public static let macRoman = TextEncoding(.macRoman)

  /// The name of the encoding, such as `UTF-16LE with byte order mark`.
  public var description: String { form.name + (hasByteOrderMark ? " with byte order mark" : "") }
}

extension TextEncoding {
  /// The supported forms.
  ///
  /// The raw value is the IANA name, or the usual name if IANA has none.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// The encoding UTF-8.
    case utf8 = "UTF-8"
    /// UTF-16 with the high byte first.
    case utf16BigEndian = "UTF-16BE"
    /// UTF-16 with the low byte first.
    case utf16LittleEndian = "UTF-16LE"
    /// UTF-32 with the high byte first.
    case utf32BigEndian = "UTF-32BE"
    /// UTF-32 with the low byte first.
    case utf32LittleEndian = "UTF-32LE"
    /// ISO 8859-1.
    case latin1 = "ISO-8859-1"
    /// Windows-1252. The five bytes that Microsoft leaves undefined are the control characters of Latin-1.
    case windows1252 = "Windows-1252"
    /// Mac Roman with the euro sign.
    case macRoman = "Macintosh"
    /// Japanese as in Windows, code page 932.
    case shiftJIS = "Shift_JIS"
    /// Japanese as in Unix. The rare characters of JIS X 0212 are read, but not written.
    case eucJP = "EUC-JP"
    /// Japanese in ASCII bytes, used in mail. Escapes select the character set of the text that follows.
    case iso2022JP = "ISO-2022-JP"
    /// Korean as in Windows, code page 949.
    case eucKR = "EUC-KR"
    /// Korean in ASCII bytes, formerly used in mail. Korean characters are between a shift out and a shift
    /// in.
    case iso2022KR = "ISO-2022-KR"
    /// Korean, code page 1361. The three letters of a syllable are encoded in the bits of two bytes.
    case johab = "Johab"
    /// Simplified Chinese as in Windows, code page 936. Codes of four bytes are read as in GB18030.
    case gbk = "GBK"
    /// Chinese, extended to all of Unicode.
    case gb18030 = "GB18030"
    /// Simplified Chinese in ASCII bytes, formerly used in mail and news. Chinese characters are between `~{`
    /// and `~}`.
    case hz = "HZ-GB-2312"
    /// Traditional Chinese. The characters of Hong Kong's supplementary set are read, but not written.
    case big5 = "Big5"
    /// ISO 8859-2, Central European.
    case iso8859Part2 = "ISO-8859-2"
    /// ISO 8859-3, South European.
    case iso8859Part3 = "ISO-8859-3"
    /// ISO 8859-4, North European.
    case iso8859Part4 = "ISO-8859-4"
    /// ISO 8859-5, Cyrillic.
    case iso8859Part5 = "ISO-8859-5"
    /// ISO 8859-6, Arabic.
    case iso8859Part6 = "ISO-8859-6"
    /// ISO 8859-7, Greek.
    case iso8859Part7 = "ISO-8859-7"
    /// ISO 8859-8, Hebrew.
    case iso8859Part8 = "ISO-8859-8"
    /// ISO 8859-9, Turkish.
    case iso8859Part9 = "ISO-8859-9"
    /// ISO 8859-10, Nordic.
    case iso8859Part10 = "ISO-8859-10"
    /// ISO 8859-11, Thai.
    case iso8859Part11 = "ISO-8859-11"
    /// ISO 8859-13, Baltic.
    case iso8859Part13 = "ISO-8859-13"
    /// ISO 8859-14, Celtic.
    case iso8859Part14 = "ISO-8859-14"
    /// ISO 8859-15, Western European with the euro sign.
    case iso8859Part15 = "ISO-8859-15"
    /// ISO 8859-16, South-Eastern European.
    case iso8859Part16 = "ISO-8859-16"
    /// Windows-1250, Central European.
    case windows1250 = "Windows-1250"
    /// Windows-1251, Cyrillic.
    case windows1251 = "Windows-1251"
    /// Windows-1253, Greek.
    case windows1253 = "Windows-1253"
    /// Windows-1254, Turkish.
    case windows1254 = "Windows-1254"
    /// Windows-1255, Hebrew.
    case windows1255 = "Windows-1255"
    /// Windows-1256, Arabic.
    case windows1256 = "Windows-1256"
    /// Windows-1257, Baltic.
    case windows1257 = "Windows-1257"
    /// Windows-1258, Vietnamese.
    case windows1258 = "Windows-1258"
    /// Vietnamese, with a character for each letter with a tone. Six capital letters are in the place of
    /// control characters.
    case viscii = "VISCII"
    /// Windows-874, Thai.
    case windows874 = "Windows-874"
    /// Code page 437 of DOS, from the original IBM PC.
    case ibm437 = "IBM437"
    /// Code page 737 of DOS, Greek.
    case ibm737 = "IBM737"
    /// Code page 775 of DOS, Baltic.
    case ibm775 = "IBM775"
    /// Code page 850 of DOS, Western European.
    case ibm850 = "IBM850"
    /// Code page 852 of DOS, Central European.
    case ibm852 = "IBM852"
    /// Code page 855 of DOS, Cyrillic.
    case ibm855 = "IBM855"
    /// Code page 857 of DOS, Turkish.
    case ibm857 = "IBM857"
    /// Code page 858 of DOS, Western European with the euro sign.
    case ibm858 = "IBM00858"
    /// Code page 860 of DOS, Portuguese.
    case ibm860 = "IBM860"
    /// Code page 861 of DOS, Icelandic.
    case ibm861 = "IBM861"
    /// Code page 862 of DOS, Hebrew.
    case ibm862 = "IBM862"
    /// Code page 863 of DOS, French Canadian.
    case ibm863 = "IBM863"
    /// Code page 865 of DOS, Nordic.
    case ibm865 = "IBM865"
    /// Code page 866 of DOS, Cyrillic.
    case ibm866 = "IBM866"
    /// Code page 869 of DOS, Greek.
    case ibm869 = "IBM869"
    /// KOI8-R, Russian.
    case koi8R = "KOI8-R"
    /// KOI8-U, Ukrainian.
    case koi8U = "KOI8-U"
    /// Apple's Cyrillic encoding before Unicode.
    case macCyrillic = "x-mac-cyrillic"
    /// Apple's Greek encoding before Unicode.
    case macGreek = "x-mac-greek"
    /// Apple's Turkish encoding before Unicode.
    case macTurkish = "x-mac-turkish"
    /// Apple's Icelandic encoding before Unicode.
    case macIcelandic = "x-mac-icelandic"
    /// Apple's Central European encoding before Unicode.
    case macCentralEuropean = "x-mac-ce"
    /// Apple's Croatian encoding before Unicode.
    case macCroatian = "x-mac-croatian"
    /// Apple's Romanian encoding before Unicode.
    case macRomanian = "x-mac-romanian"
  }
}

extension TextEncoding.Form {
  /// The IANA name, or the usual name if IANA has none.
  var name: String { rawValue }

  /// The byte order mark (U+FEFF) in this form; empty if the form is not a Unicode form.
  package var mark: [UInt8] {
    switch self {
    case .utf8: [0xEF, 0xBB, 0xBF]
    case .utf16BigEndian: [0xFE, 0xFF]
    case .utf16LittleEndian: [0xFF, 0xFE]
    case .utf32BigEndian: [0x00, 0x00, 0xFE, 0xFF]
    case .utf32LittleEndian: [0xFF, 0xFE, 0x00, 0x00]
    default: []
    }
  }

  /// The number of bytes in a code unit.
  ///
  /// Text may only be divided between code units.
  var unitByteCount: Int {
    switch self {
    case .utf16BigEndian, .utf16LittleEndian: 2
    case .utf32BigEndian, .utf32LittleEndian: 4
    default: 1
    }
  }
}
