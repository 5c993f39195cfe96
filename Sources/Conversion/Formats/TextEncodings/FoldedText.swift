/// A text prepared for the language models: words in lower case, and the cost of all other characters.
struct FoldedText {
  /// A word: the range of its letters, and whether all letters are ASCII.
  private struct Word {
    let letters: Range<Int>
    let isASCII: Bool
    /// The cost of the word in English; 0 if the word is not ASCII.
    let englishCost: Int
  }

  private static let halfWidthKatakana: Range<UInt32> = 0xFF61..<0xFFA0

  private var letters: [UInt32] = []
  private var words: [Word] = []
  /// The hashes of the ASCII words found so far.
  private var knownWords: Set<UInt64> = []
  /// The non-ASCII scalars, unchanged.
  private var others: [UInt32] = []
  /// The cost of signs and unusual capitals.
  ///
  /// The cost is the same in every language.
  private var signCost = 0
  /// The cost of capitals in ASCII words, as in the names of a program.
  ///
  /// The cost is the same in every encoding.
  private var asciiCapitalCost = 0
  /// The cost of control characters.
  ///
  /// The cost is the same in every encoding.
  private var controlCost = 0
  private var englishCost = 0
  /// The cost of words with letters of two scripts.
  private var mixtureCost = 0
  /// The number of ideographs and syllables, which belong to no word.
  private var ideographCount = 0
  /// The cost of isolated ideographs and syllables among ASCII letters.
  private var isolationCost = 0

  init(_ scalars: some Sequence<UInt32>, _ models: LanguageModels) {
    var start = 0
    var isASCII = true
    // Whether the character before the word is ASCII, or the text begins with the word.
    var startsAfterGap = true
    // The kind of the previous character.
    var previous = LetterTable.Kind.sign
    var previousScalar: UInt32 = 0x20
    var pendingSign = false
    var isolation = Isolation()
    // Whether a dash follows a letter; nil if the previous character is not a dash.
    var dashFollowsLetter: Bool?
    for scalar in scalars {
      isolationCost += isolation.cost(before: scalar)
      if scalar >= 0x80 { others.append(scalar) }
      let kind = LetterTable.kind(of: scalar)
      // A dash has letters on both sides, or none.
      if let follows = dashFollowsLetter, follows != kind.isLetter { signCost += 14 }
      dashFollowsLetter = scalar == 0x2013 || scalar == 0x2014 ? previous.isLetter : nil
      switch kind {
      case .ideograph:
        // The letters before it are a word of their own, as in a text about a program.
        endWord(from: start, isASCII: isASCII, isAlone: false, models)
        startsAfterGap = false
        start = letters.count
        isASCII = true
        pendingSign = false
        ideographCount += 1
      case .small, .capital, .uncased:
        if pendingSign { signCost += 12 }
        pendingSign = false
        if kind == .capital {
          let cost = previous == .small ? 12 : previous == .capital ? 2 : 1
          if scalar < 0x80, previousScalar < 0x80 { asciiCapitalCost += cost } else { signCost += cost }
        }
        if LetterTable.precedesNoLetter(previousScalar) { signCost += 12 }
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
          signCost += LetterTable.signCost(
            of: scalar, after: previousScalar, isAfterLetter: previous.isLetter)
        }
        // A non-ASCII sign inside a word is rare, so it is probably a misread letter.
        pendingSign =
          kind == .sign && previous != .sign && previous != .gap && !LetterTable.joins(scalar)
      }
      previous = kind
      previousScalar = scalar
    }
    isolationCost += isolation.cost(before: 0x20) + isolation.costOfWhole
    endWord(from: start, isASCII: isASCII, isAlone: startsAfterGap, models)
  }

  /// Adds the letters from index `start` to the last letter as a word.
  ///
  /// A repeated ASCII word is counted only once. All encodings read ASCII words alike, so many
  /// repetitions, as in a catalogue or a program, would outweigh the words that indicate the language.
  /// Repetitions are counted if the word is shorter than three letters or adjacent to a non-ASCII sign,
  /// because such words are often misread text of another encoding.
  private mutating func endWord(
    from start: Int, isASCII: Bool, isAlone: Bool, _ models: LanguageModels
  ) {
    guard letters.count > start else { return }
    let range = start..<letters.count
    // A word has letters of one script. A single letter of another script is probably misread.
    let word = letters[range]
    if !isASCII, word.contains(where: { $0 >= 0x370 }), word.contains(where: { $0 < 0x80 }) {
      mixtureCost += 30
    }
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

  /// Returns the cost of the text in a language with an alphabet.
  func cost(in model: AlphabetModel) -> Int {
    var total = signCost + mixtureCost + asciiCapitalCost + controlCost
    total += ideographCount * AlphabetModel.ideographCost
    for word in words {
      if !word.isASCII {
        total += model.cost(of: letters[word.letters])
      } else if model.isLatin {
        // English words occur in texts of all languages.
        total += min(word.englishCost, model.cost(of: letters[word.letters]) + 1)
      } else {
        total += word.englishCost
      }
    }
    return total
  }

  /// Returns the cost of the text in a language with ideographs or syllables.
  func cost(in model: CharacterModel) -> Int {
    var total = englishCost + asciiCapitalCost + controlCost + isolationCost
    var previous: UInt32 = 0
    for scalar in others {
      let cost = model.cost(of: scalar)
      // Half-width katakana form whole words.
      let isInWord = FoldedText.halfWidthKatakana ~= scalar && FoldedText.halfWidthKatakana ~= previous
      total += isInWord && scalar != previous ? min(cost, 13) : cost
      previous = scalar
    }
    return total
  }
}

/// Finds ideographs and syllables that touch ASCII letters.
///
/// They are typical of a misread text, in which an accented letter and the next letter became one character.
private struct Isolation {
  private var previous: UInt32 = 0x20
  /// The length of the current run of ideographs and syllables.
  private var length = 0
  private var isAfterLetter = false
  private var beginsWithSyllable = false
  /// The number of ideographs and syllables, and how many of them are in short runs that touch letters.
  private var counts = (all: 0, touching: 0)

  /// Advances to a scalar, and returns the cost of a run that ends before the scalar.
  mutating func cost(before scalar: UInt32) -> Int {
    defer { previous = scalar }
    let isSyllable = 0xAC00..<0xD7B0 ~= scalar
    if isSyllable || 0x2E80..<0xE000 ~= scalar || 0xFF61..<0xFFA0 ~= scalar {
      if length == 0 { (isAfterLetter, beginsWithSyllable) = (Isolation.isLetter(previous), isSyllable) }
      length += 1
      return 0
    }
    guard length > 0 else { return 0 }
    defer { length = 0 }
    counts.all += length
    let isBeforeLetter = Isolation.isLetter(scalar)
    guard isAfterLetter || isBeforeLetter, length <= 3 else { return 0 }
    counts.touching += length
    guard length == 1 else { return 0 }
    if isAfterLetter, isBeforeLetter { return 40 }
    // In Korean, particles follow foreign words.
    return beginsWithSyllable ? 8 : 32
  }

  /// The cost of a text in which most ideographs and syllables touch letters.
  ///
  /// No text in an Asian language consists of single characters inside of Latin words.
  var costOfWhole: Int { counts.touching * 2 > counts.all ? 32 : 0 }

  private static func isLetter(_ scalar: UInt32) -> Bool { 0x61...0x7A ~= scalar | 0x20 }
}
