import Foundation
import ProfferConversions
import RichTextFormats
import UniformTypes
import XMLText

/// A frame whose element is open: a picture, an object or a text box, in one or more alternative forms.
struct ODTFrame {
  var name: String?
  var style: String?
  /// The kind of placeholder on a slide; nil for other frames.
  var presentationClass: String?
  var width: ODTValue.Length?
  var height: ODTValue.Length?
  var title: String?
  var description: String?
  /// The picture of the first alternative that can be used.
  var source: RichText.Attachment.Source?
  var size: PictureSize?
  /// Whether an alternative was used, so that others are ignored.
  var isShown = false
  /// Whether the frame contains a picture.
  var hasPicture = false
  /// The loss to count if no alternative can be used.
  var lost: String?
  /// The text of a formula.
  var formula: String?

  /// The picture as an attachment; nil without a picture.
  func attachment() -> RichText.Attachment? {
    guard let source else { return nil }
    var attachment = RichText.Attachment(source, alternativeText: description ?? "", title: title)
    if let name, !Self.isAutomatic(name) { attachment.name = name }
    attachment.width = Self.points(width, pixels: size?.width)
    attachment.height = Self.points(height, pixels: size?.height)
    return attachment
  }

  /// Returns a length of the picture; nil if it is the picture's own length.
  ///
  /// This library writes specified lengths in points, which are kept unchanged, and a picture's own lengths
  /// in pixels. Other programs write the picture's own length, at 96 pixels per inch, in other units.
  private static func points(_ length: ODTValue.Length?, pixels: Int?) -> Double? {
    guard let length, length.points > 0, !length.isInPixels else { return nil }
    if !length.isInPoints, let pixels, abs(length.points - Double(pixels) * 0.75) < 0.75 { return nil }
    return length.points
  }

  /// Returns whether a program generated the name, as in `Image1` or `Picture 3`.
  private static func isAutomatic(_ name: String) -> Bool {
    if name.isEmpty { return true }
    guard let digit = name.utf8.last, 0x30...0x39 ~= digit else { return false }
    return !name.contains(".")
  }
}

extension ODTReader {
  mutating func beginDrawing(_ name: ODTName) throws {
    switch name {
    case .drawFrame: if try !skipsSlideFrame() { beginFrame() }
    case .drawA:
      let link = RichText.Link(
        destination(xml.attribute(.xlinkHref) ?? ""), title: xml.attribute(.officeTitle))
      frameLinks.append(link)
      scopes.append(.frameLink)
    case .drawTextBox: try beginTextBox()
    case .drawImage: try readImage()
    case .drawObject, .drawObjectOle, .drawPlugin, .drawApplet, .drawFloatingFrame: try readObject(name)
    case .svgTitle, .svgDesc:
      let isFrame = scopes.last == .frame && !frames.isEmpty
      let text = try xml.elementText()
      guard isFrame else { break }
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if words.isEmpty { break }
      if name == .svgTitle { frames[frames.count - 1].title = words }
      if name == .svgDesc { frames[frames.count - 1].description = words }
    case .drawImageMap:
      losses.add(.links, "areas of pictures")
      try xml.skipElement()
    default:
      if !isDropping { losses.add(.formatting, "form fields") }
      notePlace()
      try xml.skipElement()
    }
  }

  private mutating func beginFrame() {
    var frame = ODTFrame()
    frame.name = xml.attribute(.drawName)
    if slides.isPresentation { frame.presentationClass = xml.attribute(.presentationClass) }
    frame.style = xml.attribute(.drawStyleName)
    frame.width = xml.attribute(.svgWidth).flatMap(ODTValue.length)
    frame.height = xml.attribute(.svgHeight).flatMap(ODTValue.length)
    frames.append(frame)
    scopes.append(.frame)
    notePlace()
  }

  /// Notes that the current paragraph is not an empty line.
  private mutating func notePlace() {
    if let last = paragraphs.indices.last { paragraphs[last].isPlace = true }
  }

  mutating func endFrame() {
    guard let frame = frames.popLast(), !isDropping else { return }
    if let formula = frame.formula, !formula.isEmpty {
      return put(.text(formula), isText: true)
    }
    let graphic = styles.graphic(frame.style)
    if frame.hasPicture, frame.source != nil {
      if graphic.isCropped { losses.add(.images, "cropped pictures") }
      if graphic.isMirrored { losses.add(.images, "mirrored pictures") }
    }
    if let attachment = frame.attachment() {
      put(.attachment(attachment), isText: false)
    } else if let lost = frame.lost {
      losses.add(.images, lost)
      if let words = frame.description ?? frame.title { put(.text(words), isText: true) }
    }
  }

  /// Adds a picture or its description to the current paragraph, or as a paragraph of its own.
  private mutating func put(_ content: RichText.Run.Content, isText: Bool) {
    if let last = paragraphs.indices.last, isInParagraph {
      guard !isConcealed() else { return }
      guard let link = frameLinks.last, !link.destination.isEmpty else {
        return paragraphs[last].add(content)
      }
      paragraphs[last].flush()
      var format = paragraphs[last].format
      format.link = link
      format.update()
      paragraphs[last].formats.append(format)
      paragraphs[last].add(content)
      paragraphs[last].formats.removeLast()
      return
    }
    // A picture that is anchored at a page is not in a paragraph.
    let flow = flows.count - 1
    var attributes = RichText.Attributes()
    if let link = frameLinks.last, !link.destination.isEmpty { attributes.link = link }
    let run = RichText.Run(content, attributes: attributes)
    if flows[flow].kind != .deletion {
      flows[flow].blocks.add(ODTParagraph(content: [RichText.Inline](runs: [run])))
    }
  }

