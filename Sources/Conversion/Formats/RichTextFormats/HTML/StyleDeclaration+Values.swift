import Foundation

/// The values of properties.
extension StyleDeclaration {
  static func isBold(_ word: String) -> Bool? {
    switch word {
    case "bold", "bolder": true
    case "normal", "lighter", "initial": false
    default: Int(word).map { $0 >= 600 }
    }
  }

  static func isItalic(_ word: String) -> Bool? {
    if word == "italic" || word.hasPrefix("oblique") { return true }
    return word == "normal" || word == "initial" ? false : nil
  }

  /// Reads a `font-variant` or `font-variant-caps` value, such as `small-caps`.
  static func capitals(_ text: String) -> StyleDeclaration? {
    let words = CSSValue(text).words
    if words.contains("small-caps") { return .smallCaps(true) }
    let others: [Substring] = [
      "all-small-caps", "petite-caps", "all-petite-caps", "unicase", "titling-caps",
    ]
    if words.contains(where: others.contains) { return .changedLetters }
    return ["normal", "none", "initial"].contains(text) ? .smallCaps(false) : nil
  }

  static func fontFamily(_ text: String) -> StyleDeclaration? {
    if text.lowercased() == "inherit" { return nil }
    return .fontFamily(CSSValue.fontFamily(text))
  }

  /// Reads a `font` value such as `italic bold 12px/30px Georgia, serif`.
  ///
  /// The font family follows the size, and all other words precede the size.
  static func font(_ text: String) -> [StyleDeclaration] {
    let words = CSSValue(text).words
    var declarations: [StyleDeclaration] = [.bold(false), .italic(false), .smallCaps(false)]
    for (index, word) in words.enumerated() {
      let word = word.lowercased()
      let size = word.prefix { $0 != "/" }
      if word == "small-caps" {
        declarations.append(.smallCaps(true))
      } else if let fontSize = FontSize(css: size), Int(word) == nil {
        declarations.append(.fontSize(fontSize))
        var rest = words[(index + 1)...]
        if rest.first?.hasPrefix("/") == true { rest = rest.dropFirst(rest.first == "/" ? 2 : 1) }
        declarations.append(.fontFamily(CSSValue.fontFamily(rest.joined(separator: " "))))
        return declarations
      } else if word != "normal" {
        if let isBold = isBold(word) { declarations.append(.bold(isBold)) }
        if let isItalic = isItalic(word) { declarations.append(.italic(isItalic)) }
      }
    }
    // Without a size, the value is a system font or a mistake, and has no effect.
    return []
  }

  /// Returns the loss of a picture if the value contains its address.
  static func picture(_ text: String, _ lost: LostDecoration) -> [StyleDeclaration] {
    text.lowercased().contains("url(") ? [.lost(lost)] : []
  }

  static func border(_ property: String, _ word: String) -> [StyleDeclaration] {
    let isWhole = property == "border" || property == "border-style"
    if word.hasPrefix("none") { return isWhole ? [.noBorder] : [] }
    let words = CSSValue(word).words
    let shown = ["solid", "dashed", "dotted", "double", "groove", "ridge", "inset", "outset"]
    // A width of 0 hides the line.
    let isThick = !words.contains { $0 == "0" || $0 == "0px" }
    return isThick && words.contains { shown.contains(String($0)) } ? [.lost(.border)] : []
  }

  static func decoration(_ text: String) -> StyleDeclaration {
    let words = CSSValue(text.lowercased()).words
    return .decoration(
      underlined: words.contains("underline"), struckThrough: words.contains("line-through"))
  }

  /// Reads a `list-style` value such as `square inside`.
  ///
  /// The word `none` removes the markers only if the value contains neither a marker type nor a picture.
  static func listStyle(_ text: String) -> [StyleDeclaration] {
    let words = CSSValue(text).words
    let markers = words.compactMap { RichText.Marker(listStyle: $0) }
    if !markers.isEmpty { return markers.map { .marker($0) } }
    return words.contains { $0.lowercased() == "none" } && !text.contains("(") ? [.noMarker] : []
  }

  static func baseline(_ word: String) -> StyleDeclaration? {
    switch word {
    case "super", "text-top": .baseline(.superscript)
    case "sub", "text-bottom": .baseline(.subscript)
    default: nil
    }
  }

