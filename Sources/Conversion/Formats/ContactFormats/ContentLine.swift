import ByteTools
import ProfferConversions
import TextEncodings

/// A parsed line of a card or calendar.
///
/// The value of the line is not parsed yet.
struct ContentLine {
  /// The group: the text before a dot that precedes the name; nil if there is no dot.
  ///
  /// Lines with the same group belong together.
  var group: String?
  /// The name of the property, in lower case.
  var name: String
  /// The parameters, with names in lower case.
  ///
  /// Repeated parameters are merged into one.
  var parameters: [ContentParameter]
  /// Whether the value is still encoded in base64.
  var isBase64 = false
  /// The text after the colon, with quoted-printable and the character encoding already decoded.
  var value: String
  /// The line's number in the file, from 1.
  var number: Int
  /// The losses from parsing the line, such as undecodable bytes.
  private(set) var losses = LossCounter()

  /// Removes a parameter and returns its values.
  mutating func take(_ name: String) -> [String] {
    guard let place = parameters.firstIndex(where: { $0.name == name }) else { return [] }
    return parameters.remove(at: place).values
  }
}

extension ContentLine {
  /// Parses an unfolded line; nil if the line has no name or no colon.
  ///
  /// - Parameters:
  ///   - form: the syntax rules of the version of the file.
  ///   - encoding: the encoding of text without a declared encoding. If nil, the text is decoded as UTF-8
  ///     if it is valid UTF-8, otherwise as Windows-1252.
  init?(_ bytes: [UInt8], number: Int, form: ContentForm, encoding: TextEncoding? = nil) {
    guard let colon = ContentLine.colon(in: bytes) else { return nil }
    var head = HeadScanner(bytes[..<colon], encoding)
    guard let name = head.name(), !name.name.isEmpty else { return nil }
    self.init(
      group: name.group, name: name.name, parameters: head.parameters(form), value: "", number: number)
    losses = head.losses
    let transferEncoding = take("encoding").first?.lowercased()
    let named = take("charset").first.flatMap { TextEncoding(name: $0) }
    var content = bytes[(colon + 1)...]
    isBase64 = transferEncoding == "b" || transferEncoding == "base64"
    if transferEncoding == "quoted-printable" {
      content = QuotedPrintable.decoded(content)[...]
    }
    value = ContentLine.text(of: content, named ?? encoding, &losses).normalizingLineEnds
  }

  /// Returns the position of the colon that ends the name and the parameters; nil if there is no colon.
  ///
  /// A colon inside quotation marks belongs to a parameter.
  static func colon(in bytes: [UInt8]) -> Int? {
    var isQuoted = false
    for (place, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: ":"), !isQuoted {
        return place
      }
    }
    // A missing closing quotation mark hides the colon, so the first colon is the best guess.
    return isQuoted ? bytes.firstIndex(of: UInt8(ascii: ":")) : nil
  }

  /// Decodes bytes in an encoding.
  ///
  /// If `encoding` is nil, valid UTF-8 is decoded as UTF-8, and any other bytes as Windows-1252.
  fileprivate static func text(
    of bytes: ArraySlice<UInt8>, _ encoding: TextEncoding?, _ losses: inout LossCounter
  ) -> String {
    bytes.withUnsafeBytes { bytes in
      let isUTF8 = UTF8Check.firstMistake(in: bytes) == nil
      let encoding = encoding ?? (isUTF8 ? .utf8 : .windows1252)
      let decoded = encoding.decode(bytes)
      losses.add(contentsOf: encoding.losses(repairCount: decoded.repairCount))
      return decoded.text
    }
  }
}

/// Parses the part of a line before the colon: the group, the name and the parameters.
private struct HeadScanner {
  private var rest: ArraySlice<UInt8>
  private let encoding: TextEncoding?
  private(set) var losses = LossCounter()

  init(_ bytes: ArraySlice<UInt8>, _ encoding: TextEncoding?) {
    rest = bytes
    self.encoding = encoding
  }

