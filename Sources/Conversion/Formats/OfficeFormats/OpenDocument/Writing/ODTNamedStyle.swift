import RichTextFormats
import XMLText

/// A named paragraph style, which users of other programs see and can change.
enum ODTNamedStyle: Hashable {
  /// Paragraphs without a special meaning.
  case textBody
  /// Such paragraphs in cells.
  case tableContents
  /// Such paragraphs in header rows.
  case tableHeading
  /// Such paragraphs in footnotes.
  case footnote
  /// All other paragraphs; the name expresses the nesting of blocks.
  case named(ParagraphStyleName)

  /// The indentation of each enclosing list, quotation or definition, in points.
  static let step = 36.0
  /// The indentation of the first line of a list item relative to its other lines, in points.
  static let labelIndentation = -18.0
  /// The space below paragraphs, in points.
  static let space = 8.0
  /// The font sizes of headings, in points.
  static let headingSizes = [24.0, 18, 15, 13, 12, 11]

  /// The name as programs show it.
  ///
  /// ``ParagraphStyleName`` parses the name, except those of paragraphs without a special meaning. The styles
  /// that LibreOffice also has use LibreOffice's names.
  var displayName: String {
    switch self {
    case .textBody: return "Text body"
    case .tableContents: return "Table Contents"
    case .tableHeading: return "Table Heading"
    case .footnote: return "Footnote"
    case .named(let name):
      guard name.aroundTable == nil, !name.isRowHeading else { return name.text }
      switch (name.kind, name.containers) {
      case (.paragraph, [.quotation]): return "Quotations"
      case (.paragraph, [.meaning]): return "List Contents"
      case (.heading(let level), []): return "Heading \(level)"
      case (.code(language: nil), []): return "Preformatted Text"
      case (.rule, []): return "Horizontal Line"
      case (.term, []): return "List Heading"
      case (.caption, []): return "Caption"
      case (.paragraph, _), (.heading, _), (.code, _), (.rule, _), (.caption, _), (.term, _): return name.text
      }
    }
  }

  /// The name in the file.
  var name: String { ODTAttributes.styleName(displayName) }

  private var kind: ParagraphStyleName.Kind {
    if case .named(let name) = self { name.kind } else { .paragraph }
  }

  private var containers: [ParagraphStyleName.Container] {
    if case .named(let name) = self { name.containers } else { [] }
  }

  private var isRowHeading: Bool { if case .named(let name) = self { name.isRowHeading } else { false } }

  private var isInTable: Bool {
    switch self {
    case .textBody, .footnote: false
    case .tableContents, .tableHeading: true
    case .named(let name): name.aroundTable != nil || name.isRowHeading
    }
  }

  /// The margin at the edge where lines begin, in points.
  var leadingMargin: Double { Double(containers.count) * Self.step }

  /// The margin at the edge where lines end, in points.
  var trailingMargin: Double { containers.last == .quotation ? Self.step : 0 }

  /// The space above, in points.
  private var spaceAbove: Double { if case .heading = kind { 12 } else { 0 } }

  /// The space below, in points.
  var spaceBelow: Double {
    switch kind {
    case .heading: 4
    case .caption: 4
    case .rule: Self.space
    case .code, .term: 0
    case .paragraph:
      switch self {
      case .textBody: Self.space
      case .named: containers.last == .quotation ? Self.space : 0
      case .tableContents, .tableHeading, .footnote: 0
      }
    }
  }

  /// The name of the style from which the style inherits.
  private var parent: String {
    switch kind {
    case .heading where containers.isEmpty && !isInTable: "Heading"
    case .heading(let level): "Heading_20_\(level)"
    case .code(language: nil) where containers.isEmpty && !isInTable: "Standard"
    case .code: "Preformatted_20_Text"
    case .paragraph, .rule, .caption, .term: "Standard"
    }
  }

  /// The styles that must exist because this style inherits from them.
  var ancestors: [ODTNamedStyle] {
    guard case .code = kind, parent != "Standard" else { return [] }
    return [.named(ParagraphStyleName(kind: .code(language: nil)))]
  }

  /// Writes the definition of the style.
  func write(to xml: inout XMLWriter) {
    var attributes: [(StaticString, String)] = [("style:name", name)]
    if displayName != name { attributes.append(("style:display-name", displayName)) }
    attributes += [("style:family", "paragraph"), ("style:parent-style-name", parent)]
    if case .heading(let level) = kind {
      attributes.append(("style:next-style-name", "Text_20_body"))
      if containers.isEmpty, !isInTable { attributes.append(("style:default-outline-level", "\(level)")) }
    }
    attributes.append(("style:class", isInTable ? "extra" : containers.contains(.list) ? "list" : "text"))
    xml.begin("style:style", attributes: attributes)
    writeParagraphProperties(to: &xml)
    writeTextProperties(to: &xml)
    xml.end("style:style")
  }

  private func writeParagraphProperties(to xml: inout XMLWriter) {
    func points(_ points: Double) -> String { "\(Int(points))pt" }
    var attributes: [(StaticString, String)] = [
      ("fo:margin-left", points(leadingMargin)), ("fo:margin-right", points(trailingMargin)),
      ("fo:margin-top", points(spaceAbove)), ("fo:margin-bottom", points(spaceBelow)),
      ("fo:text-indent", "0pt"),
    ]
    switch kind {
    case .heading, .caption, .term: attributes.append(("fo:keep-with-next", "always"))
    case .rule:
      attributes += [("fo:padding", "0pt"), ("fo:border-bottom", "0.5pt solid #808080")]
    case .paragraph, .code: break
    }
    xml.add("style:paragraph-properties", attributes: attributes)
  }

  private func writeTextProperties(to xml: inout XMLWriter) {
    var attributes: [(StaticString, String)] = []
    func add(size: Int) {
      attributes += [
        ("fo:font-size", "\(size)pt"), ("style:font-size-asian", "\(size)pt"),
        ("style:font-size-complex", "\(size)pt"),
      ]
    }
    switch kind {
    case .heading(let level) where containers.isEmpty && !isInTable:
      add(size: Int(Self.headingSizes[min(max(level, 1), 6) - 1]))
    case .code where parent == "Standard":
      attributes += [
        ("style:font-name", ODTStyleSheet.codeFont), ("style:font-name-asian", ODTStyleSheet.codeFont),
        ("style:font-name-complex", ODTStyleSheet.codeFont),
      ]
      add(size: 10)
    case .rule: add(size: 6)
    case .caption:
      attributes += [
        ("fo:font-style", "italic"), ("style:font-style-asian", "italic"),
        ("style:font-style-complex", "italic"),
      ]
    case .paragraph where self == .footnote: add(size: 10)
    case .paragraph, .heading, .code, .term: break
    }
    // Headings inherit it.
    if isBold, parent == "Standard" { attributes += Self.bold }
    if !attributes.isEmpty { xml.add("style:text-properties", attributes: attributes) }
  }

  /// Whether the style makes its text bold.
  var isBold: Bool {
    switch kind {
    case .heading, .term: true
    case .paragraph: self == .tableHeading || isRowHeading
    case .code, .rule, .caption: false
    }
  }

  /// Whether the style makes its text italic.
  var isItalic: Bool { kind == .caption }

  /// The attributes of bold text in Western, Asian and complex scripts.
  static let bold: [(StaticString, String)] = [
    ("fo:font-weight", "bold"), ("style:font-weight-asian", "bold"), ("style:font-weight-complex", "bold"),
  ]
}
