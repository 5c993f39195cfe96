/// How the last word of a line is joined to the first word of the next line of a paragraph.
enum LineJoint: Equatable {
  case space
  case nothing
  /// The hyphen at the end of the line only divides a word.
  case removedHyphen

  /// The words between two parts of compounds, as in “pre- and postwar”.
  private static let conjunctions: Set<String> = ["and", "or", "und", "oder", "sowie", "och", "og"]

  /// - Parameter words: the words of the document, in the form of ``form(of:)``.
  init(_ first: some StringProtocol, _ second: String, words: Set<String>) {
    guard let mark = first.last, let next = second.first else {
      self = .space
      return
    }
    if Self.hasNoSpaces(mark), Self.hasNoSpaces(next) {
      self = .nothing
      return
    }
    let stem = first.dropLast()
    guard Self.isHyphen(mark), let letter = stem.last, letter.isLetter || letter.isNumber,
      next.isLetter || next.isNumber
    else {
      self = .space
      return
    }
    if Self.conjunctions.contains(second) {
      self = .space
    } else if mark == "\u{AD}" || words.contains(Self.form(of: "\(stem)\(second)")) {
      self = .removedHyphen
    } else if !letter.isLetter || !next.isLowercase || words.contains(Self.form(of: "\(stem)-\(second)")) {
      // A hyphen at a digit, before a capital letter, or in a word that has it elsewhere, belongs to the word.
      self = .nothing
    } else {
      self = .removedHyphen
    }
  }

  /// Returns a word in the form in which words are compared: in lower case, without the punctuation around it.
  static func form(of word: String) -> String {
    let word = word.lowercased().drop { !$0.isLetter && !$0.isNumber }
    let end = word.lastIndex { $0.isLetter || $0.isNumber }
    return String(end.map { word[...$0] } ?? word).replacing("\u{2010}", with: "-")
  }

  static func isHyphen(_ character: Character) -> Bool {
    character == "-" || character == "\u{2010}" || character == "\u{AD}"
  }

  /// Whether a character is of a script that has no spaces between words.
  private static func hasNoSpaces(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.value ?? 0 {
    // Thai to Myanmar without Tibetan, Khmer, Chinese and Japanese with their punctuation, and wide forms.
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x312F, 0x31A0...0x9FFF, 0xF900...0xFAFF,
      0xFF00...0xFFEF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
