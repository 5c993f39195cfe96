extension PageLayout {
  /// The maximum number of words that are compared on a page.
  private static let comparisonLimit = 2_000_000
  /// The maximum number of words that are skipped before the next word of a link.
  private static let skippedWordLimit = 8

  /// Gives words the links of their page.
  ///
  /// - Returns: the number of links whose words are not found.
  mutating func add(_ links: PageLinks.Page) -> Int {
    /// A word by its place in the page.
    struct Place {
      var middle: Double
      var block: Int
      var line: Int
      var word: Int
    }
    var places: [Place] = []
    for (block, lines) in blocks.enumerated() {
      for (line, words) in lines.enumerated() {
        for (place, word) in words.words.enumerated() {
          places.append(Place(middle: word.y.middle / height, block: block, line: line, word: place))
        }
      }
    }
    places.sort { ($0.middle, $0.block, $0.line, $0.word) < ($1.middle, $1.block, $1.line, $1.word) }
    var found: Set<Int> = []
    var comparisons = 0
    for text in links.texts {
      var inside: [Place] = []
      var next = places.partitioningIndex { $0.middle >= text.y.lowerBound }
      while next < places.count, places[next].middle <= text.y.upperBound {
        let place = places[next]
        let middle = blocks[place.block][place.line].words[place.word].x.middle / width
        if text.x.contains(middle) { inside.append(place) }
        next += 1
        comparisons += 1
      }
      inside.sort { ($0.block, $0.line, $0.word) < ($1.block, $1.line, $1.word) }
      var start = 0
      for word in text.words {
        let end = min(start + Self.skippedWordLimit, inside.count)
        comparisons += end - start
        guard
          let match = inside[start..<end].firstIndex(where: {
            Self.isPart(word.text, of: blocks[$0.block][$0.line].words[$0.word].text)
          })
        else { continue }
        let place = inside[match]
        start = match + 1
        guard let link = word.link else { continue }
        blocks[place.block][place.line].words[place.word].setLink(
          links.destinations[link], on: word.linkedText)
        found.insert(link)
      }
      if comparisons > Self.comparisonLimit { break }
    }
    return links.destinations.count - found.count
  }

  /// Returns whether a word of a link is a word of the page, which can have punctuation around it.
  private static func isPart(_ part: String, of word: String) -> Bool {
    part == word || word.hasPrefix(part) || word.hasSuffix(part) || part.hasPrefix(word)
  }
}

extension PageLayout.Word {
  /// Links the word, except for punctuation around the linked text.
  fileprivate mutating func setLink(_ destination: String, on linkedText: String) {
    link = destination
    guard !linkedText.isEmpty, let range = text.firstRange(of: linkedText) else { return }
    let (before, after) = (text[..<range.lowerBound], text[range.upperBound...])
    if before.allSatisfy(\.isBesideWords) { unlinkedStartCount = before.count }
    if after.allSatisfy(\.isBesideWords) { unlinkedEndCount = after.count }
  }
}

extension Character {
  /// Whether the character is punctuation that can stand beside words; a hyphen is a part of a word.
  fileprivate var isBesideWords: Bool { isPunctuation && !LineJoint.isHyphen(self) }
}

extension Array {
  /// Returns the index of the first element that meets a condition, in an array partitioned by it.
  fileprivate func partitioningIndex(_ isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
