/// The text of a TOML document while it is written.
struct TOMLText {
  /// The maximum length of a line with an array or a string, in bytes; longer arrays have a line for each
  /// element.
  private static let lineLimit = 100
  private static let indentation = 2

  private(set) var bytes: [UInt8] = []
  private let tape: TOMLTape
  /// The offset at which the current line begins.
  private var lineStart = 0

  init(_ tape: TOMLTape) { self.tape = tape }

  // MARK: Lines

  /// Appends the header of a table, after an empty line unless it is the first line.
  mutating func startTable(_ path: [UInt8], isElement: Bool) {
    if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    bytes.append(contentsOf: isElement ? "[[".utf8 : "[".utf8)
    bytes.append(contentsOf: path)
    bytes.append(contentsOf: isElement ? "]]\n".utf8 : "]\n".utf8)
  }

  /// Returns the path of a table in another table, for headers.
  func path(_ path: [UInt8], _ key: Range<Int>) -> [UInt8] {
    var path = path
    if !path.isEmpty { path.append(UInt8(ascii: ".")) }
    TOMLText.appendKey(tape.bytes[key], to: &path)
    return path
  }

  /// Appends a line with a key and a value.
  mutating func appendLine(_ key: Range<Int>, _ entry: TOMLTape.Entry) {
    lineStart = bytes.count
    TOMLText.appendKey(tape.bytes[key], to: &bytes)
    bytes.append(contentsOf: " = ".utf8)
    if entry.kind == .string, TOMLString.isMultiline(tape.bytes[entry.content]) {
      TOMLString.appendMultiline(tape.bytes[entry.content], to: &bytes)
    } else {
      append(entry, indentation: 0)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  // MARK: Values

  /// Appends a value; an array that does not fit in the line has a line for each element.
  private mutating func append(_ entry: TOMLTape.Entry, indentation: Int) {
    guard entry.kind == .array else { return _ = appendInline(entry, limit: .max) }
    let start = bytes.count
    // A comma can follow.
    if appendInline(entry, limit: lineStart + Self.lineLimit - 1) { return }
    bytes.removeLast(bytes.count - start)
    bytes.append(contentsOf: "[\n".utf8)
    var place = entry.content.lowerBound
    while place < entry.content.upperBound {
      lineStart = bytes.count
      appendSpaces(indentation + Self.indentation)
      append(tape.entry(at: &place), indentation: indentation + Self.indentation)
      bytes.append(contentsOf: ",\n".utf8)
    }
    appendSpaces(indentation)
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func appendSpaces(_ count: Int) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
  }

  /// Appends a value on the current line.
  ///
  /// - Parameter limit: the maximum length of the whole text.
  /// - Returns: false, after a part of the value, if the text becomes longer.
  private mutating func appendInline(_ entry: TOMLTape.Entry, limit: Int) -> Bool {
    switch entry.kind {
    case .text, .string:
      guard entry.content.count <= limit - bytes.count else { return false }
      if entry.kind == .text {
        bytes.append(contentsOf: tape.bytes[entry.content])
      } else {
        TOMLString.appendLine(tape.bytes[entry.content], to: &bytes)
      }
    case .array:
      bytes.append(UInt8(ascii: "["))
      var place = entry.content.lowerBound
      while place < entry.content.upperBound {
        if place > entry.content.lowerBound { bytes.append(contentsOf: ", ".utf8) }
        guard appendInline(tape.entry(at: &place), limit: limit) else { return false }
      }
      bytes.append(UInt8(ascii: "]"))
    case .dictionary:
      guard !entry.content.isEmpty else {
        bytes.append(contentsOf: "{}".utf8)
        break
      }
      var place = entry.content.lowerBound
      while place < entry.content.upperBound {
        bytes.append(contentsOf: place > entry.content.lowerBound ? ", ".utf8 : "{ ".utf8)
        let key = tape.key(at: &place)
        guard key.count <= limit - bytes.count else { return false }
        TOMLText.appendKey(tape.bytes[key], to: &bytes)
        bytes.append(contentsOf: " = ".utf8)
        guard appendInline(tape.entry(at: &place), limit: limit) else { return false }
      }
      bytes.append(contentsOf: " }".utf8)
    }
    return bytes.count <= limit
  }

  /// Appends a key: bare where possible, otherwise as a string.
  private static func appendKey(_ key: ArraySlice<UInt8>, to text: inout [UInt8]) {
    if !key.isEmpty, key.allSatisfy(TOMLScanner.isBare) {
      text.append(contentsOf: key)
    } else {
      TOMLString.appendLine(key, to: &text)
    }
  }
}
