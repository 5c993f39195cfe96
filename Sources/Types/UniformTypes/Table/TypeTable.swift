import ByteTools

/// A table of types as text that people can read and compare, with its parser.
///
/// # Format
///
/// An entry declares a type. The first line of an entry, the head, is not indented. It contains the kind of
/// declaration (`export`, `import` or `carry`) and the identifier, followed by a colon and the types that
/// the declared type conforms to. The following lines are indented. Each of them contains one field, and
/// the fields can be in any order:
///
///     export public.jpeg: public.image
///       extension jpeg jpg jpe
///       mime image/jpeg image/jpg
///       ostype JPEG
///       description JPEG image
///       name JPEG picture
///
/// | field | value |
/// | --- | --- |
/// | `extension`, `mime`, `ostype`, `pasteboard`, `scheme`, `model` | tags, preferred first |
/// | `unreported-extension`, `unreported-mime` | tags that look-ups find but the type does not report |
/// | `description`, `reference` | the rest of the line; `\n`, `\r` and `\\` are escapes |
/// | `name` | a short name for sentences, if the description is not suitable; the rest of the line |
/// | `version` | a whole number |
/// | `spelling` | the owner's spelling of the identifier |
/// | `wildcard` | nothing |
///
/// Words are separated by single spaces. A word that is empty or contains a space is enclosed in
/// quotation marks, in which `\"`, `\\`, `\n`, `\r` and `\0` are escapes. A line that begins with `#`
/// is a comment. A field appears at most once in an entry.
///
/// # Why text, read on demand
///
/// A Swift array literal of 762 declarations does not compile in ten minutes; a string literal compiles
/// at once.
///
/// Each entry is parsed when it is needed. Parsing all entries into arrays and a dictionary at launch would
/// be simpler, but was measured to take 4.3 million instructions. A whole program that only starts and prints
/// a line takes 3.5 million, and `proffer type conforms` may take only 1.3 times as long as such a program
/// (the benchmark `start`). A conformance query needs the first lines of about ten entries.
///
/// The table stores the text, the offset of each entry's first line, and an index of the entries by the
/// hashes of their identifiers. One scan for line breaks finds the offsets. The identifiers remain in the
/// text. A dictionary would need a string for each identifier. It would also need the metadata of its
/// generic type, and the runtime takes as long to create this metadata as the scan takes.
///
/// Invariant: the index of an entry in the text is the position of its type in `TypeRegistry` and in
/// the constants of `UTType`.
struct TypeTable: Sendable {
  private let text: [UInt8]
  /// The offsets of the entries' first lines.
  private let starts: [Int32]
  /// An index of the entries by the hashes of their identifiers.
  private let index: HashIndex

  /// Finds the entries in a text.
  init(_ text: [UInt8]) throws(TypeError) {
    var starts: [Int32] = []
    starts.reserveCapacity(text.count / 128)
    var index = HashIndex(capacity: text.count / 128)
    let failure = text.withUnsafeBytes { text -> TypeError? in
      var start = 0
      while start < text.count {
        switch text[start] {
        case UInt8(ascii: "#"), UInt8(ascii: "\n"): break
        case UInt8(ascii: " "):
          // Fields and comments are parsed together with their entry.
          if starts.isEmpty {
            let line = Line(
              text, start..<(text.firstPlace(of: UInt8(ascii: "\n"), from: start) ?? text.count))
            if line.kind == .field {
              return Self.malformed(text, line, "a field stands before the first type")
            }
          }
        default:
          let name = Self.name(text, at: start)
          let hash = Self.hash(of: name)
          if index.number(hash, isEqual: { Self.name(text, at: Int(starts[$0])).elementsEqual(name) }) == nil
          {
            index.insert(starts.count, hash)
          }
          starts.append(Int32(start))
        }
        start = Self.endOfLine(text, from: start) + 1
      }
      return nil
    }
    if let failure { throw failure }
    self.text = text
    self.starts = starts
    self.index = index
  }

  /// Returns the offset of the first line break at or after another offset; if there is none, the end of
  /// the text.
  ///
  /// This method contains its own loop because the table is scanned at every launch. Calling another
  /// function for each line would take twice as long.
  @inline(__always)
  private static func endOfLine(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var place = start
    while place + ByteWord.byteCount <= text.count {
      let breaks = ByteWord(text, at: place).matches(UInt8(ascii: "\n"))
      if breaks != 0 { return place + breaks.trailingZeroBitCount / 8 }
      place += ByteWord.byteCount
    }
    while place < text.count && text[place] != UInt8(ascii: "\n") { place += 1 }
    return place
  }

