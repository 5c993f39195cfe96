/// The names of a document's headings as places that links lead to, by GitHub's rule: the words in lower case, hyphens for
/// spaces, nothing but letters, digits, hyphens and low lines, and a number where another heading has the same.
struct HeadingIdentifiers {
  /// How many headings have had each name; all names in use are in it.
  private var counts: [String: Int] = [:]

  /// The name of the next heading from the top; nil where its words leave none.
  mutating func next(_ content: [RichText.Inline]) -> String? {
    var bytes: [UInt8] = []
    Self.append(content, to: &bytes)
    guard !bytes.isEmpty else { return nil }
    let base = String(decoding: bytes, as: UTF8.self)
    var number = Self.incremented(&counts[base, default: 0]) - 1
    guard number > 0 else { return base }
    var name = "\(base)-\(number)"
    while counts[name] != nil {
      number += 1
      name = "\(base)-\(number)"
    }
    counts[base] = number + 1
    counts[name] = 1
    return name
  }

  /// Looks a name up once only.
  private static func incremented(_ count: inout Int) -> Int {
    count += 1
    return count
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
