import ConfigurationFormats
import Foundation
import ProfferConversions
import StructuredFormats

/// The lines between two `---` at the beginning of a document, which contain metadata in YAML.
///
/// The first line must have the form `key: value`. The lines are front matter if they are a mapping in YAML.
/// Lines that are not valid YAML, as `title: Foo: bar`, are front matter if each of them is a comment, has the
/// form `key: value`, or continues such a line. A warning then names the line with the mistake. In CommonMark
/// without extensions, the same lines are a rule and a heading. The keys are those of pandoc, Hugo and Jekyll.
/// A list is read only as the value of `keywords`.
struct MarkdownFrontMatter {
  private(set) var metadata = RichText.Metadata()
  /// The offset at which the document continues.
  private(set) var end = 0
  /// The number of keys that were ignored, or whose values were not read completely.
  private(set) var otherKeyCount = 0
  /// The losses of reading values, except ignored keys.
  private(set) var losses = LossCounter()
  /// Remarks that are not losses, one sentence each.
  private(set) var warnings: [String] = []

  /// A key with its value.
  fileprivate struct Entry {
    let key: String
    let value: ArraySlice<UInt8>
    /// The items of a list in the lines after the key.
    var items: [String] = []
    /// Whether the value continues in lines that are not items of a list.
    var hasOtherLines = false
  }

  /// Reads the front matter at the beginning of a document; nil if the document has no front matter.
  init?(_ bytes: [UInt8]) {
    guard let lines = Self.lines(of: bytes) else { return nil }
    end = lines.end
    do {
      let reading = try StructuredValue.readYAML(Data(bytes[lines.content]))
      guard let members = reading.value.members else { return nil }
      losses.add(contentsOf: reading.losses)
      warnings = reading.warnings.map { "in the front matter, \($0)" }
      for member in members where !read(member) { otherKeyCount += 1 }
    } catch {
      guard readLines(bytes[lines.content]) else { return nil }
      warnings = ["the front matter is not YAML, so it is read line by line\(Self.place(of: error))"]
    }
  }

  /// The range of the lines between the two `---`, and the offset after the last one; nil if there are none.
  ///
  /// As in YAML, `...` may end the lines.
  private static func lines(of bytes: [UInt8]) -> (content: Range<Int>, end: Int)? {
    let start = 4
    guard bytes.starts(with: "---\n".utf8) else { return nil }
    var place = start
    while place < bytes.count {
      let lineEnd = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
      let line = bytes[place..<lineEnd]
      if line.elementsEqual("---".utf8) || line.elementsEqual("...".utf8) {
        return place == start ? nil : (start..<place, min(lineEnd + 1, bytes.count))
      }
      if place == start, entry(line) == nil { return nil }
      place = lineEnd + 1
    }
    return nil
  }

  /// The line and the reason of an error in the front matter, whose first line is the second of the document.
  private static func place(of error: any Error) -> String {
    guard let error = error as? CoderError, case .line(let line, let column) = error.position else {
      return ""
    }
    return " (line \(line + 1), column \(column): \(error.reason))"
  }

  /// Reads front matter that is not YAML, and returns false if a line has another form.
  private mutating func readLines(_ bytes: ArraySlice<UInt8>) -> Bool {
    var place = bytes.startIndex
    var entry: Entry?
    while place < bytes.endIndex {
      let lineEnd = bytes[place...].firstIndex(of: 0x0A) ?? bytes.endIndex
      let line = bytes[place..<lineEnd]
      place = min(lineEnd + 1, bytes.endIndex)
      if let next = Self.entry(line) {
        if let entry { add(entry) }
        entry = next
      } else if entry == nil || !(line.first.map(isContinuation) ?? true) {
        return false
      } else {
        if entry?.isBlockScalar == false, Self.trimmed(line).first == UInt8(ascii: "#") {
          losses.add(.comments)
        }
        entry?.add(line)
      }
    }
    if let entry { add(entry) }
    return true
  }

  private func isContinuation(_ first: UInt8) -> Bool {
    first == 0x20 || first == UInt8(ascii: "-") || first == UInt8(ascii: "#")
  }

  private mutating func add(_ entry: Entry) {
    let isRead = read(entry)
    let hasOtherLines = entry.hasOtherLines || !entry.items.isEmpty && entry.key != "keywords"
    if !isRead || hasOtherLines { otherKeyCount += 1 }
  }

  /// Reads a member of the YAML, and returns false if the key is unknown or its value cannot be read.
  private mutating func read(_ member: StructuredMember) -> Bool {
    let key = member.key.lowercased()
    if let elements = member.value.elements {
      let items = elements.compactMap(Self.text)
      return key == "keywords" && read(key, items.joined(separator: ", ")) && items.count == elements.count
    }
    guard let text = Self.text(member.value) else { return false }
    return read(key, text)
  }

  /// The text of a scalar in one piece; nil for null and for containers.
  private static func text(_ value: StructuredValue) -> String? {
    switch value {
    case .string(let text): String(text.reversed().drop(while: \.isWhitespace).reversed())
    case .boolean(let boolean): boolean ? "true" : "false"
    case .integer(let integer): integer.description
    case .real(let real): real.spelling
    default: nil
    }
  }

  /// Reads the value of a key in a line, and returns false if the key is unknown or its value cannot be read.
  private mutating func read(_ entry: Entry) -> Bool {
    if entry.isBlockScalar { return false }
    let value = Self.unquoted(entry.value)
    return read(entry.key, entry.key == "keywords" ? entry.list?.joined(separator: ", ") ?? value : value)
  }

