extension RichText.Marker {
  /// What stands before an item of a list.
  func text(ofItem index: Int) -> String {
    switch self {
    case .bullet(.disc): return "•"
    case .bullet(.circle): return "◦"
    case .bullet(.square): return "▪"
    case .number(let start, let style, let delimiter):
      return style.text(start &+ index) + (delimiter == .period ? "." : ")")
    }
  }
}

extension RichText.NumberStyle {
  /// A number in these digits; in plain ones where these have none, as for 0, and for 4,000 in Roman ones.
  func text(_ number: Int) -> String {
    switch self {
    case .lowercaseLetter where number > 0: return Self.letters(number)
    case .uppercaseLetter where number > 0: return Self.letters(number).uppercased()
    case .lowercaseRoman where (1..<4000).contains(number): return Self.roman(number)
    case .uppercaseRoman where (1..<4000).contains(number): return Self.roman(number).uppercased()
    default: return String(number)
    }
  }

  private static func letters(_ number: Int) -> String {
    var rest = number
    var letters: [UInt8] = []
    while rest > 0 {
      letters.append(UInt8(ascii: "a") + UInt8((rest - 1) % 26))
      rest = (rest - 1) / 26
    }
    return String(decoding: letters.reversed(), as: UTF8.self)
  }

  private static func roman(_ number: Int) -> String {
    var rest = number
    var text = ""
    let digits = [
      (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
      (10, "x"),
      (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]
    for (value, digit) in digits {
      text += String(repeating: digit, count: rest / value)
      rest %= value
    }
    return text
  }
}
