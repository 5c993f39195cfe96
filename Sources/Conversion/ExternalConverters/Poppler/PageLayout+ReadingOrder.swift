// `pdftotext -bbox-layout` prints the characters and words of a line from left to right, in every script. This
// code restores the order of right-to-left text.
//
// It inverts a part of the Unicode Bidirectional Algorithm (UAX #9), applied to whole words. In a mostly
// right-to-left line, all words are reversed except left-to-right runs. In any other line, only right-to-left runs
// are reversed.

extension PageLayout.Line {
  /// Puts the words of the line, and the characters of the words, into the order in which they are read.
  mutating func putInReadingOrder() {
    let directions = words.map { Direction(of: $0.text) }
    let reversedCount = directions.count { $0 == .rightToLeft }
    guard reversedCount > 0 else { return }
    for place in words.indices where directions[place] == .rightToLeft {
      words[place].text = Self.reversed(words[place].text)
    }
    isRightToLeft = reversedCount >= directions.count { $0 == .leftToRight }
    let kept = isRightToLeft ? Array(directions.reversed()) : directions
    if isRightToLeft { words.reverse() }
    let other = isRightToLeft ? Direction.leftToRight : .rightToLeft
    for run in Self.runs(of: kept, in: other) { words[run].reverse() }
  }

  /// Returns the runs of a direction, including neutral words inside a run.
  private static func runs(of directions: [Direction], in wanted: Direction) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var isOpen = false
    for (place, direction) in directions.enumerated() {
      switch direction {
      case wanted:
        if isOpen, let start = runs.popLast()?.lowerBound {
          runs.append(start..<place + 1)
        } else {
          runs.append(place..<place + 1)
        }
        isOpen = true
      case .none: continue
      default: isOpen = false
      }
    }
    return runs
  }

  /// Returns a word whose characters are reversed, except for numbers and letters of the other direction.
  private static func reversed(_ text: String) -> String {
    var characters = Array(text.reversed())
    let directions = characters.map { character in
      character.isNumber ? Direction.leftToRight : Direction(of: String(character))
    }
    for run in runs(of: directions, in: .leftToRight) { characters[run].reverse() }
    return String(characters)
  }
}

/// The direction in which a word is written.
private enum Direction {
  case leftToRight
  case rightToLeft
  /// The word has no letters.
  case none

  init(of text: String) {
    var direction = Direction.none
    for scalar in text.unicodeScalars {
      switch scalar.value {
      // Hebrew to Arabic Extended-A, their presentation forms, and the blocks of the other scripts.
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
        self = .rightToLeft
        return
      default: if scalar.properties.isAlphabetic { direction = .leftToRight }
      }
    }
    self = direction
  }
}
