import RichTextFormats

/// The paragraphs of a block of lines.
enum PageParagraphs {
  /// Divides a block into paragraphs.
  ///
  /// A paragraph begins at the marker of a list item, at an indented line after a line that is not indented,
  /// where the size of the font changes, and after a wide gap.
  ///
  /// - Parameter markers: the markers of the last items of the page, by their shape; the items of the block are
  ///   added.
  static func divide(_ block: [PageLayout.Line], after markers: inout [String: Int])
    -> [ArraySlice<PageLayout.Line>]
  {
    let left = block.map(\.x.lowerBound).min() ?? 0
    let pitch = self.pitch(of: block)
    var starts: [Int] = []
    var isItem = false
    for (index, line) in block.enumerated() {
      let isIndented = line.x.lowerBound - left > line.height * 0.6 && !line.isRightToLeft
      let marker = line.words.first.flatMap { ListMarker($0.text) }
      if let marker, line.words.count > 1, marker.beginsItem(after: markers, isFirstLine: index == 0) {
        marker.add(to: &markers)
        starts.append(index)
        isItem = true
        continue
      }
      guard index > 0 else {
        starts.append(index)
        continue
      }
      let previous = block[index - 1]
      let followsIndented = previous.x.lowerBound - left > previous.height * 0.6
      let gap = line.y.lowerBound - previous.y.upperBound
      let isFar = gap > line.height * 0.5 && line.y.middle - previous.y.middle > pitch * 1.3
      let sizes = (min(line.height, previous.height), max(line.height, previous.height))
      // A list item has a hanging indent: only its marker is at the left.
      if isFar || sizes.1 > sizes.0 * 1.25 || !isItem && isIndented && !followsIndented {
        starts.append(index)
        isItem = false
      }
    }
    return zip(starts, starts.dropFirst() + [block.count]).map { block[$0..<$1] }
  }

  /// Returns the usual distance between the middles of two lines.
  private static func pitch(of block: [PageLayout.Line]) -> Double {
    let distances = zip(block, block.dropFirst()).map { $1.y.middle - $0.y.middle }.filter { $0 > 0 }.sorted()
    return distances.isEmpty ? 0 : distances[distances.count / 2]
  }

  /// Returns the text of a paragraph, with its lines joined.
  ///
  /// - Parameter words: the words of the document, in the form of ``LineJoint/form(of:)``.
  static func content(of lines: ArraySlice<PageLayout.Line>, words: Set<String>) -> [RichText.Inline] {
    var pieces: [Piece] = []
    for line in lines {
      for (place, word) in line.words.enumerated() {
        guard let last = pieces.last?.text else {
          pieces += Self.pieces(of: word, afterSpace: false)
          continue
        }
        if place > 0 {
          pieces += Self.pieces(of: word, afterSpace: word.isSeparate(from: line.words[place - 1]))
          continue
        }
        switch LineJoint(last.dropFirst(last.first == " " ? 1 : 0), word.text, words: words) {
        case .space: pieces += Self.pieces(of: word, afterSpace: true)
        case .nothing: pieces += Self.pieces(of: word, afterSpace: false)
        case .removedHyphen:
          pieces[pieces.count - 1].text.removeLast()
          pieces += Self.pieces(of: word, afterSpace: false)
        }
      }
    }
    return content(of: pieces)
  }

  /// A part of a text in a link or outside of links; it can begin with a space.
  private typealias Piece = (text: String, link: String?)

  /// Returns the parts of a word: punctuation, the linked text, and more punctuation.
  private static func pieces(of word: PageLayout.Word, afterSpace hasSpace: Bool) -> [Piece] {
    let start = word.text.prefix(word.unlinkedStartCount)
    let end = word.text.suffix(word.unlinkedEndCount)
    let middle = word.text.dropFirst(start.count).dropLast(end.count)
    var pieces = [(String(start), nil), (String(middle), word.link), (String(end), nil)].filter {
      !$0.0.isEmpty
    }
    if hasSpace, !pieces.isEmpty { pieces[0].0 = " " + pieces[0].0 }
    return pieces
  }

  private static func content(of pieces: [Piece]) -> [RichText.Inline] {
    var content: [RichText.Inline] = []
    var run = ""
    var link: String?
    func end() {
      guard !run.isEmpty else { return }
      content.append(link.map { .styled(.link(RichText.Link($0)), [.text(run)]) } ?? .text(run))
      run = ""
    }
    for piece in pieces {
      var text = piece.text
      if piece.link != link {
        // A space beside a link is not part of it.
        let hasSpace = text.first == " "
        if hasSpace { text.removeFirst() }
        if link == nil { run += hasSpace ? " " : "" }
        end()
        if link != nil, hasSpace { content.append(.text(" ")) }
        link = piece.link
      }
      run += text
    }
    end()
    return content
  }
}
