import ByteTools

/// The way parameters write quotes and ends of lines (Source: RFC 6868).
enum CaretEscapes {
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "^")) else { return text }
    return text.replacingEscapes(after: "^") { letter in
      switch letter {
      case "n": "\n"
      case "'": "\""
      case "^": "^"
      default: nil
      }
    }
  }

  static func encoded(_ text: String) -> String {
    var result = ""
    for scalar in text.normalizingLineEnds.unicodeScalars {
      switch scalar {
      case "^": result += "^^"
      case "\n": result += "^n"
      case "\"": result += "^'"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The way values of text write commas, semicolons and ends of lines (Source: RFC 6350 and 5545).
enum BackslashEscapes {
  static func decoded(_ text: Substring, _ form: ContentForm) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
    return String(text).replacingEscapes(after: "\\") { letter in
      switch letter {
      case ",", ";", ":": String(letter)
      // Version 2.1 knows these not; there it is part of the text, such as of a path of Windows.
      case "n", "N": form.isLegacy ? nil : "\n"
      case "\\", "\"": form.isLegacy ? nil : String(letter)
      default: nil
      }
    }
  }

  static func encoded(_ text: String) -> String {
    var result = ""
    for scalar in text.normalizingLineEnds.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case ",": result += "\\,"
      case ";": result += "\\;"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The parts of a value between separators that no backslash hides.
  static func split(_ text: Substring, at separator: Character) -> [Substring] {
    let bytes = text.utf8
    guard let mark = separator.asciiValue, bytes.contains(mark) else { return [text] }
    var parts: [Substring] = []
    var start = bytes.startIndex
    var place = start
    while place < bytes.endIndex {
      let byte = bytes[place]
      let next = bytes.index(after: place)
      if byte == UInt8(ascii: "\\"), next < bytes.endIndex {
        place = bytes.index(after: next)
        continue
      }
      if byte == mark {
        parts.append(text[start..<place])
        start = next
      }
      place = next
    }
    return parts + [text[start...]]
  }
}

/// The way version 2.1 writes bytes that are not ASCII (Source: RFC 2045, 6.7).
enum QuotedPrintable {
  /// The bytes; an equals sign that begins no escape stands for itself.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let byte = bytes[place]
      if byte == UInt8(ascii: "="), place + 2 < bytes.endIndex, let high = bytes[place + 1].hexadecimalDigit,
        let low = bytes[place + 2].hexadecimalDigit
      {
        result.append(high << 4 | low)
        place += 3
      } else {
        result.append(byte)
        place += 1
      }
    }
    return result
  }
}

extension String {
  /// The text with each pair of a sign and a letter replaced where the pair means something.
  fileprivate func replacingEscapes(
    after sign: UnicodeScalar, _ meaning: (UnicodeScalar) -> String?
  ) -> String {
    var result = String.UnicodeScalarView()
    var isOpen = false
    for scalar in unicodeScalars {
      if isOpen {
        isOpen = false
        if let text = meaning(scalar) {
          // One by one: all at once copies what is there already.
          for scalar in text.unicodeScalars { result.append(scalar) }
          continue
        }
        result.append(sign)
      }
      if scalar == sign { isOpen = true } else { result.append(scalar) }
    }
    if isOpen { result.append(sign) }
    return String(result)
  }

  /// The text with a line feed for each end of a line.
  var normalizingLineEnds: String {
    guard utf8.contains(UInt8(ascii: "\r")) else { return self }
    var result = String.UnicodeScalarView()
    var previous: UnicodeScalar = " "
    for scalar in unicodeScalars {
      if scalar != "\n" || previous != "\r" { result.append(scalar == "\r" ? "\n" : scalar) }
      previous = scalar
    }
    return String(result)
  }
}
