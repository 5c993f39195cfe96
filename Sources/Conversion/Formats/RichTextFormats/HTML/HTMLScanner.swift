import Foundation
import ProfferConversions
import TextEncodings

/// A token of an HTML document.
enum HTMLToken {
  /// Text, which contains an ampersand if `hasReferences` is true.
  case text(Range<Int>, hasReferences: Bool)
  /// A start tag; the scanner holds the attributes of the tag.
  case startTag(HTMLName, isSelfClosing: Bool)
  /// An end tag.
  case endTag(HTMLName)
  /// The text of a comment, between `<!--` and `-->`.
  case comment(Range<Int>)
  /// A document type, a processing instruction, or a mark such as `<![endif]>`.
  case declaration(Range<Int>)
}

/// An attribute of a start tag, as ranges of the source.
struct HTMLAttribute {
  let name: Range<Int>
  let value: Range<Int>
  let hasReferences: Bool
}

/// Splits HTML into tags and text.
///
/// The time is linear in the length of the input, and every input is accepted. Errors are handled as in
/// browsers.
///
/// Source: HTML Standard, tokenization.
struct HTMLScanner {
  /// The text in UTF-8 with line feeds as line ends.
  let bytes: [UInt8]
  /// Whether XML rules apply: a tag such as `<p/>` closes its own element, and CDATA sections are text.
  let isXML: Bool
  /// The attributes of the last start tag.
  private(set) var attributes: [HTMLAttribute] = []
  /// Whether the input ends inside a tag, a comment, a CDATA section or raw text.
  private(set) var endsInsideMarkup = false
  /// The position of the next token.
  private(set) var place = 0
  /// The range of the last tag's name.
  private var nameRange = 0..<0

  init(_ bytes: [UInt8], isXML: Bool = false) {
    self.bytes = bytes
    self.isXML = isXML
  }

  /// Returns the next token; nil at the end of the input.
  mutating func next() -> HTMLToken? {
    guard place < bytes.count else { return nil }
    return startsMarkup(at: place) ? markup() : text()
  }

  /// Skips the raw text of an element, up to its end tag or the end of the input.
  mutating func rawText(of name: HTMLName) -> (range: Range<Int>, hasReferences: Bool) {
    let start = place
    var hasReferences = false
    var escape = ScriptEscape.none
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "&") { hasReferences = true }
      if byte == UInt8(ascii: "<"), character(at: place + 1) == UInt8(ascii: "/") {
        let nameEnd = self.nameEnd(from: place + 2)
        if HTMLName(bytes[place + 2..<nameEnd]) == name {
          if escape != .double { break }
          escape = .single
        }
      } else if name.element == .script {
        step(&escape)
      }
      place += 1
    }
    if place == bytes.count { endsInsideMarkup = true }
    return (start..<place, hasReferences)
  }
}

// MARK: - Scripts and plain text

extension HTMLScanner {
  /// The comment state of a script; in `double`, the end tag of a nested script does not end the outer
  /// script.
  private enum ScriptEscape { case none, single, double }

  /// Updates the comment state of a script at the current position.
  ///
  /// Source: HTML Standard, script data escaped and double escaped states.
  private func step(_ escape: inout ScriptEscape) {
    switch (bytes[place], escape) {
    case (UInt8(ascii: "<"), .none):
      if bytes[place...].starts(with: Self.commentStart) { escape = .single }
    case (UInt8(ascii: "<"), .single):
      let end = nameEnd(from: place + 1)
      if end < bytes.count, HTMLName(bytes[place + 1..<end]).element == .script { escape = .double }
    case (UInt8(ascii: ">"), .single), (UInt8(ascii: ">"), .double):
      if place >= 2, bytes[place - 1] == UInt8(ascii: "-"), bytes[place - 2] == UInt8(ascii: "-") {
        escape = .none
      }
    default: break
    }
  }

  /// Skips the rest of the input, in which no tags are recognized.
  mutating func plainText() -> Range<Int> {
    defer { place = bytes.count }
    return place..<bytes.count
  }
}

// MARK: - Text

extension HTMLScanner {
  private func character(at place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Whether the `<` at a position begins markup.
  private func startsMarkup(at place: Int) -> Bool {
    guard bytes[place] == UInt8(ascii: "<"), let next = character(at: place + 1) else { return false }
    switch next {
    case UInt8(ascii: "!"), UInt8(ascii: "?"): return true
    case UInt8(ascii: "/"): return character(at: place + 2) != nil
    default: return next.isHTMLLetter
    }
  }

  private mutating func text() -> HTMLToken {
    let start = place
    var hasReferences = false
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "&") {
        hasReferences = true
      } else if byte == UInt8(ascii: "<"), startsMarkup(at: place) {
        break
      }
      place += 1
    }
    return .text(start..<place, hasReferences: hasReferences)
  }
}

// MARK: - Markup

