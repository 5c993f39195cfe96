import Foundation
import ProfferConversions
import RichTextFormats
import XMLText

/// Pictures, shapes and embedded objects.
extension WordBodyReader {
  /// Handles an element of a drawing, and returns false for any other element.
  mutating func beginDrawingElement(_ name: WordName) throws(CoderError) -> Bool {
    switch name {
    case .drawing, .vectorPicture, .object:
      flow.drawing = WordDrawing()
      frames.append(.drawing)
    case .inline, .anchored:
      flow.drawing.isAnchored = name == .anchored
      frames.append(.plain)
    case .extent:
      flow.drawing.width = WordMeasure.points(emu: xml.attribute(.extentWidth))
      flow.drawing.height = WordMeasure.points(emu: xml.attribute(.extentHeight))
      frames.append(.plain)
    case .drawingProperties:
      flow.drawing.alternativeText = xml.attribute(.description) ?? ""
      flow.drawing.title = xml.attribute(.title)
      frames.append(.plain)
    case .linkOnClick:
      if let link = xml.attribute(.relationship) {
        if flow.drawing.picture == nil {
          flow.drawing.link = link
        } else {
          flow.drawing.picture?.link = link
        }
      }
      frames.append(.plain)
    case .picture:
      flow.drawing.picture = WordDrawing.Picture()
      frames.append(.picture)
    case .shape:
      frames.append(.shape(hasText: false))
    case .textBoxContent:
      for index in frames.indices.reversed() {
        if case .shape = frames[index] {
          frames[index] = .shape(hasText: true)
          break
        }
        if case .drawing = frames[index] { break }
      }
      beginTextBox()
    case .chart: countGraphic("charts")
    case .diagram:
      let data = xml.attribute(.relationshipData)
      countGraphic("diagrams, kept as text")
      try readDiagram(data)
    case .contentPart:
      document.losses.add(.images, "drawings")
      flow.drawing.isCounted = true
      frames.append(.plain)
    case .embeddedObject:
      document.losses.add(.images, "embedded files")
      flow.drawing.isCounted = true
      frames.append(.plain)
    default:
      if flow.drawing.picture != nil, readPictureElement(name) { return true }
      return try beginVectorElement(name)
    }
    return true
  }

  private mutating func countGraphic(_ detail: String) {
    document.losses.add(.images, detail)
    flow.drawing.isCounted = true
    put(flow.drawing.alternativeText)
    frames.append(.plain)
  }

  /// Handles an element in a picture, and returns false for any other element.
  private mutating func readPictureElement(_ name: WordName) -> Bool {
    switch name {
    case .pictureProperties:
      flow.drawing.picture?.name = xml.attribute(.plainName)
      flow.drawing.picture?.alternativeText = xml.attribute(.description)
    case .blip:
      flow.drawing.picture?.embedded = xml.attribute(.embed)
      flow.drawing.picture?.linked = xml.attribute(.link)
    case .vectorBlip: flow.drawing.picture?.hasVectorOriginal = true
    case .sourceRectangle:
      flow.drawing.picture?.isCropped = [.cropLeft, .cropTop, .cropRight, .cropBottom].contains {
        xml.attribute($0).map { $0 != "0" && $0 != "0%" } ?? false
      }
    case .transform:
      if xml.attribute(.rotation) ?? "0" != "0"
        || [.horizontalFlip, .verticalFlip].contains(where: {
          xml.attribute($0).map { WordMeasure.isOn($0) } ?? false
        })
      {
        flow.drawing.picture?.hasEffects = true
      }
    case .transformExtent:
      if let width = WordMeasure.points(emu: xml.attribute(.extentWidth)) {
        flow.drawing.picture?.width = width
        flow.drawing.picture?.height = WordMeasure.points(emu: xml.attribute(.extentHeight))
      }
    case .duotone, .grayscale, .blackAndWhite, .luminance, .transparency:
      flow.drawing.picture?.hasEffects = true
    default: return false
    }
    frames.append(.plain)
    return true
  }

  // MARK: Pictures

  mutating func endPicture() throws(CoderError) {
    guard let picture = flow.drawing.picture else { return }
    flow.drawing.picture = nil
    try put(picture)
  }

