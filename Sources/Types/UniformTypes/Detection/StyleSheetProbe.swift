/// Recognises style sheets, by parsing rules and declarations.
///
/// All examined rules must be well-formed, and most of their properties must be known.
struct StyleSheetProbe {
  let data: PrefixBytes

  var match: SignatureMatch? {
    var walk = Walk(bytes: UnsafeRawBufferPointer(rebasing: data.bytes.prefix(TextLines.examinedByteCount)))
    guard walk.rules(depth: 0), walk.knownCount >= 1, walk.knownCount * 2 > walk.declarationCount else {
      return nil
    }
    return SignatureMatch("public.css", .likely, "rules of a style sheet", agreedByteCount: 4)
  }

  private struct Walk {
    let bytes: UnsafeRawBufferPointer
    var offset = 0
    var declarationCount = 0
    var knownCount = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private var isAtEnd: Bool { offset >= bytes.count }

    private mutating func skipSpace() {
      while !isAtEnd {
        if bytes[offset] <= 0x20 {
          offset += 1
        } else if bytes[offset] == UInt8(ascii: "/"), offset + 1 < bytes.count,
          bytes[offset + 1] == UInt8(ascii: "*")
        {
          offset += 2
          while offset + 1 < bytes.count,
            !(bytes[offset] == UInt8(ascii: "*") && bytes[offset + 1] == UInt8(ascii: "/"))
          {
            offset += 1
          }
          offset += 2
        } else {
          return
        }
      }
    }

    /// Parses rules up to the end or a closing brace; returns false if the text is not a style sheet.
    mutating func rules(depth: Int) -> Bool {
      while true {
        skipSpace()
        guard !isAtEnd else { return true }
        if bytes[offset] == UInt8(ascii: "}") {
          offset += 1
          return depth > 0
        }
        let isAtRule = bytes[offset] == UInt8(ascii: "@")
        let start = offset
        guard let end = endOfSelector(isAtRule: isAtRule) else { return isAtEnd }
        if isAtRule {
          let name = bytes[start..<min(start + 12, bytes.count)]
          guard end == UInt8(ascii: "{") else { continue }
          let isFlat = name.starts(with: "@font-face".utf8) || name.starts(with: "@page".utf8)
          guard depth < 8, isFlat ? declarations() : rules(depth: depth + 1) else { return false }
        } else {
          guard end == UInt8(ascii: "{"), isSelector(start..<offset - 1), declarations() else { return false }
        }
      }
    }

    /// Advances past the brace or semicolon after a selector, and returns it; nil if there is none.
    private mutating func endOfSelector(isAtRule: Bool) -> UInt8? {
      let start = offset
      while !isAtEnd, offset - start < 2048 {
        let byte = bytes[offset]
        offset += 1
        if byte == UInt8(ascii: "{") { return byte }
        if byte == UInt8(ascii: ";") { return isAtRule ? byte : nil }
        if byte == UInt8(ascii: "}") {
          offset -= 1
          return nil
        }
      }
      return nil
    }

    private func isSelector(_ range: Range<Int>) -> Bool {
      guard let first = range.first, range.count < 1024 else { return false }
      let isStart =
        bytes[first].isLetter || bytes[first].isDigit || Self.selectorStarts.contains(bytes[first])
      // The last part of a selector such as `(a = b)` or `$x` belongs to a programming language.
      return isStart && !bytes[range].contains(UInt8(ascii: "$"))
        && !(bytes[range].contains(UInt8(ascii: "=")) && !bytes[range].contains(UInt8(ascii: "[")))
    }

    private static let selectorStarts = Array(".#*:[_-".utf8)

    /// Parses declarations up to a closing brace.
    private mutating func declarations() -> Bool {
      while true {
        skipSpace()
        guard !isAtEnd else { return true }
        if bytes[offset] == UInt8(ascii: "}") {
          offset += 1
          return true
        }
        if bytes[offset] == UInt8(ascii: ";") {
          offset += 1
          continue
        }
        let start = offset
        while !isAtEnd,
          bytes[offset].isWordByte || bytes[offset] == UInt8(ascii: "-") || bytes[offset] == UInt8(ascii: "*")
        {
          offset += 1
        }
        let name = bytes[start..<offset]
        skipSpace()
        guard !isAtEnd else { return true }
        guard !name.isEmpty, bytes[offset] == UInt8(ascii: ":") else { return false }
        offset += 1
        declarationCount += 1
        if Self.isKnown(name) { knownCount += 1 }
        guard skipValue() else { return false }
      }
    }

    private mutating func skipValue() -> Bool {
      var (quote, depth): (UInt8, Int) = (0, 0)
      while !isAtEnd {
        let byte = bytes[offset]
        if quote != 0 {
          if byte == quote { quote = 0 }
          if byte == 0x5C { offset += 1 }
        } else {
          switch byte {
          case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
          case UInt8(ascii: "("): depth += 1
          case UInt8(ascii: ")"): depth -= 1
          case UInt8(ascii: ";") where depth <= 0:
            offset += 1
            return true
          case UInt8(ascii: "}") where depth <= 0: return true
          case UInt8(ascii: "{") where depth <= 0: return false
          default: break
          }
        }
        offset += 1
      }
      return true
    }

    private static func isKnown(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
      if name.first == UInt8(ascii: "-") || name.first == UInt8(ascii: "*") { return true }
      let text = String(decoding: name, as: UTF8.self).lowercased()
      return properties.contains(text) || prefixes.contains { text.hasPrefix($0) }
    }

    private static let properties: Set<String> = [
      "color", "width", "height", "display", "position", "top", "left", "right", "bottom", "float", "clear",
      "opacity", "visibility", "cursor", "z-index", "content", "vertical-align", "line-height",
      "letter-spacing",
      "white-space", "word-wrap", "filter", "fill", "stroke", "zoom", "direction", "src", "quotes", "size",
      "box-shadow", "box-sizing", "user-select", "pointer-events", "appearance", "resize", "order",
    ]
    private static let prefixes = [
      "margin", "padding", "font", "background", "border", "text-", "overflow", "min-", "max-", "list-style",
      "outline", "transition", "transform", "animation", "flex", "grid", "align-", "justify-", "page-break",
    ]
  }
}
