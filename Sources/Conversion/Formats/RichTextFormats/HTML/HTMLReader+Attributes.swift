import ColorFormats
import Foundation
import ProfferConversions

extension HTMLReader {
  /// Returns the element of the last start tag, in the form that selectors are matched against.
  func target(of name: HTMLName) -> StyleTarget {
    guard !styleSheet.isEmpty else { return StyleTarget(name: "") }
    return StyleTarget(
      name: name.element == .other ? scanner.tagNameText : name.element.rawValue,
      identifier: scanner.attribute("id"),
      classes: scanner.attribute("class")?.split(whereSeparator: \.isWhitespace).map(String.init) ?? [])
  }

  /// Returns the declarations from the attributes of the last start tag and from style sheets.
  ///
  /// The declaration with the highest precedence is the last.
  mutating func declarations(of element: HTMLElement, _ target: StyleTarget) -> [StyleDeclaration] {
    var declarations: [StyleDeclaration] = []
    var ranked = styleSheet.declarations(for: target, inside: targets)
    if !scanner.attributes.isEmpty {
      addPresentation(of: element, to: &declarations)
      if let style = scanner.attribute("style") { ranked += rankedDeclarations(in: style) }
    }
    guard !ranked.isEmpty else { return counted(declarations, of: element) }
    declarations += ranked.lazy.filter { !$0.isImportant }.map(\.declaration)
    declarations += ranked.lazy.filter(\.isImportant).map(\.declaration)
    return counted(declarations, of: element)
  }

  mutating func rankedDeclarations(in style: String) -> [RankedDeclaration] {
    if let known = knownStyles[style] { return known }
    let declarations = [RankedDeclaration](css: style)
    knownStyles[style] = declarations
    return declarations
  }

  /// Counts the lost declarations of an element, and returns all declarations.
  mutating func counted(_ declarations: [StyleDeclaration], of element: HTMLElement) -> [StyleDeclaration] {
    for declaration in declarations {
      switch declaration {
      // A block with ``HTMLElement/hasBackground`` passes its background color to its paragraphs and cells.
      // Code cannot have a background color.
      case .background(let color?)
      where element.isBlock && (!element.hasBackground || code != nil) && color.alpha > 0:
        losses.add(.colors, RichText.Table.backgroundDetail)
      case .color(let color?) where color.alpha == 0: losses.add(.colors, "of transparent text")
      case .changedLetters: losses.add(.formatting, "text shown in another case or in small capitals")
      // Tables have borders in other formats too.
      case .lost(.border) where [.table, .thead, .tbody, .tfoot, .tr, .td, .th].contains(element): break
      case .lost(let decoration): lose(decoration)
      case .otherMarker where element != .li || lists.last?.followsOuterNumber != true:
        losses.add(.formatting, "list markers")
      // A page break at a block outside of code is kept.
      case .pageBreak where !element.isBlock || code != nil: losses.add(.formatting, "page breaks")
      case .width where [.td, .th, .col, .colgroup].contains(element):
        losses.add(.formatting, HTMLReader.widthsDetail)
      case .generated(let text):
        losses.add(.characters, "added by a style sheet", count: text.count { !$0.isWhitespace })
      default: break
      }
    }
    return declarations
  }

  private mutating func lose(_ decoration: StyleDeclaration.LostDecoration) {
    losses.add(decoration.isPicture ? .images : .formatting, decoration.rawValue)
  }

  /// The loss detail for column widths.
  static let widthsDetail = "column widths"

