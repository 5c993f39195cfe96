import ProfferConversions
import RichTextFormats
import XMLText

/// The styles that a document uses, and the two files that define them.
///
/// Named styles are in `styles.xml`. Automatic styles, which express direct formatting, are in `content.xml`.
struct ODTStyleSheet {
  static let textFont = "Liberation Serif"
  static let headingFont = "Liberation Sans"
  static let codeFont = "Liberation Mono"
  static let fonts: Set = [textFont, headingFont, codeFont]
  /// The font sizes of all named styles, in points.
  static let fontSizes = Set(ODTNamedStyle.headingSizes + [6, 10, 12])
  /// The names of the character styles.
  static let codeStyle = "Source_20_Text"
  static let linkStyle = "Internet_20_link"
  static let checkBoxStyle = "Check_20_Box"
  /// The name of the automatic style of pictures.
  static let pictureStyle = "fr1"

  /// The named paragraph styles, in the order of their first use.
  private var named = ODTStyleTable<ODTNamedStyle>(prefix: "")
  private var paragraphs = ODTStyleTable<ODTParagraphFormat>(prefix: "P")
  private var texts = ODTStyleTable<ODTTextFormat>(prefix: "T")
  private var cells = ODTStyleTable<ODTCellFormat>(prefix: "C")
  private var tables = ODTStyleTable<ODTTableFormat>(prefix: "Table")
  private var fonts = ODTStyleTable<String>(prefix: "")
  /// The list styles; the list style with the number 1 is the first.
  private(set) var lists: [ODTListFormat] = []
  /// The names of named styles, because escaping the name takes time.
  private var styleNames: [ODTNamedStyle: String] = [:]

  init() {
    use(.textBody)
    for level in 1...6 { use(.named(ParagraphStyleName(kind: .heading(level)))) }
    for font in [Self.textFont, Self.headingFont, Self.codeFont] { _ = fonts.name(of: font) }
  }

  private mutating func use(_ style: ODTNamedStyle) {
    for ancestor in style.ancestors { _ = named.name(of: ancestor) }
    _ = named.name(of: style)
  }

  // MARK: Names

  /// Returns the name of the style for a paragraph.
  mutating func name(of format: ODTParagraphFormat) -> String {
    if !format.isPlain {
      if styleNames[format.style] == nil { _ = plainName(of: format.style) }
      return paragraphs.name(of: format)
    }
    return plainName(of: format.style)
  }

  private mutating func plainName(of style: ODTNamedStyle) -> String {
    if let name = styleNames[style] { return name }
    use(style)
    let name = style.name
    styleNames[style] = name
    return name
  }

  /// Returns the name of the style for text.
  mutating func name(of format: ODTTextFormat) -> String {
    if format.isOnlyCode { return Self.codeStyle }
    if let family = format.fontFamily { _ = fonts.name(of: family) }
    return texts.name(of: format)
  }

  mutating func name(of format: ODTCellFormat) -> String { cells.name(of: format) }

  mutating func name(of format: ODTTableFormat) -> String { tables.name(of: format) }

  /// Adds a list style and returns its number.
  mutating func add(_ list: ODTListFormat) -> Int {
    lists.append(list)
    return lists.count
  }

  /// Adds a level to the list style with a number.
  mutating func add(_ level: ODTListFormat.Level, number: Int, toList list: Int) {
    lists[list - 1].add(level, number: number)
  }

  /// Returns the name of the list style with a number.
  static func name(ofList number: Int) -> String { "L\(number)" }

  // MARK: Automatic styles

  /// Writes the fonts and the automatic styles of `content.xml`.
  func writeAutomaticStyles(to xml: inout XMLWriter, _ losses: inout LossCounter) {
    writeFonts(to: &xml)
    xml.begin("office:automatic-styles")
    for (name, format) in paragraphs.styles { format.write(name: name, to: &xml, &losses) }
    for (name, format) in texts.styles { format.write(name: name, to: &xml, &losses) }
    for (name, format) in tables.styles { format.write(name: name, to: &xml, &losses) }
    for (name, format) in cells.styles { format.write(name: name, to: &xml, &losses) }
    xml.begin("style:style", ("style:name", Self.pictureStyle), ("style:family", "graphic"))
    xml.add(
      "style:graphic-properties", ("style:vertical-pos", "top"), ("style:vertical-rel", "baseline"))
    xml.end("style:style")
    for (index, list) in lists.enumerated() { list.write(name: Self.name(ofList: index + 1), to: &xml) }
    xml.end("office:automatic-styles")
  }

