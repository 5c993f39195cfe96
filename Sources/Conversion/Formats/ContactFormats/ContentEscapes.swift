import ByteTools

/// The escapes for quotation marks and line breaks in parameters (Source: RFC 6868).
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

/// The escapes for commas, semicolons and line breaks in text values (Source: RFC 6350 and 5545).
enum BackslashEscapes {
  static func decoded(_ text: Substring, _ form: ContentForm) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
    return String(text).replacingEscapes(after: "\\") { letter in
      switch letter {
      case ",", ";", ":": String(letter)
      // In version 2.1, these escapes are undefined and the backslash is literal, for example in a
      // Windows path.
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

  /// Splits a value at separators that do not follow a backslash.
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

/// Quoted-printable, the encoding of non-ASCII bytes in version 2.1 (Source: RFC 2045, 6.7).
enum QuotedPrintable {
  /// Decodes the bytes.
  ///
  /// An equals sign that does not begin a valid escape is kept.
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
  /// Returns the text with escapes replaced.
  ///
  /// An escape is the escape character and one following character.
  ///
  /// - Parameter meaning: returns the replacement for the following character; nil to keep the escape.
  fileprivate func replacingEscapes(
    after sign: UnicodeScalar, _ meaning: (UnicodeScalar) -> String?
  ) -> String {
    var result = String.UnicodeScalarView()
    var isOpen = false
    for scalar in unicodeScalars {
      if isOpen {
        isOpen = false
        if let text = meaning(scalar) {
          // Scalars are appended one at a time, because appending a sequence copies the existing text.
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

  /// The text with every line ending replaced by a line feed.
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
