import Foundation
import ProfferConversions
import RichTextFormats

/// A document that is being read: its package, the parts that apply to all texts, and the results.
struct WordDocument {
  /// The key of a note.
  struct NoteKey: Hashable {
    var isEndnote: Bool
    var identifier: String
  }

  /// The format of text in a paragraph, before it is compared with the format of the paragraph's style.
  struct FormatKey: Hashable {
    var run: WordRunProperties
    var style: Int32
    var base: Int32
    var isLinked: Bool
  }

  /// The formatting of text.
  struct TextFormat {
    var attributes: RichText.Attributes
    /// The formatting that the rich text model cannot express.
    var lost: WordRunProperties.Flags
  }

  let options: OfficeReadingOptions
  var package: OpenPackage
  let mainPart: PartName
  /// The relationships of the main part.
  let relationships: Relationships
  var theme = WordTheme()
  var settings = WordSettings()
  var styles = WordStyleSheet()
  var numbering = WordNumbering()
  /// The notes that have not been placed yet.
  var notes: [NoteKey: [RichText.Block]] = [:]
  var metadata = RichText.Metadata()
  /// The text of the first paragraph with the style of titles.
  var firstTitle: String?
  /// The names of the bookmarks that are targets of links.
  var linkTargets: Set<String> = []
  var hasAnchors = false
  var sections: [WordSection] = []
  var losses = LossCounter()
  var warnings: [String] = []
  private var formats: [FormatKey: TextFormat] = [:]
  private var pictures: PackagePictures

  init(
    _ package: OpenPackage, mainPart: PartName, relationships: Relationships, options: OfficeReadingOptions
  ) {
    self.package = package
    self.mainPart = mainPart
    self.relationships = relationships
    self.options = options
    pictures = PackagePictures(repeatedByteCount: options.limits.expandedByteCount)
  }

  var rejectsChanges: Bool { options.changes == .rejected }

  /// Opens a part for reading; nil if the package does not contain it.
  mutating func xml(of part: PartName) throws(CoderError) -> WordXML? {
    guard let bytes = try package.content(of: part) else { return nil }
    return try WordXML(bytes, part: part, depthLimit: options.limits.depth)
  }

  /// Reads a part that the main part refers to; a missing or malformed part is reported.
  mutating func readPart(
    ofType type: String, _ read: (inout WordDocument, inout WordXML) throws(CoderError) -> Void
  ) throws(CoderError) {
    try readBytes(ofType: type) { (document, bytes, part) throws(CoderError) in
      var xml = try WordXML(bytes, part: part, depthLimit: document.options.limits.depth)
      try read(&document, &xml)
    }
  }

  /// Reads the bytes of a part that the main part refers to; a missing or malformed part is reported.
  mutating func readBytes(
    ofType type: String, _ read: (inout WordDocument, [UInt8], PartName) throws(CoderError) -> Void
  ) throws(CoderError) {
    guard let relationship = relationships.first(ofType: type) else { return }
    guard let part = relationship.part else {
      warnings.append("the \(type) of the document are outside of the document, and were not read")
      return
    }
    do {
      guard let bytes = try package.content(of: part) else {
        warnings.append("the document does not contain the file “\(part.path)”")
        return
      }
      try read(&self, bytes, part)
    } catch {
      guard error.code == .wrongFormat else { throw error }
      warnings.append("the \(type) of the document cannot be read: \(error.message)")
      losses.add(.formatting, "unreadable parts")
    }
  }

  // MARK: Pictures

  /// Returns the content of a picture; nil if the package does not contain it.
  mutating func picture(_ part: PartName) throws(CoderError) -> RichText.Attachment.Source? {
    try pictures.source(of: part, in: &package, &losses, &warnings)
  }

  // MARK: Formats

  /// The maximum number of formats that are kept for later use.
  private static let formatLimit = 4_096

  /// Returns the formatting of text in a paragraph.
  mutating func format(_ key: FormatKey) -> TextFormat {
    if let known = formats[key] { return known }
    let base = styles.runProperties(
      paragraphStyle: key.base < 0 ? nil : Int(key.base), characterStyle: nil)
    let format = format(key, base: base)
    if formats.count >= Self.formatLimit { formats.removeAll(keepingCapacity: true) }
    formats[key] = format
    return format
  }

  /// Returns the properties of text with direct formatting.
  func effectiveProperties(_ run: WordRunProperties, style: Int32) -> WordRunProperties {
    var effective = styles.runProperties(
      paragraphStyle: style < 0 ? nil : Int(style), characterStyle: run.style)
    effective.apply(run)
    return effective
  }

  /// Returns the formatting of text, without formatting that its paragraph, character style or link
  /// provides.
  func format(_ key: FormatKey, base: WordRunProperties) -> TextFormat {
    let effective = effectiveProperties(key.run, style: key.style)
    var base = base
    // The properties of a script are compared with those of the same script.
    for flag in [.rightToLeft, .complexScript] as [WordRunProperties.Flags] {
      base.change(flag, isOn: effective.on.contains(flag))
    }
    var attributes = RichText.Attributes()
    if let index = key.run.style, styles[Int(index)].use == .code {
      attributes.isCode = true
      base.applyCharacterStyle(styles[Int(index)].run)
    }
    if key.isLinked { addLink(to: &base, effective, style: key.run.style) }
    attributes.isBold = effective.isBold && !base.isBold
    attributes.isItalic = effective.isItalic && !base.isItalic
    attributes.isUnderlined = effective.on.contains(.underline) && !base.on.contains(.underline)
    attributes.isStruckThrough = effective.isStruckThrough && !base.isStruckThrough
    attributes.isSmallCaps =
      effective.on.contains(.smallCapitals) && !base.on.contains(.smallCapitals)
      && !effective.on.contains(.capitals)
    let shift = effective.effectiveShift
    if shift != base.effectiveShift, shift != 0 {
      attributes.baseline = shift > 0 ? .superscript : .subscript
    }
    if effective.effectiveFont != base.effectiveFont, let family = theme.name(effective.effectiveFont),
      !SymbolFont.isSymbolic(family)
    {
      attributes.fontFamily = family
    }
    if effective.effectiveSize != base.effectiveSize, let size = effective.effectiveSize {
      attributes.fontSize = Double(size) / 2
    }
    if effective.color ?? .automatic != base.color ?? .automatic { attributes.color = effective.color?.color }
    if effective.background ?? .automatic != base.background ?? .automatic {
      attributes.background = effective.background?.color
    }
    if effective.effectiveLanguage != base.effectiveLanguage,
      let language = theme.name(effective.effectiveLanguage), language.lowercased() != "x-none"
    {
      attributes.language = language
    }
    let lost = effective.on.intersection(.unsaid).subtracting(base.on)
    return TextFormat(attributes: attributes, lost: lost)
  }

  /// Adds the usual format of links, which is not counted as formatting of the link's text.
  private func addLink(to base: inout WordRunProperties, _ effective: WordRunProperties, style: Int32?) {
    let own = style.flatMap { styles[Int($0)].use == .link ? Int($0) : nil }
    if let index = own ?? styles.linkStyle {
      base.applyCharacterStyle(styles[index].run)
    }
    base.change(.underline, isOn: true)
    // The usual link colors of browsers, Word and LibreOffice.
    let usual: [UInt32] = [0x0000FF, 0x0000EE, 0x0563C1, 0x000080, 0x1155CC, 0x467886]
    if case .rgb(let value)? = effective.color, usual.contains(value) { base.color = effective.color }
  }
}
