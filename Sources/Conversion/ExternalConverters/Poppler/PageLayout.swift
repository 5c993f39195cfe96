/// A page as `pdftotext -bbox-layout` describes it: blocks of lines of words, with their places in points.
struct PageLayout {
  /// A word and its place.
  struct Word {
    var text: String
    var x: ClosedRange<Double>
    var y: ClosedRange<Double>
    /// The destination of the link that contains the word.
    var link: String?
    /// The number of characters at the start that are not in the link.
    var unlinkedStartCount = 0
    /// The number of characters at the end that are not in the link.
    var unlinkedEndCount = 0

    /// Returns whether a space separates two neighboring words of a line.
    ///
    /// `pdftotext` also splits words where the font changes, as in `H₂O`. The width of a space is at least about
    /// a tenth of the font size.
    func isSeparate(from other: Word) -> Bool {
      let gap = max(x.lowerBound, other.x.lowerBound) - min(x.upperBound, other.x.upperBound)
      return gap > min(y.length, other.y.length) * 0.07
    }
  }

  /// The words on one line, in the order in which they are read.
  struct Line {
    var words: [Word] = []
    var x: ClosedRange<Double>
    var y: ClosedRange<Double>
    /// Whether most of the line is written from right to left.
    var isRightToLeft = false

    /// The height of the widest word; bullets, subscripts and superscripts can have other font sizes.
    private(set) var height: Double

    init(x: ClosedRange<Double>, y: ClosedRange<Double>) {
      (self.x, self.y) = (x, y)
      height = y.length
    }

    /// Sets the height to that of the widest word.
    fileprivate mutating func setHeight() {
      height = words.max { $0.x.length < $1.x.length }?.y.length ?? y.length
    }

    /// The words, with spaces between separate words.
    var text: String {
      var text = ""
      for (place, word) in words.enumerated() {
        if place > 0, word.isSeparate(from: words[place - 1]) { text += " " }
        text += word.text
      }
      return text
    }

    /// Returns whether two lines are at the same height.
    func isBeside(_ other: Line) -> Bool {
      let common = min(y.upperBound, other.y.upperBound) - max(y.lowerBound, other.y.lowerBound)
      return common > min(y.length, other.y.length) * 0.6
    }
  }

  var width: Double
  var height: Double
  var blocks: [[Line]] = []

  /// Puts the words of lines into the order in which they are read, and joins the parts of lines.
  mutating func arrange() {
    for block in blocks.indices {
      blocks[block].removeAll { $0.words.isEmpty }
      blocks[block] = Self.joined(blocks[block])
      for line in blocks[block].indices {
        blocks[block][line].putInReadingOrder()
        blocks[block][line].setHeight()
      }
    }
    blocks.removeAll { $0.isEmpty }
    joinMarkers()
    joinItems()
  }

  /// The maximum number of words that are moved to make a place before them.
  private static let movedWordLimit = 100

  /// Joins consecutive lines that are side by side.
  ///
  /// They are parts of one line with a wide gap.
  private static func joined(_ lines: [Line]) -> [Line] {
    var joined: [Line] = []
    for line in lines {
      let last = joined.count - 1
      guard last >= 0, line.isBeside(joined[last]) else {
        joined.append(line)
        continue
      }
      let tolerance = line.y.length * 0.3
      if line.x.lowerBound >= joined[last].x.upperBound - tolerance {
        joined[last].append(line)
      } else if line.x.upperBound <= joined[last].x.lowerBound + tolerance,
        joined[last].words.count <= Self.movedWordLimit
      {
        var first = line
        first.append(joined[last])
        joined[last] = first
      } else {
        joined.append(line)
      }
    }
    return joined
  }

  /// The maximum number of lines that are compared with the marker of a list item.
  private static let comparedLineCount = 200

