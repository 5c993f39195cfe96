import XMLText

/// The properties of a run of text or of a style's text in a Word document.
///
/// The schema of `w:rPr` is a sequence; its order is fixed in ``write(to:)``. Bold, italic and the font size
/// are written twice, because text from right to left uses properties of its own.
struct WrittenRunProperties: Hashable {
  /// The values of `w:vertAlign`.
  enum Baseline: String { case superscript, `subscript` }

  var styleIdentifier: String?
  var family: String?
  /// Whether the East Asian font also applies to characters that are not East Asian.
  var isEastAsianFont = false
  var isBold = false
  var isItalic = false
  var isSmallCaps = false
  var isStruckThrough = false
  /// The text color, in hexadecimal.
  var color: String?
  /// The font size in half points.
  var size: Int?
  /// The name of one of the colors of Word's highlighter.
  var highlight: String?
  var isUnderlined = false
  /// The background color, in hexadecimal.
  var background: String?
  var baseline: Baseline?
  var isRightToLeft = false
  /// A BCP 47 tag.
  var language: String?

  /// Writes the properties, if there are any.
  func write(to xml: inout XMLWriter) {
    guard self != WrittenRunProperties() else { return }
    xml.begin("w:rPr")
    if let styleIdentifier { xml.add("w:rStyle", ("w:val", styleIdentifier)) }
    if let family {
      let fonts: [(StaticString, String)] = [
        ("w:ascii", family), ("w:hAnsi", family), ("w:eastAsia", family), ("w:cs", family),
      ]
      if isEastAsianFont {
        xml.add("w:rFonts", ("w:hint", "eastAsia"), fonts[0], fonts[1], fonts[2], fonts[3])
      } else {
        xml.add("w:rFonts", fonts[0], fonts[1], fonts[2], fonts[3])
      }
    }
    if isBold {
      xml.add("w:b")
      xml.add("w:bCs")
    }
    if isItalic {
      xml.add("w:i")
      xml.add("w:iCs")
    }
    if isSmallCaps { xml.add("w:smallCaps") }
    if isStruckThrough { xml.add("w:strike") }
    if let color { xml.add("w:color", ("w:val", color)) }
    if let size {
      xml.add("w:sz", ("w:val", String(size)))
      xml.add("w:szCs", ("w:val", String(size)))
    }
    if let highlight { xml.add("w:highlight", ("w:val", highlight)) }
    if isUnderlined { xml.add("w:u", ("w:val", "single")) }
    if let background { xml.add("w:shd", ("w:val", "clear"), ("w:color", "auto"), ("w:fill", background)) }
    if let baseline { xml.add("w:vertAlign", ("w:val", baseline.rawValue)) }
    if isRightToLeft { xml.add("w:rtl") }
    if let language { xml.addLanguage(language, isRightToLeft: isRightToLeft) }
    xml.end("w:rPr")
  }
}

extension XMLWriter {
  /// Writes a language, for the scripts in which the language is written.
  ///
  /// Word takes the language of East Asian text, and of text from right to left, from attributes of their own.
  fileprivate mutating func addLanguage(_ tag: String, isRightToLeft: Bool) {
    let primary = tag.prefix { $0 != "-" }.lowercased()
    if isRightToLeft || Self.rightToLeftLanguages.contains(primary) {
      add("w:lang", ("w:val", tag), ("w:bidi", tag))
    } else if ["zh", "ja", "ko", "yue"].contains(primary) {
      add("w:lang", ("w:val", tag), ("w:eastAsia", tag))
    } else {
      add("w:lang", ("w:val", tag))
    }
  }

  /// The primary tags of languages that are written from right to left.
  private static let rightToLeftLanguages: Set = [
    "ar", "he", "iw", "fa", "ur", "yi", "ps", "sd", "ug", "dv", "syr", "ckb",
  ]
}