extension HTMLScanner {
  private mutating func markup() -> HTMLToken {
    let start = place
    switch bytes[place + 1] {
    case UInt8(ascii: "!"):
      if bytes[place...].starts(with: Self.commentStart) { return comment() }
      if isXML, bytes[place...].starts(with: Self.sectionStart) { return section() }
      skip(past: UInt8(ascii: ">"))
      return .declaration(start..<place)
    case UInt8(ascii: "?"):
      skip(past: UInt8(ascii: ">"))
      return .declaration(start..<place)
    case UInt8(ascii: "/"):
      guard bytes[place + 2].isHTMLLetter else {
        skip(past: UInt8(ascii: ">"))
        return .declaration(start..<place)
      }
      let name = tagName(from: place + 2)
      _ = readAttributes()
      return .endTag(name)
    default:
      let name = tagName(from: place + 1)
      return .startTag(name, isSelfClosing: readAttributes())
    }
  }

  private static let commentStart = Array("<!--".utf8)
  static let sectionStart = Array("<![CDATA[".utf8)

  private mutating func skip(past end: UInt8) {
    while place < bytes.count, bytes[place] != end { place += 1 }
    if place == bytes.count { endsInsideMarkup = true } else { place += 1 }
  }

  private mutating func comment() -> HTMLToken {
    let start = place + 4
    // The texts `<!-->` and `<!--->` are complete comments.
    for short in [0, 1] where character(at: start + short) == UInt8(ascii: ">") {
      if short == 0 || bytes[start] == UInt8(ascii: "-") {
        place = start + short + 1
        return .comment(start..<start)
      }
    }
    place = start
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "-"), character(at: place + 1) == UInt8(ascii: "-") {
        let isLoud = character(at: place + 2) == UInt8(ascii: "!")
        if character(at: place + (isLoud ? 3 : 2)) == UInt8(ascii: ">") {
          let end = place
          place += isLoud ? 4 : 3
          return .comment(start..<end)
        }
      }
      place += 1
    }
    endsInsideMarkup = true
    return .comment(min(start, bytes.count)..<bytes.count)
  }

  private mutating func section() -> HTMLToken {
    let start = place + Self.sectionStart.count
    place = start
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "]"), character(at: place + 1) == UInt8(ascii: "]"),
        character(at: place + 2) == UInt8(ascii: ">")
      {
        let end = place
        place += 3
        return .text(start..<end, hasReferences: false)
      }
      place += 1
    }
    endsInsideMarkup = true
    return .text(start..<bytes.count, hasReferences: false)
  }

  /// The name of the last tag in lower case.
  var tagNameText: String { String(decoding: bytes[nameRange], as: UTF8.self).lowercased() }

  private func nameEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count, !bytes[end].endsHTMLName { end += 1 }
    return end
  }

  private mutating func tagName(from start: Int) -> HTMLName {
    place = nameEnd(from: start)
    nameRange = start..<place
    return HTMLName(bytes[nameRange])
  }
}

// MARK: - Attributes

extension HTMLScanner {
  /// Reads the rest of a tag, and returns whether the tag ends in `/>`.
  private mutating func readAttributes() -> Bool {
    attributes.removeAll(keepingCapacity: true)
    var isSelfClosing = false
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: ">") {
        place += 1
        return isSelfClosing
      }
      isSelfClosing = byte == UInt8(ascii: "/")
      if isSelfClosing || byte.isHTMLSpace { place += 1 } else { readAttribute() }
    }
    endsInsideMarkup = true
    return false
  }

  private mutating func readAttribute() {
    let nameStart = place
    // An equals sign at the beginning is part of the name.
    place += 1
    while place < bytes.count, !bytes[place].endsHTMLName, bytes[place] != UInt8(ascii: "=") { place += 1 }
    let name = nameStart..<place
    var next = place
    while next < bytes.count, bytes[next].isHTMLSpace { next += 1 }
    guard character(at: next) == UInt8(ascii: "=") else {
      attributes.append(HTMLAttribute(name: name, value: place..<place, hasReferences: false))
      return
    }
    place = next + 1
    while place < bytes.count, bytes[place].isHTMLSpace { place += 1 }
    let quote = character(at: place)
    let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    if isQuoted { place += 1 }
    let valueStart = place
    var hasReferences = false
    while place < bytes.count {
      let byte = bytes[place]
      if isQuoted ? byte == quote : byte == UInt8(ascii: ">") || byte.isHTMLSpace { break }
      if byte == UInt8(ascii: "&") { hasReferences = true }
      place += 1
    }
    attributes.append(HTMLAttribute(name: name, value: valueStart..<place, hasReferences: hasReferences))
    if isQuoted, place < bytes.count { place += 1 }
  }

  /// Returns the value of an attribute of the last start tag; the first value if the attribute is repeated.
  func attribute(_ name: StaticString) -> String? {
    guard let attribute = attributes.first(where: { has($0, name) }) else { return nil }
    guard attribute.hasReferences else { return String(decoding: bytes[attribute.value], as: UTF8.self) }
    var value: [UInt8] = []
    decode(attribute.value, isAttribute: true, into: &value)
    return String(decoding: value, as: UTF8.self)
  }

  private func has(_ attribute: HTMLAttribute, _ name: StaticString) -> Bool {
    guard attribute.name.count == name.utf8CodeUnitCount else { return false }
    return name.withUTF8Buffer { wanted in
      var place = attribute.name.lowerBound
      for byte in wanted {
        if bytes[place].htmlLowercased != byte { return false }
        place += 1
      }
      return true
    }
  }

  /// The number of attributes of the last start tag that are event handlers.
  var eventHandlerCount: Int {
    attributes.count { attribute in
      attribute.name.count > 3 && bytes[attribute.name.lowerBound].htmlLowercased == UInt8(ascii: "o")
        && bytes[attribute.name.lowerBound + 1].htmlLowercased == UInt8(ascii: "n")
    }
  }
}