  /// Adds a picture to the text.
  private mutating func put(_ picture: WordDrawing.Picture) throws(CoderError) {
    flow.drawing.pictureCount += 1
    let drawing = flow.drawing
    var text = drawing.alternativeText
    if text.isEmpty, let own = picture.alternativeText { text = own }
    guard let source = try source(of: picture) else { return put(text) }
    var attachment = RichText.Attachment(source, alternativeText: text, title: drawing.title)
    if let name = picture.name, name.contains("."), !name.contains("/"), !name.contains("\\") {
      attachment.name = name
    }
    // A group of pictures has one size; each picture in the group has its own.
    attachment.width = drawing.pictureCount == 1 ? drawing.width ?? picture.width : picture.width
    attachment.height = drawing.pictureCount == 1 ? drawing.height ?? picture.height : picture.height
    if case .data(let data, _) = source { attachment.forgetOwnSize(PictureSize(data)) }
    if picture.isCropped { document.losses.add(.images, "cropped parts of pictures") }
    if picture.hasEffects { document.losses.add(.images, "rotations and effects of pictures") }
    if picture.hasVectorOriginal { document.losses.add(.images, "vector originals of pictures") }
    if drawing.isAnchored { document.losses.add(.layout, "positions of pictures") }
    if let identifier = picture.link ?? drawing.link, let target = relationships[identifier]?.target,
      !target.isEmpty
    {
      flow.openLinks.append(RichText.Link(target))
      put(.attachment(attachment))
      flow.openLinks.removeLast()
    } else {
      put(.attachment(attachment))
    }
  }

  /// Returns the file or address of a picture; nil if there is none.
  private mutating func source(
    of picture: WordDrawing.Picture
  ) throws(CoderError) -> RichText.Attachment.Source? {
    guard let identifier = picture.embedded ?? picture.linked, !identifier.isEmpty else {
      document.losses.add(.images, "missing files")
      return nil
    }
    guard let relationship = relationships[identifier] else {
      document.losses.add(.images, "missing files")
      document.warnings.append("a picture of the document refers to a file that the document does not name")
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

  mutating func endDrawing() throws(CoderError) {
    let drawing = flow.drawing
    flow.drawing = WordDrawing()
    let isShown = drawing.pictureCount > 0 || drawing.textBoxCount > 0 || drawing.isCounted
    if drawing.shapeCount > 0 || (!isShown && drawing.width != nil) {
      document.losses.add(.images, "drawings", count: max(drawing.shapeCount, 1))
      if !isShown { put(drawing.alternativeText) }
    }
  }

  // MARK: VML

  private mutating func beginVectorElement(_ name: WordName) throws(CoderError) -> Bool {
    switch name {
    case .vectorShape, .vectorRectangle, .vectorRoundRectangle, .vectorOval, .vectorLine, .vectorPolyline:
      if let isRule = xml.attribute(.horizontalRule), ["t", "true", "1"].contains(isRule) {
        flow.hasRule = true
        flow.drawing.isCounted = true
        frames.append(.plain)
        return true
      }
      if let text = xml.attribute(.alternative) { flow.drawing.alternativeText = text }
      if let style = xml.attribute(.styleText) { flow.drawing.readSize(style) }
      frames.append(.shape(hasText: false))
    case .vectorImage:
      var picture = WordDrawing.Picture()
      picture.embedded = xml.attribute(.relationship) ?? xml.attribute(.embed)
      picture.isCropped = [.vectorCropLeft, .vectorCropTop, .vectorCropRight, .vectorCropBottom].contains {
        xml.attribute($0).map { $0 != "0" } ?? false
      }
      picture.name = xml.attribute(.vectorTitle)
      if let place = frames.lastIndex(where: { if case .shape = $0 { true } else { false } }) {
        frames[place] = .shape(hasText: true)
      }
      try put(picture)
      frames.append(.plain)
    case .vectorTextPath:
      if let place = frames.lastIndex(where: { if case .shape = $0 { true } else { false } }) {
        frames[place] = .shape(hasText: true)
      }
      document.losses.add(.formatting, "text effects")
      flow.drawing.isCounted = true
      put(xml.attribute(.string) ?? "")
      frames.append(.plain)
    default: return false
    }
    return true
  }

  // MARK: Diagrams

  /// Adds the text of a diagram, like the text of a text box.
  private mutating func readDiagram(_ identifier: String?) throws(CoderError) {
    guard let part = identifier.flatMap({ relationships[$0]?.part }), var data = try document.xml(of: part)
    else { return }
    var line: [UInt8] = []
    var isText = false
    do {
      while let event = try data.next() {
        switch event {
        case .begin(.diagramText): isText = true
        case .end(.diagramText): isText = false
        case .text: if isText { data.appendText(to: &line) }
        case .end(.diagramParagraph):
          guard !line.isEmpty else { continue }
          let text = String(decoding: line, as: UTF8.self)
          line = []
          let form = WordParagraph.Form(name: ParagraphStyleName(), layout: RichText.Layout())
          flow.boxes.append(.paragraph(WordParagraph(content: [.text(text)], form: form)))
        default: break
        }
      }
    } catch {
      guard error.code == .wrongFormat else { throw error }
      document.warnings.append("a diagram of the document cannot be read: \(error.message)")
    }
  }
}
