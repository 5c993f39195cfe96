import Foundation
import ProfferConversions
import TextEncodings

/// An HTML document, decoded for the scanner.
struct HTMLDocument {
  /// The text in UTF-8, with line feeds as line breaks and without NULs.
  let text: [UInt8]
  /// The URL of the page according to a clipboard header; nil if unknown.
  let base: URL?
  /// The losses of decoding the bytes.
  let losses: [Loss]
  /// Warnings about the encoding and the clipboard header.
  let warnings: [String]

  /// Decodes bytes in the encoding that is declared inside or outside the document.
  ///
  /// The encoding is the first of these that is known: the byte order mark, the given encoding, an XML
  /// declaration or `meta` element in the first 4,096 bytes, the result of `TextEncoding.detection(in:)`.
  /// If this result would be a guess, a `meta` element after the first 4,096 bytes takes precedence. ASCII
  /// and Latin-1 are read as Windows-1252, as in browsers. A declaration of UTF-16 that is readable as
  /// ASCII means UTF-8.
  ///
  /// Source: HTML Standard, determining the character encoding.
  init(_ data: Data, encodingName: String? = nil) {
    var warnings: [String] = []
    var base: URL?
    var content = data
    if let clipboard = ClipboardHeader(data) {
      content = clipboard.content
      base = clipboard.source.flatMap { URL(string: $0) }
      if !clipboard.isExact {
        warnings.append("The header of the clipboard data contains offsets outside the data.")
      }
    }
    let encoding = Self.detection(of: content, encodingName, &warnings).encoding
    let reading = encoding.utf8Bytes(of: content)
    self.init(reading.value, base: base, losses: reading.losses, warnings: warnings)
  }

  /// Creates a document from decoded text.
  init(_ text: String) { self.init(Array(text.utf8), base: nil, losses: [], warnings: []) }

  private init(_ text: [UInt8], base: URL?, losses: [Loss], warnings: [String]) {
    var bytes = text
    if bytes.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\r") }) { bytes = Self.normalized(bytes) }
    self.text = bytes
    self.base = base
    self.losses = losses
    self.warnings = warnings
  }

  /// Returns the bytes with line feeds as line breaks and without NULs.
  private static func normalized(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == UInt8(ascii: "\r") {
        result.append(UInt8(ascii: "\n"))
      } else if byte != 0, byte != UInt8(ascii: "\n") || previous != UInt8(ascii: "\r") {
        result.append(byte)
      }
      previous = byte
    }
    return result
  }
}

// MARK: - Encodings

extension HTMLDocument {
  /// Returns the encoding of a page and the evidence for the encoding.
  ///
  /// Adds a warning if the encoding is a guess, or if the name of a declared encoding is unknown.
  static func detection(
    of data: Data, _ given: String?, _ warnings: inout [String]
  ) -> EncodingDetection {
    if let marked = TextEncoding.marked(at: data.prefix(4)) {
      return EncodingDetection(encoding: marked, evidence: .byteOrderMark)
    }
    // A page in UTF-16 has no declaration in single bytes, so the search finds no declaration.
    let claimed = given == nil ? claimedEncoding(in: Array(data.prefix(4096))) : nil
    guard let name = given ?? claimed ?? lateClaim(in: data) else { return detected(data, &warnings) }
    guard let encoding = TextEncoding(webName: name) else {
      let detected = detected(data, &warnings)
      let reason =
        TextEncoding.isRefused(name: name) ? "is not supported, because it can hide markup" : "is not known"
      warnings.append("The encoding \(name) \(reason); the text was read as \(detected.encoding).")
      return detected
    }
    // A declaration that is readable as ASCII cannot be in an encoding that is incompatible with ASCII.
    return EncodingDetection(
      encoding: encoding.isASCIICompatible || given != nil ? encoding : .utf8, evidence: .declaration)
  }

  private static func detected(_ data: Data, _ warnings: inout [String]) -> EncodingDetection {
    let detection = TextEncoding.detection(in: data)
    warnings += detection.warnings
    return detection
  }

  /// Returns the encoding that a later `meta` element declares, if the encoding would otherwise be a guess.
  ///
  /// Browsers do not search for the element after the first bytes of the page.
  private static func lateClaim(in data: Data) -> String? {
    guard data.count > 4096, TextEncoding.detection(in: data).isGuess else { return nil }
    // This limit is sufficient for a page that begins with scripts and styles.
    let start = [UInt8](data.prefix(1 << 20))
    var place = 4096
    while let tag = start[place...].firstRange(of: Array("<meta".utf8))
      ?? start[place...].firstRange(of: Array("<META".utf8))
    {
      let element = Array(start[tag.lowerBound...].prefix { $0 != UInt8(ascii: ">") }) + [UInt8(ascii: ">")]
      if let name = claimedEncoding(in: element), TextEncoding(webName: name)?.isASCIICompatible == true {
        return name
      }
      place = tag.upperBound
    }
    return nil
  }

