/// Decides which characters need a backslash in order to be read as text.
enum MarkdownEscaping {
  /// The set of characters to escape.
  enum Degree {
    /// Characters that have a meaning in their context.
    case needed
    /// Characters that have a meaning in any context.
    case everything
  }

  /// Returns whether text certainly needs no escapes and contains no character with a meaning.
  ///
  /// The check is quick, and most texts pass it.
  ///
  /// - Parameters:
  ///   - isLineStart: whether the text is at the beginning of a line.
  ///   - isLineEnd: whether the text is at the end of a line.
  ///   - before: the byte before the text.
  static func isPlain(_ text: String, isLineStart: Bool, isLineEnd: Bool, before: UInt8) -> Bool {
    text.utf8.withContiguousStorageIfAvailable {
      isPlain($0, isLineStart: isLineStart, isLineEnd: isLineEnd, before: before)
    } ?? false
  }

  private static func isPlain(
    _ bytes: UnsafeBufferPointer<UInt8>, isLineStart: Bool, isLineEnd: Bool, before: UInt8
  ) -> Bool {
    if isLineStart, let first = bytes.first, first < 0x80, !MarkdownCharacters.isLetter(first) {
      return false
    }
    return hasNoBareSigns(bytes, before: before, isLineEnd: isLineEnd, isWritten: false)
  }

