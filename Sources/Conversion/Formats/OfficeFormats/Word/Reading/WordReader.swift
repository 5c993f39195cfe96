import Foundation
import ProfferConversions
import RichTextFormats
import XMLText

/// Reads Word documents: finds the parts of the package, and reads them in the order of their dependencies.
enum WordReader {
  static func read(_ data: Data, options: OfficeReadingOptions) throws(CoderError) -> Reading<RichText> {
    var package = try OpenPackage(data, limits: options.limits)
    var warnings: [String] = []
    let mainPart = try OfficeFormat.word.mainPart(of: package) { warnings.append($0) }
    let relationships = try package.relationships(of: mainPart)
    var document = WordDocument(
      package, mainPart: mainPart, relationships: relationships, options: options)
    document.warnings = warnings
    try readParts(&document)
    try readNotes(&document)
    var text = RichText(try WordBodyReader.readBody(&document))
    try countHeads(&document)
    let properties = try PackageProperties(
      &document.package, language: document.metadata.language, depthLimit: options.limits.depth)
    document.metadata = properties.metadata
    document.losses.add(contentsOf: properties.losses.total)
    document.warnings += properties.warnings
    document.countRest()
    text.metadata = document.metadata
    if text.metadata.title == nil { text.metadata.title = document.firstTitle }
    if document.hasAnchors {
      // A bookmark that a program created for its own use is kept only if a link targets it.
      let targets = document.linkTargets
      text = text.keepingAnchors { name in
        !(name.hasPrefix("_") || name.hasPrefix("OLE_LINK")) || targets.contains(name)
      }
    }
    return Reading(text.normalized(), losses: document.losses.total, warnings: document.warnings)
  }

  // MARK: Parts

  private static func readParts(_ document: inout WordDocument) throws(CoderError) {
    try document.readPart(ofType: "settings") { (document, xml) throws(CoderError) in
      document.settings = try WordSettings(&xml, mapping: &document.theme.mapping)
    }
    try document.readBytes(ofType: "theme") { (document, bytes, part) throws(CoderError) in
      document.theme.drawing = try DrawingTheme(bytes, part: part, depthLimit: document.options.limits.depth)
    }
    try document.readPart(ofType: "styles") { (document, xml) throws(CoderError) in
      document.styles = try WordStyleSheet(
        &xml, &document.theme, limit: document.options.limits.styleCount)
    }
    try document.readPart(ofType: "numbering") { (document, xml) throws(CoderError) in
      document.numbering = try WordNumbering(&xml, &document.theme)
    }
    if document.styles.cycleCount > 0 {
      document.warnings.append("some styles of the document are based on themselves")
    }
    let defaults = document.styles.runProperties(
      paragraphStyle: document.styles.defaultParagraphStyle, characterStyle: nil)
    document.metadata.language = document.theme.name(defaults.language) ?? document.settings.language
  }

  private static func readNotes(_ document: inout WordDocument) throws(CoderError) {
    for type in ["footnotes", "endnotes"] {
      try document.readPart(ofType: type) { (document, xml) throws(CoderError) in
        guard let part = document.relationships.first(ofType: type)?.part else { return }
        try WordBodyReader.readNotes(xml, part: part, document: &document)
      }
    }
  }

  // MARK: Headers and footers

  /// Counts the characters and pictures in headers and footers, even in those that no page shows.
  private static func countHeads(_ document: inout WordDocument) throws(CoderError) {
    var parts: Set<PartName> = []
    for section in document.sections {
      for head in section.heads {
        guard let part = document.relationships[head]?.part, parts.insert(part).inserted else {
          continue
        }
        do {
          if var xml = try document.xml(of: part) { try countHead(&xml, &document) }
        } catch {
          guard error.code == .wrongFormat else { throw error }
          document.warnings.append("a page header or footer cannot be read: \(error.message)")
        }
      }
    }
  }

  private static func countHead(_ xml: inout WordXML, _ document: inout WordDocument) throws(CoderError) {
    var bytes: [UInt8] = []
    var isText = false
    var isInstruction = false
    var fields: [HeadField] = []
    var characterCount = 0
    var pictureCount = 0
    func count(_ text: String) {
      for scalar in text.unicodeScalars where !scalar.properties.isWhitespace {
        // Digits in the result of a field are a page number, except in a form.
        if fields.last?.isForm ?? true || scalar.properties.isAlphabetic { characterCount += 1 }
      }
    }
    while let event = try xml.next() {
      switch event {
      case .begin(.text), .begin(.formulaText): isText = true
      case .end(.text), .end(.formulaText):
        isText = false
        count(String(decoding: bytes, as: UTF8.self))
        bytes.removeAll(keepingCapacity: true)
      // The contents of form fields, and text that is drawn.
      case .begin(.standard), .begin(.listEntry): count(xml.attribute(.val) ?? "")
      case .begin(.vectorTextPath): count(xml.attribute(.string) ?? "")
      case .begin(.symbol): characterCount += 1
      case .begin(.instruction): isInstruction = true
      case .end(.instruction): isInstruction = false
      case .text:
        if isText { xml.appendText(to: &bytes) }
        if isInstruction, !fields.isEmpty { xml.appendText(to: &fields[fields.count - 1].code) }
      case .begin(.deletion), .begin(.moveFrom): if !document.rejectsChanges { try xml.skipElement() }
      case .begin(.simpleField):
        var field = HeadField(code: Array((xml.attribute(.fieldInstruction) ?? "").utf8))
        field.beginResult()
        fields.append(field)
      case .end(.simpleField): _ = fields.popLast()
      case .begin(.fieldCharacter):
        switch xml.attribute(.fieldCharacterType) {
        case "begin": fields.append(HeadField())
        case "separate": if !fields.isEmpty { fields[fields.count - 1].beginResult() }
        case "end": _ = fields.popLast()
        default: break
        }
      case .begin(.blip), .begin(.vectorImage), .begin(.chart), .begin(.diagram), .begin(.embeddedObject):
        pictureCount += 1
      default: break
      }
    }
    document.losses.add(.characters, "in page headers and footers", count: characterCount)
    document.losses.add(.images, "in page headers and footers", count: pictureCount)
  }
}

/// A field in a page header or footer.
private struct HeadField {
  /// The instruction so far, in UTF-8.
  var code: [UInt8] = []
  private var hasResult = false
  /// Whether the result has begun and is the content of a form.
  private(set) var isForm = false

  init(code: [UInt8] = []) { self.code = code }

  mutating func beginResult() {
    guard !hasResult else { return }
    hasResult = true
    isForm = ["formtext", "formcheckbox", "formdropdown"].contains(FieldInstruction(code).name)
  }
}

extension WordDocument {
  /// Counts the parts of the document that no text contains.
  fileprivate mutating func countRest() {
    losses.add(.formatting, "notes that the text does not reference", count: notes.count)
    losses.add(.metadata, "document properties", count: settings.variableCount)
    for relationship in relationships.all {
      switch relationship.type {
      case "vbaProject": losses.add(.scripts, "macros")
      case "control": losses.add(.images, "embedded files")
      default: break
      }
    }
    for relationship in package.relationships.all
    where relationship.type == "digital-signature/origin" {
      losses.add(.metadata, "digital signatures")
    }
  }
}
