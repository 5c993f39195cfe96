import RichTextFormats
import XMLText

/// The styles of a Word document: those that every document has, and those that its paragraphs use.
///
/// Word's own names are used where Word has a style for the meaning. Other names express the nesting of
/// blocks, as in RTF. A nested style is based on the style of its kind, so that programs that do not know its
/// name still recognize quotations, headings and code.
struct WrittenStyles {
  /// The meaning of a paragraph style.
  enum Meaning: Hashable {
    case named(ParagraphStyleName)
    /// A paragraph of a footnote.
    case note
  }

  /// A paragraph style of the document.
  private struct Style {
    let meaning: Meaning
    let identifier: String
    let base: String?
  }

  private var styles: [Style] = []
  private var identifiers: [Meaning: String] = [:]
  private var usedIdentifiers: Set<String> = []
  /// Whether text of the document has the character style for links.
  var usesLinks = false
  var usesCode = false
  var usesNotes = false
  var usesTables = false

  /// The identifiers of the character and table styles.
  static let link = "Hyperlink"
  static let code = "VerbatimChar"
  static let noteMark = "FootnoteReference"
  static let table = "TableGrid"

  static let defaultFamily = "Calibri"
  static let defaultSize = 22
  static let codeFamily = "Courier New"
  static let linkColor = "0563C1"
  static let headingColor = "2F5496"
  /// The font sizes of the headings, in half points.
  static let headingSizes = [40, 32, 28, 26, 24, 22]
  /// The space after a paragraph, in twentieths of a point.
  static let space = 160
  /// The indentation of a nested block, in twentieths of a point.
  static let indentation = 720

  init() {
    _ = identifier(of: .named(ParagraphStyleName()))
    usedIdentifiers.formUnion([
      "DefaultParagraphFont", "TableNormal", "NoList", Self.link, Self.code,
      Self.noteMark, Self.table,
    ])
  }

  /// Returns the identifier of a paragraph style, and adds the style if necessary.
  mutating func identifier(of meaning: Meaning) -> String {
    if let identifier = identifiers[meaning] { return identifier }
    // The base is added first.
    let base: String? = if let base = meaning.base { self.identifier(of: base) } else { nil }
    let words = meaning.name.split(separator: " ").map { word in
      word.prefix(1).uppercased() + word.dropFirst()
    }
    let stem = words.joined().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    var identifier = stem.isEmpty ? "Style" : stem
    var number = 1
    while !usedIdentifiers.insert(identifier).inserted {
      number += 1
      identifier = "\(stem)-\(number)"
    }
    identifiers[meaning] = identifier
    styles.append(Style(meaning: meaning, identifier: identifier, base: base))
    return identifier
  }

  static func indentation(of containers: [ParagraphStyleName.Container]) -> Int {
    containers.count * indentation
  }
}

// MARK: - Meanings

extension WrittenStyles.Meaning {
  /// The name of the style.
  var name: String {
    switch self {
    case .note: "footnote text"
    // Programs that convert Word files to Markdown recognize this name.
    case .named(ParagraphStyleName(kind: .code(language: nil))): "Source Code"
    case .named(let name): name.text
    }
  }

  /// The style that the style is based on; nil for the default style.
  fileprivate var base: WrittenStyles.Meaning? {
    guard case .named(let name) = self else { return .named(ParagraphStyleName()) }
    if name == ParagraphStyleName() { return nil }
    let kind: ParagraphStyleName.Kind
    switch name.kind {
    case .paragraph:
      let base = name.containers.last.map { ParagraphStyleName(containers: [$0]) } ?? ParagraphStyleName()
      return .named(base == name ? ParagraphStyleName() : base)
    case .code: kind = .code(language: nil)
    case .heading, .rule, .caption, .term: kind = name.kind
    }
    let base = ParagraphStyleName(kind: kind)
    return .named(base == name ? ParagraphStyleName() : base)
  }

