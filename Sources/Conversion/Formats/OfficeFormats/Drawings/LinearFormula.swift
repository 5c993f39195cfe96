/// A formula that is being read, as plain characters.
///
/// Fractions, powers and similar parts become their linear form: `(a+b)/2`, `x^2`, `√(x)`.
struct LinearFormula {
  /// The elements that have an effect on the characters.
  enum Element: String {
    case numerator = "m:num"
    case denominator = "m:den"
    case superscript = "m:sup"
    case `subscript` = "m:sub"
    case radical = "m:rad"
    case delimiter = "m:d"
    case matrixRow = "m:mr"
    case formulaElement = "m:e"
    /// Any other element.
    case other = ""
  }

  enum Part {
    /// An element without characters of its own.
    case plain
    /// A part that gets parentheses unless it is a single word.
    case group
    /// An element between the characters of a delimiter.
    case item
    case delimiter
    case matrixRow
  }

  /// The characters in UTF-8.
  var text: [UInt8] = []
  /// The characters of the open delimiters.
  private var delimiters: [(opening: String, closing: String, hasItem: Bool)] = []

  /// The open parts, from the outermost to the innermost.
  private var parts: [Element] = []

  mutating func begin() {
    text.removeAll(keepingCapacity: true)
    delimiters = []
    parts = []
  }

  /// Begins a part, and returns how to end it.
  mutating func begin(_ name: Element) -> Part {
    defer { parts.append(name) }
    switch name {
    case .numerator: return .group
    case .denominator:
      append("/")
      return .group
    case .superscript:
      append("^")
      return .group
    case .subscript:
      append("_")
      return .group
    case .delimiter:
      delimiters.append(("(", ")", false))
      return .delimiter
    case .matrixRow:
      if !text.isEmpty, text.last != UInt8(ascii: "("), text.last != UInt8(ascii: "[") { append("; ") }
      return .matrixRow
    case .formulaElement: return beginElement()
    default: return .plain
    }
  }

  private mutating func beginElement() -> Part {
    switch parts.last {
    case .radical:
      append("√")
      return .group
    case .delimiter:
      guard let last = delimiters.indices.last else { return .plain }
      append(delimiters[last].hasItem ? "|" : delimiters[last].opening)
      delimiters[last].hasItem = true
      return .item
    case .matrixRow:
      if !text.isEmpty, text.last != UInt8(ascii: "("), text.last != UInt8(ascii: " ") { append(" ") }
      return .item
    default: return .plain
    }
  }

  /// Sets the characters of the innermost delimiter; an empty string is not shown.
  mutating func setDelimiter(opening: String?, closing: String?) {
    guard let last = delimiters.indices.last else { return }
    if let opening { delimiters[last].opening = opening }
    if let closing { delimiters[last].closing = closing }
  }

  mutating func append(_ signs: String) { text.append(contentsOf: signs.utf8) }

  /// Ends a part that began at an offset.
  mutating func end(_ part: Part, from start: Int) {
    _ = parts.popLast()
    switch part {
    case .plain, .item, .matrixRow: break
    case .delimiter: if let last = delimiters.popLast(), last.hasItem { append(last.closing) }
    case .group:
      guard start <= text.count else { return }
      let content = text[start...]
      // The parentheses move the text, but at most once for each level of nesting.
      let isWord = content.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || byte >= 0x80
      }
      if !isWord {
        text.insert(UInt8(ascii: "("), at: start)
        text.append(UInt8(ascii: ")"))
      }
    }
  }
}
