/// The delimiters of a paragraph, with a linked list of the unmatched delimiters.
struct MarkdownDelimiters {
  private var list: [MarkdownDelimiter] = []
  private var first: Int?
  /// The number of the last unmatched delimiter.
  private(set) var last: Int?

  /// The delimiter with a number; the first number is 0.
  subscript(number: Int) -> MarkdownDelimiter { list[number] }

  /// Removes all delimiters and keeps the capacity.
  mutating func empty() {
    list.empty()
    (first, last) = (nil, nil)
  }

  /// Adds an unmatched delimiter.
  ///
  /// - Returns: the number of the delimiter.
  mutating func append(sign: UInt8, length: Int, canOpen: Bool, canClose: Bool) -> Int {
    list.append(
      MarkdownDelimiter(
        sign: sign, length: length, canOpen: canOpen, canClose: canClose, count: length, previous: last))
    let number = list.count - 1
    if let last { list[last].next = number } else { first = number }
    last = number
    return number
  }

  /// Matches the delimiters after `bottom`, and removes all of them, matched or not, from the list.
  mutating func match(after bottom: Int?) {
    joinPairs(after: bottom)
    last = bottom
    if let bottom { list[bottom].next = nil } else { first = nil }
  }

  /// Matches all delimiters, and keeps those that a later delimiter can match.
  ///
  /// - Returns: whether no delimiter is kept. If true, the matches so far are final.
  mutating func matchAll() -> Bool {
    joinPairs(after: nil)
    return first == nil
  }

  /// Matches the delimiters after `bottom`, and removes those that no later delimiter can match.
  private mutating func joinPairs(after bottom: Int?) {
    // For each kind of closer, the number of a delimiter up to which no opener exists. The time is therefore
    // linear.
    var bottoms = [Int](repeating: bottom ?? -1, count: 18)
    var candidate = bottom == nil ? first : bottom.flatMap { list[$0].next }
    while let closer = candidate {
      guard list[closer].canClose else {
        candidate = list[closer].next
        if !list[closer].canOpen { remove(closer) }
        continue
      }
      let kind = Self.kind(of: list[closer])
      var opener = list[closer].previous
      while let this = opener, this > bottoms[kind], !matches(this, closer) {
        opener = list[this].previous
      }
      if let opener, opener > bottoms[kind] {
        join(opener, closer)
        if list[opener].count == 0 { remove(opener) }
        if list[closer].count == 0 {
          candidate = list[closer].next
          remove(closer)
        }
      } else {
        bottoms[kind] = list[closer].previous ?? -1
        candidate = list[closer].next
        if !list[closer].canOpen { remove(closer) }
      }
    }
  }

  private static func kind(of closer: MarkdownDelimiter) -> Int {
    switch closer.sign {
    case UInt8(ascii: "*"): (closer.canOpen ? 3 : 0) + closer.length % 3
    case UInt8(ascii: "_"): (closer.canOpen ? 9 : 6) + closer.length % 3
    default: 12 + closer.length
    }
  }

  private func matches(_ opener: Int, _ closer: Int) -> Bool {
    let (opener, closer) = (list[opener], list[closer])
    guard opener.canOpen, opener.sign == closer.sign else { return false }
    if opener.sign == UInt8(ascii: "~") { return opener.length == closer.length }
    let isAmbiguous = closer.canOpen || opener.canClose
    return !isAmbiguous || closer.length % 3 == 0 || (opener.length + closer.length) % 3 != 0
  }

  private mutating func join(_ opener: Int, _ closer: Int) {
    let count = min(list[opener].count, list[closer].count, 2)
    list[opener].count -= count
    list[closer].count -= count
    if list[opener].sign == UInt8(ascii: "~") {
      list[opener].opened.struckThrough += 1
      list[closer].closed.struckThrough += 1
    } else if count == 2 {
      list[opener].opened.bold += 1
      list[closer].closed.bold += 1
    } else {
      list[opener].opened.italic += 1
      list[closer].closed.italic += 1
    }
    list[opener].next = closer
    list[closer].previous = opener
  }

  private mutating func remove(_ delimiter: Int) {
    let (previous, next) = (list[delimiter].previous, list[delimiter].next)
    if let previous { list[previous].next = next } else { first = next }
    if let next { list[next].previous = previous } else { last = previous }
  }
}

/// A delimiter: a run of `*`, `_` or `~`, and the styles that the run begins and ends.
struct MarkdownDelimiter {
  let sign: UInt8
  let length: Int
  let canOpen: Bool
  let canClose: Bool
  /// The number of unmatched characters of the run.
  var count: Int
  var previous: Int?
  var next: Int?
  /// The styles that begin after the run, and the styles that end before the run.
  var opened = Styles()
  var closed = Styles()

  struct Styles {
    var bold = 0
    var italic = 0
    var struckThrough = 0
  }
}
