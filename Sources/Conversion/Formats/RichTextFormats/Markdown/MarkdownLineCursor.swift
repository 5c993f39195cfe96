import ByteTools

/// The place in a line of a Markdown document, in bytes and in columns, and what comes next there.
///
/// A tab reaches to the next column that four divides. Where a block takes a part of one as its indentation, the rest
/// stays.
struct MarkdownLineCursor {
  /// The document.
  let bytes: [UInt8]
  /// Where the line ends.
  private(set) var lineEnd = 0
  /// Where the cursor stands.
  private(set) var place = 0
  private(set) var column = 0
  /// Columns that remain of a tab of which a block took a part.
  private(set) var tabRest = 0
  /// Where the next byte stands that is no space and no tab.
  private(set) var content = 0
  private var contentColumn = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// How many columns of white space come next.
  var indent: Int { contentColumn - column }
  /// Whether nothing else comes.
  var isBlank: Bool { content == lineEnd }
  /// The next byte that is no white space; a line feed where the line ends before.
  var contentByte: UInt8 { content < lineEnd ? bytes[content] : 0x0A }

  /// What the line holds from the cursor's place, or from its next content.
  func rest(from start: Int) -> MarkdownLine {
    guard tabRest > 0, start == place else { return MarkdownLine(range: start..<lineEnd, padding: 0) }
    // The tab itself stands for the spaces that are left of it.
    return MarkdownLine(range: start + 1..<lineEnd, padding: tabRest)
  }

  /// Goes to the line that begins at a place.
  mutating func begin(at lineStart: Int) {
    lineEnd = bytes.withUnsafeBytes { $0.firstPlace(of: 0x0A, from: lineStart) } ?? bytes.count
    (place, column, tabRest, content) = (lineStart, 0, 0, lineStart - 1)
  }

  /// Finds what comes after spaces and tabs.
  mutating func findContent() {
    guard content < place else { return }
    content = place
    contentColumn = column
    while content < lineEnd {
      if bytes[content] == 0x20 {
        contentColumn += 1
      } else if bytes[content] == 0x09 {
        contentColumn += content == place && tabRest > 0 ? tabRest : 4 - contentColumn % 4
      } else {
        break
      }
      content += 1
    }
  }

  /// Steps over the white space.
  mutating func skipToContent() {
    guard place < content else { return }
    (place, column, tabRest) = (content, contentColumn, 0)
  }

  /// Steps over spaces and tabs; of a tab that is wider than what is left, a part remains.
  mutating func skip(columns: Int) {
    var columns = columns
    while columns > 0 && place < lineEnd {
      let width = tabRest > 0 ? tabRest : bytes[place] == 0x09 ? 4 - column % 4 : 1
      if width > columns {
        tabRest = width - columns
        column += columns
        return
      }
      column += width
      columns -= width
      tabRest = 0
      place += 1
    }
  }

  /// Steps over `>` and the space behind it.
  mutating func skipQuotationMark() {
    skipToContent()
    skip(columns: 1)
    if place < lineEnd, MarkdownCharacters.isBlank(bytes[place]) { skip(columns: 1) }
    content = place - 1
  }

  /// Steps over a list's mark, and tells how many columns stand between the mark and what follows.
  ///
  /// Where more than four do, or nothing follows, one column belongs to the mark: code begins the item, or nothing does.
  mutating func skipListMark(length: Int) -> Int {
    skipToContent()
    skip(columns: length)
    let mark = self
    while column - mark.column <= 5 && place < lineEnd && MarkdownCharacters.isBlank(bytes[place]) {
      skip(columns: 1)
    }
    var gap = column - mark.column
    if gap >= 5 || gap < 1 || place == lineEnd {
      self = mark
      if gap > 0 { skip(columns: 1) }
      gap = 1
    }
    content = place - 1
    return gap
  }
}
