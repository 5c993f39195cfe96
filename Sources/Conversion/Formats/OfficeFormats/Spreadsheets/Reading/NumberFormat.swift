/// The kind of value that a number format shows.
enum NumberFormat: Equatable {
  case general, text, number, percentage, currency
  case date, time, dateTime
  /// A number of hours, minutes or seconds that may exceed a day.
  case duration

  /// Whether the format shows numbers as dates or times.
  var isTime: Bool {
    switch self {
    case .date, .time, .dateTime, .duration: true
    case .general, .text, .number, .percentage, .currency: false
    }
  }

  /// Whether the format shows the time of day.
  var showsTime: Bool { self == .time || self == .dateTime }

  /// Returns the format with a number that all documents share; nil if a document must define it.
  ///
  /// (Source: ISO/IEC 29500-1, 18.8.30. The numbers 27 to 36 and 50 to 58 are dates and times in East Asian
  /// languages.)
  init?(builtIn number: Int) {
    switch number {
    case 0: self = .general
    case 1...4, 11...13, 37...40, 48: self = .number
    case 5...8, 41...44: self = .currency
    case 9, 10: self = .percentage
    case 14...17, 27...31, 36, 50...58: self = .date
    case 18...21, 32...35, 45, 47: self = .time
    case 22: self = .dateTime
    case 46: self = .duration
    case 49: self = .text
    default: return nil
    }
  }

  /// Reads a format code, such as `yyyy\-mm\-dd;@`.
  ///
  /// Only the first section is read, which applies to positive numbers. Letters in quotation marks, in
  /// brackets and after an escape have no meaning, apart from elapsed times such as `[h]` and currencies such
  /// as `[$€-407]`.
  init(code: String) {
    var scanner = FormatCodeScanner(code)
    scanner.scan()
    self = scanner.format
  }
}

/// Scans the first section of a format code.
private struct FormatCodeScanner {
  private let bytes: [UInt8]
  private var place = 0
  /// The letters of dates and times, one for each group of equal letters.
  ///
  /// Months have a capital letter.
  private var units: [UInt8] = []
  private var isDuration = false
  private var hasPercent = false
  private var hasCurrency = false
  private var hasDigits = false
  private var hasText = false

  init(_ code: String) { bytes = Array(code.utf8.prefix(4_096)) }

  mutating func scan() {
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: ";"): return
      case UInt8(ascii: "\""): skip(past: UInt8(ascii: "\""))
      case UInt8(ascii: "\\"), UInt8(ascii: "_"), UInt8(ascii: "*"): skipCharacter()
      case UInt8(ascii: "["): scanBrackets()
      case UInt8(ascii: "%"): hasPercent = true
      case UInt8(ascii: "$"): hasCurrency = true
      case 0xC2 where place < bytes.count && [0xA2, 0xA3, 0xA4, 0xA5].contains(bytes[place]),
        0xE2 where place + 1 < bytes.count && bytes[place] == 0x82:
        // The signs ¢ £ ¤ ¥, and the block of currency symbols from U+2080 on, with €.
        hasCurrency = true
      case UInt8(ascii: "0"), UInt8(ascii: "#"), UInt8(ascii: "?"): hasDigits = true
      case UInt8(ascii: "@"): hasText = true
      case UInt8(ascii: "G"), UInt8(ascii: "g"):
        // `General` has letters of dates, and the era of a Japanese date is `ggg`.
        if bytes.dropFirst(place).prefix(6).elementsEqual("eneral".utf8) { place += 6 }
      case UInt8(ascii: "a"), UInt8(ascii: "A"): scanHalfDay()
      default: scanUnit(byte | 0x20)
      }
    }
  }

  /// The format of the section.
  var format: NumberFormat {
    if isDuration { return .duration }
    let hasTime = units.contains { "hms".utf8.contains($0) }
    let hasDate = units.contains { "ydM".utf8.contains($0) }
    if hasDate { return hasTime ? .dateTime : .date }
    if hasTime { return .time }
    if hasPercent { return .percentage }
    if hasCurrency { return .currency }
    if hasDigits { return .number }
    return hasText ? .text : .general
  }

  private mutating func skip(past end: UInt8) {
    while place < bytes.count, bytes[place] != end { place += 1 }
    place += 1
  }

  private mutating func skipCharacter() {
    place += 1
    while place < bytes.count, bytes[place] & 0xC0 == 0x80 { place += 1 }
  }

  private mutating func scanBrackets() {
    let start = place
    skip(past: UInt8(ascii: "]"))
    let content = bytes[start..<max(start, min(place - 1, bytes.count))]
    if content.first == UInt8(ascii: "$") {
      // `[$-409]` is only a language.
      if content.dropFirst().first.map({ $0 != UInt8(ascii: "-") }) ?? false { hasCurrency = true }
    } else if let first = content.first, "hmsHMS".utf8.contains(first), content.allSatisfy({ $0 == first }) {
      isDuration = true
    }
  }

  /// Scans `AM/PM` or `A/P`, whose letters are not units.
  private mutating func scanHalfDay() {
    let rest = bytes.dropFirst(place).prefix(4).map { $0 | 0x20 }
    if rest.starts(with: "m/pm".utf8) {
      place += 4
    } else if rest.starts(with: "/p".utf8) {
      place += 2
    }
  }

  private mutating func scanUnit(_ letter: UInt8) {
    guard "ymdhs".utf8.contains(letter) else { return }
    let start = place - 1
    while place < bytes.count, bytes[place] | 0x20 == letter { place += 1 }
    switch letter {
    case UInt8(ascii: "m"):
      // Minutes follow hours or precede seconds; names of months have three letters or more.
      let isMinute = units.last == UInt8(ascii: "h") && place - start < 3
      units.append(isMinute ? letter : UInt8(ascii: "M"))
    case UInt8(ascii: "s"):
      if units.last == UInt8(ascii: "M") { units[units.count - 1] = UInt8(ascii: "m") }
      units.append(letter)
    default: units.append(letter)
    }
  }
}
