import ByteTools

/// The text format of the standard table, read as bytes.
///
/// A type is a stanza. Its first line is not indented: who declares it (`export`, `import` or `carry`), its
/// identifier, and after a colon what it conforms to. The lines after it are indented, a field each, in any order:
///
///     export public.jpeg: public.image
///       extension jpeg jpg jpe
///       mime image/jpeg image/jpg
///       ostype JPEG
///       description JPEG image
///
/// | field | value |
/// | --- | --- |
/// | `extension`, `mime`, `ostype`, `pasteboard`, `scheme`, `model` | tags of a class, preferred first |
/// | `unreported-extension`, `unreported-mime` | tags that find the type and are not reported |
/// | `description`, `reference` | the rest of the line; `\n`, `\r` and `\\` are escapes |
/// | `version` | a whole number |
/// | `spelling` | the owner's spelling of the identifier |
/// | `wildcard` | nothing |
///
/// Words are separated by single spaces. A word that holds a space or is empty stands in quotation marks, in which
/// `\"`, `\\`, `\n`, `\r` and `\0` are escapes; a quotation mark inside a word that does not begin with one is
/// itself. A line that begins with `#` is a comment. A field appears once in a stanza.
enum StanzaField: String, CaseIterable {
  case fileExtension = "extension"
  case mime
  case osType = "ostype"
  case pasteboard
  case scheme
  case model
  case unreportedExtension = "unreported-extension"
  case unreportedMIME = "unreported-mime"
  case description
  case reference
  case version
  case spelling
  case wildcard

  /// The class of the field's words when they are tags.
  var tagClass: StandardTagClass? {
    switch self {
    case .fileExtension, .unreportedExtension: .filenameExtension
    case .mime, .unreportedMIME: .mimeType
    case .osType: .osType
    case .pasteboard: .pasteboardType
    case .scheme: .urlScheme
    case .model: .deviceModelCode
    case .description, .reference, .version, .spelling, .wildcard: nil
    }
  }

  /// Whether the tags are reported by the type, not only found.
  var isReported: Bool { self != .unreportedExtension && self != .unreportedMIME }

  /// Finds a field by its name.
  ///
  /// First letter and length are enough to choose one candidate.
  init?(name: UnsafeBufferPointer<UInt8>) {
    guard let first = name.first else { return nil }
    let candidate: Self? =
      switch (first, name.count) {
      case (UInt8(ascii: "e"), 9): .fileExtension
      case (UInt8(ascii: "m"), 4): .mime
      case (UInt8(ascii: "o"), 6): .osType
      case (UInt8(ascii: "p"), 10): .pasteboard
      case (UInt8(ascii: "s"), 6): .scheme
      case (UInt8(ascii: "m"), 5): .model
      case (UInt8(ascii: "u"), 20): .unreportedExtension
      case (UInt8(ascii: "u"), 15): .unreportedMIME
      case (UInt8(ascii: "d"), 11): .description
      case (UInt8(ascii: "r"), 9): .reference
      case (UInt8(ascii: "v"), 7): .version
      case (UInt8(ascii: "s"), 8): .spelling
      case (UInt8(ascii: "w"), 8): .wildcard
      default: nil
      }
    guard let candidate, FoldedText.withBytes(candidate.rawValue, { FoldedText.areEqual($0, name) }) else {
      return nil
    }
    self = candidate
  }
}

/// A line of a table: where it starts and ends, without its line break.
struct TableLines: Sequence, IteratorProtocol {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position: Int
  private let end: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  mutating func next() -> Range<Int>? {
    guard position < end else { return nil }
    let line = position..<bytes.next(UInt8(ascii: "\n"), in: position..<end)
    position = line.upperBound + 1
    return line
  }
}

/// Words that are never quoted: identifiers and keywords.
struct TableWordRanges: Sequence, IteratorProtocol {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position: Int
  private let end: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// Whether no word is left.
  var isEmpty: Bool {
    var rest = self
    return rest.next() == nil
  }

  mutating func next() -> Range<Int>? {
    while position < end && bytes[position] == UInt8(ascii: " ") { position += 1 }
    guard position < end else { return nil }
    let word = position..<bytes.next(UInt8(ascii: " "), in: position..<end)
    position = word.upperBound
    return word
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Where a byte stands next in a range, or the range's end.
  fileprivate func next(_ byte: UInt8, in range: Range<Int>) -> Int {
    UnsafeRawBufferPointer(self).firstPlace(of: byte, in: range) ?? range.upperBound
  }
}

/// A word of a line, still as it is written.
struct TableWord {
  let bytes: UnsafeBufferPointer<UInt8>
  let isQuoted: Bool

  /// The word with its escapes resolved.
  var text: String {
    isQuoted ? TableText.unescaped(bytes) : String(decoding: bytes, as: UTF8.self)
  }
}

/// The words of a line.
struct TableWords: Sequence, IteratorProtocol {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position: Int
  private let end: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// The next word; nil at the end.
  ///
  /// An unclosed quotation ends with the line.
  mutating func next() -> TableWord? {
    while position < end && bytes[position] == UInt8(ascii: " ") { position += 1 }
    guard position < end else { return nil }
    let isQuoted = bytes[position] == UInt8(ascii: "\"")
    if isQuoted { position += 1 }
    let start = position
    let stop = isQuoted ? UInt8(ascii: "\"") : UInt8(ascii: " ")
    while position < end && bytes[position] != stop {
      position += isQuoted && bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    let word = UnsafeBufferPointer(rebasing: bytes[start..<Swift.min(position, end)])
    position += 1
    return TableWord(bytes: word, isQuoted: isQuoted)
  }
}

/// The escapes of the table's format.
enum TableText {
  static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        switch byte {
        case UInt8(ascii: "n"): plain.append(0x0A)
        case UInt8(ascii: "r"): plain.append(0x0D)
        case UInt8(ascii: "0"): plain.append(0)
        default: plain.append(byte)
        }
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        plain.append(byte)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  /// A word as it is written in a table.
  static func word(_ text: String) -> String {
    let isPlain =
      !text.isEmpty && !text.hasPrefix("\"")
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\\") }
    return isPlain ? text : "\"\(escaped(text, alsoQuotes: true))\""
  }

  /// The rest of a line as it is written in a table.
  static func escaped(_ text: String, alsoQuotes: Bool = false) -> String {
    var written = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": written += "\\n"
      case "\r": written += "\\r"
      case "\0": written += "\\0"
      case "\\": written += "\\\\"
      case "\"" where alsoQuotes: written += "\\\""
      default: written.unicodeScalars.append(scalar)
      }
    }
    return written
  }
}
