import Foundation
import ProfferConversions
import RichTextFormats
import XMLText

/// Reads the shapes of a slide, or of its notes, in the order of the shape tree.
///
/// The order is the reading order that screen readers use. The title comes first, because it is the heading of
/// the slide.
struct SlideReader {
  private let document: PresentationDocument
  private let relationships: Relationships
  private let layout: SlideLayout
  private let isNotes: Bool
  private var xml: SlideXML
  private var colors: SlideColors
  private var title: [RichText.Inline] = []
  private var blocks = SlideBlocks()

  private init(
    _ xml: SlideXML, _ document: PresentationDocument, _ relationships: Relationships, layout: SlideLayout,
    isNotes: Bool
  ) {
    self.xml = xml
    self.document = document
    self.relationships = relationships
    self.layout = layout
    self.isNotes = isNotes
    colors = layout.colors
  }

  // MARK: Slides

  /// Reads a slide and its notes.
  ///
  /// - Parameter number: the number of the slide, from 1.
  static func read(
    _ part: PartName, number: Int, _ document: PresentationDocument
  ) throws(CoderError) -> [RichText.Block] {
    guard let xml = try document.xml(of: part) else {
      document.losses.add(.characters, "missing slides")
      document.warnings.append("the presentation does not contain the file “\(part.path)”")
      return []
    }
    let relationships = try document.package.relationships(of: part)
    let layout = try document.layout(relationships.first(ofType: "slideLayout")?.part)
    var reader = SlideReader(xml, document, relationships, layout: layout, isNotes: false)
    try reader.read()
    var blocks = reader.finish()
    let anchor = RichText.Inline.anchor(PresentationReader.anchor(number))
    if reader.title.isEmpty {
      blocks.insert(.paragraph(RichText.Paragraph([anchor])), at: 0)
    } else {
      blocks.insert(.heading(level: 1, RichText.Paragraph([anchor] + reader.title)), at: 0)
      if number == 1 {
        document.firstTitle = [RichText.Block.paragraph(RichText.Paragraph(reader.title))].words
          .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
    }
    try reader.readRelated(to: &blocks)
    return blocks
  }

  /// Reads the parts that belong to the slide: notes and comments.
  private func readRelated(to blocks: inout [RichText.Block]) throws(CoderError) {
    for relationship in relationships.all {
      guard let part = relationship.part else { continue }
      if relationship.type == "notesSlide" {
        var notes: [RichText.Block] = []
        try document.readOptional("a page of notes") { () throws(CoderError) in
          guard let xml = try document.xml(of: part) else { return }
          let own = try document.package.relationships(of: part)
          var reader = SlideReader(xml, document, own, layout: SlideLayout(), isNotes: true)
          try reader.read()
          notes = reader.finish()
        }
        // The notes are what the speaker says; a quotation sets them apart from the slide.
        if !notes.isEmpty { blocks.append(.blockQuote(notes)) }
      } else if relationship.type == "comments" || relationship.type.hasSuffix("/comments") {
        try document.readOptional("a part with comments") { () throws(CoderError) in
          guard var xml = try document.xml(of: part) else { return }
          while let event = try xml.next() {
            switch event {
            case .begin(.comment), .begin(.modernComment), .begin(.modernReply):
              document.losses.add(.comments, "annotations")
            default: break
            }
          }
        }
      }
    }
  }

  private mutating func read() throws(CoderError) {
    var hasAnimation = false
    while let event = try xml.next() {
      guard case .begin(let name) = event else { continue }
      switch name {
      case .slide:
        if let value = xml.attribute(.show), value == "0" || value == "false" {
          document.losses.add(.formatting, "hidden slides, kept as visible text")
        }
      case .background: try readBackground()
      case .colorMapOverride: colors.readMap(xml)
      case .shapeTree: try readShapes()
      case .transition:
        document.losses.add(.formatting, "transitions")
        try xml.skipElement()
      case .timing:
        try xml.forEachDescendant { (name, xml) throws(CoderError) in
          if name == .timeNode, xml.hasAttribute(.presetIdentifier) { hasAnimation = true }
          return false
        }
        if hasAnimation { document.losses.add(.formatting, "animations") }
      default: break
      }
    }
    if xml.unknownContentCount > 0 {
      document.losses.add(.formatting, "content for other programs", count: xml.unknownContentCount)
    }
  }

  private mutating func finish() -> [RichText.Block] {
    let finished = blocks.finish()
    document.losses.add(contentsOf: blocks.losses.total)
    return finished
  }

  private mutating func readBackground() throws(CoderError) {
    var hasPicture = false
    try xml.forEachDescendant { (name, _) throws(CoderError) in
      if name == .blip { hasPicture = true }
      return false
    }
    if hasPicture {
      document.losses.add(.images, "background images")
    } else {
      document.losses.add(.colors, "the page background")
    }
  }

  // MARK: Shapes

  /// The properties of a shape.
  private struct Shape {
    var name: String?
    var description = ""
    var title: String?
    var isHidden = false
    var placeholder: SlidePlaceholder?
    var links = SlideRunProperties.Links()
    var hasText = false
  }

  /// Reads the shapes of the tree or of a group, which are children of the current element.
  private mutating func readShapes() throws(CoderError) {
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end = event { return }
        continue
      }
      switch name {
      case .shape: try readShape()
      case .group: try readGroup()
      case .picture: try readPicture()
      case .frame: try readFrame()
      case .connector, .contentPart, .contentPart14:
        document.losses.add(.images, "drawings")
        try xml.skipElement()
      default: try xml.skipElement()
      }
    }
  }

  /// Reads the non-visual properties of a shape, which are the current element or one of its descendants.
  ///
  /// - Returns: whether the element was read, including its end.
  private mutating func readProperties(_ name: SlideName?, _ shape: inout Shape) throws(CoderError) -> Bool {
    switch name {
    case .drawingProperties:
      shape.name = xml.attribute(.name)
      shape.description = xml.attribute(.description) ?? ""
      shape.title = xml.attribute(.title)
      shape.isHidden = xml.isOn(.hidden)
      var links = SlideRunProperties.Links()
      try xml.forEachDescendant { (name, xml) throws(CoderError) in
        if name == .linkOnClick {
          links.identifier = xml.attribute(.relationship)
          links.action = xml.attribute(.action)
          links.title = xml.attribute(.tooltip)
        }
        if name == .linkOnHover { links.hasHover = true }
        return false
      }
      shape.links = links
      return true
    case .placeholder:
      shape.placeholder = SlidePlaceholder(xml)
      try xml.skipElement()
      return true
    case .video, .audio, .audioCD, .soundFile, .media14:
      // A video also has an entry for later versions.
      if name != .media14 { document.losses.add(.images, "audio and video") }
      try xml.skipElement()
      return true
    default: return false
    }
  }

  private mutating func readGroup() throws(CoderError) {
    var shape = Shape()
    // The properties of the group are before its shapes.
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end(.group) = event { return }
        continue
      }
      if try readProperties(name, &shape) { continue }
      if name == .groupProperties {
        try xml.skipElement()
        if shape.isHidden {
          document.losses.add(.comments, "hidden shapes")
          try xml.skipElement()
        } else {
          try readShapes()
        }
        return
      }
    }
  }

  private mutating func readShape() throws(CoderError) {
    var shape = Shape()
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end(.shape) = event { break }
        continue
      }
      if try readProperties(name, &shape) { continue }
      switch name {
      case .shapeProperties: try readShapeProperties(&shape)
      case .textBody: try readText(&shape)
      case .shapeStyle: try xml.skipElement()
      default: break
      }
    }
    if shape.isHidden {
      document.losses.add(.comments, "hidden shapes")
    } else if !shape.hasText, shape.placeholder == nil, !isNotes {
      document.losses.add(.images, "drawings")
      if !shape.description.isEmpty {
        blocks.add(.paragraph(RichText.Paragraph([.text(shape.description)])))
      }
    }
  }

  private mutating func readShapeProperties(_ shape: inout Shape) throws(CoderError) {
    var hasPicture = false
    try xml.forEachDescendant { (name, _) throws(CoderError) in
      if name == .blip { hasPicture = true }
      return false
    }
    if hasPicture { document.losses.add(.images, "background images") }
  }

  /// Reads the text of a shape, which is the current element.
  private mutating func readText(_ shape: inout Shape) throws(CoderError) {
    if shape.isHidden { return try xml.skipElement() }
    if let placeholder = shape.placeholder {
      if placeholder.isRepeated || placeholder.type == "sldImg" { return try countRepeatedText() }
      shape.hasText = true
    }
    var text = SlideText(
      document, relationships, colors, style: layout.style(of: shape.placeholder, document.defaultStyle))
    let paragraphs = try text.read(&xml)
    guard paragraphs.contains(where: { !$0.content.isEmpty }) else { return }
    shape.hasText = true
    if shape.placeholder == nil, !isNotes { document.losses.add(.layout, "text boxes") }
    if shape.links.identifier != nil || shape.links.action != nil { document.losses.add(.links, "of shapes") }
    if shape.placeholder?.isTitle == true, !isNotes {
      for paragraph in paragraphs where !paragraph.content.isEmpty {
        if !title.isEmpty { title.append(.hardBreak) }
        title += paragraph.content
      }
      return
    }
    blocks.beginText()
    for paragraph in paragraphs { blocks.add(paragraph) }
  }

  /// Counts the text of a date, a page number, a header or a footer, which is the current element.
  private mutating func countRepeatedText() throws(CoderError) {
    var open = 1
    var fieldDepth = 0
    var isText = false
    while open > 0, let event = try xml.next() {
      switch event {
      case .begin(let name):
        open += 1
        if name == .field {
          fieldDepth += 1
          if !isNotes { document.losses.add(.layout, "page numbers") }
        }
        isText = name == .text && fieldDepth == 0
      case .text:
        if isText, !isNotes {
          document.losses.add(
            .characters, "in page headers and footers", count: xml.text.count { !$0.isWhitespace })
        }
      case .end(let name):
        open -= 1
        isText = false
        if name == .field { fieldDepth -= 1 }
      }
    }
  }

  // MARK: Pictures

  private mutating func readPicture() throws(CoderError) {
    var shape = Shape()
    var picture = SlidePicture()
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end(.picture) = event { break }
        continue
      }
      if try !readProperties(name, &shape) { picture.read(name, xml) }
    }
    if shape.isHidden { return document.losses.add(.comments, "hidden shapes") }
    guard !isNotes else { return }
    let text = SlideText(document, relationships, colors, style: SlideTextStyle())
    let content: RichText.Inline
    if let source = try source(of: picture) {
      var attachment = RichText.Attachment(source, alternativeText: shape.description, title: shape.title)
      if let name = shape.name, name.contains("."), !name.contains("/"), !name.contains("\\") {
        attachment.name = name
      }
      (attachment.width, attachment.height) = (picture.width, picture.height)
      if case .data(let data, _) = source { attachment.forgetOwnSize(PictureSize(data)) }
      picture.count(in: &document.losses)
      content = .attachment(attachment)
    } else if shape.description.isEmpty {
      return
    } else {
      content = .text(shape.description)
    }
    let link = text.link(shape.links)
    blocks.add(.paragraph(RichText.Paragraph(link.map { [.styled(.link($0), [content])] } ?? [content])))
  }

  /// Returns the file or address of a picture; nil if there is none.
  private func source(of picture: SlidePicture) throws(CoderError) -> RichText.Attachment.Source? {
    guard let identifier = picture.embedded ?? picture.linked, let relationship = relationships[identifier]
    else {
      document.losses.add(.images, "missing files")
      return nil
    }
    // The file of an external picture is never read.
    if relationship.isExternal { return .url(relationship.target) }
    guard let part = relationship.part else {
      document.losses.add(.images, "missing files")
      return nil
    }
    return try document.picture(part)
  }

  // MARK: Frames

  /// Reads a frame with a table, chart, diagram or embedded file.
  private mutating func readFrame() throws(CoderError) {
    var shape = Shape()
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end(.frame) = event { return }
        continue
      }
      if try readProperties(name, &shape) { continue }
      switch name {
      case .table, .chart, .diagram, .embeddedObject:
        if shape.isHidden {
          document.losses.add(.comments, "hidden shapes")
          try xml.skipElement()
          continue
        }
        try readGraphic(name, shape)
      case .picture: try readPicture()
      default: break
      }
    }
  }

  private mutating func readGraphic(_ name: SlideName?, _ shape: Shape) throws(CoderError) {
    switch name {
    case .table:
      var table = SlideTable(
        document, relationships, colors, style: layout.style(of: nil, document.defaultStyle))
      if let table = try table.read(&xml) { blocks.add(.table(table)) }
      return
    case .chart: document.losses.add(.images, "charts")
    case .diagram:
      document.losses.add(.images, "diagrams, kept as text")
      try readDiagram(xml.attribute(.relationshipData))
    default: document.losses.add(.images, "embedded files")
    }
    // The file is not read, but its picture is a descendant of its element.
    if name != .embeddedObject { try xml.skipElement() }
    if !shape.description.isEmpty, name == .chart {
      blocks.add(.paragraph(RichText.Paragraph([.text(shape.description)])))
    }
  }

  /// Adds the text of a diagram.
  private mutating func readDiagram(_ identifier: String?) throws(CoderError) {
    guard let part = identifier.flatMap({ relationships[$0]?.part }) else { return }
    var lines: [String] = []
    try document.readOptional("a diagram") { () throws(CoderError) in
      guard var data = try document.xml(of: part) else { return }
      var line: [UInt8] = []
      var isText = false
      while let event = try data.next() {
        switch event {
        case .begin(.text): isText = true
        case .end(.text): isText = false
        case .text: if isText { data.appendText(to: &line) }
        case .end(.paragraph):
          if !line.isEmpty { lines.append(String(decoding: line, as: UTF8.self)) }
          line = []
        default: break
        }
      }
    }
    for line in lines { blocks.add(.paragraph(RichText.Paragraph([.text(line)]))) }
  }
}

