import ColorFormats
import ProfferConversions
import RichTextFormats
import XMLText

/// Reads the styles of a document.
extension ODTStyles {
  /// Reads the font faces, which are in the current element.
  mutating func readFonts(_ xml: inout XMLReader<ODTName>) throws {
    var fonts = fonts
    try xml.forEachChild { xml, name in
      if name == .styleFontFace, let name = xml.attribute(.styleName),
        let family = xml.attribute(.svgFontFamily).flatMap(ODTTextProperties.family)
      {
        fonts[name] = family
      }
      try xml.skipElement()
    }
    self.fonts = fonts
  }

  /// Reads common or automatic styles, which are in the current element.
  ///
  /// - Parameter onlyPages: whether only page layouts are read, because the other styles are those of
  ///   headers and footers.
  mutating func read(
    _ xml: inout XMLReader<ODTName>, isAutomatic: Bool, onlyPages: Bool, limit: Int
  ) throws {
    var styles = self
    self = ODTStyles()
    try xml.forEachChild { xml, name in
      switch name {
      case .stylePageLayout: try styles.pages.readLayout(&xml)
      case _ where onlyPages: try xml.skipElement()
      case .styleStyle: try styles.readStyle(&xml, isAutomatic: isAutomatic, isDefault: false)
      case .styleDefaultStyle: try styles.readStyle(&xml, isAutomatic: false, isDefault: true)
      case .textListStyle: try styles.readList(&xml, isAutomatic: isAutomatic)
      case .textOutlineStyle: styles.outline = try ODTListStyle.reading(&xml)
      default: try xml.skipElement()
      }
      guard styles.commonCount <= limit else {
        throw CoderError(.tooLarge, "the document has more than \(limit) styles, which is the limit")
      }
    }
    self = styles
  }

  /// Reads the page styles, which are in the current element.
  mutating func readMasters(_ xml: inout XMLReader<ODTName>) throws {
    var pages = pages
    try xml.forEachChild { xml, name in
      if name == .styleMasterPage { try pages.readMaster(&xml) } else { try xml.skipElement() }
    }
    self.pages = pages
  }

  private mutating func readStyle(
    _ xml: inout XMLReader<ODTName>, isAutomatic: Bool, isDefault: Bool
  ) throws {
    if xml.attribute(.styleFamily) == "drawing-page" { return try readSlideStyle(&xml) }
    guard let family = xml.attribute(.styleFamily).flatMap(ODTStyle.Family.init) else {
      return try xml.skipElement()
    }
    let name = xml.attribute(.styleName) ?? ""
    var style = ODTStyle(family: family)
    style.displayName = xml.attribute(.styleDisplayName) ?? Self.displayName(name)
    style.parent = xml.attribute(.styleParentStyleName)
    style.isAutomatic = isAutomatic
    style.listStyle = xml.attribute(.styleListStyleName)
    style.masterPage = xml.attribute(.styleMasterPageName)
    style.outlineLevel = ODTValue.count(xml.attribute(.styleDefaultOutlineLevel))
    let fonts = fonts
    try xml.forEachChild { xml, child in
      switch child {
      case .styleTextProperties:
        style.text = ODTTextProperties(xml, fonts: fonts)
        try xml.skipElement()
      case .styleParagraphProperties, .styleTableProperties, .styleTableCellProperties:
        // A cell has properties of both kinds.
        let properties = try ODTParagraphProperties.reading(&xml)
        style.paragraph.apply(properties)
      case .styleTableColumnProperties:
        style.hasColumns = xml.hasAttribute(.styleColumnWidth) || xml.hasAttribute(.styleRelColumnWidth)
        try xml.skipElement()
      case .styleSectionProperties:
        try xml.forEachChild { xml, child in
          if child == .styleColumns {
            style.hasColumns = ODTValue.count(xml.attribute(.foColumnCount)) ?? 1 > 1
          }
          try xml.skipElement()
        }
      case .styleGraphicProperties:
        style.isCropped = xml.attribute(.foClip).map(ODTStyle.isCropping)
        style.isMirrored = xml.attribute(.styleMirror).map { $0 != "none" }
        try xml.skipElement()
      default: try xml.skipElement()
      }
    }
    if isDefault { add(default: style) } else { add(style, name: name) }
  }

