/// A piece of a line of words.
struct MarkdownToken {
  enum Kind: UInt8 {
    /// Bytes that stand for themselves.
    case text
    /// The same, but never a part of an address that is a link by itself.
    case escape
    /// The text of an entity; the index is that of the text.
    case entity
    case softBreak
    case hardBreak
    case code
    /// `*`, `_` or `~`, as many as are left; the index is that of the delimiter.
    case delimiter
    /// The index is that of the target.
    case linkStart
    case linkEnd
    /// The index is that of the target.
    case imageStart
    case imageEnd
    /// An address that is a link; the index is that of the target.
    case address
    /// A tag, comment or another piece of HTML.
    case html
  }

  var kind: Kind
  var range: Range<Int>
  var index = 0
}
