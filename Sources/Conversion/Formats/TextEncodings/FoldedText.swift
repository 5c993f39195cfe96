/// A text prepared for the models of languages: words of small letters, and the cost of everything else.
struct FoldedText {
  /// A word: where its letters are, and whether all are ASCII.
  private struct Word {
    let letters: Range<Int>
    let isASCII: Bool
    /// The cost in English, for a word of ASCII.
    let englishCost: Int
  }

  private var letters: [UInt32] = []
  private var words: [Word] = []
  /// The hashes of the words of ASCII.
  private var knownWords: Set<UInt64> = []
  /// The scalars beyond ASCII as they are.
  private var others: [UInt32] = []
  /// The cost of signs and of odd capitals, which is that of every language.
  private var signCost = 0
  /// The cost of control characters, which is that of every character set.
  private var controlCost = 0
  private var englishCost = 0
  /// The cost of ideographs and syllables that stand alone among letters of ASCII.
  private var isolationCost = 0

  init(_ scalars: some Sequence<UInt32>, _ models: LanguageModels) {
    var start = 0
    var isASCII = true
    // Whether nothing but ASCII is right before the word.
    var startsAfterGap = true
    // The letter before: none, a small one, a capital.
    var previous = LetterTable.Kind.sign
    var pendingSign = false
    var isolation = Isolation()
    for scalar in scalars {
      isolationCost += isolation.cost(before: scalar)
      if scalar >= 0x80 { others.append(scalar) }
      let kind = LetterTable.kind(of: scalar)
      switch kind {
      case .small, .capital, .uncased:
        if pendingSign { signCost += 12 }
        pendingSign = false
        if kind == .capital { signCost += previous == .small ? 12 : previous == .capital ? 2 : 1 }
        letters.append(kind == .capital ? LetterTable.small(scalar) : scalar)
        if scalar >= 0x80 { isASCII = false }
      case .sign, .gap:
        endWord(from: start, isASCII: isASCII, isAlone: startsAfterGap && kind == .gap, models)
        startsAfterGap = kind == .gap
        start = letters.count
        isASCII = true
        if scalar < 0x20 || scalar == 0x7F {
          if ![0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains(scalar) { controlCost += 36 }
        } else if kind == .sign {
          signCost += LetterTable.signCost(of: scalar)
        }
        // A sign inside a word is rarely one.
        pendingSign =
          kind == .sign && previous != .sign && previous != .gap && !LetterTable.joins(scalar)
      }
      previous = kind
    }
    isolationCost += isolation.cost(before: 0x20)
    endWord(from: start, isASCII: isASCII, isAlone: startsAfterGap, models)
  }

  /// Adds the letters from a place on as a word.
  ///
  /// A word of ASCII counts once. All encodings read it alike, and its repetitions, as in a catalogue or a program, would
  /// outweigh the words that tell the language. Shorter ones, and those beside a sign
  /// beyond ASCII, are what other encodings misread as ASCII.
  private mutating func endWord(
    from start: Int, isASCII: Bool, isAlone: Bool, _ models: LanguageModels
  ) {
    guard letters.count > start else { return }
    let range = start..<letters.count
    if isASCII, isAlone, range.count > 2 {
      let hash = letters[range].reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
      guard knownWords.insert(hash).inserted else { return }
    }
    let cost = isASCII ? models.english.cost(of: letters[range]) : 0
    words.append(Word(letters: range, isASCII: isASCII, englishCost: cost))
    englishCost += cost
  }

  /// The cost of the text in a language of letters.
  func cost(in model: AlphabetModel) -> Int {
    var total = signCost + controlCost
    for word in words {
      if !word.isASCII {
        total += model.cost(of: letters[word.letters])
      } else if model.isLatin {
        // Words of English are in texts of all languages.
        total += min(word.englishCost, model.cost(of: letters[word.letters]) + 1)
      } else {
        total += word.englishCost
      }
    }
    return total
  }

  /// The cost of the text in a language of ideographs or syllables.
  func cost(in model: CharacterModel) -> Int {
    others.reduce(englishCost + controlCost + isolationCost) { $0 + model.cost(of: $1) }
  }
}

/// Finds ideographs and syllables that stand alone among letters of ASCII, as a letter with an accent and its neighbour
/// do where they are misread.
private struct Isolation {
  private var previous: UInt32 = 0x20
  /// The cost of the character before, if nothing of its kind follows.
  private var pending = 0
  private var isAfterLetter = false

  /// Steps to a scalar, and gives the cost of the one before it.
  mutating func cost(before scalar: UInt32) -> Int {
    let isPenalized = scalar < 0x80 && (isAfterLetter || Isolation.isLetter(scalar))
    let cost = isPenalized ? pending : 0
    pending = 0
    if previous < 0x80 {
      switch scalar {
      // Particles follow foreign words in Korean.
      case 0xAC00..<0xD7B0: pending = 8
      case 0x2E80..<0xE000, 0xFF61..<0xFFA0: pending = 32
      default: break
      }
      isAfterLetter = Isolation.isLetter(previous)
    }
    previous = scalar
    return cost
  }

  private static func isLetter(_ scalar: UInt32) -> Bool { 0x61...0x7A ~= scalar | 0x20 }
}

/// What the scalars are that encodings of one byte have.
enum LetterTable {
  /// What a scalar is in a word.
  enum Kind: UInt8 {
    case gap, sign, small, capital, uncased
  }

  private static let table: [(kind: Kind, small: UInt16)] = (0..<UInt32(AlphabetModel.scalarLimit)).map {
    guard let scalar = UnicodeScalar($0) else { return (.sign, 0) }
    let properties = scalar.properties
    let folded = properties.lowercaseMapping.unicodeScalars
    let small = UInt16(truncatingIfNeeded: (folded.first ?? scalar).value)
    switch properties.generalCategory {
    case .lowercaseLetter: return (.small, small)
    case .uppercaseLetter, .titlecaseLetter: return (.capital, small)
    case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: return (.uncased, small)
    default: return ($0 < 0x80 ? .gap : .sign, 0)
    }
  }

  static func kind(of scalar: UInt32) -> Kind {
    scalar < AlphabetModel.scalarLimit
      ? table[Int(scalar)].kind : scalar >= 0x2E80 && scalar < 0xE000 ? .uncased : .sign
  }

  static func small(_ scalar: UInt32) -> UInt32 { UInt32(table[Int(scalar)].small) }

  /// Whether a sign may stand inside a word.
  static func joins(_ scalar: UInt32) -> Bool {
    scalar == 0x2019 || scalar == 0xAD || scalar == 0x2011 || scalar == 0xB7 || 0x200B...0x200F ~= scalar
  }

  /// The cost of a sign beyond ASCII.
  static func signCost(of scalar: UInt32) -> Int {
    switch scalar {
    // Quotation marks, dashes, bullets, ellipses, the signs of paragraphs, the euro.
    case 0xA0, 0xAB, 0xBB, 0x2013, 0x2014, 0x2018...0x201A, 0x201C...0x201E, 0x2022, 0x2026: 16
    case 0xA7, 0xA9, 0xAE, 0xB0, 0xA1, 0xBF, 0xAA, 0xBA, 0xB7, 0x20AC, 0x2116, 0x2122, 0x2039, 0x203A: 19
    case 0x060C, 0x061B, 0x061F, 0x066A, 0x0660...0x0669, 0x0E3F, 0x0E50...0x0E59: 16
    case 0x200B...0x200F: 22
    case 0x80..<0xA0: 48
    case 0x2500..<0x2600: 36
    case 0xE000..<0xF900, 0xFFFD: 48
    default: 30
    }
  }
}
