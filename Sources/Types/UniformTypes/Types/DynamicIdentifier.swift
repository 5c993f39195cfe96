/// The content of a dynamic type's identifier: an undeclared type, described by its tags.
///
/// The identifier is `dyn.a` followed by base 32 text. The encoded bytes are `key=value` pairs joined by
/// colons. The first pair is the conformance: `?0=` and a type. Every other pair is a tag class and a tag.
/// If a tag class or type has a code, the code is written instead of the name. A colon, equals sign,
/// backslash or NUL in a name or tag is escaped with a backslash.
///
/// Only one conformance is accepted; no identifier with several conformances is known. Extensions, MIME
/// types and URL schemes are written in lower case, because they are compared without regard to case. For
/// MIME types, this is an assumption. A tag that is read from an identifier is not converted.
///
/// Apple calls the format opaque. This description is based on identifiers that were published since 2005.
/// All of them follow the same rules. The codes 11 to 13 were compared with macOS 26.4.
package struct DynamicIdentifier: Sendable, Hashable {
  /// A tag and its class.
  package struct Tag: Sendable, Hashable {
    package let tagClass: UTTagClass
    package let text: String

    package init(_ text: String, _ tagClass: UTTagClass) {
      self.tagClass = tagClass
      self.text = text
    }
  }

  /// The identifier of the supertype; nil if there is none.
  package let supertype: String?
  /// The tags, at least one.
  package let tags: [Tag]

  /// Creates the description of a type that conforms to `supertype`.
  package init(supertype: String?, tag: Tag, furtherTags: [Tag] = []) {
    self.supertype = supertype
    tags = [tag] + furtherTags
  }

  /// Parses an identifier; nil if it is not dynamic or does not follow the known rules.
  package init?(_ identifier: String) {
    guard TypeIdentifier(identifier).isDynamic else { return nil }
    let marked = identifier.utf8.dropFirst(4)
    guard let marker = marked.first, CaseFolding.folded(marker) == UInt8(ascii: "a"),
      let bytes = DynamicBase32.decode(Substring(marked.dropFirst()).utf8),
      let payload = String(validating: bytes, as: UTF8.self)
    else { return nil }
    self.init(payload: payload)
  }

  /// The tags of each class, in order.
  package var tagsByClass: [UTTagClass: [String]] {
    Dictionary(grouping: tags, by: \.tagClass).mapValues { $0.map(\.text) }
  }

  /// The identifier, in lower case.
  package var identifier: String { "dyn.a" + DynamicBase32.encode(payload.utf8) }
}

// MARK: - The payload

extension DynamicIdentifier {
  /// The text encoded in an identifier.
  package var payload: String {
    var parts: [String] = []
    if let supertype { parts.append("?0=" + Self.written(supertype)) }
    for tag in tags {
      parts.append("\(Self.written(tag.tagClass.rawValue))=\(Self.escaped(tag.text))")
    }
    return parts.joined(separator: ":")
  }

  /// Parses the text encoded in an identifier.
  package init?(payload: String) {
    var rest = Substring(payload)
    let hasSupertype = rest.first == "?"
    if hasSupertype { rest = rest.dropFirst() }
    guard let pairs = Self.pairs(rest) else { return nil }
    var tags: [Tag] = []
    var supertype: String?
    for (place, pair) in pairs.enumerated() {
      guard pair.key != "0" else {
        guard hasSupertype, place == 0, let name = Self.name(pair.value) else { return nil }
        supertype = name
        continue
      }
      guard let tagClass = Self.name(pair.key) else { return nil }
      tags.append(Tag(pair.value, UTTagClass(rawValue: tagClass)))
    }
    guard !tags.isEmpty, hasSupertype == (supertype != nil) else { return nil }
    self.supertype = supertype
    self.tags = tags
  }

