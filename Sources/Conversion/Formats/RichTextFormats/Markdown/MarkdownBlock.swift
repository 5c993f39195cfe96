/// A block of a Markdown document whose words are not read yet.
///
/// Blocks stand in one array and name one another by their places in it.
struct MarkdownBlock {
  enum Kind: Equatable {
    case document
    case quotation
    case list(Mark)
    case item(contentIndent: Int)
    case paragraph
    case heading(level: Int)
    case indentedCode
    case fencedCode(Fence)
    /// HTML, ended by the rule of this number in the specification.
    case html(rule: Int)
    case table
    case rule
    /// A paragraph that was nothing but definitions of links.
    case nothing
  }

  /// What stands before the items of a list.
  struct Mark: Equatable {
    /// `-`, `+` or `*`, or what follows the number.
    var sign: UInt8
    /// The first number; nil for a bullet.
    var start: Int?

    /// Whether an item with this mark continues a list with the other.
    func continues(_ other: Mark) -> Bool { sign == other.sign && (start == nil) == (other.start == nil) }
  }

  /// What stands before a code block.
  struct Fence: Equatable {
    var sign: UInt8
    var count: Int
    var indent: Int
    var info: Range<Int>
  }

  var kind: Kind
  var firstChild: Int?
  var lastChild: Int?
  var next: Int?
  /// Its lines among those of the scanner.
  var lines: Range<Int>
  /// The end of the line in which it began.
  let firstLineEnd: Int
  /// Whether a blank line came last in it.
  var endsBlank = false
  /// Whether a list's items stand close.
  var isTight = true

  init(_ kind: Kind, lines: Range<Int>, firstLineEnd: Int) {
    self.kind = kind
    self.lines = lines
    self.firstLineEnd = firstLineEnd
  }

  /// Whether words or lines are all it holds.
  var isLeaf: Bool {
    switch kind {
    case .document, .quotation, .list, .item: false
    default: true
    }
  }

  /// Whether every line belongs to it until it ends, whatever the line says.
  var takesAnyLine: Bool {
    switch kind {
    case .indentedCode, .fencedCode, .html: true
    default: false
    }
  }
}

/// A line of a leaf, without what marks the blocks around it and without its end.
struct MarkdownLine {
  var range: Range<Int>
  /// Spaces that a tab left behind when a part of it was a block's indentation.
  var padding: Int
}