  // MARK: Text boxes and shapes

  private mutating func beginTextBox() throws {
    if let last = frames.indices.last, scopes.last == .frame {
      if frames[last].isShown { return try xml.skipElement() }
      frames[last].isShown = true
    }
    beginBox(.textBox)
  }

  mutating func beginShape() {
    notePlace()
    if !isDropping { losses.add(.images, "drawings") }
    beginBox(.shape)
  }

  private mutating func beginBox(_ scope: Scope) {
    let flow = flows.count - 1
    if isItemPending, let style = paragraphs.last?.style, !isDropping {
      // The content of the box belongs to the item, which has not begun yet.
      let place = takeItem(style, isTight: style.paragraph.isTight, box: nil)
      if place.lists.item != nil { flows[flow].blocks.add(ODTParagraph(content: [], lists: place.lists)) }
    }
    slides.endedCounters = nil
    flows[flow].listBases.append(flows[flow].listBase)
    flows[flow].listBase = flows[flow].lists.count
    scopes.append(scope)
    textBoxStarts.append(flows[flow].blocks.textByteCount)
  }

  /// Ends a text box, whose content precedes the paragraph in which it is anchored.
  mutating func endBox() {
    let flow = flows.count - 1
    while flows[flow].lists.count > flows[flow].listBase { flows[flow].lists.removeLast() }
    flows[flow].listBase = flows[flow].listBases.popLast() ?? 0
    let start = textBoxStarts.popLast() ?? 0
    let isPlaceholder = frames.last?.presentationClass != nil || slides.isInNotes
    if flows[flow].blocks.textByteCount > start, !isPlaceholder { losses.add(.layout, "text boxes") }
  }

  // MARK: Pictures

  private mutating func readImage() throws {
    let reference = xml.attribute(.xlinkHref)
    let type = xml.attribute(.drawMimeType)
    let isInFrame = scopes.last == .frame && !frames.isEmpty
    guard isInFrame, !frames[frames.count - 1].isShown, !isDropping else { return try xml.skipElement() }
    let last = frames.count - 1
    frames[last].hasPicture = true
    var data: Data?
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end = event { break }
        continue
      }
      if name == .officeBinaryData, data == nil { data = try readBinaryData() } else { try xml.skipElement() }
    }
    if data == nil, let reference, !reference.isEmpty {
      if package.flat == nil, let path = OpenDocumentPackage.path(of: reference) {
        data = try package.content(of: path).map { Data($0) }
        if data == nil { frames[last].lost = frames[last].lost ?? "missing files" }
      } else {
        // The file is outside of the document and is never read.
        frames[last].source = .url(destination(reference))
        frames[last].isShown = true
        return
      }
    }
    guard let data, !data.isEmpty else {
      if data != nil { frames[last].lost = frames[last].lost ?? "missing files" }
      return
    }
    let path = reference.flatMap(OpenDocumentPackage.path)
    let mediaType = type ?? path.flatMap { package.manifest.mediaTypes[$0] }
    guard let identifier = ODTPictureType.identifier(of: data, mediaType: mediaType, path: path) else {
      frames[last].lost = "pictures of unknown formats"
      return
    }
    frames[last].source = .data(data, typeIdentifier: identifier)
    frames[last].size = PictureSize(data)
    frames[last].isShown = true
  }

  /// Reads base64 data, which is the current element; nil if it is malformed.
  private mutating func readBinaryData() throws -> Data? {
    var bytes: [UInt8] = []
    while let event = try xml.next() {
      switch event {
      case .begin: try xml.skipElement()
      case .text: xml.appendText(to: &bytes)
      case .end: return Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters)
      }
    }
    return nil
  }
}

/// Determines the type of a picture from its first bytes, and otherwise from its media type or name.
enum ODTPictureType {
  private static let signatures: [([UInt8], String)] = [
    (Array("BM".utf8), "com.microsoft.bmp"),
    ([0x49, 0x49, 0x2A, 0x00], "public.tiff"), ([0x4D, 0x4D, 0x00, 0x2A], "public.tiff"),
    (Array("%PDF".utf8), "com.adobe.pdf"),
  ]

  static func identifier(of data: Data, mediaType: String?, path: String?) -> String? {
    if let identifier = PictureSignature.typeIdentifier(of: data) { return identifier }
    for (signature, identifier) in signatures where data.starts(with: signature) { return identifier }
    // The metafile of LibreOffice has no type that other programs know.
    if data.starts(with: "VCLMTF".utf8) { return nil }
    if data.starts(with: [0x01, 0x00, 0x00, 0x00]), data.count > 44,
      data.dropFirst(40).prefix(4).elementsEqual(" EMF".utf8)
    {
      return UTType(filenameExtension: "emf")?.identifier
    }
    if data.starts(with: [0xD7, 0xCD, 0xC6, 0x9A]) { return UTType(filenameExtension: "wmf")?.identifier }
    if data.prefix(1_024).contains(UInt8(ascii: "<")),
      String(decoding: data.prefix(1_024), as: UTF8.self).contains("<svg")
    {
      return "public.svg-image"
    }
    if let mediaType, !mediaType.isEmpty, let type = UTType(mimeType: mediaType), type.isDeclared {
      return type.identifier
    }
    guard let path, let dot = path.lastIndex(of: "."), dot > path.startIndex else { return nil }
    let type = UTType(filenameExtension: String(path[path.index(after: dot)...]))
    return type.flatMap { $0.isDeclared ? $0.identifier : nil }
  }
}
