import Foundation

/// A file of cases: inputs with their expected outcomes, as text that a person reads and edits.
///
/// The syntax is described in CONTRIBUTING, “Cases”. In short:
///
///     # What the cases of this file show.
///     === name-of-a-case
///     # An optional comment.
///     --- yaml
///     a: 1
///     --- value: {"a": 1}
///
///     === name-of-several-examples
///     --- yaml escaped => error
///     a: "\\q"  => invalidEscape at 1:5
///
/// The parser accepts nothing that a reader of the file could mistake: trailing spaces and invisible characters
/// are errors, as an editor may change them unnoticed.
package struct CaseFile: Sendable {
  /// A part of a case: the input, the outcome, a list of losses or a setting.
  package struct Section: Sendable {
    package let name: String
    package let bytes: [UInt8]
    /// The line of the header, or of the row.
    package let line: Int

    /// The content as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The lines of the content that are not empty.
    package var lines: [String] {
      bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The sections of a case, or of one row of a case.
  package struct Entry: Sendable {
    package let name: String
    /// The line of the name, or of the row.
    package let line: Int
    package let isRow: Bool
    package let sections: [Section]
  }

  /// The path below the folder of all cases, such as `yaml/scalars.cases`.
  package let path: String
  package let entries: [Entry]

  /// Parses a file.
  ///
  /// - Parameter path: the path below the folder of all cases.
  package init(path: String, bytes: [UInt8]) throws {
    var parser = CaseFileParser(path: path)
    self.path = path
    entries = try parser.parse(bytes)
  }
}

/// A fault of a file of cases, with its line.
package struct CaseFileError: Error, CustomStringConvertible {
  package let path: String
  /// The line; nil for the file as a whole.
  package let line: Int?
  package let message: String

  package init(path: String, line: Int?, message: String) {
    (self.path, self.line, self.message) = (path, line, message)
  }

  package var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(message)" }
}

private struct CaseFileParser {
  /// The header of a section: its columns, and the content on the same line.
  private struct Header {
    struct Column {
      let name: String
      let isEscaped: Bool
      let hasNewline: Bool
    }
    let line: Int
    let columns: [Column]
    let inline: [UInt8]?
    var content: [(line: Int, bytes: [UInt8])] = []
  }

  private struct OpenCase {
    let name: String
    let line: Int
    var headers: [Header] = []
  }

  let path: String
  /// The length of the markers, which the first case of the file determines.
  private var markerLength: Int?
  private var hasComment = false
  private var open: OpenCase?
  private var names: Set<String> = []
  private var entries: [CaseFile.Entry] = []

  init(path: String) { self.path = path }

  private func failure(_ line: Int?, _ message: String) -> CaseFileError {
    CaseFileError(path: path, line: line, message: message)
  }

  mutating func parse(_ bytes: [UInt8]) throws -> [CaseFile.Entry] {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw failure(nil, "the file is not UTF-8; write \\xFF in an escaped section")
    }
    guard bytes.isEmpty || bytes.last == UInt8(ascii: "\n") else {
      throw failure(nil, "the last line has no line feed")
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    for (index, line) in lines.enumerated() {
      try checkCharacters(of: line, at: index + 1)
      try add(Array(line), at: index + 1)
    }
    try closeCase(isLast: true)
    guard !entries.isEmpty else { throw failure(nil, "the file has no case") }
    return entries
  }

  /// Throws for characters that an editor may change or hide.
  private func checkCharacters(of line: some Collection<UInt8>, at number: Int) throws {
    let text = String(decoding: line, as: UTF8.self)
    for scalar in text.unicodeScalars {
      let isHidden =
        switch scalar {
        case "\t": false
        case "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{200B}"..."\u{200F}", "\u{A0}": true
        default: scalar.properties.generalCategory == .control
        }
      if isHidden {
        throw failure(
          number,
          "write \\u{\(String(scalar.value, radix: 16, uppercase: true))} in an escaped section in place of the character"
        )
      }
    }
    if text.unicodeScalars.last == " " || text.unicodeScalars.last == "\t" {
      throw failure(
        number, "write a space at the end of a line as \\u{20} in an escaped section, a tab as \\t")
    }
  }

  private mutating func add(_ line: [UInt8], at number: Int) throws {
    if let name = try marked(line, with: UInt8(ascii: "="), at: number) {
      try closeCase(isLast: false)
      guard hasComment else { throw failure(number, "begin the file with comments that say what it shows") }
      guard name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil else {
        throw failure(number, "a name consists of words of small letters and digits, joined by hyphens")
      }
      guard names.insert(name).inserted else { throw failure(number, "a case above has the name \(name)") }
      open = OpenCase(name: name, line: number)
    } else if open == nil {
      guard line.isEmpty || line.first == UInt8(ascii: "#") else {
        throw failure(number, "only comments (#) may precede the first case")
      }
      hasComment = hasComment || line.first == UInt8(ascii: "#")
    } else if let header = try marked(line, with: UInt8(ascii: "-"), at: number) {
      let parsed = try parseHeader(header, at: number)
      open?.headers.append(parsed)
    } else if let last = open?.headers.indices.last {
      if open?.headers[last].inline != nil {
        // Only the empty line before the next case, and comments are not possible here.
        guard line.isEmpty else {
          throw failure(number, "the section has its content on the line of its header")
        }
      }
      open?.headers[last].content.append((number, line))
    } else if !line.isEmpty && line.first != UInt8(ascii: "#") {
      throw failure(number, "only comments (#) may precede the first section of a case")
    }
  }

  /// The text after a marker; nil if the line does not begin with a marker of the file's length.
  private mutating func marked(_ line: [UInt8], with character: UInt8, at number: Int) throws -> String? {
    let count = line.prefix { $0 == character }.count
    if markerLength == nil, character == UInt8(ascii: "="), count >= 3 { markerLength = count }
    guard let markerLength, count == markerLength else { return nil }
    guard line.count > count + 1, line[count] == UInt8(ascii: " ") else {
      throw failure(
        number, "a space and a name follow the marker (a file with longer markers may contain this line)")
    }
    return String(decoding: line[(count + 1)...], as: UTF8.self)
  }

  private func parseHeader(_ text: String, at number: Int) throws -> Header {
    var head = text
    var inline: [UInt8]?
    if let match = text.prefixMatch(of: /([a-z0-9\- ]+):(?: (.*))?/) {
      guard match.range.upperBound == text.endIndex else {
        throw failure(number, "a space follows the colon of a header")
      }
      (head, inline) = (String(match.1), Array((match.2 ?? "").utf8))
    }
    let columns = try head.split(separator: " => ", omittingEmptySubsequences: false).map { column in
      let words = column.split(separator: " ", omittingEmptySubsequences: false)
      let attributes = words.dropFirst()
      guard let name = words.first, name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil else {
        throw failure(number, "“\(column)” is not the name of a section")
      }
      if let unknown = attributes.first(where: { $0 != "escaped" && $0 != "without-newline" }) {
        throw failure(number, "sections have the attributes escaped and without-newline, not “\(unknown)”")
      }
      return Header.Column(
        name: String(name), isEscaped: attributes.contains("escaped"),
        hasNewline: !attributes.contains("without-newline"))
    }
    if inline != nil || columns.count > 1, columns.contains(where: { !$0.hasNewline }) {
      throw failure(number, "content on one line has no line feed, so that without-newline has no effect")
    }
    return Header(line: number, columns: columns, inline: inline)
  }

  // MARK: Cases

  private mutating func closeCase(isLast: Bool) throws {
    guard var closed = open else { return }
    open = nil
    // One empty line separates two cases.
    if !isLast, let last = closed.headers.indices.last,
      closed.headers[last].content.last?.bytes.isEmpty == true
    {
      closed.headers[last].content.removeLast()
    }
    guard !closed.headers.isEmpty else {
      throw failure(closed.line, "the case \(closed.name) has no section")
    }
    for header in closed.headers where header.inline != nil && !header.content.isEmpty {
      throw failure(header.content[0].line, "an empty line can only precede the next case")
    }
    let tables = closed.headers.filter { $0.columns.count > 1 }
    guard tables.count <= 1 else { throw failure(tables[1].line, "a case has one table") }
    var shared: [CaseFile.Section] = []
    for header in closed.headers where header.columns.count == 1 { shared.append(try section(header)) }
    let rows = try tables.first.map { try self.rows($0) }
    for sections in rows ?? [[]] {
      let all = shared + sections
      if let twice = all.first(where: { one in all.filter { $0.name == one.name }.count > 1 }) {
        throw failure(twice.line, "the case \(closed.name) has two sections \(twice.name)")
      }
      entries.append(
        CaseFile.Entry(
          name: closed.name, line: sections.first?.line ?? closed.line, isRow: rows != nil, sections: all))
    }
  }

  private func section(_ header: Header) throws -> CaseFile.Section {
    let column = header.columns[0]
    var bytes = header.inline ?? header.content.flatMap { $0.bytes + [UInt8(ascii: "\n")] }
    if !column.hasNewline {
      guard !bytes.isEmpty else { throw failure(header.line, "without-newline needs a line") }
      bytes.removeLast()
    }
    if column.isEscaped { bytes = try unescaped(bytes, at: header.line) }
    return CaseFile.Section(name: column.name, bytes: bytes, line: header.line)
  }

  /// The sections of each row of a table.
  private func rows(_ header: Header) throws -> [[CaseFile.Section]] {
    guard !header.content.isEmpty else { throw failure(header.line, "the table has no row") }
    return try header.content.map { line, bytes in
      let cells = Self.cells(bytes)
      guard (2...header.columns.count).contains(cells.count) else {
        throw failure(line, "the row has \(cells.count) columns, its header \(header.columns.count)")
      }
      return try zip(header.columns, cells).map { column, cell in
        CaseFile.Section(
          name: column.name, bytes: column.isEscaped ? try unescaped(cell, at: line) : cell, line: line)
      }
    }
  }

  /// Splits a row at each `=>` between spaces, and removes the spaces around the cells.
  private static func cells(_ line: [UInt8]) -> [[UInt8]] {
    let padded = [UInt8(ascii: " ")] + line + [UInt8(ascii: " ")]
    return padded.split(separator: Array(" => ".utf8), omittingEmptySubsequences: false).map { cell in
      let start = cell.drop { $0 == UInt8(ascii: " ") }
      let end = start.lastIndex { $0 != UInt8(ascii: " ") }
      return end.map { Array(start[...$0]) } ?? []
    }
  }

  /// Replaces the escapes of an escaped section: `\n`, `\r`, `\t`, `\0`, `\\`, `\u{…}` and `\xFF`.
  private func unescaped(_ bytes: [UInt8], at line: Int) throws -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      switch rest.popFirst().map(UnicodeScalar.init) {
      case "n": result.append(0x0A)
      case "r": result.append(0x0D)
      case "t": result.append(0x09)
      case "0": result.append(0)
      case "\\": result.append(UInt8(ascii: "\\"))
      case "x":
        guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
        else {
          throw failure(line, "two hexadecimal digits follow \\x")
        }
        result.append(value)
        rest = rest.dropFirst(2)
      case "u":
        let digits = rest.dropFirst().prefix { $0 != UInt8(ascii: "}") }
        guard rest.first == UInt8(ascii: "{"), rest.count > digits.count + 1,
          let scalar = UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(UnicodeScalar.init)
        else { throw failure(line, "\\u{…} contains the hexadecimal digits of a Unicode scalar") }
        result += Array(String(Character(scalar)).utf8)
        rest = rest.dropFirst(digits.count + 2)
      default:
        throw failure(line, "the escapes are \\n, \\r, \\t, \\0, \\\\, \\u{…} and \\xFF")
      }
    }
    return result
  }
}
