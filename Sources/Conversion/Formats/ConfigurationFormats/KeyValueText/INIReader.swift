import ProfferConversions
import StructuredFormats

// INI has no standard. The rules below are those that Python's configparser, git and Windows have in common,
// where they have any.
//
//   - `key = value` and `key: value`; the first separator counts. Spaces around keys and values are dropped.
//   - A line that begins with `;` or `#` is a comment. These characters elsewhere belong to the value, as in
//     Python and Windows, because colors, URLs and lists contain them. git would begin a comment there.
//   - Quotes around a whole value are removed, as in git and Windows. After a quoted value a comment may
//     follow. A backslash is not an escape, because paths contain backslashes.
//   - A line that is indented more than the line of the last key continues the value, as in Python.
//   - A word without a separator is a key with the value null, as in git and MySQL. Any other line without a
//     separator is an error, because many configuration files are not INI.
//   - A section that occurs again continues the earlier section.

/// Reads INI: a dictionary in which each section is a dictionary of texts.
struct INIReader {
  /// A section, or the keys before the first section.
  private struct Section {
    let name: String
    var members: [StructuredMember] = []
  }

  private var lines: KeyValueLines
  private var sections = [Section(name: "")]
  /// The index of each named section.
  private var places: [[UInt8]: Int] = [:]
  private var current = 0
  /// The indentation of the last key's line; nil if its value cannot be continued.
  private var indentation: Int?
  /// The lines of the last key's value.
  private var valueLines: [ArraySlice<UInt8>] = []
  private var losses: LossCounter

  private init(_ bytes: [UInt8], losses: LossCounter) {
    lines = KeyValueLines(bytes)
    self.losses = losses
  }

  static func read(_ source: RepresentationSource) throws -> Reading<StructuredValue> {
    let text = KeyValueSource(source)
    var reader = INIReader(text.bytes, losses: text.losses)
    let value = try reader.value()
    return Reading(value, losses: reader.losses.total, warnings: text.warnings)
  }

  /// Reads a text, without counting losses.
  static func value(of text: [UInt8]) throws(CoderError) -> StructuredValue {
    var reader = INIReader(text, losses: LossCounter())
    return try reader.value()
  }

  private mutating func value() throws(CoderError) -> StructuredValue {
    while let line = lines.next() {
      let content = line.trimmingBlanks
      guard let first = content.first else {
        if indentation != nil { valueLines.append(content) }
        continue
      }
      let lineIndentation = content.startIndex - line.startIndex
      if Self.isComment(first) {
        losses.add(.comments)
      } else if let indentation, lineIndentation > indentation {
        valueLines.append(content)
      } else {
        endValue()
        try read(content, indentation: lineIndentation)
      }
    }
    endValue()
    var members = sections[0].members.keepingLast(of: \.key, &losses)
    for section in sections.dropFirst() {
      members.append(
        StructuredMember(
          section.name, .dictionary(section.members.keepingLast(of: \.key, &losses))))
    }
    return .dictionary(members.keepingLast(of: \.key, &losses))
  }

  private mutating func read(_ content: ArraySlice<UInt8>, indentation: Int) throws(CoderError) {
    guard content.first == UInt8(ascii: "[") else { return try readKey(content, indentation) }
    guard let end = Self.sectionEnd(content) else {
      throw lines.error(.unexpectedEnd, "the section heading has no ]", at: content.startIndex)
    }
    enterSection(content[(content.startIndex + 1)..<end])
    let rest = content[(end + 1)...].trimmingBlanks
    guard let first = rest.first else { return }
    if Self.isComment(first) { losses.add(.comments) } else { try readKey(rest, indentation) }
  }

  /// Returns the index of the bracket that ends a section heading.
  ///
  /// A bracket between double quotes belongs to the name, as in git.
  private static func sectionEnd(_ heading: ArraySlice<UInt8>) -> Int? {
    var isQuoted = false
    for index in heading.indices {
      if heading[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if heading[index] == UInt8(ascii: "]"), !isQuoted { return index }
    }
    return isQuoted ? heading.firstIndex(of: UInt8(ascii: "]")) : nil
  }

  private mutating func enterSection(_ name: ArraySlice<UInt8>) {
    let key = Array(name)
    if let place = places[key] {
      current = place
    } else {
      current = sections.count
      places[key] = current
      sections.append(Section(name: name.text))
    }
  }

  private mutating func readKey(_ content: ArraySlice<UInt8>, _ indentation: Int) throws(CoderError) {
    let separator = content.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }
    let key = content[..<(separator ?? content.endIndex)].trimmingBlanks
    guard !key.isEmpty else {
      throw lines.error(.invalidKey, "the line has no key before the separator", at: content.startIndex)
    }
    if separator == nil, key.contains(where: \.isBlank) {
      throw lines.error(
        .wrongFormat, "the line has no = or :, so this may not be INI", at: content.startIndex)
    }
    sections[current].members.append(StructuredMember(key.text, .null))
    guard let separator else { return }
    self.indentation = indentation
    valueLines = [content[(separator + 1)...].trimmingBlanks]
  }

  /// Stores the value of the last key.
  private mutating func endValue() {
    guard indentation != nil else { return }
    indentation = nil
    while valueLines.count > 1, valueLines.last?.isEmpty == true { valueLines.removeLast() }
    let value: [UInt8]
    if valueLines.count == 1 {
      let (text, hasComment) = Self.unquoted(valueLines[0])
      if hasComment { losses.add(.comments) }
      value = Array(text)
    } else {
      value = Array(valueLines.joined(separator: [UInt8(ascii: "\n")]))
    }
    let last = sections[current].members.count - 1
    sections[current].members[last].value = .string(String(decoding: value, as: UTF8.self))
  }

  /// Removes the quotes around a value, and a comment after the closing quote.
  private static func unquoted(_ value: ArraySlice<UInt8>) -> (text: ArraySlice<UInt8>, hasComment: Bool) {
    guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let end = value.dropFirst().firstIndex(of: quote)
    else { return (value, false) }
    let text = value[(value.startIndex + 1)..<end]
    let rest = value[(end + 1)...]
    if rest.isEmpty { return (text, false) }
    guard rest.first?.isBlank == true, let first = rest.trimmingBlanks.first, isComment(first) else {
      return (value, false)
    }
    return (text, true)
  }

  private static func isComment(_ first: UInt8) -> Bool {
    first == UInt8(ascii: ";") || first == UInt8(ascii: "#")
  }
}