  /// Returns whether all special characters in a line are escaped with a backslash.
  ///
  /// - Parameters:
  ///   - before: the byte before the line.
  ///   - isLineEnd: whether nothing follows in the line.
  ///   - isWritten: whether a backslash is an escape; otherwise, it is a character of the text.
  static func hasNoBareSigns(
    _ bytes: some RandomAccessCollection<UInt8>, before: UInt8, isLineEnd: Bool, isWritten: Bool = true
  ) -> Bool {
    var previous = before
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let next = bytes.index(after: place)
      let isLast = next == bytes.endIndex
      switch bytes[place] {
      case UInt8(ascii: "\\"):
        guard isWritten, !isLast else { return false }
        switch bytes[next] {
        // Some readers do not recognize an escape inside an address.
        case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "."), UInt8(ascii: "!"): return false
        case let sign where !MarkdownCharacters.isPunctuation(sign): return false
        default: place = next
        }
      case UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "~"), UInt8(ascii: "@"), UInt8(ascii: "|"), 0x0A,
        0x0D:
        return false
      // An exclamation mark before a link would turn the link into a picture.
      case UInt8(ascii: "!"): if isLast, !isLineEnd { return false }
      case UInt8(ascii: ":"):
        // An address has further text after the colon.
        guard isLast ? isLineEnd : MarkdownCharacters.isSpace(bytes[next]) else { return false }
      // An address without a scheme begins with `www.`.
      case UInt8(ascii: "."): if previous | 0x20 == UInt8(ascii: "w") { return false }
      default: break
      }
      previous = bytes[place]
      place = bytes.index(after: place)
    }
    return true
  }

  /// Returns text in a line, with special characters escaped.
  ///
  /// - Parameters:
  ///   - isLineStart: whether the text is at the beginning of a line, where block markers are recognized.
  ///   - isInBrackets: whether a bracket would end the link or picture that contains the text.
  ///   - before: the byte before the text; nil if unknown.
  static func words(
    _ text: String, _ degree: Degree, isLineStart: Bool, isParagraphStart: Bool, isInBrackets: Bool,
    before: UInt8?
  ) -> [UInt8] {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 8)
    let marked = isLineStart ? blockMark(bytes, isParagraphStart: isParagraphStart) : nil
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        // A run of identical characters is escaped as a whole.
        var end = place + 1
        while end < bytes.count && bytes[end] == byte { end += 1 }
        let isSign =
          degree == .everything || place == marked || isDelimiter(bytes, place..<end, before: before)
        for _ in place..<end {
          if isSign { output.append(UInt8(ascii: "\\")) }
          output.append(byte)
        }
        place = end
        continue
      case 0x0A, 0x0D: output.append(0x20)
      default:
        let isSign =
          place == marked
          || (degree == .everything
            ? isAnySign(byte) : isSign(bytes, place, isInBrackets: isInBrackets, before: before))
        if isSign { output.append(UInt8(ascii: "\\")) }
        output.append(byte)
      }
      place += 1
    }
    return output
  }

  private static func isAnySign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"),
      UInt8(ascii: "&"), UInt8(ascii: "!"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func isSign(_ bytes: [UInt8], _ place: Int, isInBrackets: Bool, before: UInt8?) -> Bool {
    let next = place + 1 < bytes.count ? bytes[place + 1] : nil
    switch bytes[place] {
    case UInt8(ascii: "\\"): return next.map(MarkdownCharacters.isPunctuation) ?? true
    case UInt8(ascii: "`"): return true
    case UInt8(ascii: "["), UInt8(ascii: "]"): return isInBrackets
    case UInt8(ascii: "!"): return next == nil || next == UInt8(ascii: "[")
    case UInt8(ascii: "<"):
      guard let next else { return true }
      return MarkdownCharacters.isLetter(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: "!")
        || next == UInt8(ascii: "?")
    case UInt8(ascii: "&"):
      return next == nil || MarkdownLinkScanner.entity(bytes, place..<bytes.count) != nil
    case UInt8(ascii: ":"): return MarkdownAutolink.bare(bytes, at: place, in: 0..<bytes.count) != nil
    case UInt8(ascii: "@"): return MarkdownAutolink.email(bytes, at: place, from: 0) != nil
    case UInt8(ascii: "."):
      guard place >= 3, bytes.hasWord("www.", at: place - 3, before: bytes.count) else { return false }
      return MarkdownAutolink.bare(bytes, at: place - 3, in: 0..<bytes.count) != nil
    default: return false
    }
  }

  /// Returns whether a run of `*`, `_` or `~` could begin or end a style.
  private static func isDelimiter(_ bytes: [UInt8], _ run: Range<Int>, before: UInt8?) -> Bool {
    let first = run.lowerBound > 0 ? bytes[run.lowerBound - 1] : before
    let last = run.upperBound < bytes.count ? bytes[run.upperBound] : nil
    if bytes[run.lowerBound] == UInt8(ascii: "~") {
      // A single run of tildes has no effect. Runs after this run are searched first, so that the time for
      // all runs is linear.
      let sign = UInt8(ascii: "~")
      if !bytes[run.upperBound...].contains(sign) && !bytes[..<run.lowerBound].contains(sign) { return false }
    }
    guard let first, let last else { return true }
    if MarkdownCharacters.isSpace(first) && MarkdownCharacters.isSpace(last) { return false }
    return bytes[run.lowerBound] != UInt8(ascii: "_") || !MarkdownCharacters.isAlphanumeric(first)
      || !MarkdownCharacters.isAlphanumeric(last)
  }
}

// MARK: - Block markers

extension MarkdownEscaping {
  /// Returns the offset of the character to escape so that the line does not begin a block; nil if no
  /// escape is needed.
  private static func blockMark(_ bytes: [UInt8], isParagraphStart: Bool) -> Int? {
    guard let first = bytes.first else { return nil }
    func endsMark(_ place: Int) -> Bool { place >= bytes.count || MarkdownCharacters.isBlank(bytes[place]) }
    switch first {
    case UInt8(ascii: "#"):
      let count = bytes.prefix { $0 == first }.count
      return count <= 6 && endsMark(count) ? 0 : nil
    case UInt8(ascii: ">"): return 0
    case UInt8(ascii: "["): return isParagraphStart ? 0 : nil
    case UInt8(ascii: "~"): return bytes.starts(with: "~~~".utf8) ? 0 : nil
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "="),
      UInt8(ascii: "|"), UInt8(ascii: ":"):
      let isBullet = first != UInt8(ascii: "_") && first != UInt8(ascii: "=") && endsMark(1)
      return isBullet || isRow(bytes) ? 0 : nil
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let count = bytes.prefix(while: MarkdownCharacters.isDigit).count
      guard count <= 9, count < bytes.count,
        bytes[count] == UInt8(ascii: ".") || bytes[count] == UInt8(ascii: ")"),
        endsMark(count + 1)
      else { return nil }
      return count
    default: return nil
    }
  }

  /// Returns whether a line contains only characters of rules, underlines and delimiter rows of tables.
  private static func isRow(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy {
      switch $0 {
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "="), UInt8(ascii: "|"),
        UInt8(ascii: ":"):
        true
      default: MarkdownCharacters.isBlank($0)
      }
    }
  }
}

