import ProfferConversions

/// A formula that is being read, as plain characters.
///
/// Fractions, powers and similar parts become their linear form: `(a+b)/2`, `x^2`, `√(x)`.
struct WordFormula {
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
  private var parts: [WordName] = []

  mutating func begin() {
    text.removeAll(keepingCapacity: true)
    delimiters = []
    parts = []
  }

  /// Begins a part, and returns how to end it.
  mutating func begin(_ name: WordName) -> Part {
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

/// Formulas.
extension WordBodyReader {
  /// Handles the start of an element of a formula.
  mutating func beginFormulaElement(_ name: WordName) throws(CoderError) {
    switch name {
    case .formula:
      formula.begin()
      frames.append(.formula)
    case .formulaText: frames.append(.formulaText)
    case .naryProperties:
      var sign = "∫"
      try xml.forEachDescendant { (name, xml) throws(CoderError) in
        if name == .formulaCharacter { sign = xml.attribute(.formulaValue) ?? sign }
        return false
      }
      formula.append(sign)
    case .delimiterProperties:
      var opening: String?
      var closing: String?
      try xml.forEachDescendant { (name, xml) throws(CoderError) in
        if name == .openingCharacter { opening = xml.attribute(.formulaValue) ?? "" }
        if name == .closingCharacter { closing = xml.attribute(.formulaValue) ?? "" }
        return false
      }
      formula.setDelimiter(opening: opening, closing: closing)
    case .accentProperties, .groupProperties: try xml.skipElement()
    default:
      let part = formula.begin(name)
      let start = formula.text.count
      frames.append(.formulaPart(part, start: start))
    }
  }

  mutating func endFormula() {
    guard !formula.text.isEmpty else { return }
    document.losses.add(.formatting, "formulas, kept as plain characters")
    guard beginRun() else { return }
    flow.text += formula.text
    formula.text.removeAll(keepingCapacity: formula.text.count < 1 << 16)
  }
}