  /// Splits a payload at the unescaped colons and equals signs; nil if a part is not a pair.
  private static func pairs(_ text: Substring) -> [(key: String, value: String)]? {
    var pairs: [(key: String, value: String)] = []
    var key: String?
    var part = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        part.append(scalar)
        isEscaped = false
        continue
      }
      switch scalar {
      case "\\": isEscaped = true
      case "=" where key == nil:
        key = String(part)
        part = String.UnicodeScalarView()
      case ":":
        guard let ended = key else { return nil }
        pairs.append((ended, String(part)))
        key = nil
        part = String.UnicodeScalarView()
      default: part.append(scalar)
      }
    }
    guard let key, !isEscaped else { return nil }
    pairs.append((key, String(part)))
    return pairs
  }

  private static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == ":" || scalar == "=" || scalar == "\\" || scalar == "\0" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}

// MARK: - Codes

extension DynamicIdentifier {
  /// The tag classes and types that have a code.
  ///
  /// The code is the index in this array, in hexadecimal.
  ///
  /// Index 0 is not a type: it is the key of the conformance.
  private static let coded = [
    "", "public.filename-extension", "com.apple.ostype", "public.mime-type",
    "com.apple.nspboard-type",
    "public.url-scheme", "public.data", "public.text", "public.plain-text",
    "public.utf16-plain-text",
    "com.apple.traditional-mac-plain-text", "public.image", "public.video", "public.audio",
    "public.directory",
    "public.folder", "com.apple.package", "public.url", "public.utf16-external-plain-text",
    "public.content",
  ]

  /// Returns a tag class or type in the form in which it is written in a payload.
  private static func written(_ identifier: String) -> String {
    guard let code = coded.firstIndex(of: identifier), code > 0 else { return escaped(identifier) }
    return String(code, radix: 16, uppercase: true)
  }

  /// Returns the tag class or type for a name in a payload.
  ///
  /// An unknown code is returned unchanged. The result is nil for text that is neither a code nor an
  /// identifier.
  private static func name(_ text: String) -> String? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 < 0x80 }), text.allSatisfy(\.isHexDigit) else {
      return TypeIdentifier(text).isValid ? text : nil
    }
    guard let code = Int(text, radix: 16), code > 0, code < coded.count else { return text }
    return coded[code]
  }
}

// MARK: - Base 32

/// The base 32 encoding of dynamic type identifiers.
///
/// Bytes are encoded as lower-case text with five bits per character.
///
/// The most significant bits of the first byte are encoded first. An incomplete last group is filled with
/// zero bits. There is no padding character, length or checksum. Source: about a hundred published
/// identifiers.
enum DynamicBase32 {
  private static let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)

  /// The value of each character by its byte; 255 for invalid characters.
  ///
  /// Upper-case and lower-case letters are accepted.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() {
      values[Int(character)] = UInt8(value)
      if character >= UInt8(ascii: "a") { values[Int(character) - 32] = UInt8(value) }
    }
    return values
  }()

  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var buffer: UInt32 = 0
    var bitCount: UInt32 = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 5 {
        bitCount -= 5
        text.append(alphabet[Int(buffer >> bitCount & 31)])
      }
      buffer &= (1 << bitCount) - 1
    }
    if bitCount > 0 { text.append(alphabet[Int(buffer << (5 - bitCount) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the decoded bytes of a text; nil if the text is not valid, for example because it was
  /// truncated.
  ///
  /// The text is not valid if it contains an invalid character, if the leftover bits are not zero, or if
  /// there are five or more leftover bits.
  static func decode(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 5 / 8)
    var buffer: UInt32 = 0
    var bitCount: UInt32 = 0
    for character in text {
      let value = values[Int(character)]
      guard value < 32 else { return nil }
      buffer = buffer << 5 | UInt32(value)
      bitCount += 5
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(buffer >> bitCount & 0xFF))
        buffer &= (1 << bitCount) - 1
      }
    }
    return bitCount < 5 && buffer == 0 ? bytes : nil
  }
}
