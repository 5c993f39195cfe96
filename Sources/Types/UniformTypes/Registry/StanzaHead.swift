/// A stanza's first line, read as bytes: who declares the type, its identifier, and what it conforms to.
struct StanzaHead {
  let origin: TypeDeclaration.Origin
  /// Where the identifier stands.
  let name: Range<Int>
  /// Where the identifiers of what the type conforms to stand.
  let parents: TableWordRanges

  /// Reads a first line.
  ///
  /// - Throws: what is wrong; whoever knows the line's number puts that before it.
  init(_ bytes: UnsafeBufferPointer<UInt8>, line: Range<Int>) throws(TypeError) {
    var words = TableWordRanges(bytes, in: line)
    guard let keyword = words.next(), let origin = Self.origin(bytes[keyword.lowerBound]),
      Self.equals(UnsafeBufferPointer(rebasing: bytes[keyword]), Self.keyword(of: origin))
    else {
      throw TypeError(.malformedTable, "a type begins with export, import or carry")
    }
    guard let name = words.next() else {
      throw TypeError(.malformedTable, "the type has no identifier")
    }
    let hasColon = bytes[name.upperBound - 1] == UInt8(ascii: ":")
    guard hasColon != words.isEmpty else {
      throw TypeError(.malformedTable, "parents follow a colon, and a colon is followed by parents")
    }
    self.origin = origin
    self.name = name.lowerBound..<name.upperBound - (hasColon ? 1 : 0)
    parents = words
  }

  /// Whether a line is the first one of a stanza: neither a field nor a comment nor empty.
  static func begins(_ bytes: UnsafeBufferPointer<UInt8>, line: Range<Int>) -> Bool {
    guard !line.isEmpty else { return false }
    return bytes[line.lowerBound] != UInt8(ascii: " ") && bytes[line.lowerBound] != UInt8(ascii: "#")
  }

  /// Whether the first line at a place, read whole, may turn out to have that identifier.
  ///
  /// That the name ends where it would have to rules nearly all others out, and is asked first.
  static func mayHave(
    _ identifier: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> Bool {
    guard let origin = origin(bytes[start]) else { return false }
    let nameStart = start + keyword(of: origin).utf8CodeUnitCount + 1
    let nameEnd = nameStart + identifier.count
    guard nameEnd <= bytes.count, nameEnd == bytes.count || endsName(bytes[nameEnd]) else { return false }
    return FoldedText.areEqual(UnsafeBufferPointer(rebasing: bytes[nameStart..<nameEnd]), identifier)
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: " ")
  }

  /// Who declares the type, by the first letter of the keyword.
  private static func origin(_ letter: UInt8) -> TypeDeclaration.Origin? {
    switch letter {
    case UInt8(ascii: "e"): .exported
    case UInt8(ascii: "i"): .imported
    case UInt8(ascii: "c"): .carried
    default: nil
    }
  }

  private static func keyword(of origin: TypeDeclaration.Origin) -> StaticString {
    switch origin {
    case .exported: "export"
    case .imported: "import"
    case .carried: "carry"
    }
  }

  private static func equals(_ word: UnsafeBufferPointer<UInt8>, _ keyword: StaticString) -> Bool {
    FoldedText.areEqual(
      word, UnsafeBufferPointer(start: keyword.utf8Start, count: keyword.utf8CodeUnitCount))
  }
}