  /// Parses the group and the name.
  ///
  /// Both consist of letters, digits, hyphens and underscores.
  mutating func name() -> (group: String?, name: String)? {
    let word = taken { $0 == UInt8(ascii: ";") }
    var parts = word.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.trimmingSpaces }
    guard parts.allSatisfy(ContentForm.isName), let name = parts.popLast() else { return nil }
    return (parts.first, name.lowercased())
  }

  mutating func parameters(_ form: ContentForm) -> [ContentParameter] {
    var parameters: [ContentParameter] = []
    var places: [String: Int] = [:]
    while rest.popFirst() != nil {
      let word = taken { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "=") }.trimmingSpaces
      let name: String
      let values: [String]
      if rest.first == UInt8(ascii: "=") {
        rest.removeFirst()
        (name, values) = (word.lowercased(), self.values(form))
      } else {
        // Version 2.1 allows a parameter value without a parameter name. The value then implies the name.
        (name, values) = (ContentForm.impliedParameter(of: word.lowercased()), [word.lowercased()])
      }
      guard ContentForm.isName(name) else {
        losses.add(.metadata, "parameters without a name")
        continue
      }
      if let place = places[name] {
        parameters[place].values += values
      } else {
        places[name] = parameters.count
        parameters.append(ContentParameter(name, values))
      }
    }
    return parameters
  }

  private mutating func values(_ form: ContentForm) -> [String] {
    var values: [String] = []
    while true {
      var value: [UInt8] = []
      if rest.first == UInt8(ascii: "\"") {
        rest.removeFirst()
        value += rest.prefix { $0 != UInt8(ascii: "\"") }
        rest = rest.dropFirst(value.count + 1)
      }
      let more = rest.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ";") }
      rest = rest[more.endIndex...]
      let text = ContentLine.text(of: (value + more)[...], encoding, &losses)
      values.append(form.isLegacy ? text : CaretEscapes.decoded(text))
      guard rest.first == UInt8(ascii: ",") else { return values }
      rest.removeFirst()
    }
  }

  private mutating func taken(until isEnd: (UInt8) -> Bool) -> String {
    let word = rest.prefix { !isEnd($0) }
    rest = rest[word.endIndex...]
    return ContentLine.text(of: word, encoding, &losses)
  }
}

/// The syntax rules that differ between versions of the formats.
struct ContentForm {
  /// Whether the version is vCard 2.1 or vCalendar 1.0.
  ///
  /// In these versions, the space at a fold is part of the text, and fewer backslash escapes are defined.
  var isLegacy: Bool
  /// Whether the format is vCard in a version before 4.0.
  var isBeforeVersion4: Bool

  /// The rules of vCard 4.0 and iCalendar.
  static let current = ContentForm(isLegacy: false, isBeforeVersion4: false)

  /// Returns whether a word is a valid name of a property, a parameter or a component.
  static func isName(_ word: String) -> Bool {
    !word.isEmpty
      && word.utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }

  /// Returns the name of the parameter that a value without a name implies (Source: vCard 2.1).
  static func impliedParameter(of value: String) -> String {
    switch value {
    case "quoted-printable", "base64", "b", "7bit", "8bit": "encoding"
    case "inline", "url", "uri", "content-id", "cid": "value"
    default: "type"
    }
  }
}

extension StringProtocol {
  /// The text without leading and trailing spaces and tabs.
  var trimmingSpaces: String {
    var text = Substring(self)
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }
}

/// Splits the text of a card or calendar into lines and unfolds them.
struct ContentLineScanner {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var number = 0
  /// Whether the space at a fold is part of the text.
  ///
  /// True for vCard 2.1 and vCalendar 1.0.
  var keepsFoldedSpace = false

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Returns the next nonempty line, unfolded, and the number of its first physical line (from 1); nil at the
  /// end.
  ///
  /// A line that begins with a space or a tab continues the line before it. In quoted-printable text, a
  /// line that ends in an equals sign is also continued by the next line.
  mutating func next() -> (bytes: [UInt8], number: Int)? {
    while let first = physicalLine() {
      let firstNumber = number
      var line = Array(first)
      if line.isEmpty { continue }
      let head = ContentLine.colon(in: line).map { line[..<$0] } ?? []
      if head.containsIgnoringCase("QUOTED-PRINTABLE") {
        while line.last == UInt8(ascii: "="), let more = physicalLine() {
          line.removeLast()
          line += more
        }
      }
      let isBase64 = head.containsIgnoringCase("ENCODING=B") || head.containsIgnoringCase(";BASE64")
      while position < bytes.count, isSpace(bytes[position]), let more = physicalLine() {
        line += keepsFoldedSpace && !isBase64 ? more : more.dropFirst()
      }
      return (line, firstNumber)
    }
    return nil
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private mutating func physicalLine() -> UnsafeRawBufferPointer.SubSequence? {
    guard position < bytes.count else { return nil }
    number += 1
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n"),
      bytes[position] != UInt8(ascii: "\r")
    {
      position += 1
    }
    let line = bytes[start..<position]
    if position < bytes.count {
      let isPair =
        bytes[position] == UInt8(ascii: "\r") && position + 1 < bytes.count
        && bytes[position + 1] == UInt8(ascii: "\n")
      position += isPair ? 2 : 1
    }
    return line
  }
}

extension ArraySlice<UInt8> {
  /// Returns whether the bytes contain an ASCII word, ignoring case.
  fileprivate func containsIgnoringCase(_ word: String) -> Bool {
    let word = Array(word.utf8)
    guard count >= word.count else { return false }
    return (startIndex...(endIndex - word.count)).contains { start in
      zip(self[start...], word).allSatisfy { byte, letter in
        byte == letter || (letter >= 0x41 && byte | 0x20 == letter | 0x20)
      }
    }
  }
}
