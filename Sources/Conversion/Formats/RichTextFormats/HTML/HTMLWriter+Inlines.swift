import ByteTools
import ColorFormats
import Foundation
import ProfferConversions

extension HTMLWriter {
  /// Writes the text of a paragraph.
  mutating func write(_ content: [RichText.Inline]) {
    // A single break at the end would not be displayed, because it only ends the last line.
    if writePart(content) { put(isXML ? "<br/>" : "<br>") }
  }

  /// Writes a part of a paragraph's text, and returns whether the part ends in a break.
  mutating func writePart(_ content: [RichText.Inline]) -> Bool {
    var spaces = SignificantSpaces()
    spaces.scan(at: content)
    spaces.finish()
    var number = 0
    write(content, spaces, &number)
    return spaces.endsInBreak
  }

  private mutating func write(_ content: [RichText.Inline], _ spaces: SignificantSpaces, _ number: inout Int)
  {
    for inline in content {
      switch inline {
      case .text(let text):
        let isKept = spaces.keeps(number)
        number += 1
        if isKept { put("<span style=\"white-space:pre-wrap\">") }
        put(escaping: text)
        if isKept { put("</span>") }
      case .softBreak: put("\n")
      case .hardBreak: put(isXML ? "<br/>\n" : "<br>\n")
      case .attachment(let attachment): write(attachment)
      case .anchor(let name):
        put("<a id=\"", attribute: name)
        put("\"></a>")
      case .note(let blocks):
        notes.append(blocks)
        let number = notes.count
        put(plain: "<sup class=\"footnote-ref\"><a href=\"#fn-\(number)\" id=\"fnref-\(number)\" ")
        put(plain: "data-footnote-ref=\"\">\(number)</a></sup>")
      case .styled(let style, let content): write(style, content, spaces, &number)
      }
    }
  }

  private mutating func write(
    _ style: RichText.Style, _ content: [RichText.Inline], _ spaces: SignificantSpaces, _ number: inout Int
  ) {
    func element(_ start: StaticString, _ end: StaticString) {
      put(start)
      write(content, spaces, &number)
      put(end)
    }
    switch style {
    case .bold: element("<strong>", "</strong>")
    case .italic: element("<em>", "</em>")
    case .underline: element("<u>", "</u>")
    case .strikethrough: element("<s>", "</s>")
    case .code: element("<code>", "</code>")
    case .superscript: element("<sup>", "</sup>")
    case .subscript: element("<sub>", "</sub>")
    case .link(let link):
      if LinkDestination.isActive(link.destination) {
        losses.add(.links, "script URLs")
        return write(content, spaces, &number)
      }
      put("<a href=\"", attribute: link.destination)
      if let title = link.title { put("\" title=\"", attribute: title) }
      element("\">", "</a>")
    case .color, .background, .fontFamily, .fontSize, .smallCaps, .language:
      // Directly nested styles share one element.
      var (styles, inner) = ([style], content)
      while inner.count == 1, case .styled(let next, let content) = inner[0], next.isSpan {
        styles.append(next)
        inner = content
      }
      writeSpan(styles)
      write(inner, spaces, &number)
      put("</span>")
    }
  }

  /// The maximum length, in bytes, of a font family name that is written.
  ///
  /// The name is written for every run of text. With long names, the length of the page could reach the
  /// square of the text's length.
  private static let longestFamily = 256

  private mutating func writeSpan(_ styles: [RichText.Style]) {
    put("<span")
    var declarations: [String] = []
    for style in styles {
      switch style {
      case .color(let color): declarations.append("color:\(color.css)")
      case .background(let color): declarations.append("background-color:\(color.css)")
      case .fontFamily(let family) where family.utf8.count > Self.longestFamily:
        losses.add(.fonts, "whose names are longer than \(Self.longestFamily) bytes")
      case .fontFamily(let family): declarations.append("font-family:\(family.cssString)")
      case .fontSize(let size): declarations.append("font-size:\(size.cssPoints)")
      case .smallCaps: declarations.append("font-variant:small-caps")
      case .language(let language):
        put(" lang=\"", attribute: language)
        if isXML { put("\" xml:lang=\"", attribute: language) }
        put("\"")
      default: break
      }
    }
    if !declarations.isEmpty {
      put(" style=\"", attribute: declarations.joined(separator: ";"))
      put("\"")
    }
    put(">")
  }

  /// The types of Windows metafiles and old Macintosh pictures.
  ///
  /// Browsers do not show these pictures, but the page contains their bytes.
  private static let unshownPictures: Set<String> = [
    "com.microsoft.emf", "com.microsoft.wmf", "com.apple.pict",
  ]

