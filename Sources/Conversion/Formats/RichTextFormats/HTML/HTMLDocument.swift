import Foundation
import ProfferConversions
import TextEncodings

/// The bytes of a document as the text that HTML's scanner takes.
struct HTMLDocument {
  /// The text in UTF-8, its lines ended by line feeds, without NULs.
  let text: [UInt8]
  /// The URL of the page, where the bytes name it.
  let base: URL?
  /// What was lost of the characters.
  let losses: [Loss]
  /// Remarks about them.
  let warnings: [String]

  /// Reads bytes, in the encoding that they or their surroundings say.
  ///
  /// The encoding is that of a byte order mark, otherwise the one given, otherwise that of an XML declaration or a
  /// `meta` element in the first 4,096 bytes, otherwise what `TextEncoding.detection(in:)` finds; where that would be a
  /// guess, a `meta` element further down counts. A page that claims
  /// ASCII or Latin-1 is read as Windows-1252, as in browsers; one that claims UTF-16 in single bytes as UTF-8 (Source:
  /// HTML Standard, determining the character encoding).
  init(_ data: Data, encodingName: String? = nil) {
    var warnings: [String] = []
    var base: URL?
    var content = data
    if let clipboard = ClipboardHeader(data) {
      content = clipboard.content
      base = clipboard.source.flatMap { URL(string: $0) }
      if !clipboard.isExact { warnings.append("The clipboard's header names places outside the data.") }
    }
    let encoding = Self.detection(of: content, encodingName, &warnings).encoding
    let reading = encoding.utf8Bytes(of: content)
    self.init(reading.value, base: base, losses: reading.losses, warnings: warnings)
  }

  /// Takes a text as it is.
  init(_ text: String) { self.init(Array(text.utf8), base: nil, losses: [], warnings: []) }

  private init(_ text: [UInt8], base: URL?, losses: [Loss], warnings: [String]) {
    var bytes = text
    if bytes.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\r") }) { bytes = Self.normalized(bytes) }
    self.text = bytes
    self.base = base
    self.losses = losses
    self.warnings = warnings
  }

  /// The bytes with line feeds as the only ends of lines; NULs stand for nothing.
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
  /// The encoding of a page, and what says so; a remark is added where that is a guess, or a name is not known.
  static func detection(
    of data: Data, _ given: String?, _ warnings: inout [String]
  ) -> EncodingDetection {
    if let marked = TextEncoding.marked(at: data.prefix(4)) {
      return EncodingDetection(encoding: marked, evidence: .byteOrderMark)
    }
    // A page in UTF-16 cannot say so in single bytes, so nothing is found in one.
    let claimed = given == nil ? claimedEncoding(in: Array(data.prefix(4096))) : nil
    guard let name = given ?? claimed ?? lateClaim(in: data) else { return detected(data, &warnings) }
    guard let encoding = TextEncoding(webName: name) else {
      let detected = detected(data, &warnings)
      let reason =
        TextEncoding.isRefused(name: name) ? "is not supported, because it can hide markup" : "is not known"
      warnings.append("The encoding \(name) \(reason); the text was read as \(detected.encoding).")
      return detected
    }
    // What can be read as ASCII only was not written in the others.
    return EncodingDetection(
      encoding: encoding.isASCIICompatible || given != nil ? encoding : .utf8, evidence: .declaration)
  }

  private static func detected(_ data: Data, _ warnings: inout [String]) -> EncodingDetection {
    let detection = TextEncoding.detection(in: data)
    warnings += detection.warnings
    return detection
  }

  /// The encoding that a `meta` element names beyond the beginning, where browsers do not look, for bytes that would
  /// otherwise be guessed.
  private static func lateClaim(in data: Data) -> String? {
    guard data.count > 4096, TextEncoding.detection(in: data).isGuess else { return nil }
    // Long enough for a page whose scripts and styles come first.
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

  /// The encoding that a document names at its beginning.
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

  /// The word after a name and an equals sign, with or without quotes.
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
  /// The encoding that browsers use for a name.
  fileprivate init?(webName name: String) {
    let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
    switch name.lowercased() {
    case "ascii", "us-ascii": self = .windows1252
    case "utf-16", "unicode": self = .utf16LittleEndian
    case "unicode-1-1-utf-8", "x-unicode20utf8": self = .utf8
    default:
      guard let encoding = TextEncoding(name: name) else { return nil }
      // Browsers take every name of Latin-1 for Windows-1252.
      self = encoding == .latin1 ? .windows1252 : encoding
    }
  }
}

/// The lines before HTML on Windows' clipboard, which say where in the bytes the page and the copied part are
/// (Source: Microsoft, HTML Clipboard Format).
struct ClipboardHeader {
  /// The page, with marks around what was copied.
  let content: Data
  /// The URL of the page.
  let source: String?
  /// Whether the places named are there.
  let isExact: Bool

  /// Reads the header; nil if the bytes have none.
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