/// A picture on a slide.
private struct SlidePicture {
  /// The relationship of the picture's file, in the package or elsewhere.
  var embedded: String?
  var linked: String?
  var width: Double?
  var height: Double?
  private var isCropped = false
  private var hasEffects = false
  private var hasVectorOriginal = false

  init() {}

  /// Handles an element of the picture.
  mutating func read(_ name: SlideName?, _ xml: SlideXML) {
    switch name {
    case .blip:
      embedded = xml.attribute(.embed)
      linked = xml.attribute(.link)
    case .vectorBlip: hasVectorOriginal = true
    case .sourceRectangle:
      isCropped = [SlideName.cropLeft, .cropTop, .cropRight, .cropBottom].contains {
        xml.attribute($0).map { $0 != "0" && $0 != "0%" } ?? false
      }
    case .transform:
      if xml.attribute(.rotation) ?? "0" != "0" || xml.isOn(.horizontalFlip) || xml.isOn(.verticalFlip) {
        hasEffects = true
      }
    case .extent:
      if let width = Self.points(xml.attribute(.extentWidth)) {
        self.width = width
        height = Self.points(xml.attribute(.extentHeight))
      }
    case .duotone, .grayscale, .blackAndWhite, .luminance, .transparency: hasEffects = true
    default: break
    }
  }

  /// Parses a length in English Metric Units, 12,700 to a point.
  private static func points(_ text: String?) -> Double? {
    guard let text, let number = Double(text), number > 0, number < 1e12 else { return nil }
    return (number / 127).rounded() / 100
  }

  func count(in losses: inout LossCounter) {
    if isCropped { losses.add(.images, "cropped parts of pictures") }
    if hasEffects { losses.add(.images, "rotations and effects of pictures") }
    if hasVectorOriginal { losses.add(.images, "vector originals of pictures") }
  }
}