  /// Adds the declarations that attributes other than `style` express.
  private mutating func addPresentation(of element: HTMLElement, to declarations: inout [StyleDeclaration]) {
    if let language = scanner.attribute("lang") ?? scanner.attribute("xml:lang") {
      declarations.append(.language(language.isEmpty ? nil : language))
    }
    switch scanner.attribute("dir")?.lowercased() {
    case "rtl": declarations.append(.direction(.rightToLeft))
    case "ltr": declarations.append(.direction(.leftToRight))
    default: break
    }
    if scanner.attribute("hidden") != nil { declarations.append(.display(.none)) }
    noteTitle(of: element)
    switch element {
    case .a, .area: addLink(to: &declarations)
    // The `bdo` element overrides the direction of characters.
    case .bdo:
      if scanner.attribute("dir") != nil { losses.add(.formatting, "text with an overridden direction") }
    case .font: addFont(to: &declarations)
    case .ul, .ol, .li: if let type = scanner.attribute("type") { addMarker(type, to: &declarations) }
    case .p, .div, .h1, .h2, .h3, .h4, .h5, .h6, .td, .th, .tr, .caption, .table, .body, .thead, .tbody,
      .tfoot:
      // The alignment of a table is the position of the table, not the alignment of its text.
      if element != .table, let word = scanner.attribute("align")?.lowercased(),
        let alignment = StyleDeclaration.alignment(word)
      {
        declarations.append(alignment)
      }
      if let color = scanner.attribute("bgcolor").flatMap(Color.init(html:)) {
        declarations.append(.background(color))
      }
      if element == .body, let color = scanner.attribute("text").flatMap(Color.init(html:)) {
        declarations.append(.color(color))
      }
    case .span: if scanner.attribute("class") == "Apple-converted-space" { declarations.append(.spaces) }
    case .abbr, .acronym:
      if scanner.attribute("title") != nil { losses.add(.metadata, "expansions of abbreviations") }
    case .blockquote, .q, .ins, .del:
      if scanner.attribute("cite") != nil { losses.add(.metadata, "URLs of quoted sources") }
    default: break
    }
  }

  /// Counts lost text in attributes.
  private mutating func noteTitle(of element: HTMLElement) {
    func isFilled(_ name: StaticString) -> Bool { scanner.attribute(name)?.isEmpty == false }
    switch element {
    // The titles of links are kept, and the titles of abbreviations are counted elsewhere.
    case .a, .area:
      if scanner.attribute("download") != nil { losses.add(.metadata, "file names for downloads") }
    case .abbr, .acronym: break
    case .form: if isFilled("action") { losses.add(.links, "form actions") }
    case .table: if isFilled("summary") { losses.add(.metadata, "table summaries") }
    case .td, .th: if isFilled("width") { losses.add(.formatting, Self.widthsDetail) }
    case .time: if isFilled("datetime") { losses.add(.metadata, "machine-readable dates and times") }
    case .data, .meter, .progress: if isFilled("value") { losses.add(.metadata, "machine-readable values") }
    default: break
    }
    if isFilled("aria-label") { losses.add(.metadata, "labels for screen readers") }
    if isFilled("background") { lose(.backgroundPicture) }
    switch element {
    case .a where destination("href") != nil, .area, .abbr, .acronym, .iframe: break
    default: if isFilled("title") { losses.add(.metadata, "title attributes") }
    }
  }

  /// Returns the destination in an attribute of the last start tag, without surrounding white space.
  func destination(_ name: StaticString) -> String? { scanner.attribute(name).map(LinkDestination.trimmed) }

  /// Returns a destination resolved against the base of the page.
  private mutating func resolved(_ href: String) -> String {
    if let resolved = base.resolved(href) { return resolved }
    losses.add(.links, "with a base URL that is too long")
    return href
  }

  private mutating func addLink(to declarations: inout [StyleDeclaration]) {
    guard let href = destination("href") else { return }
    guard !LinkDestination.isActive(href) else { return losses.add(.links, "script URLs") }
    guard let book else {
      return declarations.append(.link(RichText.Link(resolved(href), title: scanner.attribute("title"))))
    }
    guard let destination = book.destination(href) else { return losses.add(.links, HTMLBook.missingDetail) }
    declarations.append(.link(RichText.Link(destination, title: scanner.attribute("title"))))
  }

  private func addFont(to declarations: inout [StyleDeclaration]) {
    if let color = scanner.attribute("color").flatMap(Color.init(html:)) {
      declarations.append(.color(color))
    }
    if let face = scanner.attribute("face") { declarations.append(.fontFamily(CSSValue.fontFamily(face))) }
    guard let text = scanner.attribute("size")?.trimmingCharacters(in: .whitespaces), let number = Int(text)
    else { return }
    let isRelative = text.hasPrefix("+") || text.hasPrefix("-")
    let sizes = [7.5, 9.75, 12, 13.5, 18, 24, 36]
    let place = isRelative ? 3 + min(max(number, -10), 10) : number
    declarations.append(.fontSize(.points(sizes[min(max(place, 1), 7) - 1])))
  }

