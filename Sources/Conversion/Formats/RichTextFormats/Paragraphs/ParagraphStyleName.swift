/// The meaning of a paragraph style's name.
///
/// RTF and Word documents are sequences of paragraphs, so the names of their styles express the nesting of
/// blocks. A style name lists the enclosing quotations, list items and definitions of terms from the
/// outermost to the innermost, followed by the kind of the paragraph: `Quote`, `heading 2`,
/// `List, Quote, Code swift`, `Definition Term`.
/// Programs that edit the document keep these names. Inside a cell, the part `Table` separates the containers
/// around the table from the containers in the cell. The built-in style names of Word and LibreOffice are
/// also recognized.
package struct ParagraphStyleName: Hashable {
  package enum Container: Hashable { case quotation, list, meaning }

  package enum Kind: Hashable {
    case paragraph
    case heading(Int)
    case code(language: String?)
    case rule
    case caption
    /// A term of a definition list; an empty term separates two definitions of the same term.
    case term

    /// Whether paragraphs of this kind cannot have a layout.
    package var isLine: Bool {
      switch self {
      case .code, .rule, .caption, .term: true
      case .paragraph, .heading: false
      }
    }
  }

  /// The containers around the innermost table; nil if the paragraph is not in a cell.
  package var aroundTable: [Container]?
  package var containers: [Container] = []
  package var kind = Kind.paragraph
  /// Whether the paragraph is in a row heading cell.
  package var isRowHeading = false

  /// The maximum number of parts in a style name; no program writes longer names.
  private static let limit = 64

  package init(
    aroundTable: [Container]? = nil, isRowHeading: Bool = false, containers: [Container] = [],
    kind: Kind = .paragraph
  ) {
    self.aroundTable = aroundTable
    self.isRowHeading = isRowHeading
    self.containers = containers
    self.kind = kind
  }

  /// Parses a style name; nil if the name has no known meaning.
  package init?(_ name: String) {
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
  package var text: String {
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

extension ParagraphStyleName.Container {
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
