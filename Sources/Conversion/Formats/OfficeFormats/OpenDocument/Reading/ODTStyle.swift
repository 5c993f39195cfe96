import ColorFormats
import RichTextFormats

/// A style with its own properties, before inheritance.
struct ODTStyle {
  /// The kinds of styles that the reader uses.
  enum Family: String {
    case paragraph, text, table, graphic, section
    case cell = "table-cell"
    case column = "table-column"
  }

  /// The name and family by which content refers to a style.
  struct Key: Hashable {
    var family: Family
    var name: String
  }

  var family: Family
  var displayName = ""
  var parent: String?
  /// Whether the style is direct formatting, which has no name for the user.
  var isAutomatic = false
  var listStyle: String?
  var masterPage: String?
  var outlineLevel: Int?
  var text = ODTTextProperties()
  var paragraph = ODTParagraphProperties()
  /// Whether a column has a width, or a section has several columns.
  var hasColumns = false
  /// Whether a picture is cropped, or mirrored or turned.
  var isCropped: Bool?
  var isMirrored: Bool?
}

/// A paragraph style with all inherited properties and its meaning.
final class ODTResolvedStyle {
  /// LibreOffice's styles for special paragraphs; their formatting is not formatting of the text.
  enum Use { case none, title, cell, cellHeading, note, tableCaption }

  let text: ODTTextProperties
  let paragraph: ODTParagraphProperties
  /// The properties of text that are not formatting.
  let base: ODTTextProperties
  /// The properties of the common style, without direct formatting.
  let common: ODTParagraphProperties
  /// The properties that only the automatic style specifies.
  let direct: ODTParagraphProperties
  /// The kind and the containers according to the names of the style and of its ancestors.
  let name: ParagraphStyleName
  let use: Use
  let listStyle: String?
  let masterPage: String?

  init(
    text: ODTTextProperties, paragraph: ODTParagraphProperties, base: ODTTextProperties,
    common: ODTParagraphProperties, direct: ODTParagraphProperties, name: ParagraphStyleName, use: Use,
    listStyle: String?, masterPage: String?
  ) {
    self.text = text
    self.paragraph = paragraph
    self.base = base
    self.common = common
    self.direct = direct
    self.name = name
    self.use = use
    self.listStyle = listStyle
    self.masterPage = masterPage
  }
}

extension ODTResolvedStyle.Use {
  /// Creates the use from a style name of LibreOffice or Word.
  init(name: String) {
    switch name.lowercased() {
    case "title": self = .title
    case "table contents": self = .cell
    case "table heading": self = .cellHeading
    case "footnote", "endnote", "footnote text", "endnote text": self = .note
    case "table": self = .tableCaption
    default: self = .none
    }
  }
}

/// A character style with the properties that it inherits from other character styles.
struct ODTCharacterStyle {
  enum Use { case none, code, link, box }

  var text = ODTTextProperties()
  /// The properties of the common style, without direct formatting.
  var common = ODTTextProperties()
  var use = Use.none
}

extension ODTCharacterStyle.Use {
  /// Creates the use from a style name of Word, LibreOffice or pandoc.
  init(name: String) {
    switch name.lowercased().replacing("_", with: " ") {
    case "code", "source text", "html code", "html typewriter", "html keyboard", "html sample", "teletype",
      "verbatim char", "inline code", "user entry":
      self = .code
    case "hyperlink", "internet link", "visited internet link": self = .link
    case "check box": self = .box
    default: self = .none
    }
  }
}

/// The styles of a document.
///
/// Automatic styles of the content have precedence over common styles of the same name.
struct ODTStyles {
  private var styles: [ODTStyle.Key: ODTStyle] = [:]
  private var automaticStyles: [ODTStyle.Key: ODTStyle] = [:]
  private var defaults: [ODTStyle.Family: ODTStyle] = [:]
  private var lists: [String: ODTListStyle] = [:]
  private var automaticLists: [String: ODTListStyle] = [:]
  /// The labels of headings.
  var outline: ODTListStyle?
  /// The families of font faces, by name.
  var fonts: [String: String] = [:]
  var pages = ODTPages()
  /// The properties of slides, by the names of their styles.
  var slides: [String: ODTSlides.Style] = [:]
  // Styles with all inherited properties, which are made when content first refers to them.
  private var paragraphs: [String: ODTResolvedStyle] = [:]
  private var characters: [String: ODTCharacterStyle] = [:]
  /// The number of common styles.
  private(set) var commonCount = 0
  /// Whether a style inherits from itself.
  private(set) var hasLoop = false

  /// The maximum number of styles from which a style inherits; longer chains are cut.
  private static let chainLimit = 64

  mutating func add(_ style: ODTStyle, name: String) {
    let key = ODTStyle.Key(family: style.family, name: name)
    if style.isAutomatic {
      automaticStyles[key] = style
    } else {
      commonCount += 1
      styles[key] = style
    }
  }

  mutating func add(default style: ODTStyle) { defaults[style.family] = style }

  mutating func add(_ list: ODTListStyle, name: String, isAutomatic: Bool) {
    if isAutomatic { automaticLists[name] = list } else { lists[name] = list }
  }

  func list(_ name: String) -> ODTListStyle? { automaticLists[name] ?? lists[name] }