  /// Returns the identifier in the first line of an entry, without the colon before its parents.
  @inline(__always)
  private static func name(_ text: UnsafeRawBufferPointer, at start: Int) -> UnsafeRawBufferPointer {
    var begin = endOfWord(text, from: start)
    while begin < text.count && text[begin] == UInt8(ascii: " ") { begin += 1 }
    var end = endOfWord(text, from: begin)
    if end > begin && text[end - 1] == UInt8(ascii: ":") { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: text[begin..<end])
  }

  /// Returns the offset of the first space or line break at or after another offset; if there is none, the
  /// end of the text.
  @inline(__always)
  private static func endOfWord(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var place = start
    while place + ByteWord.byteCount <= text.count {
      let word = ByteWord(text, at: place)
      // The lowest set bit of each operand is correct, and so is the lowest set bit of the result.
      let ends = word.matches(UInt8(ascii: " ")) | word.matches(UInt8(ascii: "\n"))
      if ends != 0 { return place + ends.trailingZeroBitCount / 8 }
      place += ByteWord.byteCount
    }
    while place < text.count && text[place] != UInt8(ascii: " ") && text[place] != UInt8(ascii: "\n") {
      place += 1
    }
    return place
  }

  /// Returns the hash of an identifier, computed from its length and its last sixteen bytes.
  ///
  /// Most identifiers differ in these bytes. The hash has no random seed, because the identifiers in the
  /// table are trusted.
  @inline(__always)
  private static func hash(of name: UnsafeRawBufferPointer) -> UInt32 {
    var hash = UInt64(name.count)
    // Multiplication by 2⁶⁴ divided by the golden ratio (Knuth, The Art of Computer Programming, section 6.4).
    func add(_ word: UInt64) { hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15 }
    if name.count >= 8 {
      add(name.loadUnaligned(fromByteOffset: max(0, name.count - 16), as: UInt64.self))
      add(name.loadUnaligned(fromByteOffset: name.count - 8, as: UInt64.self))
    } else {
      for byte in name { add(UInt64(byte)) }
    }
    return UInt32(truncatingIfNeeded: hash >> 32)
  }

  /// The number of types in the table.
  var count: Int { starts.count }

  /// Returns the position of a type; nil if it is not in the table.
  func position(of identifier: TypeIdentifier) -> Int? {
    var identifier = identifier.folded
    return identifier.withUTF8 { name in
      text.withUnsafeBytes { position(of: UnsafeRawBufferPointer(name), in: $0) }
    }
  }

  private func position(of name: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer) -> Int? {
    index.number(Self.hash(of: name)) { position in
      Self.name(text, at: Int(starts[position])).elementsEqual(name)
    }
  }

  /// Returns the identifier of a type.
  func identifier(at position: Int) -> String {
    text.withUnsafeBytes { String(decoding: Self.name($0, at: Int(starts[position])), as: UTF8.self) }
  }

  /// Returns the direct parents of a type that are in the table, in declared order.
  func parents(at position: Int) -> [Int] {
    text.withUnsafeBytes { text in
      let start = Int(starts[position])
      let end = Self.endOfLine(text, from: start)
      return Words(text, in: start..<end).dropFirst(2).compactMap { self.position(of: $0.bytes, in: text) }
    }
  }

  /// Returns whether a type is declared by its owner.
  func isExported(at position: Int) -> Bool {
    text[Int(starts[position])] == UInt8(ascii: "e")
  }

  /// Calls a function with each tag of a type, reported or not.
  ///
  /// The tag index uses this function for all types. Parsing whole declarations would take four times as
  /// long.
  func forEachTag(at position: Int, _ body: (StandardTagClass, String) -> Void) {
    text.withUnsafeBytes { text in
      for line in Lines(text, in: range(at: position)) where line.kind == .field {
        var words = Words(text, in: line.range)
        guard let name = words.next(), let tagClass = Field(name.bytes)?.tagClass else { continue }
        for word in words { body(tagClass, word.text) }
      }
    }
  }

  /// Returns the positions of the types with a tag, reported or not.
  ///
  /// The result is nil for a tag that is compared exactly, and for a tag that is written with escapes.
  ///
  /// This function searches the text for the tag as a whole word, with Horspool's algorithm, which skips
  /// most bytes. A match is accepted if its line is a field of the tag's class.
  func positions(of tag: TypeTag) -> [Int]? {
    guard tag.tagClass.ignoresCase,
      tag.text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
    else { return nil }
    let needle = [UInt8(ascii: " ")] + Array(tag.text.utf8)
    var skips = [Int](repeating: needle.count, count: 256)
    for (place, byte) in needle.dropLast().enumerated() {
      skips[Int(byte)] = needle.count - 1 - place
      if byte &- UInt8(ascii: "a") < 26 { skips[Int(byte & 0xDF)] = needle.count - 1 - place }
    }
    return text.withUnsafeBytes { text in
      var found: [Int] = []
      let last = needle.count - 1
      var place = 0
      while place + needle.count <= text.count {
        let end = place + last
        if CaseFolding.folded(text[end]) == needle[last], Self.endsWord(text, at: end + 1),
          needle.indices.allSatisfy({ CaseFolding.folded(text[place + $0]) == needle[$0] }),
          let position = position(ofField: tag.tagClass, at: place, in: text), found.last != position
        {
          found.append(position)
        }
        place += skips[Int(text[end])]
      }
      return found
    }
  }