// MARK: - Destinations, titles, code

extension MarkdownEscaping {
  /// Returns the text in the parentheses of a link or picture.
  static func target(_ destination: String, title: String?) -> [UInt8] {
    var output = linkDestination(destination, title: title)
    if let title {
      output += " \"".utf8
      output += escaped(Array(title.utf8)) { $0 == UInt8(ascii: "\"") }
      output.append(UInt8(ascii: "\""))
    }
    return output
  }

  private static func linkDestination(_ destination: String, title: String?) -> [UInt8] {
    let bytes = Array(destination.utf8)
    let needsAngles =
      bytes.isEmpty && title != nil || bytes.first == UInt8(ascii: "<")
      || bytes.contains { $0 <= 0x20 || $0 == 0x7F }
    if needsAngles {
      return [UInt8(ascii: "<")] + escaped(bytes) { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
        + [UInt8(ascii: ">")]
    }
    let isBalanced = hasBalancedParentheses(bytes)
    return escaped(bytes) { !isBalanced && ($0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")")) }
  }

  private static func hasBalancedParentheses(_ bytes: [UInt8]) -> Bool {
    var depth = 0
    for byte in bytes {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth < 0 || depth > 3 { return false }
    }
    return depth == 0
  }

  /// Returns bytes with a backslash before special characters, escapes and entities, and with line ends as
  /// entities.
  private static func escaped(_ bytes: [UInt8], _ isSign: (UInt8) -> Bool) -> [UInt8] {
    var output: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      if byte == 0x0A || byte == 0x0D {
        output += "&#\(byte);".utf8
        continue
      }
      let needsEscape =
        switch byte {
        case UInt8(ascii: "\\"):
          // A backslash would escape the punctuation after it, which may be in the text, may end the text, or
          // may begin the entity of a line end.
          place + 1 == bytes.count || bytes[place + 1] < 0x20
            || MarkdownCharacters.isPunctuation(bytes[place + 1])
        case UInt8(ascii: "&"): MarkdownLinkScanner.entity(bytes, place..<bytes.count) != nil
        default: isSign(byte)
        }
      if needsEscape { output.append(UInt8(ascii: "\\")) }
      output.append(byte)
    }
    return output
  }

  /// Returns code in backticks, with as many backticks as required.
  static func code(_ text: String) -> [UInt8] {
    let fence = [UInt8](repeating: UInt8(ascii: "`"), count: text.freeBacktickCount)
    let bytes = Array(text.utf8)
    let isPadded =
      bytes.first == UInt8(ascii: "`") || bytes.last == UInt8(ascii: "`")
      || bytes.first == 0x20 && bytes.last == 0x20 && !bytes.allSatisfy { $0 == 0x20 }
    let space: [UInt8] = isPadded ? [0x20] : []
    return fence + space + bytes + space + fence
  }

  /// Returns the language after a fence; nil if the language is not a single word.
  static func info(_ language: String) -> [UInt8]? {
    let bytes = Array(language.utf8)
    guard !bytes.isEmpty, !bytes.contains(where: { $0 <= 0x20 || $0 == UInt8(ascii: "`") }) else {
      return nil
    }
    return escaped(bytes) { _ in false }
  }
}

extension String {
  /// The smallest number of backticks that differs from the length of every run of backticks in the text.
  fileprivate var freeBacktickCount: Int {
    var taken = Set<Int>()
    var current = 0
    for byte in utf8 {
      if byte == UInt8(ascii: "`") {
        current += 1
      } else if current > 0 {
        taken.insert(current)
        current = 0
      }
    }
    taken.insert(current)
    var count = 1
    while taken.contains(count) { count += 1 }
    return count
  }
}