  /// Reads the style of slides, which is the current element.
  private mutating func readSlideStyle(_ xml: inout XMLReader<ODTName>) throws {
    let name = xml.attribute(.styleName)
    var style = ODTSlides.Style()
    try xml.forEachChild { xml, child in
      if child == .styleDrawingPageProperties {
        style.isHidden = xml.attribute(.presentationVisibility) == "hidden"
        style.hasTransition =
          xml.hasAttribute(.smilType)
          || xml.attribute(.presentationTransitionStyle).map { $0 != "none" } ?? false
        style.showsFooter = xml.attribute(.presentationDisplayFooter) != "false"
        style.showsDate = xml.attribute(.presentationDisplayDateTime) != "false"
        style.showsPageNumber = xml.attribute(.presentationDisplayPageNumber) == "true"
        style.showsMaster = xml.attribute(.presentationBackgroundObjectsVisible) != "false"
        style.hasBackground = xml.attribute(.drawFill).map { $0 != "none" } ?? false
      }
      try xml.skipElement()
    }
    if let name { slides[name] = style }
  }

  /// Returns the display name of an encoded name, such as `Heading 1` for `Heading_20_1`.
  static func displayName(_ name: String) -> String {
    guard name.contains("_") else { return name }
    let parts = name.split(separator: "_", omittingEmptySubsequences: false)
    var text = String(parts[0])
    var isCode = true
    for (index, part) in parts.enumerated().dropFirst() {
      // Between two underscores is the hexadecimal number of a character.
      if isCode, part.utf8.count <= 6, index < parts.count - 1,
        let scalar = UInt32(part, radix: 16).flatMap(UnicodeScalar.init)
      {
        text.unicodeScalars.append(scalar)
        isCode = false
      } else {
        text += isCode ? "_" + part : part
        isCode = true
      }
    }
    return text
  }

  private mutating func readList(_ xml: inout XMLReader<ODTName>, isAutomatic: Bool) throws {
    let name = xml.attribute(.styleName)
    let list = try ODTListStyle.reading(&xml)
    if let name { add(list, name: name, isAutomatic: isAutomatic) }
  }
}

extension ODTStyle {
  /// Returns whether a clip rectangle, such as `rect(0cm, 1cm, 0cm, 0cm)`, crops the picture.
  fileprivate static func isCropping(_ text: String) -> Bool {
    guard text.hasPrefix("rect(") else { return false }
    return text.dropFirst(5).split { $0 == "," || $0 == " " || $0 == ")" }.contains { part in
      part != "auto" && ODTValue.points(String(part)).map { abs($0) >= 0.1 } ?? false
    }
  }
}

extension ODTListStyle {
  /// Reads a list style or the outline style, which is the current element.
  fileprivate static func reading(_ xml: inout XMLReader<ODTName>) throws -> ODTListStyle {
    var list = ODTListStyle()
    try xml.forEachChild { xml, name in
      var level = ODTListLevel()
      switch name {
      case .textListLevelStyleNumber, .textOutlineLevelStyle:
        level.kind = .number(format: xml.attribute(.styleNumFormat) ?? "")
      case .textListLevelStyleBullet: level.kind = .bullet(xml.attribute(.textBulletChar) ?? "")
      case .textListLevelStyleImage: level.kind = .picture
      default: return try xml.skipElement()
      }
      let number = ODTValue.count(xml.attribute(.textLevel)) ?? 1
      level.prefix = xml.attribute(.styleNumPrefix) ?? ""
      level.suffix = xml.attribute(.styleNumSuffix) ?? ""
      level.shownCount = min(max(ODTValue.count(xml.attribute(.textDisplayLevels)) ?? 1, 1), max(number, 1))
      level.start = ODTValue.count(xml.attribute(.textStartValue)) ?? 1
      if case .number = level.kind {
        level.pattern = xml.attribute(.loextNumListFormat) ?? xml.attribute(.styleNumListFormat)
      }
      try level.readPosition(&xml)
      guard 1...Self.levelCount ~= number else { return }
      level.takePattern(level: number - 1)
      list.levels[number - 1] = level
    }
    return list
  }
}

extension ODTListLevel {
  /// Reads the position of the label, which is in the current element.
  fileprivate mutating func readPosition(_ xml: inout XMLReader<ODTName>) throws {
    var level = self
    try xml.forEachChild { xml, name in
      guard name == .styleListLevelProperties else { return try xml.skipElement() }
      if let space = ODTValue.points(xml.attribute(.textSpaceBefore)) {
        let label = ODTValue.points(xml.attribute(.textMinLabelWidth)) ?? 0
        (level.margin, level.firstLine) = (space + label, -label)
      }
      try xml.forEachChild { xml, name in
        if name == .styleListLevelLabelAlignment {
          level.margin = ODTValue.points(xml.attribute(.foMarginLeft)) ?? level.margin
          level.firstLine = ODTValue.points(xml.attribute(.foTextIndent)) ?? level.firstLine
        }
        try xml.skipElement()
      }
    }
    self = level
  }
}