  private func addMarker(_ type: String, to declarations: inout [StyleDeclaration]) {
    let marker: RichText.Marker? =
      switch type {
      case "1": .number(start: 1)
      case "a": .number(start: 1, style: .lowercaseLetter)
      case "A": .number(start: 1, style: .uppercaseLetter)
      case "i": .number(start: 1, style: .lowercaseRoman)
      case "I": .number(start: 1, style: .uppercaseRoman)
      default: RichText.Marker(listStyle: type)
      }
    if let marker { declarations.append(.marker(marker)) }
  }
}

// MARK: - The page

extension HTMLReader {
  /// Reads the start tag of the `html` or `body` element.
  mutating func readPage(_ name: HTMLName) {
    if metadata.language == nil, let language = scanner.attribute("lang") ?? scanner.attribute("xml:lang"),
      !language.isEmpty
    {
      metadata.language = language
    }
    targets[0] = StyleTarget(
      name: "body", identifier: scanner.attribute("id"),
      classes: scanner.attribute("class")?.split(whereSeparator: \.isWhitespace).map(String.init) ?? [])
    guard elements.count == 1 else { return }
    var declarations = elements[0].declarations
    addPresentation(of: name.element, to: &declarations)
    if let style = scanner.attribute("style") {
      declarations += rankedDeclarations(in: style).map(\.declaration)
    }
    elements[0].declarations = declarations
    restylePage()
  }

  /// Computes the style of the page from its tags and from the style sheets read so far.
  mutating func restylePage() {
    let page = StyleTarget(name: "html")
    let ranked =
      styleSheet.declarations(for: page, inside: [])
      + styleSheet.declarations(for: targets[0], inside: [page])
    // Metadata contains the language of the page, and left to right is the default direction.
    let declarations = counted(ranked.map(\.declaration) + elements[0].declarations, of: .body).filter {
      switch $0 {
      case .language, .direction(.leftToRight): false
      default: true
      }
    }
    elements[0].style = HTMLStyle(of: .body, isBlock: true, inside: HTMLStyle(), declarations)
    elements[0].style.isNotDisplayed = false
    elements[0].style.isInvisible = false
    formatCount += 1
    elements[0].formatNumber = formatCount
  }

  mutating func readMeta() {
    guard let content = scanner.attribute("content"), !content.isEmpty else { return }
    guard let name = scanner.attribute("name")?.lowercased() else {
      // Metadata with `http-equiv` are for browsers and servers.
      let isOfPage = scanner.attribute("property") != nil || scanner.attribute("itemprop") != nil
      return isOfPage ? losses.add(.metadata, Self.otherMetadataDetail) : ()
    }
    switch name {
    case "author", "dc.creator", "dcterms.creator": setMetadata(\.author, to: content)
    // LibreOffice names the subject `classification`.
    case "subject", "classification", "dc.subject", "dcterms.subject": setMetadata(\.subject, to: content)
    case "keywords": setMetadata(\.keywords, to: content)
    case "description", "dc.description", "dcterms.description", "dcterms.abstract":
      setMetadata(\.summary, to: content)
    case "created", "date", "dc.date", "dc.date.created", "dcterms.created", "dcterms.date", "dcterms.issued":
      setMetadata(\.creationDate, toTime: content)
    case "changed", "modified", "last-modified", "revised", "dc.date.modified", "dcterms.modified":
      setMetadata(\.modificationDate, toTime: content)
    case "generator", "originator", "progid", "viewport", "theme-color", "color-scheme", "format-detection",
      "referrer", "robots", "cocoaversion":
      // These metadata are only for programs.
      break
    default: losses.add(.metadata, Self.otherMetadataDetail)
    }
  }

  /// The loss detail for metadata that is not read.
  private static let otherMetadataDetail = "metadata of the page"

  /// Sets a field of the metadata; the first value is kept, and other values are counted as lost.
  private mutating func setMetadata<Value: Equatable>(
    _ field: WritableKeyPath<RichText.Metadata, Value?>, to value: Value
  ) {
    if metadata[keyPath: field] == nil {
      metadata[keyPath: field] = value
    } else if metadata[keyPath: field] != value {
      losses.add(.metadata, Self.otherMetadataDetail)
    }
  }

