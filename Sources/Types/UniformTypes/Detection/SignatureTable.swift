import ByteTools

/// A table of signatures: formats, and the bytes at fixed offsets in the data of each format.
///
/// A format is a line without indentation. It begins with a type identifier, or with a MIME type and the
/// identifier of its supertype. A colon and the evidence in English follow. The indented lines after a
/// format are its patterns. Data matches the format if it matches at least one of these patterns:
///
///     com.microsoft.waveform-audio: RIFF form WAVE
///       0: "RIFF" 8: "WAVE"
///     font/woff public.font: WOFF signature
///       0: "wOFF"
///
/// A pattern consists of one or more places. A place is a decimal offset and a colon, followed by
/// bytes: two hexadecimal digits, a text in quotation marks, or `??` for any byte. The place `text:` is
/// the beginning of a text. A line that begins with `#` is a comment.
///
/// The table is parsed when the first file is examined, and many processes examine only one file. For
/// speed, words are stored as ranges of the table text until a format is found, and the bytes of all
/// patterns are in one array.
struct SignatureTable: Sendable {
  /// A format, stored as ranges of the table text.
  private struct Format: Sendable {
    let typeIdentifier: Range<Int>
    let mimeType: Range<Int>?
    let evidence: Range<Int>
  }

  /// Bytes at fixed offsets, all of which must match.
  private struct Pattern: Sendable {
    let format: Int
    let parts: Range<Int>
    /// Whether the pattern matches at the beginning of a text, after white space and ignoring case.
    let isText: Bool
  }

  private struct Part: Sendable {
    let offset: Int
    let bytes: Range<Int>
  }

  /// The value that matches any byte.
  private static let anyByte: UInt16 = 0x100

  private let text: [UInt8]
  private var formats: [Format] = []
  private var patterns: [Pattern] = []
  private var parts: [Part] = []
  /// The bytes of all parts; `anyByte` matches any byte.
  private var bytes: [UInt16] = []

  /// Parses a table.
  ///
  /// - Throws: `TypeError.Code.malformedTable` with the number of the line.
  init(_ table: String) throws(TypeError) {
    let text = Array(table.utf8)
    self.text = text
    bytes.reserveCapacity(text.count / 4)
    try text.withUnsafeBufferPointer { text throws(TypeError) in
      let text = UnsafeRawBufferPointer(text)
      var number = 0
      var start = 0
      while start <= text.count {
        let end = text.firstPlace(of: UInt8(ascii: "\n"), from: start) ?? text.count
        number += 1
        do throws(Problem) { try readLine(start..<end, of: text) } catch {
          throw TypeError(.malformedTable, reason: "line \(number): \(error.text)")
        }
        start = end + 1
      }
      do throws(Problem) { try checkLastFormat(of: text) } catch {
        throw TypeError(.malformedTable, reason: "at the end: \(error.text)")
      }
    }
  }
}

// MARK: Reading

extension SignatureTable {
  /// An error in a line.
  private struct Problem: Error {
    let text: String

    init(_ text: String) { self.text = text }
  }

  private mutating func readLine(_ line: Range<Int>, of text: UnsafeRawBufferPointer) throws(Problem) {
    guard !line.isEmpty, text[line.lowerBound] != UInt8(ascii: "#") else { return }
    if text[line.lowerBound] != UInt8(ascii: " ") {
      try checkLastFormat(of: text)
      try readFormat(line, of: text)
    } else if formats.isEmpty {
      throw Problem("a pattern stands before the first format")
    } else {
      try readPattern(line, of: text)
    }
  }

  private func checkLastFormat(of text: UnsafeRawBufferPointer) throws(Problem) {
    guard let last = formats.last, patterns.last?.format != formats.count - 1 else { return }
    throw Problem("\(Self.string(last.typeIdentifier, of: text)) has no pattern")
  }

  private mutating func readFormat(_ line: Range<Int>, of text: UnsafeRawBufferPointer) throws(Problem) {
    guard let colon = text.firstPlace(of: UInt8(ascii: ":"), in: line) else {
      throw Problem("a format has a colon after its name")
    }
    var evidence = (colon + 1)..<line.upperBound
    while let first = evidence.first, text[first] == UInt8(ascii: " ") {
      evidence = (first + 1)..<line.upperBound
    }
    let space = text.firstPlace(of: UInt8(ascii: " "), in: line.lowerBound..<colon)
    let identifier = (space.map { $0 + 1 } ?? line.lowerBound)..<colon
    guard TypeIdentifier.isValid(text[identifier]), !evidence.isEmpty else {
      throw Problem(
        "a format is a type identifier, or a MIME type and one, and the evidence after a colon")
    }
    formats.append(
      Format(
        typeIdentifier: identifier, mimeType: space.map { line.lowerBound..<$0 }, evidence: evidence))
  }

