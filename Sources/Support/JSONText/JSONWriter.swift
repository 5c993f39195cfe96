import ByteTools

/// A writer that emits JSON value by value and adds commas, colons and line breaks.
///
///     var writer = JSONWriter(style: .pretty)
///     writer.beginObject()
///     writer.key("name")
///     writer.string("notes.txt")
///     writer.endObject()
///     let bytes = writer.finish()
///
/// Calls in the wrong order (a value without its key, an end without its beginning) are programming
/// errors and trap.
package struct JSONWriter {
  package enum Style: Sendable {
    /// No spaces or line breaks.
    case compact
    /// A line for each member and element, indented by two spaces, without a final line break.
    case pretty
  }

  private enum Container {
    case object, array
  }

  private var style: Style
  /// Returns whether to escape a scalar for which JSON requires no escape; nil to escape no such scalar.
  let isEscaped: (@Sendable (Unicode.Scalar) -> Bool)?
  /// The number of open containers at which indentation resumes.
  private var indentedDepth: Int?
  var bytes: [UInt8] = []
  private var containers: [Container] = []
  /// Whether the innermost container is empty; if no container is open, whether the whole text is empty.
  private var isEmpty = true
  /// Whether a key has been written without its value.
  private var hasKey = false

  /// Creates a writer.
  ///
  /// - Parameter isEscaped: returns whether to escape a scalar from U+007F on. JSON requires no escapes for
  ///   these scalars.
  package init(style: Style = .compact, escaping isEscaped: (@Sendable (Unicode.Scalar) -> Bool)? = nil) {
    self.style = style
    self.isEscaped = isEscaped
  }

  /// Returns the text; all containers must be closed.
  package consuming func finish() -> [UInt8] {
    precondition(containers.isEmpty && !isEmpty, "the JSON text is not complete")
    return bytes
  }

  /// The number of bytes that were written but not drained.
  package var byteCount: Int { bytes.count }

  /// Passes all bytes written since the last call to a function, so that a long text need not be held in
  /// memory.
  package mutating func drain<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in try body(UnsafeRawBufferPointer(buffer)) }
    bytes.removeAll(keepingCapacity: true)
  }

  // MARK: Containers

  package mutating func beginObject() { begin(.object, UInt8(ascii: "{")) }

  /// Starts an object that is written in compact style, regardless of the style of the surrounding text.
  package mutating func beginCompactObject() {
    begin(.object, UInt8(ascii: "{"))
    guard style == .pretty else { return }
    indentedDepth = containers.count - 1
    style = .compact
  }

  package mutating func endObject() { end(.object, UInt8(ascii: "}")) }

  package mutating func beginArray() { begin(.array, UInt8(ascii: "[")) }

  package mutating func endArray() { end(.array, UInt8(ascii: "]")) }

  /// Writes the key of a member.
  ///
  /// The member's value must follow.
  package mutating func key(_ key: String) {
    precondition(containers.last == .object && !hasKey, "a key where a value is expected")
    separate()
    appendQuoted(key)
    bytes.append(UInt8(ascii: ":"))
    if style == .pretty { bytes.append(UInt8(ascii: " ")) }
    hasKey = true
  }

  // MARK: Values

  package mutating func null() { append("null") }

  package mutating func boolean(_ value: Bool) { append(value ? "true" : "false") }

  package mutating func integer(_ value: some BinaryInteger) {
    beginValue()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes an integer of 64 bits, without making a text for it first.
  package mutating func integer(_ value: Int64) {
    beginValue()
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = value.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Writes a finite number as the shortest text that parses to the same number.
  package mutating func number(_ value: Double) {
    precondition(value.isFinite, "JSON cannot represent infinite numbers")
    beginValue()
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Writes a number with its exact text, which must be a valid JSON number.
  package mutating func number(text: String) {
    precondition(JSONNumber.isWellFormed(text), "not a number of JSON")
    beginValue()
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func string(_ value: String) {
    beginValue()
    appendQuoted(value)
  }

  /// Writes a string from its bytes, which must be valid UTF-8.
  package mutating func string(validUTF8 value: UnsafeRawBufferPointer) {
    beginValue()
    appendQuoted(value)
  }

  /// Writes bytes unchanged.
  ///
  /// The bytes must be a valid JSON value.
  package mutating func raw(_ json: some Collection<UInt8>) {
    beginValue()
    bytes.append(contentsOf: json)
  }

  /// Writes a text unchanged.
  ///
  /// The text must be a valid JSON value.
  package mutating func raw(_ json: String) {
    beginValue()
    bytes.append(contentsOf: json.utf8)
  }

  // MARK: State

  private mutating func begin(_ container: Container, _ bracket: UInt8) {
    beginValue()
    containers.append(container)
    bytes.append(bracket)
    isEmpty = true
  }

  private mutating func end(_ container: Container, _ bracket: UInt8) {
    precondition(containers.last == container && !hasKey, "an end without its beginning")
    containers.removeLast()
    if !isEmpty { breakLine() }
    bytes.append(bracket)
    isEmpty = false
    if containers.count == indentedDepth {
      indentedDepth = nil
      style = .pretty
    }
  }

  private mutating func append(_ word: StaticString) {
    beginValue()
    bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  private mutating func beginValue() {
    switch containers.last {
    case .object:
      precondition(hasKey, "a member's value without its key")
      hasKey = false
    case .array: separate()
    case nil:
      precondition(isEmpty, "a second value at the top level")
      isEmpty = false
    }
  }

  private mutating func separate() {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
    breakLine()
  }

  private mutating func breakLine() {
    guard style == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in containers { bytes.append(contentsOf: [UInt8(ascii: " "), UInt8(ascii: " ")]) }
  }
}

extension JSONWriter {
  mutating func appendQuoted(_ text: String) {
    var text = text
    text.withUTF8 { appendQuoted(UnsafeRawBufferPointer($0)) }
  }

  /// Appends a string in quotes, with only the escapes that JSON requires.
  mutating func appendQuoted(_ text: UnsafeRawBufferPointer) {
    if let isEscaped, text.contains(where: { $0 >= 0x7F }) {
      bytes.append(UInt8(ascii: "\""))
      appendEscaped(text, where: isEscaped)
      bytes.append(UInt8(ascii: "\""))
    } else {
      JSONWriter.appendQuoted(validUTF8: text, to: &bytes)
    }
  }

  /// Appends the contents of a string without quotes, with more escapes than JSON requires.
  private mutating func appendEscaped(
    _ text: UnsafeRawBufferPointer, where isEscaped: (Unicode.Scalar) -> Bool
  ) {
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar.value < 0x7F, let byte = UInt8(exactly: scalar.value) {
        if JSONCharacters.isPlain(byte) {
          bytes.append(byte)
        } else {
          JSONWriter.appendEscape(byte, to: &bytes)
        }
      } else if isEscaped(scalar) {
        for unit in String(scalar).utf16 { appendEscape(unit) }
      } else {
        bytes.append(contentsOf: String(scalar).utf8)
      }
    }
  }

  private mutating func appendEscape(_ unit: UInt16) {
    let digits = String(unit, radix: 16)
    bytes.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
  }

  /// Appends a string in quotes to a separate buffer.
  ///
  /// The string must be valid UTF-8.
  package static func appendQuoted(validUTF8 text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    appendEscaped(validUTF8: text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the contents of a string without quotes, with the escapes that JSON requires.
  package static func appendEscaped(validUTF8 text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    var copied = 0
    var index = 0
    while true {
      index = nextEscaped(in: text, from: index)
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[copied..<index]))
      guard index < text.count else { break }
      appendEscape(text[index], to: &bytes)
      index += 1
      copied = index
    }
  }

  /// Copies the contents of a string if no byte must be escaped.
  ///
  /// Otherwise returns false, and the copy is invalid.
  ///
  /// - Parameter memory: the destination, which is at least as long as the text.
  package static func copyPlain(
    validUTF8 text: UnsafeRawBufferPointer, to memory: UnsafeMutableRawPointer
  ) -> Bool {
    var index = 0
    while index + ByteWord.byteCount <= text.count {
      guard JSONCharacters.escapedBytes(of: ByteWord(text, at: index)) == 0 else { return false }
      let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      memory.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
      index += ByteWord.byteCount
    }
    while index < text.count {
      let byte = text[index]
      guard JSONCharacters.isPlain(byte) || byte >= 0x80 else { return false }
      memory.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
      index += 1
    }
    return true
  }

  /// Returns the index of the next byte that must be escaped, or the end.
  private static func nextEscaped(in text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index + ByteWord.byteCount <= text.count {
      let escaped = JSONCharacters.escapedBytes(of: ByteWord(text, at: index))
      guard escaped == 0 else { return index + escaped.trailingZeroBitCount / 8 }
      index += ByteWord.byteCount
    }
    while index < text.count && (JSONCharacters.isPlain(text[index]) || text[index] >= 0x80) { index += 1 }
    return index
  }

  private static func appendEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0..<0x20:
      let last = byte & 0xF
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(UInt8(ascii: "0") + byte >> 4)
      bytes.append(last < 10 ? UInt8(ascii: "0") + last : UInt8(ascii: "a") + last - 10)
    default: bytes.append(byte)
    }
  }
}