  /// Whether Word has a style with this name.
  fileprivate var isBuiltIn: Bool {
    switch self {
    case .note: true
    case .named(let name):
      switch name.kind {
      case .heading, .caption: name == ParagraphStyleName(kind: name.kind)
      case .paragraph:
        name == ParagraphStyleName() || name == ParagraphStyleName(containers: [.quotation])
          || name == ParagraphStyleName(containers: [.list])
      case .code, .rule, .term: false
      }
    }
  }

  /// The paragraph properties of the style.
  var paragraphProperties: WrittenParagraphProperties {
    var properties = WrittenParagraphProperties()
    guard case .named(let name) = self else {
      properties.spaceAfter = 0
      return properties
    }
    let indentation = WrittenStyles.indentation(of: name.containers)
    let trailing = name.containers.last == .quotation ? WrittenStyles.indentation : 0
    if indentation > 0 || trailing > 0 {
      properties.indentation = WrittenParagraphProperties.Indentation(left: indentation, right: trailing)
    }
    switch name.kind {
    case .paragraph: if name.containers.last == .list { properties.hasContextualSpace = true }
    case .heading(let level):
      properties.keepsWithNext = true
      properties.spaceBefore = 240
      properties.spaceAfter = 80
      properties.outlineLevel = level - 1
    case .code: properties.hasContextualSpace = true
    case .rule: properties.hasRule = true
    case .caption:
      properties.keepsWithNext = true
      properties.spaceAfter = 80
    case .term:
      properties.keepsWithNext = true
      properties.spaceAfter = 0
    }
    return properties
  }

  /// The run properties of the style.
  var runProperties: WrittenRunProperties {
    var properties = WrittenRunProperties()
    guard case .named(let name) = self else { return properties }
    switch name.kind {
    case .paragraph, .rule, .caption, .term: break
    case .heading(let level):
      properties.color = WrittenStyles.headingColor
      properties.size = WrittenStyles.headingSizes[level - 1]
    case .code: properties.family = WrittenStyles.codeFamily
    }
    return properties
  }
}

// MARK: - The part

extension WrittenStyles {
  /// Writes the styles part.
  ///
  /// - Parameter language: the language of the document.
  func write(language: String?, to xml: inout XMLWriter) {
    xml.begin("w:styles", ("xmlns:w", WrittenNamespaces.main))
    writeDefaults(language: language, to: &xml)
    for style in styles { write(style, to: &xml) }
    writeDefaultStyles(to: &xml)
    var properties = WrittenRunProperties()
    if usesLinks {
      (properties.color, properties.isUnderlined) = (Self.linkColor, true)
      xml.addCharacterStyle("Hyperlink", Self.link, properties)
    }
    if usesCode {
      properties = WrittenRunProperties()
      properties.family = Self.codeFamily
      // Programs that convert Word files to Markdown recognize this name.
      xml.addCharacterStyle("Verbatim Char", Self.code, properties, isCustom: true)
    }
    if usesNotes {
      properties = WrittenRunProperties()
      properties.baseline = .superscript
      xml.addCharacterStyle("footnote reference", Self.noteMark, properties)
    }
    if usesTables { xml.addTableStyle() }
    xml.end("w:styles")
  }

  private func writeDefaults(language: String?, to xml: inout XMLWriter) {
    var properties = WrittenRunProperties()
    properties.family = Self.defaultFamily
    properties.size = Self.defaultSize
    properties.language = language
    xml.begin("w:docDefaults")
    xml.begin("w:rPrDefault")
    properties.write(to: &xml)
    xml.end("w:rPrDefault")
    xml.begin("w:pPrDefault")
    // The style of tables can override these properties, but not those of the style Normal.
    var paragraph = WrittenParagraphProperties()
    paragraph.spaceAfter = Self.space
    paragraph.write(to: &xml)
    xml.end("w:pPrDefault")
    xml.end("w:docDefaults")
  }