  private mutating func readPattern(_ line: Range<Int>, of text: UnsafeRawBufferPointer) throws(Problem) {
    let firstPart = parts.count
    var isText = false
    /// The offset of the current place, and the index of its first byte.
    var place: (offset: Int, start: Int)?
    func finishPlace(_ table: inout SignatureTable) throws(Problem) {
      guard let place else { return }
      if place.start == table.bytes.count {
        throw Problem("every place has bytes, and a text has one place")
      }
      table.parts.append(Part(offset: place.offset, bytes: place.start..<table.bytes.count))
    }
    var start = line.lowerBound
    while start < line.upperBound {
      if text[start] == UInt8(ascii: " ") {
        start += 1
      } else if text[start] == UInt8(ascii: "\"") {
        guard let end = text.firstPlace(of: UInt8(ascii: "\""), in: start + 1..<line.upperBound), place != nil
        else { throw Problem("a text is closed by a quotation mark and has a place before it") }
        for byte in text[(start + 1)..<end] { bytes.append(UInt16(byte)) }
        start = end + 1
      } else {
        let end = text.firstPlace(of: UInt8(ascii: " "), in: start..<line.upperBound) ?? line.upperBound
        let word = start..<end
        if place != nil, let byte = Self.byte(word, of: text) {
          bytes.append(byte)
        } else {
          let isPlaceOfText = text[word].elementsEqual("text:".utf8)
          guard let offset = isPlaceOfText ? 0 : Self.offset(word, of: text) else {
            throw Problem("“\(Self.string(word, of: text))” is neither a place nor a byte")
          }
          try finishPlace(&self)
          isText = isText || isPlaceOfText
          place = (offset, bytes.count)
        }
        start = end
      }
    }
    try finishPlace(&self)
    if parts.count == firstPart || isText && parts.count != firstPart + 1 {
      throw Problem("every place has bytes, and a text has one place")
    }
    patterns.append(Pattern(format: formats.count - 1, parts: firstPart..<parts.count, isText: isText))
  }

  private static func offset(_ word: Range<Int>, of text: UnsafeRawBufferPointer) -> Int? {
    guard (2...6).contains(word.count), text[word.upperBound - 1] == UInt8(ascii: ":") else { return nil }
    var offset = 0
    for digit in text[word].dropLast() {
      guard digit &- UInt8(ascii: "0") < 10 else { return nil }
      offset = offset * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return offset < ContentSignatures.examinedByteCount ? offset : nil
  }

  /// Returns the byte that two hexadecimal digits represent, or `anyByte` for `??`; nil for any other word.
  private static func byte(_ word: Range<Int>, of text: UnsafeRawBufferPointer) -> UInt16? {
    guard word.count == 2 else { return nil }
    let (first, second) = (text[word.lowerBound], text[word.lowerBound + 1])
    if first == UInt8(ascii: "?"), second == first { return anyByte }
    guard let high = first.hexadecimalDigit, let low = second.hexadecimalDigit else { return nil }
    return UInt16(high << 4 | low)
  }

  private static func string(_ range: Range<Int>, of text: UnsafeRawBufferPointer) -> String {
    String(decoding: text[range], as: UTF8.self)
  }
}

// MARK: Formats and patterns by their numbers

extension SignatureTable {
  /// The number of formats in the table.
  var formatCount: Int { formats.count }
  /// The number of patterns in the table.
  var patternCount: Int { patterns.count }

  /// Returns the type of a format, or the supertype of a format that has a MIME type.
  func typeIdentifier(ofFormat number: Int) -> String { string(formats[number].typeIdentifier) }

  /// Returns the MIME type of a format that has no uniform type of its own; nil for any other format.
  func mimeType(ofFormat number: Int) -> String? { formats[number].mimeType.map { string($0) } }

  /// Returns the description of a match with the format.
  func evidence(ofFormat number: Int) -> String { string(formats[number].evidence) }

  private func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

  /// Returns the format that a pattern belongs to.
  func format(ofPattern number: Int) -> Int { patterns[number].format }

  /// Returns whether a pattern matches the beginning of a text.
  func isText(pattern number: Int) -> Bool { patterns[number].isText }

  /// Returns the first byte of matching data; nil if the pattern allows several values.
  func firstByte(ofPattern number: Int) -> UInt8? {
    guard let first = patterns[number].parts.first.map({ parts[$0] }), first.offset == 0 else { return nil }
    return UInt8(exactly: bytes[first.bytes.lowerBound])
  }

  /// Returns the number of bytes that a pattern specifies.
  func agreedByteCount(ofPattern number: Int) -> Int { knownBytes(ofPattern: number).count }

  /// Returns the weight of a match: the number of bytes that the pattern specifies.
  ///
  /// A byte that is not printable ASCII counts twice.
  func weight(ofPattern number: Int) -> Int {
    knownBytes(ofPattern: number).reduce(0) { $0 + ((0x20...0x7E).contains($1) ? 1 : 2) }
  }

  private func knownBytes(ofPattern number: Int) -> [UInt16] {
    parts[patterns[number].parts].flatMap { bytes[$0.bytes].filter { $0 != Self.anyByte } }
  }

  /// Returns whether the data at the beginning of a file, or of a text, matches a pattern.
  ///
  /// This function runs for each pattern and each file. It uses indices, because creating a slice takes
  /// longer than most of the comparisons.
  func agrees(pattern number: Int, with data: PrefixBytes) -> Bool {
    let pattern = patterns[number]
    for index in pattern.parts {
      let part = parts[index]
      guard part.offset + part.bytes.count <= data.count else { return false }
      for place in part.bytes {
        let expected = bytes[place]
        guard expected != Self.anyByte else { continue }
        let byte = data[part.offset + place - part.bytes.lowerBound]
        if byte == UInt8(truncatingIfNeeded: expected) { continue }
        guard pattern.isText, byte.lowercasedASCII == UInt8(truncatingIfNeeded: expected).lowercasedASCII
        else {
          return false
        }
      }
    }
    return true
  }
}
