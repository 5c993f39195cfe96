import ByteTools

/// Reads the parts of links: labels, destinations and titles.
///
/// Source: CommonMark 0.31.2, "Links".
struct MarkdownLinkScanner {
  private let bytes: [UInt8]
  private let end: Int
  private(set) var place: Int

  /// The maximum length of a label in bytes; the limit of the specification is 999 characters.
  private static let labelLimit = 999

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    place = range.lowerBound
    end = range.upperBound
  }

  private var byte: UInt8? { place < end ? bytes[place] : nil }

  mutating func skip(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    place += 1
    return true
  }

  /// Skips spaces, tabs and at most one line end.
  ///
  /// - Returns: whether anything was skipped.
  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = place
    skipBlanks()
    if skip(0x0A) { skipBlanks() }
    return place > start
  }

  private mutating func skipBlanks() {
    while let byte, MarkdownCharacters.isBlank(byte) { place += 1 }
  }

  /// Returns the beginning of the next line; nil if the rest of the current line is not blank.
  mutating func lineEnd() -> Int? {
    skipBlanks()
    if place == end { return place }
    return skip(0x0A) ? place : nil
  }

  /// Reads a label, which may be empty, and returns the range between its brackets; nil if no label
  /// follows.
  mutating func label() -> Range<Int>? {
    let start = place + 1
    guard skip(UInt8(ascii: "[")) else { return nil }
    while let byte, place - start <= Self.labelLimit {
      switch byte {
      case UInt8(ascii: "["): return nil
      case UInt8(ascii: "]"):
        place += 1
        return start..<place - 1
      case UInt8(ascii: "\\"):
        place += place + 1 < end && MarkdownCharacters.isPunctuation(bytes[place + 1]) ? 2 : 1
      default: place += 1
      }
    }
    return nil
  }

  /// Reads a destination with or without angle brackets, and returns its range; nil if no destination
  /// follows.
  mutating func destination() -> Range<Int>? {
    let start = place
    if skip(UInt8(ascii: "<")) {
      while let byte, byte != 0x0A, byte != UInt8(ascii: "<") {
        if byte == UInt8(ascii: ">") {
          place += 1
          return start + 1..<place - 1
        }
        place += byte == UInt8(ascii: "\\") && place + 1 < end && bytes[place + 1] != 0x0A ? 2 : 1
      }
      return nil
    }
    var depth = 0
    loop: while let byte, byte > 0x20, byte != 0x7F {
      switch byte {
      case UInt8(ascii: "("):
        depth += 1
        // The specification requires at least three levels. Without a limit, the time would not be linear.
        if depth > 32 { return nil }
      case UInt8(ascii: ")"):
        if depth == 0 { break loop }
        depth -= 1
      case UInt8(ascii: "\\"):
        if place + 1 < end, MarkdownCharacters.isPunctuation(bytes[place + 1]) { place += 1 }
      default: break
      }
      place += 1
    }
    return place > start && depth == 0 ? start..<place : nil
  }

  /// Reads a title, and returns the range between its quotes; nil if no title follows.
  mutating func title() -> Range<Int>? {
    guard let opening = byte else { return nil }
    let closing: UInt8
    switch opening {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): closing = opening
    case UInt8(ascii: "("): closing = UInt8(ascii: ")")
    default: return nil
    }
    place += 1
    let start = place
    while let byte {
      if byte == closing {
        place += 1
        return start..<place - 1
      }
      if byte == UInt8(ascii: "("), closing == UInt8(ascii: ")") { return nil }
      place += byte == UInt8(ascii: "\\") && place + 1 < end ? 2 : 1
    }
    return nil
  }

  /// Reads the optional destination and title after a link's text, from `(` to the closing parenthesis.
  mutating func inlineTarget() -> MarkdownDefinitions.Target? {
    guard skip(UInt8(ascii: "(")) else { return nil }
    skipSpace()
    var target = MarkdownDefinitions.Target(destination: "")
    if byte != UInt8(ascii: ")") {
      guard let destination = destination() else { return nil }
      let afterDestination = place
      var title: Range<Int>?
      if skipSpace() {
        title = self.title()
        if title == nil { place = afterDestination }
      }
      skipSpace()
      guard byte == UInt8(ascii: ")") else { return nil }
      target.destination = Self.unescaped(bytes, destination)
      target.title = title.map { Self.unescaped(bytes, $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    return skip(UInt8(ascii: ")")) ? target : nil
  }

  /// Returns the text of some bytes, with backslash escapes and entities replaced.
  ///
  /// - Parameter backslashes: whether backslashes escape characters, unlike in HTML.
  static func unescaped(_ bytes: [UInt8], _ range: Range<Int>, backslashes: Bool = true) -> String {
    guard bytes[range].contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "&") }) else {
      return bytes.text(range)
    }
    var text: [UInt8] = []
    var place = range.lowerBound
    while place < range.upperBound {
      if backslashes, bytes[place] == UInt8(ascii: "\\"), place + 1 < range.upperBound,
        MarkdownCharacters.isPunctuation(bytes[place + 1])
      {
        text.append(bytes[place + 1])
        place += 2
      } else if bytes[place] == UInt8(ascii: "&"), let entity = entity(bytes, place..<range.upperBound) {
        text += entity.text.utf8
        place = entity.end
      } else {
        text.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the entity at the beginning of a range; nil if the range does not begin with an entity.
  static func entity(_ bytes: [UInt8], _ range: Range<Int>) -> (text: String, end: Int)? {
    var place = range.lowerBound + 1
    guard place < range.upperBound else { return nil }
    if bytes[place] == UInt8(ascii: "#") {
      place += 1
      let isHex = place < range.upperBound && bytes[place] | 0x20 == UInt8(ascii: "x")
      if isHex { place += 1 }
      let start = place
      var number: UInt32 = 0
      while place < range.upperBound, place - start <= (isHex ? 6 : 7),
        let digit = CharacterReferences.digit(bytes[place], isHex: isHex)
      {
        number = number * (isHex ? 16 : 10) + digit
        place += 1
      }
      guard place > start, place - start <= (isHex ? 6 : 7), place < range.upperBound,
        bytes[place] == UInt8(ascii: ";")
      else { return nil }
      return (String(Character(CharacterReferences.scalar(number))), place + 1)
    }
    let start = place
    while place < range.upperBound && place - start < 32 && MarkdownCharacters.isAlphanumeric(bytes[place]) {
      place += 1
    }
    guard place < range.upperBound, bytes[place] == UInt8(ascii: ";"),
      let text = CharacterReferences.lookup(bytes[start..<place])
    else { return nil }
    return (text, place + 1)
  }
}

/// The link reference definitions of a document.
struct MarkdownDefinitions {
  /// The target of a link or picture.
  struct Target {
    var destination: String
    var title: String?
  }

  private var targets: [[UInt8]: Target] = [:]
  private var usedLabels: Set<[UInt8]> = []
  /// The numbers of the footnotes, by label.
  var notes: [[UInt8]: Int] = [:]
  /// The number of definitions with a label that an earlier definition has.
  private var repeatedCount = 0

  /// The number of definitions that no link or picture uses.
  var unusedCount: Int { targets.count - usedLabels.count + repeatedCount }

  /// The number of bytes that links to definitions may still add.
  ///
  /// If many links used a definition with a long destination, the size of the text could reach the square
  /// of the document's size.
  private var budget: Int
  /// Whether a label that begins with `^` is the label of a footnote.
  private let hasFootnotes: Bool

  init(byteCount: Int, hasFootnotes: Bool) {
    budget = max(100_000, byteCount)
    self.hasFootnotes = hasFootnotes
  }

  /// Returns the target for a label; nil if the label is undefined, or if links may add no more bytes.
  mutating func target(_ label: ArraySlice<UInt8>) -> Target? {
    guard !targets.isEmpty, let key = Self.key(label), let target = targets[key] else { return nil }
    let size = target.destination.utf8.count + (target.title?.utf8.count ?? 0)
    guard size <= budget else { return nil }
    budget -= size
    usedLabels.insert(key)
    return target
  }

  /// Adds the definitions from a later part of the document.
  mutating func add(_ others: MarkdownDefinitions) {
    repeatedCount += others.repeatedCount
    for (key, target) in others.targets {
      if targets[key] == nil { targets[key] = target } else { repeatedCount += 1 }
    }
  }

  /// Reads the definitions at the beginning of a paragraph, and returns the number of their lines.
  mutating func read(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var place = range.lowerBound
    var lineCount = 0
    while let definition = Self.definition(bytes, place..<range.upperBound),
      !(hasFootnotes && bytes[definition.label.lowerBound] == UInt8(ascii: "^"))
    {
      if let key = Self.key(bytes[definition.label]) {
        if targets[key] == nil { targets[key] = definition.target } else { repeatedCount += 1 }
      }
      lineCount += bytes[place..<definition.end].count { $0 == 0x0A }
      place = definition.end
      if place == range.upperBound {
        if bytes[place - 1] != 0x0A { lineCount += 1 }
        break
      }
    }
    return lineCount
  }

  /// Returns a label in normalized form for comparison; nil if the label is empty.
  static func key(_ label: ArraySlice<UInt8>) -> [UInt8]? {
    var key: [UInt8] = []
    key.reserveCapacity(label.count)
    var isASCII = true
    for byte in label {
      if MarkdownCharacters.isSpace(byte) {
        if let last = key.last, last != 0x20 { key.append(0x20) }
      } else {
        isASCII = isASCII && byte < 0x80
        key.append(byte.lowercasedASCII)
      }
    }
    if key.last == 0x20 { key.removeLast() }
    if key.isEmpty || isASCII { return key.isEmpty ? nil : key }
    // Conversion to upper case also folds characters without a single lowercase form: `ẞ` and `SS` are
    // equal labels.
    return Array(String(decoding: key, as: UTF8.self).lowercased().uppercased().lowercased().utf8)
  }
}

// MARK: - Definitions

extension MarkdownDefinitions {
  /// Returns whether a line begins a footnote, such as `[^1]: words`.
  static func beginsFootnote(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard range.count > 4, bytes[range.lowerBound + 1] == UInt8(ascii: "^") else { return false }
    var scanner = MarkdownLinkScanner(bytes, range)
    guard let label = scanner.label(), label.count > 1 else { return false }
    return scanner.skip(UInt8(ascii: ":"))
  }

  private struct Definition {
    var label: Range<Int>
    var target: Target
    /// The beginning of the next line.
    var end: Int
  }

  private static func definition(_ bytes: [UInt8], _ range: Range<Int>) -> Definition? {
    var scanner = MarkdownLinkScanner(bytes, range)
    guard let label = scanner.label(), scanner.skip(UInt8(ascii: ":")) else { return nil }
    guard bytes[label].contains(where: { !MarkdownCharacters.isSpace($0) }) else { return nil }
    scanner.skipSpace()
    guard let destination = scanner.destination() else { return nil }
    let target = Target(destination: MarkdownLinkScanner.unescaped(bytes, destination))
    let afterDestination = scanner
    let hasGap = scanner.skipSpace()
    if hasGap, let title = scanner.title(), let end = scanner.lineEnd() {
      let title = MarkdownLinkScanner.unescaped(bytes, title)
      return Definition(
        label: label, target: Target(destination: target.destination, title: title.isEmpty ? nil : title),
        end: end)
    }
    scanner = afterDestination
    guard let end = scanner.lineEnd() else { return nil }
    return Definition(label: label, target: target, end: end)
  }
}