extension UInt8 {
  var htmlLowercased: UInt8 { self &- 65 < 26 ? self | 0x20 : self }
  var isHTMLLetter: Bool { htmlLowercased &- 97 < 26 }
  var isHTMLDigit: Bool { self &- 48 < 10 }
  /// Whether HTML treats the byte as white space.
  var isHTMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C }
  /// Whether the byte ends the name of an element or attribute.
  fileprivate var endsHTMLName: Bool { isHTMLSpace || self == UInt8(ascii: ">") || self == UInt8(ascii: "/") }
}

extension HTMLScanner {
  /// Appends text with its character references replaced.
  ///
  /// Source: HTML Standard, character reference state.
  ///
  /// - Parameter isAttribute: whether the text is an attribute value. In an attribute value, `&copy=` is
  ///   not a reference, because parameters of URLs have this form.
  func decode(_ range: Range<Int>, isAttribute: Bool, into text: inout [UInt8]) {
    var start = range.lowerBound
    var place = start
    while place < range.upperBound {
      guard bytes[place] == UInt8(ascii: "&") else {
        place += 1
        continue
      }
      text.append(contentsOf: bytes[start..<place])
      if let reference = reference(in: place + 1..<range.upperBound, isAttribute: isAttribute) {
        text.append(contentsOf: reference.text.utf8)
        place = reference.end
        start = place
      } else {
        start = place
        place += 1
      }
    }
    text.append(contentsOf: bytes[start..<range.upperBound])
  }

  /// Returns the character reference after an ampersand; nil if the ampersand is an ordinary character.
  private func reference(in range: Range<Int>, isAttribute: Bool) -> (text: String, end: Int)? {
    guard let first = range.first.map({ bytes[$0] }) else { return nil }
    if first == UInt8(ascii: "#") { return numericReference(in: range.dropFirst()) }
    // The longest name has 31 letters.
    var end = range.lowerBound
    while end < min(range.upperBound, range.lowerBound + 32),
      bytes[end].isHTMLLetter || bytes[end].isHTMLDigit
    { end += 1 }
    let name = bytes[range.lowerBound..<end]
    if end < range.upperBound, bytes[end] == UInt8(ascii: ";"), let text = CharacterReferences.lookup(name) {
      return (text, end + 1)
    }
    guard let legacy = CharacterReferences.legacyPrefix(of: name) else { return nil }
    end = range.lowerBound + legacy.length
    if isAttribute, end < range.upperBound {
      let next = bytes[end]
      if next == UInt8(ascii: "=") || next.isHTMLLetter || next.isHTMLDigit { return nil }
    }
    return (legacy.text, end)
  }

  private func numericReference(in range: Range<Int>) -> (text: String, end: Int)? {
    var place = range.lowerBound
    let isHexadecimal = place < range.upperBound && bytes[place].htmlLowercased == UInt8(ascii: "x")
    if isHexadecimal { place += 1 }
    let digitStart = place
    var number: UInt32 = 0
    while place < range.upperBound, let digit = bytes[place].htmlDigitValue, isHexadecimal || digit < 10 {
      // The value is limited, so that a large number cannot overflow.
      number = min(number * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x11_0000)
      place += 1
    }
    guard place > digitStart else { return nil }
    if place < range.upperBound, bytes[place] == UInt8(ascii: ";") { place += 1 }
    // These code points are control characters, but pages use these code points for characters of
    // Windows-1252.
    if 0x80..<0xA0 ~= number {
      return (TextEncoding.windows1252.decode(Data([UInt8(truncatingIfNeeded: number)])).value, place)
    }
    return (String(Character(CharacterReferences.scalar(number))), place)
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit.
  var htmlDigitValue: UInt8? {
    if isHTMLDigit { return self - 48 }
    let letter = htmlLowercased
    return letter &- 97 < 6 ? letter - 87 : nil
  }
}
