import ProfferConversions
import RichTextFormats
import XMLText

/// The page styles of a document: their writing directions, and the content of headers, footers and masters.
///
/// The content is counted as lost.
struct ODTPages {
  struct Layout {
    var isRightToLeft = false
    var hasBackground = false
    var hasColumns = false
  }

  /// Content that is the same on several pages.
  struct RepeatedContent {
    /// The number of characters other than spaces.
    var characterCount = 0
    var pictureCount = 0
  }

  struct Master {
    var layout: String?
    var next: String?
    /// The content of headers and footers.
    var headers = RepeatedContent()
    /// The shapes of a slide master, apart from placeholders.
    var shapes = RepeatedContent()
  }

  private(set) var layouts: [String: Layout] = [:]
  private(set) var masters: [String: Master] = [:]
  /// The name of the first page style, which is the default.
  private(set) var first: String?
  /// The page styles that the text uses.
  private var used: Set<String> = []
  /// The slide masters with shapes that at least one slide shows.
  private var shown: Set<String> = []

  mutating func use(_ name: String) { used.insert(name) }

  /// Records that a slide shows the shapes of its master.
  mutating func showShapes(of name: String) { shown.insert(name) }

  /// Uses the first page style, for documents that name none.
  mutating func useFirst() {
    if let name = masters["Standard"] != nil ? "Standard" : first { used.insert(name) }
  }

  /// Whether text on pages with the default style is written from right to left.
  var isRightToLeft: Bool {
    layout(of: "Standard")?.isRightToLeft ?? layout(of: first)?.isRightToLeft ?? false
  }

  private func layout(of master: String?) -> Layout? {
    master.flatMap { masters[$0]?.layout }.flatMap { layouts[$0] }
  }

  /// Counts the headers, footers and shapes, and other properties, of the page styles in use.
  func countLosses(in losses: inout LossCounter) {
    var names = used
    // A page style can name the style of the page that follows.
    var pending = Array(names)
    while let name = pending.popLast() {
      if let next = masters[name]?.next, names.insert(next).inserted { pending.append(next) }
    }
    for name in names {
      guard let master = masters[name] else { continue }
      losses.add(.characters, "in page headers and footers", count: master.headers.characterCount)
      losses.add(.images, "in page headers and footers", count: master.headers.pictureCount)
      if shown.contains(name) {
        losses.add(.characters, "in slide layouts and masters", count: master.shapes.characterCount)
        losses.add(.images, "in slide layouts and masters", count: master.shapes.pictureCount)
      }
      if layout(of: name)?.hasBackground == true { losses.add(.colors, "the page background") }
      if layout(of: name)?.hasColumns == true { losses.add(.layout, "columns of text") }
    }
  }
}

// MARK: - Reading

extension ODTPages {
  /// Reads a page layout, which is the current element.
  mutating func readLayout(_ xml: inout XMLReader<ODTName>) throws {
    let name = xml.attribute(.styleName)
    var layout = Layout()
    try xml.forEachChild { xml, child in
      guard child == .stylePageLayoutProperties else { return try xml.skipElement() }
      layout.isRightToLeft =
        xml.attribute(.styleWritingMode).flatMap(ODTParagraphProperties.mode) == .rightToLeft
      let color = xml.attribute(.foBackgroundColor) ?? "transparent"
      let fill = xml.attribute(.drawFill) ?? "none"
      layout.hasBackground =
        color != "transparent" && color.lowercased() != "#ffffff"
        || ["bitmap", "gradient", "hatch"].contains(fill)
      try xml.forEachChild { xml, child in
        switch child {
        case .styleColumns: layout.hasColumns = ODTValue.count(xml.attribute(.foColumnCount)) ?? 1 > 1
        case .styleBackgroundImage: if xml.hasAttribute(.xlinkHref) { layout.hasBackground = true }
        default: break
        }
        try xml.skipElement()
      }
    }
    if let name { layouts[name] = layout }
  }

  /// Reads a page style, which is the current element.
  mutating func readMaster(_ xml: inout XMLReader<ODTName>) throws {
    guard let name = xml.attribute(.styleName) else { return try xml.skipElement() }
    var master = Master(layout: xml.attribute(.stylePageLayoutName), next: xml.attribute(.styleNextStyleName))
    try xml.forEachChild { xml, child in
      switch child {
      case .styleHeader, .styleFooter, .styleHeaderLeft, .styleFooterLeft, .styleHeaderFirst,
        .styleFooterFirst, .loextHeaderFirst, .loextFooterFirst:
        if xml.attribute(.styleDisplay) == "false" { return try xml.skipElement() }
        try master.headers.count(&xml)
      case let shape?
      where [.drawFrame, .drawG, .drawA].contains(shape) || ODTElement.shapes.contains(shape):
        // The content of placeholders is on the slides.
        if xml.hasAttribute(.presentationClass) { return try xml.skipElement() }
        try master.shapes.count(&xml)
      default: try xml.skipElement()
      }
    }
    if first == nil { first = name }
    masters[name] = master
  }
}

extension ODTPages.RepeatedContent {
  /// Counts the characters and pictures of a header, footer or shape, which is the current element.
  fileprivate mutating func count(_ xml: inout XMLReader<ODTName>) throws {
    var bytes: [UInt8] = []
    // For each open element, whether it is a paragraph or in one, and whether it is a field.
    var open: [(isInParagraph: Bool, isField: Bool)] = [(false, false)]
    while let event = try xml.next() {
      switch event {
      case .begin(let name):
        let outer = open[open.count - 1]
        switch name {
        case .officeBinaryData?, .officeAnnotation?, .textTrackedChanges?, .textNoteCitation?:
          try xml.skipElement()
          continue
        case .drawImage?, .drawObject?: pictureCount += 1
        default: break
        }
        open.append(
          (
            outer.isInParagraph || name == .textP || name == .textH,
            outer.isField || name.map(ODTElement.fields.contains) == true
          ))
      case .end:
        open.removeLast()
        if open.isEmpty { return }
      case .text:
        guard open[open.count - 1].isInParagraph else { continue }
        bytes.removeAll(keepingCapacity: true)
        xml.appendText(to: &bytes)
        let isField = open[open.count - 1].isField
        // Digits in a field are a page number, which is not counted.
        characterCount += String(decoding: bytes, as: UTF8.self).unicodeScalars.count { scalar in
          isField ? scalar.properties.isAlphabetic : !scalar.properties.isWhitespace
        }
      }
    }
  }
}
