/// The lines between two `---` at the beginning of a document, which contain metadata in YAML.
///
/// The lines are front matter only if each line is a comment, has the form `key: value`, or continues such
/// a line. In CommonMark without extensions, the same lines are a rule and a heading.
struct MarkdownFrontMatter {
  private(set) var metadata = RichText.Metadata()
  /// The offset at which the document continues.
  private(set) var end = 0
  /// The number of ignored keys.
  private(set) var otherKeyCount = 0

  /// Reads the front matter at the beginning of a document; nil if the document has no front matter.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: "---\n".utf8) else { return nil }
    var place = 4
    var keyCount = 0
    while place < bytes.count {
      let lineEnd = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
      let line = bytes[place..<lineEnd]
      place = min(lineEnd + 1, bytes.count)
      if line.elementsEqual("---".utf8) || line.elementsEqual("...".utf8) {
        guard keyCount > 0 else { return nil }
        end = place
        return
      }
      if let (key, value) = Self.entry(line) {
        keyCount += 1
        add(key, value)
      } else if keyCount == 0 || !(line.first.map(isContinuation) ?? true) {
        return nil
      }
    }
    return nil
  }

  private func isContinuation(_ first: UInt8) -> Bool {
    first == 0x20 || first == UInt8(ascii: "-") || first == UInt8(ascii: "#")
  }

  private mutating func add(_ key: String, _ value: String) {
    switch key {
    case "title" where metadata.title == nil && !value.isEmpty: metadata.title = value
    case "author" where metadata.author == nil && !value.isEmpty: metadata.author = value
    case "lang" where metadata.language == nil && !value.isEmpty,
      "language" where metadata.language == nil && !value.isEmpty:
      metadata.language = value
    default: otherKeyCount += 1
    }
  }

  private static func entry(_ line: ArraySlice<UInt8>) -> (String, String)? {
    guard let first = line.first, MarkdownCharacters.isLetter(first),
      let colon = line.firstIndex(of: UInt8(ascii: ":")),
      colon + 1 == line.endIndex || MarkdownCharacters.isBlank(line[colon + 1]),
      line[..<colon].allSatisfy({ MarkdownCharacters.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x5F })
    else { return nil }
    let key = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    return (key, unquoted(line[(colon + 1)...]))
  }

  /// Returns a value without its quotes, with escapes replaced.
  private static func unquoted(_ value: ArraySlice<UInt8>) -> String {
    var value = value.drop(while: MarkdownCharacters.isBlank)
    while let last = value.last, MarkdownCharacters.isBlank(last) { value.removeLast() }
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
        text.append(byte)
        isEscaped = false
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the front matter for metadata; nil if the metadata is empty.
  static func text(_ metadata: RichText.Metadata) -> String? {
    let entries = [("title", metadata.title), ("author", metadata.author), ("lang", metadata.language)]
    let lines = entries.compactMap { key, value in
      value.map { "\(key): \"\(escaped($0))\"\n" }
    }
    return lines.isEmpty ? nil : "---\n" + lines.joined() + "---\n"
  }

  private static func escaped(_ value: String) -> String {
    var result = ""
    for character in value.unicodeScalars {
      if character == "\"" || character == "\\" { result += "\\" }
      result.unicodeScalars.append(character.properties.isWhitespace ? " " : character)
    }
    return result
  }
}
