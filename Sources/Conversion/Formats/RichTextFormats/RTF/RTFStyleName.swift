/// The meaning of a paragraph style's name.
///
/// RTF is a sequence of paragraphs, so the names of their styles express the nesting of blocks. A style name
/// lists the enclosing quotations, list items and definitions of terms from the outermost to the innermost,
/// followed by the kind of the paragraph: `Quote`, `heading 2`, `List, Quote, Code swift`, `Definition Term`.
/// Programs that edit the document keep these names. Inside a cell, the part `Table` separates the containers
/// around the table from the containers in the cell. The built-in style names of Word and LibreOffice are
/// also recognized.
struct RTFStyleName: Hashable {
  enum Container: Hashable { case quotation, list, meaning }

  enum Kind: Hashable {
    case paragraph
    case heading(Int)
    case code(language: String?)
    case rule
    case caption
    /// A term of a definition list; an empty term separates two definitions of the same term.
    case term

    /// Whether paragraphs of this kind cannot have a layout.
    var isLine: Bool {
      switch self {
      case .code, .rule, .caption, .term: true
      case .paragraph, .heading: false
      }
    }
  }

  /// The containers around the innermost table; nil if the paragraph is not in a cell.
  var aroundTable: [Container]?
  var containers: [Container] = []
  var kind = Kind.paragraph
  /// Whether the paragraph is in a row heading cell.
  var isRowHeading = false

  /// The maximum number of parts in a style name; no program writes longer names.
  private static let limit = 64

  init(
    aroundTable: [Container]? = nil, isRowHeading: Bool = false, containers: [Container] = [],
    kind: Kind = .paragraph
  ) {
    self.aroundTable = aroundTable
    self.isRowHeading = isRowHeading
    self.containers = containers
    self.kind = kind
  }

  /// Parses a style name; nil if the name has no known meaning.
  init?(_ name: String) {
    let parts = name.split(separator: ",", maxSplits: Self.limit).map { $0.withoutSpacesAround() }
    guard parts.count <= Self.limit else { return nil }
    for (index, part) in parts.enumerated() {
      switch Part(part) {
      case .container(let container) where kind == .paragraph: containers.append(container)
      case .table where kind == .paragraph && aroundTable == nil:
        aroundTable = containers
        containers = []
      case .rowHeading where kind == .paragraph && containers.isEmpty && !isRowHeading: isRowHeading = true
      case .kind(let kind) where index == parts.count - 1 && self.kind == .paragraph: self.kind = kind
      case .kind(.heading(let level)) where index == 0:
        // Word appends the other names of the style after a comma.
        kind = .heading(level)
        return
      default: return nil
      }
    }
  }

  /// The style name that expresses this meaning.
  var text: String {
    var parts: [String] = []
    if let aroundTable { parts += aroundTable.map(\.name) + ["Table"] }
    if isRowHeading { parts.append("Row Heading") }
    parts += containers.map(\.name)
    switch kind {
    case .paragraph: break
    case .heading(let level): parts.append("heading \(level)")
    case .code(let language): parts.append(language.map { "Code \($0)" } ?? "Code")
    case .rule: parts.append("Horizontal Line")
    case .caption: parts.append("caption")
    case .term: parts.append("Definition Term")
    }
    if parts == ["List"] { return "List Paragraph" }
    return parts.isEmpty ? "Normal" : parts.joined(separator: ", ")
  }

  private enum Part {
    case container(Container), table, rowHeading, kind(Kind), none

    init(_ name: String) {
      let lowercase = name.lowercased()
      switch lowercase {
      case "quote", "intense quote", "quotations", "block text", "blockquote", "html blockquote":
        self = .container(.quotation)
      case "list", "list paragraph", "list bullet", "list number", "list continue": self = .container(.list)
      case "definition", "list contents": self = .container(.meaning)
      case "definition term", "list heading": self = .kind(.term)
      case "table": self = .table
      case "row heading": self = .rowHeading
      case "code", "source code", "preformatted text", "html preformatted": self = .kind(.code(language: nil))
      case "horizontal line": self = .kind(.rule)
      case "caption": self = .kind(.caption)
      default:
        if lowercase.hasPrefix("heading "), let level = Int(lowercase.dropFirst(8)), (1...9).contains(level) {
          self = .kind(.heading(Swift.min(level, 6)))
        } else if name.hasPrefix("Code ") {
          self = .kind(.code(language: String(name.dropFirst(5))))
        } else {
          self = .none
        }
      }
    }
  }
}

extension RTFStyleName.Container {
  fileprivate var name: String {
    switch self {
    case .quotation: "Quote"
    case .list: "List"
    case .meaning: "Definition"
    }
  }
}

extension StringProtocol {
  /// Returns the text without spaces at its beginning and end.
  fileprivate func withoutSpacesAround() -> String {
    var text = self[...]
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}

/// A plain-text list marker: a bullet or number and a tab, at the beginning of a paragraph with a hanging
/// first line.
///
/// Many programs write lists with such markers instead of control words.
struct RTFTypedMarker {
  let marker: RichText.Marker
  /// The length of the marker and the tab, in bytes of UTF-8.
  let byteCount: Int

  /// Finds the marker at the beginning of a paragraph's runs; nil if the runs do not begin with a marker.
  init?(_ runs: [RichText.Run]) {
    guard case .text(let text)? = runs.first?.content, let tab = text.utf8.prefix(12).firstIndex(of: 0x09)
    else {
      return nil
    }
    let mark = text[..<tab]
    byteCount = text.utf8.distance(from: text.startIndex, to: tab) + 1
    switch mark {
    case "•", "·", "-", "–", "\u{F0B7}": marker = .bullet(.disc)
    case "◦", "○": marker = .bullet(.circle)
    case "▪", "■", "\u{F0A7}": marker = .bullet(.square)
    default:
      guard let sign = mark.last, sign == "." || sign == ")",
        let (start, style) = Self.number(mark.dropLast())
      else {
        return nil
      }
      marker = .number(start: start, style: style, delimiter: sign == ")" ? .parenthesis : .period)
    }
  }

  private static func number(_ text: Substring) -> (Int, RichText.NumberStyle)? {
    guard let first = text.utf8.first else { return nil }
    switch (first, text.utf8.count) {
    case (0x61...0x7A, 1): return (Int(first) - 0x60, .lowercaseLetter)
    case (0x41...0x5A, 1): return (Int(first) - 0x40, .uppercaseLetter)
    case (0x30...0x39, 1...9) where text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }):
      return Int(text).map { ($0, .decimal) }
    default: return nil
    }
  }

  /// The number of the list formed by all plain-text markers of the same kind.
  ///
  /// The number is outside the range of numbers in the list table.
  var list: Int {
    switch marker {
    case .bullet: Int.min
    case .number(_, let style, let delimiter):
      Int.min + 1 + style.format * 2 + (delimiter == .period ? 0 : 1)
    }
  }

  /// Returns whether the number is that of a list of plain-text markers.
  static func isTyped(list: Int) -> Bool { list < Int.min + 100 }
}

extension RTFLayout {
  /// Whether the first line is outdented, as in a paragraph with a plain-text list marker.
  var isHanging: Bool { first < 0 && left > 0 && explicit == nil && list == 0 }

  /// The list level of a plain-text list marker, determined by the indentation.
  var typedLevel: Int { min(left / 300, 8) }
}
