import RichTextFormats

/// The kind of numbers of a list level, by the names of `w:numFmt` (Source: ISO/IEC 29500-1, 17.18.59).
enum WordNumberFormat: Equatable {
  case bullet
  /// The number is counted, but not shown.
  case none
  case style(RichText.NumberStyle)
  /// Decimal numbers with a zero before 1 to 9.
  case decimalZero
  /// A kind of numbers that the rich text model cannot express.
  case other(String)

  init(name: String?) {
    switch name {
    case nil, "decimal", "custom": self = .style(.decimal)
    case "bullet": self = .bullet
    case "none": self = .none
    case "decimalZero": self = .decimalZero
    case "lowerLetter": self = .style(.lowercaseLetter)
    case "upperLetter": self = .style(.uppercaseLetter)
    case "lowerRoman": self = .style(.lowercaseRoman)
    case "upperRoman": self = .style(.uppercaseRoman)
    case .some(let name): self = .other(name)
    }
  }

  /// Returns a number as text.
  func text(_ number: Int) -> String {
    switch self {
    case .bullet, .none: ""
    case .style(.lowercaseLetter) where number > 0: Self.repeated(number, Self.letters)
    case .style(.uppercaseLetter) where number > 0: Self.repeated(number, Self.letters).uppercased()
    case .style(let style): style.text(number)
    case .decimalZero: (0...9).contains(number) ? "0\(number)" : String(number)
    case .other(let name): Self.text(number, name)
    }
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz")
  private static let alphabets: [String: [Character]] = [
    "russianLower": Array("абвгдежзиклмнопрстуфхцчшщыэюя"),
    "russianUpper": Array("АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ"),
    "hebrew2": Array("אבגדהוזחטיכלמנסעפצקרשת"), "arabicAlpha": Array("أبتثجحخدذرزسشصضطظعغفقكلمنهوي"),
    "arabicAbjad": Array("أبجدهوزحطيكلمنسعفصقرشتثخذضظغ"),
    "aiueoFullWidth": Array("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"),
    "irohaFullWidth": Array("イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン"),
    "ganada": Array("가나다라마바사아자차카타파하"), "chosung": Array("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"),
    "thaiLetters": Array("กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ"),
    "chicago": Array("*†‡§"), "ideographTraditional": Array("甲乙丙丁戊己庚辛壬癸"),
    "ideographZodiac": Array("子丑寅卯辰巳午未申酉戌亥"),
  ]
  private static let digits: [String: [Character]] = [
    "decimalFullWidth": Array("０１２３４５６７８９"), "decimalFullWidth2": Array("０１２３４５６７８９"),
    "hindiNumbers": Array("०१२३४५६७८९"), "thaiNumbers": Array("๐๑๒๓๔๕๖๗๘๙"),
    "ideographDigital": Array("〇一二三四五六七八九"),
    "japaneseDigitalTenThousand": Array("〇一二三四五六七八九"), "koreanDigital": Array("영일이삼사오육칠팔구"),
    "koreanDigital2": Array("零一二三四五六七八九"), "taiwaneseDigital": Array("○一二三四五六七八九"),
  ]

  private static func text(_ number: Int, _ name: String) -> String {
    if number > 0, let alphabet = alphabets[name] { return repeated(number, alphabet) }
    if let digits = digits[name] {
      return String(String(number).compactMap { $0.wholeNumberValue.map { digits[$0] } ?? $0 })
    }
    switch name {
    case "ordinal": return "\(number)\(ordinalEnding(number))"
    case "numberInDash": return "- \(number) -"
    case "decimalEnclosedCircle", "decimalEnclosedCircleChinese":
      if (1...20).contains(number), let scalar = UnicodeScalar(0x2460 + number - 1) { return String(scalar) }
    case "decimalEnclosedParen":
      if (1...20).contains(number), let scalar = UnicodeScalar(0x2474 + number - 1) { return String(scalar) }
    case "decimalEnclosedFullstop":
      if (1...20).contains(number), let scalar = UnicodeScalar(0x2488 + number - 1) { return String(scalar) }
    case "hex": return String(number, radix: 16, uppercase: true)
    case "chineseCounting", "chineseCountingThousand", "japaneseCounting", "taiwaneseCounting",
      "taiwaneseCountingThousand", "koreanCounting":
      if (1...99).contains(number) { return ideographs(number) }
    default: break
    }
    return String(number)
  }

  private static func repeated(_ number: Int, _ alphabet: [Character]) -> String {
    let count = min((number - 1) / alphabet.count + 1, 100)
    return String(repeating: alphabet[(number - 1) % alphabet.count], count: count)
  }

  private static func ordinalEnding(_ number: Int) -> String {
    switch (number / 10 % 10, number % 10) {
    case (1, _): "th"
    case (_, 1): "st"
    case (_, 2): "nd"
    case (_, 3): "rd"
    default: "th"
    }
  }

  private static func ideographs(_ number: Int) -> String {
    let digits = Array("〇一二三四五六七八九")
    let (tens, ones) = number.quotientAndRemainder(dividingBy: 10)
    return (tens > 1 ? String(digits[tens]) : "") + (tens > 0 ? "十" : "")
      + (ones > 0 ? String(digits[ones]) : "")
  }
}
