/// The encodings considered for text without a byte order mark, each with the languages written in it.
enum EncodingCandidates {
  /// An encoding, its languages and its rarity.
  ///
  /// The rarity is added to the cost of a text, so that a rare encoding is chosen only for a better match.
  struct Candidate: Sendable {
    let form: TextEncoding.Form
    let languages: [String]
    let rarity: Int
  }

  /// All candidates, in order of precedence.
  ///
  /// If two candidates have equal costs, the earlier candidate is chosen.
  static let all: [Candidate] = table.split(separator: "\n").map { line in
    let words = line.split(separator: " ").map(String.init)
    guard let form = TextEncoding.Form(rawValue: words[0]), let rarity = Int(words[1]) else {
      preconditionFailure("\(line) is not a candidate")
    }
    let languages = words[2...].flatMap { groups[$0] ?? [$0] }
    return Candidate(form: form, languages: languages, rarity: rarity)
  }

  private static let groups: [String: [String]] = [
    "western": ["en", "de", "fr", "es", "pt", "it", "nl", "sv", "da", "nb", "fi", "is", "ca"],
    "central": ["pl", "cs", "sk", "hu", "ro", "hr", "sl"],
    "baltic": ["lt", "lv", "et"],
    "cyrillic": ["ru", "uk", "be", "bg", "sr", "mk"],
    "ideographs": ["ja", "ko", "zh-Hans", "zh-Hant"],
  ]

  /// One encoding per line: its name, its rarity and its languages.
  private static let table = """
    Windows-1252 0 western
    UTF-8 6 western central baltic tr vi cyrillic el he ar fa th ideographs
    UTF-16LE 9 western central baltic tr vi cyrillic el he ar fa th ideographs
    UTF-16BE 10 western central baltic tr vi cyrillic el he ar fa th ideographs
    Windows-1251 2 cyrillic
    Windows-1250 3 central
    Shift_JIS 3 ja
    EUC-JP 9 ja
    GBK 3 zh-Hans
    GB18030 6 zh-Hans zh-Hant
    Big5 3 zh-Hant
    EUC-KR 3 ko
    KOI8-R 3 ru bg
    Windows-1253 2 el
    Windows-1254 2 tr
    Windows-1255 2 he
    Windows-1256 2 ar fa
    Windows-1257 3 baltic
    Windows-1258 5 vi
    Windows-874 3 th
    KOI8-U 6 uk be
    ISO-8859-2 6 central
    ISO-8859-5 8 cyrillic
    ISO-8859-7 6 el
    ISO-8859-9 6 tr
    ISO-8859-8 6 he
    ISO-8859-6 6 ar
    ISO-8859-13 9 baltic
    ISO-8859-4 12 baltic
    ISO-8859-15 12 western
    ISO-8859-16 14 ro pl hu hr sl
    IBM866 9 cyrillic
    x-mac-cyrillic 12 cyrillic
    Macintosh 12 western
    IBM850 14 western
    IBM437 15 western
    IBM852 14 central
    IBM855 16 cyrillic
    x-mac-ce 16 pl cs sk hu lt lv et
    IBM857 18 tr
    IBM737 18 el
    IBM862 18 he
    x-mac-greek 20 el
    x-mac-turkish 20 tr
    IBM775 20 baltic
    """
}