  private mutating func write(_ attachment: RichText.Attachment) {
    if case .data(_, let type) = attachment.source, Self.unshownPictures.contains(type.lowercased()) {
      losses.add(.images, "in a format that browsers do not support")
    }
    switch attachment.source {
    case .url(let destination):
      if LinkDestination.isActive(destination, asImage: true) {
        losses.add(.images, "script URLs")
        return put(escaping: attachment.alternativeText)
      }
      put("<img src=\"", attribute: destination)
    case .data(let data, let typeIdentifier):
      let mimeType = DataURL.mimeType(of: typeIdentifier)
      put("<img src=\"", attribute: DataURL.text(of: data, mimeType: mimeType))
      if DataURL.typeIdentifier(ofMIMEType: mimeType) != typeIdentifier {
        put("\" data-type=\"", attribute: typeIdentifier)
      }
    }
    put("\" alt=\"", attribute: attachment.alternativeText)
    if let title = attachment.title { put("\" title=\"", attribute: title) }
    if let name = attachment.name { put("\" data-name=\"", attribute: name) }
    writeSize(attachment)
    put(isXML ? "\"/>" : "\">")
  }

  /// Writes the size of a picture in whole pixels if possible, and otherwise as a style.
  private mutating func writeSize(_ attachment: RichText.Attachment) {
    var declarations: [String] = []
    for (name, length) in [("width", attachment.width), ("height", attachment.height)] {
      guard let length, length > 0 else { continue }
      if let pixels = Int(exactly: length / 0.75), Double(pixels) * 0.75 == length {
        put(plain: "\" \(name)=\"\(pixels)")
      } else {
        declarations.append("\(name):\(length.cssPoints)")
      }
    }
    if !declarations.isEmpty { put("\" style=\"", attribute: declarations.joined(separator: ";")) }
  }
}

// MARK: - Spaces

/// Finds the texts of a paragraph in which browsers would collapse spaces.
private struct SignificantSpaces {
  private var kept: Set<Int> = []
  private var number = 0
  /// Whether browsers would collapse a space at the current position.
  private var isAtEdge = true
  /// The number of the text that ends in a space directly before the current position.
  private var openText: Int?
  private(set) var endsInBreak = false

  func keeps(_ number: Int) -> Bool { !kept.isEmpty && kept.contains(number) }

  mutating func scan(at content: [RichText.Inline]) {
    for inline in content {
      switch inline {
      case .text(let text):
        scan(at: text)
        number += 1
        endsInBreak = false
      case .softBreak, .hardBreak:
        finish()
        isAtEdge = true
        endsInBreak = inline == .hardBreak
      case .attachment:
        (isAtEdge, openText) = (false, nil)
        endsInBreak = false
      case .anchor: break
      case .note:
        (isAtEdge, openText) = (false, nil)
        endsInBreak = false
      case .styled(_, let content): scan(at: content)
      }
    }
  }

  /// Ends a line; browsers do not show the spaces at the end of a line.
  mutating func finish() {
    if let openText { kept.insert(openText) }
    openText = nil
  }

  private mutating func scan(at text: String) {
    let bytes = text.utf8
    var isSpace = isAtEdge
    var isKept = false
    let found: Void? = bytes.withContiguousStorageIfAvailable { Self.scan(at: $0, &isSpace, &isKept) }
    if found == nil { Array(bytes).withUnsafeBufferPointer { Self.scan(at: $0, &isSpace, &isKept) } }
    if isKept {
      kept.insert(number)
      (isAtEdge, openText) = (false, nil)
    } else {
      (isAtEdge, openText) = (isSpace, isSpace ? number : nil)
    }
  }

  private static func scan(at bytes: UnsafeBufferPointer<UInt8>, _ isSpace: inout Bool, _ isKept: inout Bool)
  {
    let words = UnsafeRawBufferPointer(bytes)
    var place = 0
    while place < bytes.count {
      if place + ByteWord.byteCount <= bytes.count {
        // A fast path for words with only single spaces and without control characters, the most common
        // case.
        let word = ByteWord(words, at: place)
        let spaces = word.matches(0x20)
        let afterSpaces = spaces << 8 | (isSpace ? 0x80 : 0)
        if spaces & afterSpaces | word.matches(below: 0x20) == 0 {
          isSpace = word.last == 0x20
          place += ByteWord.byteCount
          continue
        }
      }
      let byte = bytes[place]
      if byte == 0x20 {
        if isSpace { isKept = true }
        isSpace = true
      } else {
        if byte == 0x09 || byte == 0x0A || byte == 0x0D { isKept = true }
        isSpace = false
      }
      place += 1
    }
  }
}

// MARK: - CSS values

extension RichText.Style {
  /// Whether the style is written as a `span` element.
  fileprivate var isSpan: Bool {
    switch self {
    case .color, .background, .fontFamily, .fontSize, .smallCaps, .language: true
    default: false
    }
  }
}

extension String {
  /// The text as a quoted CSS string.
  fileprivate var cssString: String {
    var result = "'"
    for scalar in unicodeScalars {
      if scalar == "'" || scalar == "\\" {
        result.unicodeScalars.append("\\")
        result.unicodeScalars.append(scalar)
      } else if scalar.value < 0x20 {
        result += "\\\(String(scalar.value, radix: 16)) "
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }
}

extension Double {
  /// The number as a CSS length in points, without an exponent.
  var cssPoints: String {
    let text = description
    if text.contains("e") { return String(format: "%.6fpt", self) }
    return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + "pt"
  }
}