  /// Moves the markers of list items to the lines that they belong to.
  ///
  /// `pdftotext` puts a column of bullets and the texts beside it into different blocks.
  private mutating func joinMarkers() {
    let markers = blocks.indices.filter { block in
      blocks[block].allSatisfy { $0.words.count == 1 && ListMarker($0.words[0].text) != nil }
    }
    guard !markers.isEmpty, markers.count < blocks.count else { return }
    let isMarker = Set(markers)
    // Lines by vertical position, in 8-point units.
    var lines: [Int: [(block: Int, line: Int)]] = [:]
    for block in blocks.indices where !isMarker.contains(block) {
      for (place, line) in blocks[block].enumerated() where !line.isRightToLeft {
        lines[Self.level(line.y), default: []].append((block, place))
      }
    }
    for block in markers {
      var rest: [Line] = []
      for marker in blocks[block] {
        let level = Self.level(marker.y)
        let candidates = (level - 1...level + 1).flatMap {
          lines[$0, default: []].prefix(Self.comparedLineCount)
        }
        let nearest = candidates.filter { candidate in
          let line = blocks[candidate.block][candidate.line]
          let gap = line.x.lowerBound - marker.x.upperBound
          return gap >= 0 && gap < line.height * 4 && line.isBeside(marker)
        }.min { blocks[$0.block][$0.line].x.lowerBound < blocks[$1.block][$1.line].x.lowerBound }
        guard let nearest else {
          rest.append(marker)
          continue
        }
        blocks[nearest.block][nearest.line].insert(marker: marker)
      }
      blocks[block] = rest
    }
    blocks.removeAll { $0.isEmpty }
  }

  /// Joins the first line of a list item with the rest of the item, if they are in different blocks.
  private mutating func joinItems() {
    var joined: [[Line]] = []
    /// The left of the text of the list item at the end of the last block.
    var left: Double?
    for block in blocks {
      guard let first = block.first, let last = block.last else { continue }
      var isRest = false
      if let left, let end = joined.last?.last {
        isRest =
          first.isAligned(at: left) && abs(first.y.lowerBound - end.y.upperBound) < first.height * 0.6
          && !first.isItem
      }
      if isRest { joined[joined.count - 1] += block } else { joined.append(block) }
      let item = block.last { $0.isItem }
      left = item?.words[1].x.lowerBound ?? (isRest ? left : nil)
      if let text = left, last.y != item?.y, !last.isAligned(at: text) { left = nil }
    }
    blocks = joined
  }

  private static func level(_ y: ClosedRange<Double>) -> Int {
    Int(max(min((y.lowerBound + y.upperBound) / 16, 1_000_000), -1_000_000))
  }
}

extension PageLayout.Line {
  /// Whether the line begins with the marker of a list item.
  fileprivate var isItem: Bool { words.count > 1 && ListMarker(words[0].text) != nil }

  /// Returns whether the line begins at a horizontal position.
  fileprivate func isAligned(at left: Double) -> Bool {
    abs(x.lowerBound - left) < height * 0.3 && !isRightToLeft
  }

  /// Adds the words of a line that is after this line.
  fileprivate mutating func append(_ line: PageLayout.Line) {
    words += line.words
    add(line.x, line.y)
  }

  /// Adds the marker of a list item before the first word.
  fileprivate mutating func insert(marker: PageLayout.Line) {
    words.insert(contentsOf: marker.words, at: 0)
    add(marker.x, marker.y)
  }

  private mutating func add(_ otherX: ClosedRange<Double>, _ otherY: ClosedRange<Double>) {
    x = min(x.lowerBound, otherX.lowerBound)...max(x.upperBound, otherX.upperBound)
    y = min(y.lowerBound, otherY.lowerBound)...max(y.upperBound, otherY.upperBound)
  }
}

extension ClosedRange<Double> {
  /// The range between two numbers in any order.
  init(from first: Double, to second: Double) { self = Swift.min(first, second)...Swift.max(first, second) }

  var length: Double { upperBound - lowerBound }

  var middle: Double { (lowerBound + upperBound) / 2 }
}