  /// Reads the value of a key, and returns false if the key is unknown or its value cannot be read.
  private mutating func read(_ key: String, _ value: String) -> Bool {
    switch key {
    case "keywords": return set(\.keywords, value)
    case "title": return set(\.title, value)
    case "author": return set(\.author, value)
    case "lang", "language": return set(\.language, value)
    case "subject": return set(\.subject, value)
    case "description", "summary", "abstract": return set(\.summary, value)
    case "date", "created": return set(\.creationDate, time: value)
    case "lastmod", "last_modified_at", "modified", "updated": return set(\.modificationDate, time: value)
    default: return false
    }
  }

  private mutating func set(_ field: WritableKeyPath<RichText.Metadata, String?>, _ value: String) -> Bool {
    guard metadata[keyPath: field] == nil, !value.isEmpty else { return false }
    metadata[keyPath: field] = value
    return true
  }

  private mutating func set(_ field: WritableKeyPath<RichText.Metadata, Date?>, time: String) -> Bool {
    guard metadata[keyPath: field] == nil, let time = DocumentTime(time, counting: &losses) else {
      return false
    }
    metadata[keyPath: field] = time.date
    return true
  }

  private static func entry(_ line: ArraySlice<UInt8>) -> Entry? {
    guard let first = line.first, MarkdownCharacters.isLetter(first),
      let colon = line.firstIndex(of: UInt8(ascii: ":")),
      colon + 1 == line.endIndex || MarkdownCharacters.isBlank(line[colon + 1]),
      line[..<colon].allSatisfy({ MarkdownCharacters.isAlphanumeric($0) || "-_.".utf8.contains($0) })
    else { return nil }
    let key = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    return Entry(key: key, value: trimmed(line[(colon + 1)...]))
  }

  fileprivate static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var value = value.drop(while: MarkdownCharacters.isBlank)
    while let last = value.last, MarkdownCharacters.isBlank(last) { value.removeLast() }
    return value
  }

  /// Returns a trimmed value without its quotes, with escapes replaced.
  fileprivate static func unquoted(_ value: ArraySlice<UInt8>) -> String {
    guard let quote = value.first, value.count >= 2, value.last == quote,
      quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    else { return String(decoding: value, as: UTF8.self) }
    var text: [UInt8] = []
    var isEscaped = false
    for byte in value.dropFirst().dropLast() {
      // The escape in a double-quoted string is a backslash. In a single-quoted string, a quote is
      // repeated.
      if !isEscaped, byte == (quote == UInt8(ascii: "\"") ? UInt8(ascii: "\\") : quote) {
        isEscaped = true
      } else {
        let isLineEnd = isEscaped && quote == UInt8(ascii: "\"") && byte == UInt8(ascii: "n")
        text.append(isLineEnd ? 0x0A : byte)
        isEscaped = false
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the front matter for metadata; nil if the metadata is empty.
  ///
  /// - Parameter losses: counts dates that are dropped or shortened.
  static func text(_ metadata: RichText.Metadata, _ losses: inout LossCounter) -> String? {
    let entries = [
      ("title", metadata.title), ("author", metadata.author), ("lang", metadata.language),
      ("subject", metadata.subject), ("keywords", metadata.keywords), ("description", metadata.summary),
    ]
    var lines = entries.compactMap { key, value in
      value.map { "\(key): \"\(escaped($0))\"\n" }
    }
    for (key, date) in [("date", metadata.creationDate), ("lastmod", metadata.modificationDate)] {
      if let time = DocumentTime(date, counting: &losses) { lines.append("\(key): \(time.text)\n") }
    }
    return lines.isEmpty ? nil : "---\n" + lines.joined() + "---\n"
  }

  private static func escaped(_ value: String) -> String {
    var result = ""
    for character in value.unicodeScalars {
      switch character {
      case "\n": result += "\\n"
      case "\"", "\\": result += "\\\(character)"
      default: result.unicodeScalars.append(character.properties.isWhitespace ? " " : character)
      }
    }
    return result
  }
}

// MARK: - Values

extension MarkdownFrontMatter.Entry {
  /// Adds a line that continues the value.
  fileprivate mutating func add(_ line: ArraySlice<UInt8>) {
    let line = MarkdownFrontMatter.trimmed(line)
    if line.isEmpty || line.first == UInt8(ascii: "#") { return }
    if value.isEmpty, line.first == UInt8(ascii: "-"),
      line.dropFirst().first.map(MarkdownCharacters.isBlank) == true
    {
      items.append(MarkdownFrontMatter.unquoted(MarkdownFrontMatter.trimmed(line.dropFirst())))
    } else {
      hasOtherLines = true
    }
  }

  /// Whether the value is written in the next lines, after `|` or `>`.
  fileprivate var isBlockScalar: Bool {
    guard let first = value.first, first == UInt8(ascii: "|") || first == UInt8(ascii: ">") else {
      return false
    }
    return value.dropFirst().allSatisfy { "+-123456789".utf8.contains($0) }
  }

  /// The items of a list such as `[a, b]`, or of a list in the next lines; nil if the value is not a list.
  fileprivate var list: [String]? {
    guard value.first == UInt8(ascii: "["), value.last == UInt8(ascii: "]"), value.count > 1 else {
      return items.isEmpty ? nil : items
    }
    var list: [String] = []
    var quote: UInt8?
    var start = value.startIndex + 1
    for place in start..<value.endIndex {
      let byte = value[place]
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        // A quote inside a word is an apostrophe.
        if MarkdownFrontMatter.trimmed(value[start..<place]).isEmpty { quote = byte }
      } else if quote == nil, byte == UInt8(ascii: ",") || place == value.endIndex - 1 {
        let item = MarkdownFrontMatter.unquoted(MarkdownFrontMatter.trimmed(value[start..<place]))
        if !item.isEmpty { list.append(item) }
        start = place + 1
      }
    }
    return list
  }
}
