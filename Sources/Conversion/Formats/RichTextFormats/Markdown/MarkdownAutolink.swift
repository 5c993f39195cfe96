/// An autolink: a URL or mail address that is both the text and the destination of a link.
///
/// Sources: CommonMark 0.31.2, "Autolinks"; GitHub Flavored Markdown, "Autolinks (extension)".
struct MarkdownAutolink {
  /// The range of the autolink's text.
  var text: Range<Int>
  /// The destination of the autolink.
  var destination: String

  /// Returns the autolink in angle brackets at the beginning of a range; nil if the range does not begin
  /// with an autolink.
  static func inAngles(_ bytes: [UInt8], _ range: Range<Int>) -> MarkdownAutolink? {
    let start = range.lowerBound + 1
    var place = start
    while place < range.upperBound && isInside(bytes[place]) { place += 1 }
    guard place < range.upperBound, bytes[place] == UInt8(ascii: ">") else { return nil }
    let text = start..<place
    if isURI(bytes, text) { return MarkdownAutolink(text: text, destination: bytes.text(text)) }
    guard isEmail(bytes, text) else { return nil }
    return MarkdownAutolink(text: text, destination: "mailto:" + bytes.text(text))
  }

  private static func isInside(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
  }

  /// Returns whether a range begins with a scheme of 2 to 32 characters.
  private static func isURI(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard let first = range.first, MarkdownCharacters.isLetter(bytes[first]) else { return false }
    var place = first + 1
    while place < range.upperBound && place - first <= 32 {
      switch bytes[place] {
      case UInt8(ascii: ":"): return place - first >= 2
      case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "-"): break
      default: guard MarkdownCharacters.isAlphanumeric(bytes[place]) else { return false }
      }
      place += 1
    }
    return false
  }

  private static func isEmail(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard let at = range.first(where: { bytes[$0] == UInt8(ascii: "@") }), at > range.lowerBound else {
      return false
    }
    guard bytes[range.lowerBound..<at].allSatisfy(isLocalPart) else { return false }
    var labelStart = at + 1
    for place in labelStart...range.upperBound {
      if place < range.upperBound, bytes[place] != UInt8(ascii: ".") {
        guard MarkdownCharacters.isAlphanumeric(bytes[place]) || bytes[place] == UInt8(ascii: "-") else {
          return false
        }
        continue
      }
      guard place > labelStart, place - labelStart <= 63, bytes[labelStart] != UInt8(ascii: "-"),
        bytes[place - 1] != UInt8(ascii: "-")
      else { return false }
      labelStart = place + 1
    }
    return true
  }

  private static func isLocalPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "?"),
      UInt8(ascii: "^")...UInt8(ascii: "`"),
      UInt8(ascii: "{")...UInt8(ascii: "~"), UInt8(ascii: "-"):
      true
    default: MarkdownCharacters.isAlphanumeric(byte)
    }
  }
}

// MARK: - Autolinks without brackets

extension MarkdownAutolink {
  /// Returns the autolink that contains the `:` or `w` at an offset; nil if no autolink contains this byte.
  static func bare(_ bytes: [UInt8], at place: Int, in range: Range<Int>) -> MarkdownAutolink? {
    if bytes[place] == UInt8(ascii: ":") { return withScheme(bytes, at: place, in: range) }
    guard bytes.hasWord("www.", at: place, before: range.upperBound),
      place == range.lowerBound || isOpening(bytes[place - 1]),
      let end = end(bytes, hostStart: place, in: range, needsDot: true), end > place + 4
    else { return nil }
    return MarkdownAutolink(text: place..<end, destination: "http://" + bytes.text(place..<end))
  }

