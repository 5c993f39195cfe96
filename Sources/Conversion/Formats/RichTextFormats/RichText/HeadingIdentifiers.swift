/// The names of a document's headings as places that links lead to, by GitHub's rule: the words in lower case, hyphens for
/// spaces, nothing but letters, digits, hyphens and low lines, and a number where another heading has the same.
struct HeadingIdentifiers {
  /// How many further headings have had each name; all names in use are in it.
  private var counts: [String: Int] = [:]

  /// The name of the next heading from the top; nil where its words leave none.
  mutating func next(_ content: [RichText.Inline]) -> String? {
    var bytes: [UInt8] = []
    Self.append(content, to: &bytes)
    guard !bytes.isEmpty else { return nil }
    let base = String(decoding: bytes, as: UTF8.self)
    guard var count = counts[base] else {
      counts[base] = 0
      return base
    }
    var name: String
    repeat {
      count += 1
      name = "\(base)-\(count)"
    } while counts[name] != nil
    counts[base] = count
    counts[name] = 0
    return name
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
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x61...0x7A, 0x30...0x39, 0x2D, 0x5F: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case 0x41...0x5A: bytes.append(UInt8(truncatingIfNeeded: scalar.value) | 0x20)
      case 0x20: bytes.append(UInt8(ascii: "-"))
      case ..<0x80: break
      default:
        let properties = scalar.properties
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
          .nonspacingMark,
          .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .connectorPunctuation:
          bytes.append(contentsOf: properties.lowercaseMapping.utf8)
        default: break
        }
      }
    }
  }
}