  /// Reads the alignment of lines from a style or an `align` attribute.
  static func alignment(_ word: String) -> StyleDeclaration? {
    switch word {
    case "left", "-webkit-left": .alignment(.edge(.left))
    case "right", "-webkit-right": .alignment(.edge(.right))
    case "center", "middle", "-webkit-center": .alignment(.edge(.center))
    case "justify": .alignment(.edge(.justified))
    case "start", "initial", "-webkit-auto": .alignment(.start)
    case "end": .alignment(.end)
    default: nil
    }
  }

  static func whiteSpace(_ word: String) -> StyleDeclaration? {
    switch word {
    case "pre", "pre-wrap", "break-spaces": .whiteSpace(.kept)
    case "pre-line": .whiteSpace(.lines)
    case "normal", "nowrap", "initial": .whiteSpace(.collapsed)
    default: nil
    }
  }

  static func display(_ word: String) -> StyleDeclaration? {
    switch word {
    case "none": .display(.none)
    case "inline", "inline-block", "inline-flex", "contents": .display(.inline)
    case "block", "flex", "grid", "table", "flow-root", "list-item": .display(.block)
    case _ where word.hasPrefix("table-") || word.hasPrefix("inline") || word.hasPrefix("ruby"):
      .display(.other)
    case "revert", "revert-layer", "initial", "unset": .display(.other)
    default: nil
    }
  }

  var isAlignment: Bool { if case .alignment = self { true } else { false } }

  static func marker(_ word: String) -> StyleDeclaration? {
    if word == "none" { return .noMarker }
    if let marker = RichText.Marker(listStyle: word) { return .marker(marker) }
    return ["inherit", "initial", "unset", "revert", "revert-layer"].contains(word) ? nil : .otherMarker
  }

  /// Reads a `content` value such as `"Note: "`; the result of a function counts as one character.
  static func content(_ text: String) -> StyleDeclaration? {
    let words = ["none", "normal", "initial", "inherit"]
    guard !words.contains(text.lowercased()) else { return nil }
    var shown = ""
    var quote: Character?
    for character in text {
      if character == quote {
        quote = nil
      } else if quote != nil {
        shown.append(character)
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "(" {
        shown.append("x")
      }
    }
    return .generated(shown)
  }

  static func visibility(_ word: String) -> StyleDeclaration? {
    switch word {
    case "hidden", "collapse": .visibility(false)
    case "visible", "initial": .visibility(true)
    default: nil
    }
  }

  /// Returns the declarations for the edges of a box, from one to four lengths.
  ///
  /// One length applies to all edges. Of two lengths, the first applies to the top and bottom, and the second
  /// to the sides. Of three lengths, the first applies to the top, the second to the sides, and the third to
  /// the bottom. Four lengths apply to the edges clockwise from the top.
  static func edges(
    _ text: String, _ make: (Edge, Length) -> StyleDeclaration
  ) -> [StyleDeclaration] {
    let lengths = CSSValue(text).words.map { Length(css: $0) }
    guard (1...4).contains(lengths.count) else { return [] }
    let places: [[Int]] = [[0, 0, 0, 0], [0, 1, 0, 1], [0, 1, 2, 1], [0, 1, 2, 3]]
    return zip([Edge.top, .right, .bottom, .left], places[lengths.count - 1]).compactMap { edge, place in
      lengths[place].map { make(edge, $0) }
    }
  }

  /// Reads an `mso-list` value of Word: `l0 level1 lfo1`, `Ignore` or `none`.
  static func officeList(_ text: String) -> StyleDeclaration? {
    if text == "ignore" { return .officeMarker }
    let words = CSSValue(text).words
    guard let name = words.first, let level = words.first(where: { $0.hasPrefix("level") }) else {
      return .officeList(nil)
    }
    return .officeList(OfficeList(name: String(name), level: Int(level.dropFirst(5)) ?? 1))
  }
}

extension RichText.Marker {
  /// Creates the marker for a keyword of `list-style-type`; nil if the keyword is unknown or `none`.
  init?(listStyle word: some StringProtocol) {
    switch word.lowercased() {
    case "disc": self = .bullet(.disc)
    case "circle": self = .bullet(.circle)
    case "square": self = .bullet(.square)
    case "decimal", "decimal-leading-zero": self = .number(start: 1)
    case "lower-alpha", "lower-latin": self = .number(start: 1, style: .lowercaseLetter)
    case "upper-alpha", "upper-latin": self = .number(start: 1, style: .uppercaseLetter)
    case "lower-roman": self = .number(start: 1, style: .lowercaseRoman)
    case "upper-roman": self = .number(start: 1, style: .uppercaseRoman)
    default: return nil
    }
  }
}