  private func writeFonts(to xml: inout XMLWriter) {
    xml.begin("office:font-face-decls")
    for family in fonts.formats {
      let quote = family.contains("'") ? "\"" : "'"
      let isPlain = family.unicodeScalars.allSatisfy { $0.properties.isAlphabetic }
      xml.add(
        "style:font-face", ("style:name", family),
        ("svg:font-family", isPlain ? family : quote + family + quote))
    }
    xml.end("office:font-face-decls")
  }

  // MARK: Named styles

  /// Returns `styles.xml`.
  ///
  /// - Parameter language: the language of the document.
  func stylesFile(language: ODTLanguage?, _ losses: inout LossCounter) -> [UInt8] {
    var xml = XMLWriter()
    xml.begin("office:document-styles", attributes: WrittenOpenDocument.attributes)
    writeFonts(to: &xml)
    xml.begin("office:styles")
    writeDefaults(language: language, to: &xml)
    xml.add(
      "style:style", ("style:name", "Standard"), ("style:family", "paragraph"), ("style:class", "text"))
    xml.begin(
      "style:style", ("style:name", "Heading"), ("style:family", "paragraph"),
      ("style:parent-style-name", "Standard"), ("style:next-style-name", "Text_20_body"),
      ("style:class", "text"))
    xml.add("style:paragraph-properties", ("fo:keep-with-next", "always"))
    xml.add(
      "style:text-properties",
      attributes: [
        ("style:font-name", Self.headingFont), ("style:font-name-asian", Self.headingFont),
        ("style:font-name-complex", Self.headingFont),
      ] + ODTNamedStyle.bold)
    xml.end("style:style")
    for style in named.formats { style.write(to: &xml) }
    writeTextStyles(to: &xml)
    xml.add(
      "text:notes-configuration", ("text:note-class", "footnote"),
      ("text:citation-style-name", "Footnote_20_Symbol"),
      ("text:citation-body-style-name", "Footnote_20_anchor"), ("style:num-format", "1"),
      ("text:start-value", "0"), ("text:footnotes-position", "page"), ("text:start-numbering-at", "document"))
    xml.end("office:styles")
    xml.end("office:document-styles")
    losses.add(.characters, WrittenOpenDocument.forbiddenDetail, count: xml.droppedCount)
    return xml.bytes
  }

  private func writeDefaults(language: ODTLanguage?, to xml: inout XMLWriter) {
    xml.begin("style:default-style", ("style:family", "paragraph"))
    xml.add(
      "style:text-properties",
      attributes: [
        ("style:font-name", Self.textFont), ("style:font-name-asian", Self.textFont),
        ("style:font-name-complex", Self.textFont), ("fo:font-size", "12pt"),
        ("style:font-size-asian", "12pt"), ("style:font-size-complex", "12pt"),
      ] + (language?.attributes ?? []))
    xml.end("style:default-style")
    xml.begin("style:default-style", ("style:family", "table"))
    xml.add("style:table-properties", ("table:border-model", "collapsing"))
    xml.end("style:default-style")
  }

  private func writeTextStyles(to xml: inout XMLWriter) {
    func write(_ name: String, _ display: String?, _ attributes: [(StaticString, String)]) {
      var style: [(StaticString, String)] = [("style:name", name)]
      if let display { style.append(("style:display-name", display)) }
      style.append(("style:family", "text"))
      xml.begin("style:style", attributes: style)
      if !attributes.isEmpty { xml.add("style:text-properties", attributes: attributes) }
      xml.end("style:style")
    }
    write(
      Self.codeStyle, "Source Text",
      [
        ("style:font-name", Self.codeFont), ("style:font-name-asian", Self.codeFont),
        ("style:font-name-complex", Self.codeFont),
      ])
    write(
      Self.linkStyle, "Internet link",
      [
        ("fo:color", "#0563c1"), ("style:text-underline-style", "solid"),
        ("style:text-underline-width", "auto"), ("style:text-underline-color", "font-color"),
      ])
    write("Footnote_20_Symbol", "Footnote Symbol", [])
    write("Footnote_20_anchor", "Footnote anchor", [("style:text-position", "super 58%")])
    write(Self.checkBoxStyle, "Check Box", [])
    write(ExplicitFormatting.className, "Explicit Formatting", [])
  }
}