  private static func endsWord(_ text: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    offset == text.count || text[offset] == UInt8(ascii: " ") || text[offset] == UInt8(ascii: "\n")
  }

  /// Returns the position of the entry that contains an offset in a field; nil if the field is of another
  /// class.
  private func position(
    ofField tagClass: StandardTagClass, at place: Int, in text: UnsafeRawBufferPointer
  ) -> Int? {
    var start = place
    while start > 0, text[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    var words = Words(text, in: start..<place)
    guard text[start] == UInt8(ascii: " "), let name = words.next(), Field(name.bytes)?.tagClass == tagClass
    else {
      return nil
    }
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= place { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// Returns the whole declaration of a type.
  func declaration(at position: Int) throws(TypeError) -> TypeDeclaration {
    let result = text.withUnsafeBytes { text in
      Result { () throws(TypeError) in
        try Self.declaration(text, in: range(at: position))
      }
    }
    return try result.get()
  }

  private func range(at position: Int) -> Range<Int> {
    let end = position + 1 < starts.count ? Int(starts[position + 1]) : text.count
    return Int(starts[position])..<end
  }

  private static func declaration(
    _ text: UnsafeRawBufferPointer, in range: Range<Int>
  ) throws(TypeError) -> TypeDeclaration {
    var lines = Lines(text, in: range)
    guard let head = lines.next() else {
      throw TypeError(.malformedTable, reason: "an entry is empty")
    }
    var words = Words(text, in: head.range)
    guard let keyword = words.next(), let origin = origin(keyword.bytes) else {
      throw malformed(text, head, "a type begins with export, import or carry")
    }
    guard let name = words.next() else { throw malformed(text, head, "the type has no identifier") }
    let parents = words.map(\.text)
    guard name.hasColon != parents.isEmpty else {
      throw malformed(text, head, "parents follow a colon, and a colon is followed by parents")
    }
    var declaration = TypeDeclaration(identifier: name.nameOfHead, parents: parents, origin: origin)
    var seen: Set<Field> = []
    while let line = lines.next() {
      if line.kind == .field { try readField(text, line, into: &declaration, seen: &seen) }
    }
    return declaration
  }

  private static func origin(_ keyword: UnsafeRawBufferPointer) -> TypeDeclaration.Origin? {
    if keyword.elementsEqual("export".utf8) { return .exported }
    if keyword.elementsEqual("import".utf8) { return .imported }
    return keyword.elementsEqual("carry".utf8) ? .carried : nil
  }

  /// Returns the error for a line, with the number of the line.
  private static func malformed(_ text: UnsafeRawBufferPointer, _ line: Line, _ reason: String)
    -> TypeError
  {
    let number = 1 + text[..<line.range.lowerBound].count { $0 == UInt8(ascii: "\n") }
    return TypeError(.malformedTable, reason: "line \(number): \(reason)")
  }
}

// MARK: - Fields

extension TypeTable {
  private enum Field: String, CaseIterable {
    case fileExtension = "extension"
    case mime
    case osType = "ostype"
    case pasteboard
    case scheme
    case model
    case unreportedExtension = "unreported-extension"
    case unreportedMIME = "unreported-mime"
    case description
    case name
    case reference
    case version
    case spelling
    case wildcard

    /// Creates the field with the given name.
    ///
    /// The name is compared as bytes, because creating a string takes longer than parsing the rest of the
    /// line.
    init?(_ name: UnsafeRawBufferPointer) {
      let field = Self.allCases.first {
        $0.rawValue.utf8.count == name.count && $0.rawValue.utf8.elementsEqual(name)
      }
      guard let field else { return nil }
      self = field
    }

    /// The class of the tags in the field; nil if the field does not contain tags.
    var tagClass: StandardTagClass? {
      switch self {
      case .fileExtension, .unreportedExtension: .filenameExtension
      case .mime, .unreportedMIME: .mimeType
      case .osType: .osType
      case .pasteboard: .pasteboardType
      case .scheme: .urlScheme
      case .model: .deviceModelCode
      case .description, .name, .reference, .version, .spelling, .wildcard: nil
      }
    }

    /// Whether the type reports the tags.
    ///
    /// Look-ups also find the type by tags that it does not report.
    var isReported: Bool { self != .unreportedExtension && self != .unreportedMIME }
  }

  private static func readField(
    _ text: UnsafeRawBufferPointer, _ line: Line, into declaration: inout TypeDeclaration,
    seen: inout Set<Field>
  ) throws(TypeError) {
    var words = Words(text, in: line.range)
    guard let name = words.next()?.bytes, let field = Field(name) else {
      throw malformed(text, line, "a type does not have a field of this name")
    }
    guard seen.insert(field).inserted else {
      throw malformed(text, line, "\(field.rawValue) is given twice for \(declaration.identifier)")
    }
    if let tagClass = field.tagClass?.tagClass {
      let tags = words.map(\.text)
      if tags.isEmpty { throw malformed(text, line, "\(field.rawValue) needs a tag") }
      if field.isReported {
        declaration.tags[tagClass] = tags
      } else {
        declaration.unreportedTags[tagClass] = tags
      }
      return
    }
    switch field {
    case .description: declaration.description = words.rest
    case .name: declaration.shortName = words.rest
    case .reference: declaration.referenceURLString = words.rest
    case .spelling: declaration.spelling = words.rest
    case .wildcard: declaration.isWildcard = true
    default:
      guard let version = Int(words.rest) else {
        throw malformed(text, line, "“\(words.rest)” is not a whole number")
      }
      declaration.version = version
    }
  }
}

// MARK: - Lines and words

extension TypeTable {
  /// A line without its line break.
  private struct Line {
    enum Kind { case head, field, comment }

    let range: Range<Int>
    let kind: Kind

    init(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) {
      self.range = range
      let visible = range.first { text[$0] != UInt8(ascii: " ") }
      if let visible, text[visible] != UInt8(ascii: "#") {
        kind = visible == range.lowerBound ? .head : .field
      } else {
        kind = .comment
      }
    }
  }

  private struct Lines: Sequence, IteratorProtocol {
    private let text: UnsafeRawBufferPointer
    private var range: Range<Int>

    init(_ text: UnsafeRawBufferPointer, in range: Range<Int>? = nil) {
      self.text = text
      self.range = range ?? 0..<text.count
    }

    mutating func next() -> Line? {
      guard !range.isEmpty else { return nil }
      let end = text.firstPlace(of: UInt8(ascii: "\n"), in: range) ?? range.upperBound
      let line = range.lowerBound..<end
      range = Swift.min(end + 1, range.upperBound)..<range.upperBound
      return Line(text, line)
    }
  }

  /// A word as it is written, without its quotation marks.
  private struct Word {
    let bytes: UnsafeRawBufferPointer
    let isQuoted: Bool

    /// The word with its escapes resolved.
    var text: String {
      isQuoted ? TypeTable.unescaped(bytes) : String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the word ends in a colon, and is therefore an identifier followed by its parents.
    var hasColon: Bool { bytes.last == UInt8(ascii: ":") }

    /// The word as an identifier, without the colon.
    var nameOfHead: String {
      String(
        decoding: UnsafeRawBufferPointer(rebasing: bytes.dropLast(hasColon ? 1 : 0)), as: UTF8.self)
    }
  }

  private struct Words: Sequence, IteratorProtocol {
    private let text: UnsafeRawBufferPointer
    private var range: Range<Int>

    init(_ text: UnsafeRawBufferPointer, in range: Range<Int>) {
      self.text = text
      self.range = range
    }

    /// The rest of the line after a space, with its escapes resolved.
    var rest: String { TypeTable.unescaped(UnsafeRawBufferPointer(rebasing: text[range])) }

    /// Returns the next word; nil at the end.
    ///
    /// An unclosed quotation ends at the end of the line.
    mutating func next() -> Word? {
      let end = range.upperBound
      var offset = range.lowerBound
      while offset < end && text[offset] == UInt8(ascii: " ") { offset += 1 }
      guard offset < end else {
        range = end..<end
        return nil
      }
      let isQuoted = text[offset] == UInt8(ascii: "\"")
      if isQuoted { offset += 1 }
      let start = offset
      let stop = isQuoted ? UInt8(ascii: "\"") : UInt8(ascii: " ")
      while offset < end && text[offset] != stop {
        offset += isQuoted && text[offset] == UInt8(ascii: "\\") ? 2 : 1
      }
      offset = Swift.min(offset, end)
      range = Swift.min(offset + 1, end)..<end
      return Word(bytes: UnsafeRawBufferPointer(rebasing: text[start..<offset]), isQuoted: isQuoted)
    }
  }

  private static func unescaped(_ bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var plain: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        switch byte {
        case UInt8(ascii: "n"): plain.append(0x0A)
        case UInt8(ascii: "r"): plain.append(0x0D)
        case UInt8(ascii: "0"): plain.append(0)
        default: plain.append(byte)
        }
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        plain.append(byte)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
