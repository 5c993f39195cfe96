/// Writes JSON value by value; commas, colons and line breaks come by themselves.
///
///     var writer = JSONWriter(style: .pretty)
///     writer.beginObject()
///     writer.key("name")
///     writer.string("notes.txt")
///     writer.endObject()
///     let bytes = writer.finish()
///
/// A call out of turn (a value without its key, an end without its beginning) is a mistake of the program and traps.
package struct JSONWriter {
  package enum Style: Sendable {
    /// No space at all.
    case compact
    /// A line for each member and element, indented by two spaces; no line break at the end.
    case pretty
  }

  private enum Container {
    case object, array
  }

  private var style: Style
  /// Which scalars are escaped that JSON lets stand as they are; nil escapes none.
  let isEscaped: (@Sendable (Unicode.Scalar) -> Bool)?
  /// How many containers are open when the text is to be indented again.
  private var indentedDepth: Int?
  var bytes: [UInt8] = []
  private var containers: [Container] = []
  /// Whether the innermost container, or the text, has no value yet.
  private var isEmpty = true
  /// Whether a key waits for its value.
  private var hasKey = false

  /// Makes a writer.
  ///
  /// - Parameter isEscaped: whether a scalar from U+007F on is escaped; JSON lets all of them stand as they are.
  package init(style: Style = .compact, escaping isEscaped: (@Sendable (Unicode.Scalar) -> Bool)? = nil) {
    self.style = style
    self.isEscaped = isEscaped
  }

  /// The text; everything begun must have ended.
  package consuming func finish() -> [UInt8] {
    precondition(containers.isEmpty && !isEmpty, "the JSON text is not complete")
    return bytes
  }

  /// How many bytes wait to be taken or finished.
  package var byteCount: Int { bytes.count }

  /// Hands over what has been written since the last time, so that a long text need not be held in memory.
  package mutating func drain<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in try body(UnsafeRawBufferPointer(buffer)) }
    bytes.removeAll(keepingCapacity: true)
  }

  // MARK: Containers

  package mutating func beginObject() { begin(.object, UInt8(ascii: "{")) }

  /// Begins an object that is written without any space, whatever the style of what is around it.
  package mutating func beginCompactObject() {
    begin(.object, UInt8(ascii: "{"))
    guard style == .pretty else { return }
    indentedDepth = containers.count - 1
    style = .compact
  }

  package mutating func endObject() { end(.object, UInt8(ascii: "}")) }

  package mutating func beginArray() { begin(.array, UInt8(ascii: "[")) }

  package mutating func endArray() { end(.array, UInt8(ascii: "]")) }

  /// Writes a member's name; its value must follow.
  package mutating func key(_ key: String) {
    precondition(containers.last == .object && !hasKey, "a key where a value must stand")
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

  /// Writes a number as the shortest text that reads back as the same number; it must be finite.
  package mutating func number(_ value: Double) {
    precondition(value.isFinite, "JSON has no infinite numbers")
    beginValue()
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Writes a number as it is spelled; the text must be a number of JSON.
  package mutating func number(text: String) {
    precondition(JSONNumber.isWellFormed(text), "not a number of JSON")
    beginValue()
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func string(_ value: String) {
    beginValue()
    appendQuoted(value)
  }

  /// Writes a string given by its bytes; the caller knows that they are UTF-8.
  package mutating func string(validUTF8 value: UnsafeRawBufferPointer) {
    beginValue()
    appendQuoted(value)
  }

  /// Writes a value that is JSON already, as it is; the caller knows that it is one.
  package mutating func raw(_ json: some Collection<UInt8>) {
    beginValue()
    bytes.append(contentsOf: json)
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
      precondition(isEmpty, "a second value after the text's only one")
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