  private static func isOpening(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "("): true
    default: MarkdownCharacters.isSpace(byte)
    }
  }

  private static func withScheme(_ bytes: [UInt8], at colon: Int, in range: Range<Int>) -> MarkdownAutolink? {
    guard bytes.hasWord("://", at: colon, before: range.upperBound) else { return nil }
    var start = colon
    while start > range.lowerBound && colon - start <= 5
      && MarkdownCharacters.isAlphanumeric(bytes[start - 1])
    {
      start -= 1
    }
    let isKnown =
      switch colon - start {
      case 3: bytes.hasWord("ftp", at: start, before: colon)
      case 4: bytes.hasWord("http", at: start, before: colon)
      case 5: bytes.hasWord("https", at: start, before: colon)
      default: false
      }
    guard isKnown, let end = end(bytes, hostStart: colon + 3, in: range, needsDot: false) else { return nil }
    return MarkdownAutolink(text: start..<end, destination: bytes.text(start..<end))
  }

  /// Returns the mail address that contains the `@` at an offset; nil if no mail address contains this
  /// byte.
  static func email(_ bytes: [UInt8], at sign: Int, from lowerEdge: Int) -> MarkdownAutolink? {
    var start = sign
    while start > lowerEdge, isMailPart(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: "+") {
      start -= 1
    }
    var end = sign + 1
    var dotCount = 0
    while end < bytes.count {
      if bytes[end] == UInt8(ascii: ".") {
        guard end + 1 < bytes.count, MarkdownCharacters.isAlphanumeric(bytes[end + 1]) else { break }
        dotCount += 1
      } else if !isMailPart(bytes[end]) {
        break
      }
      end += 1
    }
    guard start < sign, dotCount > 0,
      MarkdownCharacters.isAlphanumeric(bytes[end - 1])
    else { return nil }
    return MarkdownAutolink(text: start..<end, destination: "mailto:" + bytes.text(start..<end))
  }

  private static func isMailPart(_ byte: UInt8) -> Bool {
    MarkdownCharacters.isAlphanumeric(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }

  /// Returns the end of an autolink whose host begins at an offset; nil if no host begins at the offset.
  private static func end(_ bytes: [UInt8], hostStart: Int, in range: Range<Int>, needsDot: Bool) -> Int? {
    var place = hostStart
    var dotCount = 0
    // Whether the last two labels of the host contain underscores: the labels before and after the last
    // dot.
    var underscores = (before: false, after: false)
    while place < range.upperBound && place - hostStart <= 255 {
      let byte = bytes[place]
      if byte == UInt8(ascii: ".") {
        dotCount += 1
        underscores = (underscores.after, false)
      } else if byte == UInt8(ascii: "_") {
        underscores.after = true
      } else if byte >= 0x80 {
        let scalar = bytes.scalar(at: place)
        if MarkdownCharacters.isSpace(scalar) || MarkdownCharacters.isPunctuation(scalar) { break }
      } else if !MarkdownCharacters.isAlphanumeric(byte) && byte != UInt8(ascii: "-") {
        break
      }
      place += 1
    }
    // A host has at most 253 characters. Without a limit, the time would not be linear.
    guard place > hostStart, place - hostStart <= 255,
      MarkdownCharacters.isAlphanumeric(bytes[hostStart]) || bytes[hostStart] >= 0x80,
      !underscores.before, !underscores.after, dotCount > 0 || !needsDot
    else { return nil }
    var openCount = 0
    var closeCount = 0
    while place < range.upperBound, bytes[place] != UInt8(ascii: "<"), !isSpace(bytes, place) {
      if bytes[place] == UInt8(ascii: "(") { openCount += 1 }
      if bytes[place] == UInt8(ascii: ")") { closeCount += 1 }
      place += 1
    }
    return trimmed(bytes, hostStart..<place, excessCount: closeCount - openCount)
  }

  private static func isSpace(_ bytes: [UInt8], _ place: Int) -> Bool {
    if bytes[place] < 0x80 { return MarkdownCharacters.isSpace(bytes[place]) }
    return bytes[place] >= 0xC0 && MarkdownCharacters.isSpace(bytes.scalar(at: place))
  }

  /// Returns the end of an autolink without the punctuation of the sentence; nil if nothing remains.
  private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>, excessCount: Int) -> Int? {
    var end = range.upperBound
    var excessCount = excessCount
    while end > range.lowerBound {
      switch bytes[end - 1] {
      case UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"),
        UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "'"), UInt8(ascii: "\""):
        end -= 1
      case UInt8(ascii: ")"):
        guard excessCount > 0 else { return end }
        excessCount -= 1
        end -= 1
      case UInt8(ascii: ";"):
        var nameStart = end - 1
        while nameStart > range.lowerBound && MarkdownCharacters.isLetter(bytes[nameStart - 1]) {
          nameStart -= 1
        }
        guard nameStart < end - 1, nameStart > range.lowerBound, bytes[nameStart - 1] == UInt8(ascii: "&")
        else {
          end -= 1
          continue
        }
        end = nameStart - 1
      default: return end
      }
    }
    return nil
  }
}
