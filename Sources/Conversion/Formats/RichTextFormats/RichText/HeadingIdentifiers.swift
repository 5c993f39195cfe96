/// The identifiers of a document's headings, which links can target.
///
/// Identifiers follow GitHub's rule. An identifier is the text of the heading in lower case, with hyphens
/// for spaces. All other characters except letters, digits, hyphens and underscores are removed. If an
/// earlier heading has the same identifier, a number is appended.
///
/// Identifiers are stored as hashes of 64 bits, because a document of 100 MB may have 400,000 headings, whose
/// identifiers would take 50 MB as strings. In about one of 30 million documents with a million headings, two
/// different identifiers have the same hash. The second identifier then gets an unnecessary number, but
/// identifiers remain unique.
package struct HeadingIdentifiers {
  /// The hashes of all identifiers in use.
  private var names: Set<UInt64> = []
  /// The next number to append to an identifier that several headings share, by the identifier's hash.
  private var nextNumbers: [UInt64: Int] = [:]

  package init() {}

  /// Returns the identifier of the next heading, in the order of the document; nil if no character of the
  /// heading can be part of an identifier.
  package mutating func next(_ content: [RichText.Inline]) -> String? {
    var bytes: [UInt8] = []
    Self.append(content, to: &bytes)
    guard !bytes.isEmpty else { return nil }
    let hash = Self.hash(bytes)
    let base = String(decoding: bytes, as: UTF8.self)
    if names.insert(hash).inserted { return base }
    var number = nextNumbers[hash] ?? 1
    var name = "\(base)-\(number)"
    while !names.insert(Self.hash(Array(name.utf8))).inserted {
      number += 1
      name = "\(base)-\(number)"
    }
    nextNumbers[hash] = number + 1
    return name
  }

  private static func hash(_ name: [UInt8]) -> UInt64 {
    var hasher = Hasher()
    name.withUnsafeBytes { hasher.combine(bytes: $0) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  private static func append(_ content: [RichText.Inline], to bytes: inout [UInt8]) {
    for inline in content {
      switch inline {
      case .text(let text): append(text, to: &bytes)
      case .softBreak, .hardBreak: bytes.append(UInt8(ascii: "-"))
      case .attachment, .anchor, .note: break
      case .styled(_, let content): append(content, to: &bytes)
      }
    }
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.reserveCapacity(start + text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case 0x61...0x7A, 0x30...0x39, 0x2D, 0x5F: bytes.append(byte)
      case 0x41...0x5A: bytes.append(byte | 0x20)
      case 0x20: bytes.append(UInt8(ascii: "-"))
      case ..<0x80: break
      default:
        bytes.removeSubrange(start...)
        return appendScalars(of: text, to: &bytes)
      }
    }
  }

  private static func appendScalars(of text: String, to bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      if scalar == " " {
        bytes.append(UInt8(ascii: "-"))
      } else if scalar == "-" || isPartOfWord(scalar.properties.generalCategory) {
        bytes.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
      }
    }
  }

  private static func isPartOfWord(_ category: Unicode.GeneralCategory) -> Bool {
    switch category {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .connectorPunctuation:
      true
    default: false
    }
  }
}