  private mutating func setMetadata(
    _ field: WritableKeyPath<RichText.Metadata, Date?>, toTime text: String
  ) {
    // LibreOffice writes this text if a document has no date.
    if text == "00:00:00" { return }
    guard let time = DocumentTime(text, counting: &losses) else {
      return losses.add(.metadata, Self.otherMetadataDetail)
    }
    setMetadata(field, to: time.date)
  }

  /// The maximum number of times that the rules of a linked style sheet are added.
  ///
  /// The rules are the same each time, and only their position among the other rules differs.
  private static let sheetUseLimit = 4

  mutating func readLink() {
    let relations = scanner.attribute("rel")?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
    if relations.contains("canonical") { losses.add(.metadata, "the canonical URL of the page") }
    guard relations.contains("stylesheet"), !relations.contains("alternate"),
      let href = destination("href"),
      scanner.attribute("media").map({ StyleSheet.isForScreens($0) }) ?? true
    else { return }
    let resolved = book.map { $0.path(of: href) ?? href } ?? resolved(href)
    guard let sheet = resources[resolved] else {
      return losses.add(.formatting, "external style sheets")
    }
    let useCount = sheetUses[resolved, default: 0] + 1
    sheetUses[resolved] = useCount
    if useCount <= Self.sheetUseLimit {
      styleSheet.add([UInt8](sheet.data))
    } else {
      losses.add(.formatting, "repeated links to the same style sheet")
    }
  }
}

// MARK: - Pictures

extension HTMLReader {
  /// Reads a picture.
  mutating func picture() {
    let alternativeText = scanner.attribute("alt") ?? ""
    if scanner.attribute("srcset") != nil { losses.add(.images, HTMLReader.otherFormsDetail) }
    guard let source = pictureSource() else {
      losses.add(.images)
      return append(Array(alternativeText.utf8)[...])
    }
    var attachment = RichText.Attachment(
      source, alternativeText: alternativeText, title: scanner.attribute("title"),
      name: scanner.attribute("data-name"))
    attachment.width = pixels("width")
    attachment.height = pixels("height")
    var isHidden = false
    for declaration in scanner.attribute("style").map({ rankedDeclarations(in: $0) }) ?? [] {
      switch declaration.declaration {
      case .width(.points(let width)) where width > 0: attachment.width = width
      case .height(.points(let height)) where height > 0: attachment.height = height
      case .display(let display): isHidden = display == .none
      case .lost(let decoration): lose(decoration)
      default: break
      }
    }
    if isHidden { return losses.add(.images, HTMLReader.hiddenDetail) }
    append(.attachment(attachment))
  }

  /// The loss detail for pictures in other sizes or formats.
  static let otherFormsDetail = "alternative image sources"

  private mutating func pictureSource() -> RichText.Attachment.Source? {
    // A picture in a drawing has another attribute.
    guard let href = destination("src") ?? (book == nil ? nil : drawnPicture(in: scanner)),
      !LinkDestination.isActive(href, asImage: true)
    else {
      return nil
    }
    if let bytes = DataURL(href) {
      return .data(bytes.data, typeIdentifier: scanner.attribute("data-type") ?? bytes.typeIdentifier)
    }
    if book != nil { return bookPicture(href) }
    let resolved = resolved(href)
    guard let resource = resources[resolved] else { return .url(resolved) }
    return .data(resource.data, typeIdentifier: DataURL.typeIdentifier(ofMIMEType: resource.mimeType))
  }

  /// Returns the length in an attribute, in points.
  ///
  /// The result is nil for a percentage, because its base is unknown.
  private func pixels(_ name: StaticString) -> Double? {
    guard let text = scanner.attribute(name)?.trimmingCharacters(in: .whitespaces),
      let (number, unit) = StyleDeclaration.Length.dimension(text), number > 0, unit == "" || unit == "px"
    else { return nil }
    return number * 0.75
  }
}

extension Color {
  /// Parses a color in an HTML attribute; the number sign may be missing.
  init?(html text: String) {
    guard let color = Color(css: text) ?? Color(hexadecimalDigits: text) else { return nil }
    self = color
  }
}
