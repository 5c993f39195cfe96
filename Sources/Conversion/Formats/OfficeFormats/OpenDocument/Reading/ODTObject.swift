import ProfferConversions
import RichTextFormats
import XMLText

/// Reads embedded objects: formulas become text, and other objects become their replacement pictures.
extension ODTReader {
  mutating func readObject(_ name: ODTName) throws {
    let reference = xml.attribute(.xlinkHref)
    guard scopes.last == .frame, let last = frames.indices.last, !frames[last].isShown, !isDropping else {
      return try xml.skipElement()
    }
    guard name == .drawObject else {
      losses.add(.images, name == .drawObjectOle ? "embedded files" : "embedded programs and pages")
      return try xml.skipElement()
    }
    var formula: ODTFormula?
    var kind: String?
    if let path = reference.flatMap(OpenDocumentPackage.path), package.flat == nil {
      let mediaType = package.manifest.mediaTypes[path + "/"] ?? package.manifest.mediaTypes[path]
      kind = mediaType
      if mediaType?.hasSuffix("formula") ?? true, let bytes = try package.content(of: path + "/content.xml") {
        formula = try? ODTFormula.reading(bytes, depthLimit: options.limits.depth)
      }
    }
    while let event = try xml.next() {
      guard case .begin(let child) = event else {
        if case .end = event { break }
        continue
      }
      switch child {
      case .mathMath:
        let found = try ODTFormula.reading(&xml)
        formula = formula ?? found
      default:
        if child == .officeDocument { kind = xml.attribute(.officeMimetype) }
        try xml.skipElement()
      }
    }
    if let formula {
      losses.add(
        .formatting,
        formula.isSource ? "formulas, kept as source text" : "formulas, kept as plain characters")
      if !formula.text.isEmpty {
        frames[last].formula = formula.text
        frames[last].isShown = true
      }
    } else {
      losses.add(.images, kind?.hasSuffix("chart") == true ? "charts" : "embedded files")
    }
  }
}

/// A formula as text.
struct ODTFormula {
  /// The source text that the program stored with the formula, or the characters of the formula.
  var text: String
  var isSource: Bool

  /// Reads a file with a formula; nil if the file is not a formula.
  static func reading(_ bytes: [UInt8], depthLimit: Int) throws -> ODTFormula? {
    var xml = try XMLReader(bytes, ODTName.vocabulary, depthLimit: depthLimit)
    while let event = try xml.next() {
      guard case .begin(let name) = event else { continue }
      return name == .mathMath ? try reading(&xml) : nil
    }
    return nil
  }

  /// Reads a formula, which is the current element.
  static func reading(_ xml: inout XMLReader<ODTName>) throws -> ODTFormula {
    var source: [UInt8] = []
    var characters: [UInt8] = []
    var open = 1
    while open > 0, let event = try xml.next() {
      switch event {
      case .begin(.mathAnnotation): source += Array(try xml.elementText().utf8)
      case .begin(.mathAnnotationXml): try xml.skipElement()
      case .begin: open += 1
      case .end: open -= 1
      case .text: xml.appendText(to: &characters)
      }
    }
    func line(_ bytes: [UInt8]) -> String {
      String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let text = line(source)
    return text.isEmpty
      ? ODTFormula(text: line(characters), isSource: false)
      : ODTFormula(text: text, isSource: true)
  }
}
