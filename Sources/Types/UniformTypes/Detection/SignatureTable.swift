import ByteTools

/// Reads a table of signatures.
///
/// A format is a line that is not indented: a type identifier, or a MIME type and the identifier of what it conforms
/// to; a colon; and the evidence in English. The indented lines after it are patterns, one of which must agree:
///
///     com.microsoft.waveform-audio: RIFF form WAVE
///       0: "RIFF" 8: "WAVE"
///     font/woff public.font: WOFF signature
///       0: "wOFF"
///
/// A pattern is one or more places, each an offset in decimal and a colon, followed by bytes: two hexadecimal digits,
/// a text in quotation marks, or `??` for any byte. The place `text:` means the beginning of a text. A line that
/// begins with `#` is a comment.
///
/// The table is read when the first file is examined, so it is read as bytes: strings for its words take twice as long.
struct SignatureTableReader {
  private(set) var signatures: [FormatSignature] = []
  private var head: (name: String, mimeType: String?, evidence: String)?
  private var patterns: [SignaturePattern] = []

  init(_ text: String) throws(TypeError) {
    let text = Array(text.utf8)
    var number = 0
    var start = 0
    while start <= text.count {
      let end = text.withUnsafeBytes { $0.firstPlace(of: UInt8(ascii: "\n"), from: start) } ?? text.count
      number += 1
      do throws(Problem) { try read(text[start..<end]) } catch {
        throw TypeError(.malformedTable, reason: "line \(number): \(error.text)")
      }
      start = end + 1
    }
    do throws(Problem) { try finishFormat() } catch {
      throw TypeError(.malformedTable, reason: "at the end: \(error.text)")
    }
  }

  /// A mistake in a line.
  private struct Problem: Error {
    let text: String

    init(_ text: String) { self.text = text }
  }

  private mutating func read(_ line: ArraySlice<UInt8>) throws(Problem) {
    guard let first = line.first, first != UInt8(ascii: "#") else { return }
    if first != UInt8(ascii: " ") {
      try finishFormat()
      try readHead(line)
    } else if head == nil {
      throw Problem("a pattern stands before the first format")
    } else {
      patterns.append(try Self.pattern(line))
    }
  }

  private mutating func readHead(_ line: ArraySlice<UInt8>) throws(Problem) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw Problem("a format has a colon after its name")
    }
    let names = line[..<colon].split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
    let evidence = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
    guard let identifier = names.last, names.count <= 2, TypeIdentifier(identifier).isValid,
      !evidence.isEmpty
    else {
      throw Problem(
        "a format is a type identifier, or a MIME type and one, and the evidence after a colon")
    }
    head = (
      identifier, names.count == 2 ? names[0] : nil, String(decoding: evidence, as: UTF8.self)
    )
  }

  private mutating func finishFormat() throws(Problem) {
    guard let head else { return }
    if patterns.isEmpty { throw Problem("\(head.name) has no pattern") }
    signatures.append(
      FormatSignature(
        typeIdentifier: head.name, mimeType: head.mimeType, evidence: head.evidence,
        patterns: patterns))
    self.head = nil
    patterns = []
  }

  private static func pattern(_ line: ArraySlice<UInt8>) throws(Problem) -> SignaturePattern {
    var parts: [SignaturePattern.Part] = []
    var isText = false
    var rest = line[...].drop { $0 == UInt8(ascii: " ") }
    while let first = rest.first {
      if first == UInt8(ascii: "\"") {
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: first), !parts.isEmpty else {
          throw Problem("a text is closed by a quotation mark and has a place before it")
        }
        for byte in rest[..<end] { parts[parts.count - 1].bytes.append(byte) }
        rest = rest[(end + 1)...]
      } else {
        let word = rest.prefix { $0 != UInt8(ascii: " ") }
        rest = rest[word.endIndex...]
        if let byte = parts.isEmpty ? nil : hexadecimalByte(word) {
          parts[parts.count - 1].bytes.append(byte)
        } else if !parts.isEmpty, word.elementsEqual("??".utf8) {
          parts[parts.count - 1].bytes.append(nil)
        } else {
          let isPlaceOfText = word.elementsEqual("text:".utf8)
          isText = isText || isPlaceOfText
          guard let offset = isPlaceOfText ? 0 : offset(word) else {
            throw Problem("“\(String(decoding: word, as: UTF8.self))” is neither a place nor a byte")
          }
          parts.append(SignaturePattern.Part(offset: offset, bytes: []))
        }
      }
      rest = rest.drop { $0 == UInt8(ascii: " ") }
    }
    guard parts.allSatisfy({ !$0.bytes.isEmpty }), !isText || parts.count == 1 else {
      throw Problem("every place has bytes, and a text has one place")
    }
    return SignaturePattern(parts: parts, isText: isText)
  }

  private static func offset(_ word: ArraySlice<UInt8>) -> Int? {
    guard word.last == UInt8(ascii: ":"), (2...6).contains(word.count) else { return nil }
    var offset = 0
    for digit in word.dropLast() {
      guard digit &- UInt8(ascii: "0") < 10 else { return nil }
      offset = offset * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return offset < ContentSignatures.examinedByteCount ? offset : nil
  }

  private static func hexadecimalByte(_ word: ArraySlice<UInt8>) -> UInt8? {
    guard word.count == 2, let high = hexadecimalDigit(word[word.startIndex]),
      let low = hexadecimalDigit(word[word.startIndex + 1])
    else { return nil }
    return high << 4 | low
  }

  private static func hexadecimalDigit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// A format and the bytes that mark it.
struct FormatSignature: Sendable {
  let typeIdentifier: String
  let mimeType: String?
  let evidence: String
  let patterns: [SignaturePattern]
}

/// Bytes at fixed places, all of which must agree.
struct SignaturePattern: Sendable {
  struct Part: Sendable {
    let offset: Int
    /// The bytes, nil for any byte.
    var bytes: [UInt8?]
  }

  let parts: [Part]
  /// Whether the bytes are expected where a text begins, after white space, in any case of letters.
  let isText: Bool

  /// How many bytes have to agree.
  var agreedByteCount: Int { parts.reduce(0) { $0 + $1.bytes.count { $0 != nil } } }

  /// How certain an agreement is: the number of bytes, in which those that plain text cannot have count twice.
  var weight: Int {
    parts.reduce(0) { weight, part in
      weight + part.bytes.reduce(0) { $0 + ($1.map { (0x20...0x7E).contains($0) ? 1 : 2 } ?? 0) }
    }
  }

  /// Whether the pattern agrees with data that starts at the beginning of a file, or of a text.
  func agrees(with data: PrefixBytes) -> Bool {
    parts.allSatisfy { part in
      guard part.offset + part.bytes.count <= data.count else { return false }
      for (place, expected) in part.bytes.enumerated() {
        guard let expected else { continue }
        let byte = data[part.offset + place]
        let isEqual =
          isText ? CaseFolding.folded(byte) == CaseFolding.folded(expected) : byte == expected
        if !isEqual { return false }
      }
      return true
    }
  }
}