  /// Returns a style with its own properties.
  func style(_ family: ODTStyle.Family, _ name: String?) -> ODTStyle? {
    guard let name else { return nil }
    let key = ODTStyle.Key(family: family, name: name)
    return automaticStyles[key] ?? styles[key]
  }

  /// Returns the styles from a style to its last ancestor.
  ///
  /// An automatic style can only inherit from common styles.
  mutating func chain(_ family: ODTStyle.Family, _ name: String?) -> [ODTStyle] {
    guard var style = style(family, name) else { return [] }
    var chain = [style]
    while let parent = style.parent, let next = styles[ODTStyle.Key(family: family, name: parent)] {
      guard chain.count < Self.chainLimit else {
        hasLoop = true
        break
      }
      chain.append(next)
      style = next
    }
    return chain
  }

  // MARK: Paragraph styles

  /// The properties of text in paragraphs without a style.
  private var plainText: ODTTextProperties {
    var text = defaults[.paragraph]?.text ?? ODTTextProperties()
    // LibreOffice and Word have different names for the style of such paragraphs.
    for name in ["Standard", "Normal"] {
      guard let style = styles[ODTStyle.Key(family: .paragraph, name: name)] else { continue }
      text.apply(style.text)
      break
    }
    return text
  }

  /// The language of the document according to its styles; nil if they specify none.
  var language: String? {
    let text = plainText
    return [text.western, text.asian, text.complex].lazy.compactMap(\.language).first { !$0.isEmpty }
  }

  /// Returns a paragraph style with all inherited properties.
  mutating func paragraph(_ name: String?) -> ODTResolvedStyle {
    let key = name ?? ""
    if let style = paragraphs[key] { return style }
    var chain = chain(.paragraph, name)
    for name in ["Standard", "Normal"] where chain.isEmpty { chain = self.chain(.paragraph, name) }
    let style = resolved(chain)
    paragraphs[key] = style
    return style
  }

  private func resolved(_ chain: [ODTStyle]) -> ODTResolvedStyle {
    var text = defaults[.paragraph]?.text ?? ODTTextProperties()
    var paragraph = defaults[.paragraph]?.paragraph ?? ODTParagraphProperties()
    var common = (text: text, paragraph: paragraph)
    for style in chain.reversed() {
      text.apply(style.text)
      paragraph.apply(style.paragraph)
      if !style.isAutomatic { common = (text, paragraph) }
    }
    var name: ParagraphStyleName?
    var use = ODTResolvedStyle.Use.none
    for style in chain where !style.isAutomatic {
      if use == .none { use = ODTResolvedStyle.Use(name: style.displayName) }
      // LibreOffice's style Table is for captions, and inherits from Caption.
      if name == nil, use != .tableCaption || style.displayName.lowercased() != "table" {
        name = ParagraphStyleName(style.displayName)
      }
      if name != nil { break }
    }
    // The element, and not the style, makes a heading.
    if case .heading? = name?.kind { name?.kind = .paragraph }
    var base = plainText
    if name ?? ParagraphStyleName() != ParagraphStyleName() || use != .none { base = common.text }
    let direct = chain.first.flatMap { $0.isAutomatic ? $0.paragraph : nil } ?? ODTParagraphProperties()
    return ODTResolvedStyle(
      text: text, paragraph: paragraph, base: base, common: common.paragraph, direct: direct,
      name: name ?? ParagraphStyleName(), use: use, listStyle: chain.lazy.compactMap(\.listStyle).first,
      masterPage: chain.lazy.compactMap(\.masterPage).first.flatMap { $0.isEmpty ? nil : $0 })
  }

  /// Returns the text properties of the common style of a heading.
  ///
  /// If a heading has only direct formatting, all formatting of its style belongs to the heading.
  mutating func headingBase(_ name: String?) -> ODTTextProperties {
    let chain = chain(.paragraph, name)
    var text = defaults[.paragraph]?.text ?? ODTTextProperties()
    let isStyled = chain.contains { !$0.isAutomatic && $0.displayName != "Standard" }
    for style in chain.reversed() where !isStyled || !style.isAutomatic { text.apply(style.text) }
    return text
  }

  // MARK: Other styles

  /// Returns a character style with its inherited properties; nil if the document does not define it.
  mutating func character(_ name: String?) -> ODTCharacterStyle? {
    guard let name else { return nil }
    if let style = characters[name] { return style }
    let chain = chain(.text, name)
    guard !chain.isEmpty else { return nil }
    var style = ODTCharacterStyle()
    for part in chain.reversed() {
      style.text.apply(part.text)
      guard !part.isAutomatic else { continue }
      style.common.apply(part.text)
      let use = ODTCharacterStyle.Use(name: part.displayName)
      if use != .none { style.use = use }
    }
    characters[name] = style
    return style
  }

  /// Returns the properties of a graphic style, with the nearest specified values.
  mutating func graphic(_ name: String?) -> (isCropped: Bool, isMirrored: Bool) {
    let chain = chain(.graphic, name)
    return (
      chain.lazy.compactMap(\.isCropped).first ?? false, chain.lazy.compactMap(\.isMirrored).first ?? false
    )
  }
}