  /// Returns the encoding that the beginning of a document declares.
  private static func claimedEncoding(in start: [UInt8]) -> String? {
    var scanner = HTMLScanner(start)
    if start.starts(with: "<?xml".utf8) {
      let head = String(decoding: start.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
      if let name = value(after: "encoding", in: head) { return name }
    }
    while let token = scanner.next() {
      guard case .startTag(let name, _) = token else { continue }
      if name.element == .body { return nil }
      if name.element.isRawText { _ = scanner.rawText(of: name) }
      guard name.element == .meta else { continue }
      if let charset = scanner.attribute("charset") { return charset }
      if scanner.attribute("http-equiv")?.lowercased() == "content-type",
        let charset = scanner.attribute("content").flatMap({ value(after: "charset", in: $0) })
      {
        return charset
      }
    }
    return nil
  }

  /// Returns the word after a name and an equals sign, without quotes.
  private static func value(after name: String, in text: String) -> String? {
    guard let range = text.range(of: name, options: .caseInsensitive) else { return nil }
    let rest = text[range.upperBound...].drop { $0.isWhitespace }
    guard rest.first == "=" else { return nil }
    let value = rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
      .prefix { !$0.isWhitespace && !"\"';,".contains($0) }
    return value.isEmpty ? nil : String(value)
  }
}

extension TextEncoding {
  /// Creates the encoding that browsers use for a name.
  fileprivate init?(webName name: String) {
    let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
    switch name.lowercased() {
    case "ascii", "us-ascii": self = .windows1252
    case "utf-16", "unicode": self = .utf16LittleEndian
    case "unicode-1-1-utf-8", "x-unicode20utf8": self = .utf8
    default:
      guard let encoding = TextEncoding(name: name) else { return nil }
      self = encoding.usedByBrowsers
    }
  }
}

/// The header of HTML on the Windows clipboard, with the offsets of the page and of the copied fragment.
///
/// Source: Microsoft, HTML Clipboard Format.
struct ClipboardHeader {
  /// The page, with marks around the copied fragment.
  let content: Data
  /// The URL of the page.
  let source: String?
  /// Whether the offsets in the header are valid.
  let isExact: Bool

  /// Reads the header; nil if the bytes do not begin with a header.
  init?(_ data: Data) {
    guard data.prefix(8).elementsEqual("Version:".utf8) else { return nil }
    var fields: [String: String] = [:]
    var rest = data[...]
    while let colon = rest.prefix(40).firstIndex(of: UInt8(ascii: ":")),
      rest[..<colon].allSatisfy({ $0.isHTMLLetter || $0.isHTMLDigit })
    {
      let name = String(decoding: rest[..<colon], as: UTF8.self)
      let end = rest[colon...].prefix(4096).firstIndex {
        $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
      }
      guard let end else { break }
      fields[name.lowercased()] = String(decoding: rest[(colon + 1)..<end], as: UTF8.self)
        .trimmingCharacters(in: .whitespaces)
      rest = rest[end...].drop { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    }
    source = fields["sourceurl"]
    func place(_ name: String) -> Data.Index? {
      guard let number = fields[name].flatMap({ Int($0) }), 0...data.count ~= number else { return nil }
      return data.startIndex + number
    }
    let fragment = Self.range(place("startfragment"), place("endfragment"))
    let page = Self.range(place("starthtml"), place("endhtml")) ?? fragment
    isExact = page != nil
    guard let page else {
      content = Data(rest)
      return
    }
    let bytes = data[page]
    let isMarked = bytes.range(of: Data("<!--StartFragment".utf8)) != nil
    if !isMarked, let fragment, page.lowerBound <= fragment.lowerBound, fragment.upperBound <= page.upperBound
    {
      content =
        data[page.lowerBound..<fragment.lowerBound] + Data("<!--StartFragment-->".utf8) + data[fragment]
        + Data("<!--EndFragment-->".utf8)
    } else {
      content = Data(bytes)
    }
  }

  private static func range(_ start: Data.Index?, _ end: Data.Index?) -> Range<Data.Index>? {
    guard let start, let end, start <= end else { return nil }
    return start..<end
  }
}