  private func write(_ style: Style, to xml: inout XMLWriter) {
    let identifier: (StaticString, String) = ("w:styleId", style.identifier)
    if style.base == nil {
      xml.begin("w:style", ("w:type", "paragraph"), ("w:default", "1"), identifier)
    } else if style.meaning.isBuiltIn {
      xml.begin("w:style", ("w:type", "paragraph"), identifier)
    } else {
      xml.begin("w:style", ("w:type", "paragraph"), ("w:customStyle", "1"), identifier)
    }
    xml.add("w:name", ("w:val", style.meaning.name))
    if let base = style.base { xml.add("w:basedOn", ("w:val", base)) }
    if case .named(let name) = style.meaning, case .heading = name.kind, style.meaning.isBuiltIn {
      xml.add("w:next", ("w:val", "Normal"))
    }
    xml.add("w:qFormat")
    style.meaning.paragraphProperties.write(to: &xml)
    style.meaning.runProperties.write(to: &xml)
    xml.end("w:style")
  }

  private func writeDefaultStyles(to xml: inout XMLWriter) {
    xml.begin("w:style", ("w:type", "character"), ("w:default", "1"), ("w:styleId", "DefaultParagraphFont"))
    xml.add("w:name", ("w:val", "Default Paragraph Font"))
    xml.add("w:semiHidden")
    xml.end("w:style")
    xml.begin("w:style", ("w:type", "table"), ("w:default", "1"), ("w:styleId", "TableNormal"))
    xml.add("w:name", ("w:val", "Normal Table"))
    xml.add("w:semiHidden")
    xml.begin("w:tblPr")
    xml.add("w:tblInd", ("w:w", "0"), ("w:type", "dxa"))
    xml.addCellMargins()
    xml.end("w:tblPr")
    xml.end("w:style")
    xml.begin("w:style", ("w:type", "numbering"), ("w:default", "1"), ("w:styleId", "NoList"))
    xml.add("w:name", ("w:val", "No List"))
    xml.add("w:semiHidden")
    xml.end("w:style")
  }
}

extension XMLWriter {
  fileprivate mutating func addCharacterStyle(
    _ name: String, _ identifier: String, _ properties: WrittenRunProperties,
    isCustom: Bool = false
  ) {
    if isCustom {
      begin("w:style", ("w:type", "character"), ("w:customStyle", "1"), ("w:styleId", identifier))
    } else {
      begin("w:style", ("w:type", "character"), ("w:styleId", identifier))
    }
    add("w:name", ("w:val", name))
    add("w:basedOn", ("w:val", "DefaultParagraphFont"))
    properties.write(to: &self)
    end("w:style")
  }

  /// Writes the style of tables: single borders, and no space between paragraphs.
  fileprivate mutating func addTableStyle() {
    begin("w:style", ("w:type", "table"), ("w:styleId", WrittenStyles.table))
    add("w:name", ("w:val", "Table Grid"))
    add("w:basedOn", ("w:val", "TableNormal"))
    var paragraph = WrittenParagraphProperties()
    paragraph.spaceAfter = 0
    paragraph.write(to: &self)
    begin("w:tblPr")
    begin("w:tblBorders")
    let border: [(StaticString, String)] = [
      ("w:val", "single"), ("w:sz", "4"), ("w:space", "0"), ("w:color", "auto"),
    ]
    for side: StaticString in ["w:top", "w:left", "w:bottom", "w:right", "w:insideH", "w:insideV"] {
      add(side, border[0], border[1], border[2], border[3])
    }
    end("w:tblBorders")
    end("w:tblPr")
    end("w:style")
  }

  /// Writes the distances between the edges of cells and their text, as in Word's own tables.
  fileprivate mutating func addCellMargins() {
    begin("w:tblCellMar")
    for (side, width): (StaticString, String) in [
      ("w:top", "0"), ("w:left", "108"), ("w:bottom", "0"), ("w:right", "108"),
    ] { add(side, ("w:w", width), ("w:type", "dxa")) }
    end("w:tblCellMar")
  }
}
