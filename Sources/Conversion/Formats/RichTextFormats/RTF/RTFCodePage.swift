import TextEncodings

/// An encoding of bytes in RTF, identified by a Microsoft code page number.
struct RTFCodePage: Equatable {
  /// The code page number, such as 1252 for Western text or 10000 for Mac Roman.
  let number: Int

  init(_ number: Int) { self.number = number }

  /// The Western code page.
  static let windows1252 = RTFCodePage(1252)
  /// The code page of symbol fonts, in which bytes are symbols instead of text.
  static let symbol = RTFCodePage(42)

  /// Creates the code page for the `\fcharset` of a font; nil for the code page of the document.
  ///
  /// The result is also nil for the default character set, 0, because programs write it in documents of
  /// every code page.
  init?(characterSet: Int) {
    switch characterSet {
    case 2: number = 42
    case 77: number = 10000
    case 78, 128: number = 932
    case 79, 129: number = 949
    case 130: number = 1361
    case 80, 134: number = 936
    case 81, 136: number = 950
    case 85, 161: number = 1253
    case 83, 177: number = 1255
    case 84, 178, 179, 180: number = 1256
    case 86, 162: number = 1254
    case 87, 222: number = 874
    case 88, 238: number = 1250
    case 89, 204: number = 1251
    case 163: number = 1258
    case 186: number = 1257
    case 254: number = 437
    case 255: number = 850
    default: return nil
    }
  }

  /// Whether a character may consist of several bytes.
  var isMultibyte: Bool { number == 65001 || isDoubleByte }

  private var isDoubleByte: Bool { [932, 936, 949, 950, 1361, 54936].contains(number) }

  /// Returns whether a byte is the first byte of a two-byte character.
  func isLead(_ byte: UInt8) -> Bool {
    guard isDoubleByte, byte > 0x80, byte < 0xFF else { return false }
    return number != 932 || !(0xA0...0xDF).contains(byte)
  }

  /// Returns the text of some bytes, with U+FFFD for invalid bytes; nil if the code page is unknown.
  func text(of bytes: [UInt8]) -> (text: String, repairCount: Int)? {
    guard let encoding = TextEncoding(windowsCodePage: number) else { return nil }
    return bytes.withUnsafeBytes { encoding.decode($0) }
  }

  /// Returns the UTF-8 for each single byte of 0x80 or above; empty for a byte without a character.
  func upperHalf() -> [[UInt8]] {
    if number == 42 {
      // Symbol fonts map bytes to Unicode's private use area (Source: OpenType, symbol character maps).
      return (0x80...0xFF).map { Array(String(Character(UnicodeScalar(UInt32(0xF000 + $0)) ?? "?")).utf8) }
    }
    return TextEncoding(windowsCodePage: number)?.upperHalf ?? Array(repeating: [], count: 128)
  }
}

/// Converts single bytes to UTF-8, with a cached table for each code page.
struct RTFByteDecoder {
  private var codePage = RTFCodePage.windows1252
  private var upperHalf: [[UInt8]] = []
  private var known: [Int: [[UInt8]]] = [:]

  /// Returns the UTF-8 for a byte of 0x80 or above; empty for a byte without a character.
  mutating func characters(of byte: UInt8, in codePage: RTFCodePage) -> [UInt8] {
    if codePage != self.codePage || upperHalf.isEmpty {
      self.codePage = codePage
      if let table = known[codePage.number] {
        upperHalf = table
      } else {
        upperHalf = codePage.upperHalf()
        known[codePage.number] = upperHalf
      }
    }
    return upperHalf[Int(byte) - 0x80]
  }
}

/// The languages that have a number in RTF (Source: Microsoft, MS-LCID).
enum RTFLanguages {
  /// Returns the language tag for a number; nil for a number that means no language, and for an unknown
  /// number.
  static func tag(_ number: Int) -> String? { tags[number] }

  /// Returns the number for a language tag; nil if the tag has no number.
  static func number(_ tag: String) -> Int? { numbers[tag] }

