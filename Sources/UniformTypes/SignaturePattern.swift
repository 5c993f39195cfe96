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
  /// Whether the bytes are looked for where a text begins, after white space, in any case of letters.
  let isText: Bool

  /// How many bytes have to agree.
  var agreedByteCount: Int { parts.reduce(0) { $0 + $1.bytes.count { $0 != nil } } }

  /// How much agreement says: a count of the bytes, in which those that no plain text has count twice.
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
          isText ? FoldedText.lowercased(byte) == FoldedText.lowercased(expected) : byte == expected
        if !isEqual { return false }
      }
      return true
    }
  }
}

// MARK: - Reading

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
struct SignatureTableReader {
  private(set) var signatures: [FormatSignature] = []
  private var head: (name: String, mimeType: String?, evidence: String)?
  private var patterns: [SignaturePattern] = []

  init(_ text: String) throws(TypeError) {
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      do throws(SignatureProblem) {
        try read(line)
      } catch {
        throw TypeError(.malformedTable, "line \(number + 1): \(error.text)")
      }
    }
    do throws(SignatureProblem) { try finishFormat() } catch {
      throw TypeError(.malformedTable, "at the end: \(error.text)")
    }
  }

  private mutating func read(_ line: Substring) throws(SignatureProblem) {
    if line.isEmpty || line.hasPrefix("#") { return }
    guard !line.hasPrefix(" ") else {
      if head == nil { throw SignatureProblem("a pattern stands before the first format") }
      patterns.append(try Self.pattern(line))
      return
    }
    try finishFormat()
    guard let colon = line.firstIndex(of: ":") else {
      throw SignatureProblem("a format has a colon after its name")
    }
    let evidence = line[line.index(after: colon)...].drop { $0 == " " }
    let names = line[..<colon].split(separator: " ").map(String.init)
    guard let identifier = names.last, names.count <= 2, TypeIdentifier.isValid(identifier), !evidence.isEmpty
    else {
      throw SignatureProblem(
        "a format is a type identifier, or a MIME type and one, and the evidence after a colon")
    }
    head = (identifier, names.count == 2 ? names[0] : nil, String(evidence))
  }

  private mutating func finishFormat() throws(SignatureProblem) {
    guard let head else { return }
    if patterns.isEmpty { throw SignatureProblem("\(head.name) has no pattern") }
    signatures.append(
      FormatSignature(
        typeIdentifier: head.name, mimeType: head.mimeType, evidence: head.evidence, patterns: patterns))
    self.head = nil
    patterns = []
  }

  private static func pattern(_ line: Substring) throws(SignatureProblem) -> SignaturePattern {
    var parts: [SignaturePattern.Part] = []
    var isText = false
    var rest = line.drop { $0 == " " }
    while let first = rest.first {
      if first == "\"" {
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: "\""), !parts.isEmpty else {
          throw SignatureProblem("a text is closed by a quotation mark and has a place before it")
        }
        parts[parts.count - 1].bytes += rest[..<end].utf8.map { $0 }
        rest = rest[rest.index(after: end)...]
      } else {
        let word = rest.prefix { $0 != " " }
        rest = rest[word.endIndex...]
        if word == "text:" {
          isText = true
          parts.append(SignaturePattern.Part(offset: 0, bytes: []))
        } else if word.hasSuffix(":"), let offset = Int(word.dropLast()), (0...65_536).contains(offset) {
          parts.append(SignaturePattern.Part(offset: offset, bytes: []))
        } else if !parts.isEmpty, word == "??" {
          parts[parts.count - 1].bytes.append(nil)
        } else if !parts.isEmpty, word.utf8.count == 2, let byte = UInt8(word, radix: 16) {
          parts[parts.count - 1].bytes.append(byte)
        } else {
          throw SignatureProblem("“\(word)” is neither a place nor a byte")
        }
      }
      rest = rest.drop { $0 == " " }
    }
    guard parts.allSatisfy({ !$0.bytes.isEmpty }), !isText || parts.count == 1 else {
      throw SignatureProblem("every place has bytes, and a text has one place")
    }
    return SignaturePattern(parts: parts, isText: isText)
  }
}

/// What is wrong with a line of a table.
private struct SignatureProblem: Error {
  let text: String

  init(_ text: String) { self.text = text }
}
