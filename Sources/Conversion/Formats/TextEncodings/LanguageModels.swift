/// The frequencies of characters in the languages considered for text without a byte order mark.
///
/// A cost is three times the negative natural logarithm of a probability.
struct LanguageModels: Sendable {
  /// The models of languages with an alphabet, by language code.
  private(set) var alphabets: [String: AlphabetModel] = [:]
  /// The models of languages with ideographs or syllables, by language code.
  private(set) var characterSets: [String: CharacterModel] = [:]
  /// The model of English, for ASCII words in a text of any language.
  let english: AlphabetModel

  /// The models made from the tables in this module.
  ///
  /// The models are made on first use.
  static let standard = LanguageModels()

  private init() {
    for (table, isLatin) in [(LanguageModels.latin, true), (LanguageModels.otherAlphabets, false)] {
      for (code, title, lines) in LanguageModels.entries(of: table) {
        alphabets[code] = AlphabetModel(alphabet: title, rows: lines, isLatin: isLatin)
      }
    }
    for (code, _, lines) in LanguageModels.entries(of: LanguageModels.characters) {
      characterSets[code] = CharacterModel(lines, of: code)
    }
    guard let english = alphabets["en"] else { preconditionFailure("the tables have no English") }
    self.english = english
  }

  /// Returns the entries of a table.
  ///
  /// An entry is a line with an equals sign, a code and an alphabet, and the lines that follow.
  private static func entries(of table: String) -> [(code: String, title: Substring, lines: [Substring])] {
    var entries: [(code: String, title: Substring, lines: [Substring])] = []
    // The table is split as bytes, because splitting it as characters takes several times as long.
    for line in table.utf8.split(separator: 0x0A).map(Substring.init) {
      if line.utf8.starts(with: "= ".utf8) {
        let words = line.dropFirst(2).split(separator: " ")
        entries.append((String(words[0]), words.count > 1 ? words[1] : "", []))
      } else {
        entries[entries.count - 1].lines.append(line)
      }
    }
    return entries
  }
}

/// The frequency of each letter of a language after each other letter.
struct AlphabetModel: Sendable {
  /// Whether the alphabet is Latin, so that ASCII words may be in this language.
  let isLatin: Bool
  /// The class of each scalar.
  ///
  /// Class 0 contains all separators of words.
  private var classes: [UInt8]
  private var costs: [UInt8] = []
  private let classCount: Int

  /// The cost of an ideograph or a syllable in a text of a language with an alphabet.
  static let ideographCost = 33
  /// The upper bound for the scalars of a model.
  static let scalarLimit = 0x0E80
  private static let foreign: UInt8 = 0xFF

  /// Makes a model from an alphabet and encoded rows of costs.
  ///
  /// The first character of a row is its highest cost. Each other digit or capital is one cost, and a small
  /// letter is a run of the highest cost.
  init(alphabet: Substring, rows: [Substring], isLatin: Bool) {
    self.isLatin = isLatin
    classes = [UInt8](repeating: AlphabetModel.foreign, count: AlphabetModel.scalarLimit)
    var count: UInt8 = 1
    // The dotted circle only carries a combining mark, so it is not a letter.
    for scalar in alphabet.unicodeScalars
    where scalar != "\u{25CC}" && scalar.value < AlphabetModel.scalarLimit {
      classes[Int(scalar.value)] = count
      count += 1
    }
    classCount = alphabet.unicodeScalars.count { $0 != "\u{25CC}" } + 1
    for row in rows {
      var floor: UInt8?
      for byte in row.utf8 {
        switch byte {
        case 0x20: floor = nil
        case 0x61...0x7A:
          costs.append(contentsOf: repeatElement(floor ?? 0, count: Int(byte - 0x60)))
        default:
          let level = byte <= 0x39 ? byte - 0x30 : byte - 0x41 + 10
          if floor == nil { floor = level } else { costs.append(level) }
        }
      }
    }
    precondition(costs.count == classCount * classCount, "the table of an alphabet is not complete")
  }

  /// Returns the cost of a word of folded letters, including its beginning and its end.
  func cost(of word: ArraySlice<UInt32>) -> Int {
    var total = 0
    var previous = 0
    for scalar in word {
      let found = scalar < AlphabetModel.scalarLimit ? classes[Int(scalar)] : AlphabetModel.foreign
      if found == AlphabetModel.foreign {
        total += foreignCost(of: scalar, afterLetter: previous != 0)
        previous = 0
      } else {
        total += Int(costs[previous * classCount + Int(found)])
        previous = Int(found)
      }
    }
    return total + (previous == 0 ? 0 : Int(costs[previous * classCount]))
  }

  /// Returns the cost of a letter that the language does not use.
  private func foreignCost(of scalar: UInt32, afterLetter: Bool) -> Int {
    switch scalar {
    case ..<0x80: afterLetter ? 24 : 9
    // Western European letters occur in names and borrowed words of all languages.
    case 0xDF...0xF6, 0xF8...0xFC: isLatin ? 23 : 28
    case ..<0x250: isLatin ? 27 : 30
    default: Self.ideographCost
    }
  }
}

/// The frequency of each character of a language.
struct CharacterModel: Sendable {
  private var costs = [UInt8](repeating: 0, count: 0x10000)

  /// Makes a model from lines.
  ///
  /// A line contains a cost, and the characters that have this cost.
  init(_ lines: [Substring], of code: String) {
    let isChinese = code.hasPrefix("zh")
    func fill(_ range: Range<Int>, _ cost: UInt8) {
      costs.replaceSubrange(range, with: repeatElement(cost, count: range.count))
    }
    fill(0x80..<0xA0, 48)
    fill(0xA0..<0x2000, 34)
    fill(0x2000..<0x2600, 30)
    fill(0x2600..<0x10000, 34)
    fill(0x3000..<0x3040, 30)
    fill(0x3040..<0x3100, isChinese || code == "ko" ? 39 : 30)
    fill(0x3400..<0x4E00, 42)
    fill(0x4E00..<0xA000, code == "ko" ? 40 : 34)
    fill(0xAC00..<0xD7B0, code == "ko" ? 34 : 42)
    // Unassigned characters, which a wrong encoding produces.
    fill(0xE000..<0xF900, 80)
    fill(0xF900..<0xFB00, 42)
    fill(0xFF01..<0xFF5F, 24)
    fill(0xFF5F..<0xFFA0, code == "ja" ? 26 : 42)
    fill(0xFFFD..<0xFFFE, 80)
    for line in lines {
      guard let space = line.firstIndex(of: " "), let cost = UInt8(line[..<space]) else { continue }
      for scalar in line[line.index(after: space)...].unicodeScalars where scalar.value < 0x10000 {
        costs[Int(scalar.value)] = cost
      }
    }
  }

  /// Returns the cost of a non-ASCII scalar.
  func cost(of scalar: UInt32) -> Int { scalar < 0x10000 ? Int(costs[Int(scalar)]) : 42 }
}