  private static let tags: [Int: String] = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  private static let numbers: [String: Int] = Dictionary(
    pairs.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })

  private static let pairs: [(Int, String)] = text.split(whereSeparator: \.isWhitespace).compactMap { entry in
    let parts = entry.split(separator: "=")
    guard parts.count == 2, let number = Int(parts[0]) else { return nil }
    return (number, String(parts[1]))
  }

  private static let text = """
    1=ar 2=bg 3=ca 4=zh-Hans 5=cs 6=da 7=de 8=el 9=en 10=es 11=fi 12=fr 13=he 14=hu 15=is 16=it 17=ja 18=ko 19=nl
    20=no 21=pl 22=pt 23=rm 24=ro 25=ru 26=hr 27=sk 28=sq 29=sv 30=th 31=tr 32=ur 33=id 34=uk 35=be 36=sl 37=et
    38=lv 39=lt 40=tg 41=fa 42=vi 43=hy 44=az 45=eu 46=hsb 47=mk 50=tn 52=xh 53=zu 54=af 55=ka 56=fo 57=hi 58=mt
    59=se 60=ga 62=ms 63=kk 64=ky 65=sw 66=tk 67=uz 68=tt 69=bn 70=pa 71=gu 72=or 73=ta 74=te 75=kn 76=ml 77=as
    78=mr 79=sa 80=mn 81=bo 82=cy 83=km 84=lo 85=my 86=gl 87=kok 91=si 94=am 97=ne 98=fy 99=ps 100=fil 101=dv
    110=lb 111=kl 129=mi 131=co 134=gsw 31748=zh-Hant
    1025=ar-SA 1026=bg-BG 1027=ca-ES 1028=zh-TW 1029=cs-CZ 1030=da-DK 1031=de-DE 1032=el-GR 1033=en-US 3082=es-ES 1034=es-ES
    1035=fi-FI 1036=fr-FR 1037=he-IL 1038=hu-HU 1039=is-IS 1040=it-IT 1041=ja-JP 1042=ko-KR 1043=nl-NL 1044=nb-NO
    1045=pl-PL 1046=pt-BR 1047=rm-CH 1048=ro-RO 1049=ru-RU 1050=hr-HR 1051=sk-SK 1052=sq-AL 1053=sv-SE 1054=th-TH
    1055=tr-TR 1056=ur-PK 1057=id-ID 1058=uk-UA 1059=be-BY 1060=sl-SI 1061=et-EE 1062=lv-LV 1063=lt-LT 1065=fa-IR
    1066=vi-VN 1067=hy-AM 1068=az-Latn-AZ 1069=eu-ES 1070=hsb-DE 1071=mk-MK 1078=af-ZA 1079=ka-GE 1080=fo-FO
    1081=hi-IN 1082=mt-MT 1083=se-NO 1085=yi 1086=ms-MY 1087=kk-KZ 1089=sw-KE 1091=uz-Latn-UZ 1093=bn-IN 1094=pa-IN
    1095=gu-IN 1097=ta-IN 1098=te-IN 1099=kn-IN 1100=ml-IN 1102=mr-IN 1104=mn-MN 1106=cy-GB 1107=km-KH 1110=gl-ES
    1122=fy-NL 1134=lb-LU 1142=la 1150=br-FR 1155=co-FR 1156=gsw-FR
    2049=ar-IQ 2052=zh-CN 2055=de-CH 2057=en-GB 2058=es-MX 2060=fr-BE 2064=it-CH 2067=nl-BE 2068=nn-NO 2070=pt-PT
    2074=sr-Latn-CS 2077=sv-FI 2108=ga-IE 2110=ms-BN 3073=ar-EG 3076=zh-HK 3079=de-AT 3081=en-AU
    3084=fr-CA 3098=sr-Cyrl-CS 4100=zh-SG 4103=de-LU 4105=en-CA 4106=es-GT 4108=fr-CH 4122=hr-BA 5124=zh-MO
    5127=de-LI 5129=en-NZ 5130=es-CR 5132=fr-LU 6153=en-IE 6154=es-PA 7177=en-ZA 7178=es-DO 8202=es-VE 9226=es-CO
    9242=sr-Latn-RS 10250=es-PE 10266=sr-Cyrl-RS 11274=es-AR 12298=es-EC 13322=es-CL 14346=es-UY 16393=en-IN
    18441=en-SG 21514=es-US
    """
}
