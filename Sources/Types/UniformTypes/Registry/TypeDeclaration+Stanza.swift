extension TypeDeclaration {
  /// Reads the fields of a stanza into a declaration that so far knows only its first line.
  ///
  /// - Parameter firstLine: the number of the stanza's first line, for errors.
  mutating func readFields(
    of bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>, firstLine: Int
  ) throws(TypeError) {
    var seen: Set<StanzaField> = []
    for (offset, line) in TableLines(bytes, in: range).enumerated() {
      guard let entry = StanzaEntry(bytes, line: line) else { continue }
      let number = firstLine + 1 + offset
      guard let field = entry.field else {
        throw TypeError(.malformedTable, "line \(number): there is no field of this name for a type")
      }
      guard seen.insert(field).inserted else {
        throw TypeError(.malformedTable, "line \(number): \(field.rawValue) is given twice for \(identifier)")
      }
      try read(field, bytes, entry.value, line: number)
    }
  }

  private mutating func read(
    _ field: StanzaField, _ bytes: UnsafeBufferPointer<UInt8>, _ value: Range<Int>, line: Int
  ) throws(TypeError) {
    if let tagClass = field.tagClass {
      let words = TableWords(bytes, in: value).map(\.text)
      if words.isEmpty { throw TypeError(.malformedTable, "line \(line): \(field.rawValue) needs a tag") }
      if field.isReported {
        tags[tagClass.tagClass] = words
      } else {
        unreportedTags[tagClass.tagClass] = words
      }
      return
    }
    let rest = TableText.unescaped(UnsafeBufferPointer(rebasing: bytes[value]))
    switch field {
    case .description: description = rest
    case .reference: referenceAddress = rest
    case .spelling: spelling = rest
    case .wildcard: isWildcard = true
    default:
      guard let number = Int(rest) else {
        throw TypeError(.malformedTable, "line \(line): “\(rest)” is not a whole number")
      }
      version = number
    }
  }

  /// The fields as a stanza's lines, without the first line.
  ///
  /// Tags of classes that nobody knows are left out.
  var stanzaFields: String {
    var lines = ""
    for field in StanzaField.allCases {
      if let tagClass = field.tagClass {
        let words = (field.isReported ? tags : unreportedTags)[tagClass.tagClass] ?? []
        if !words.isEmpty {
          lines += "  \(field.rawValue) \(words.map(TableText.word).joined(separator: " "))\n"
        }
      } else if let value = value(of: field) {
        lines += "  \(field.rawValue)\(value.isEmpty ? "" : " ")\(TableText.escaped(value))\n"
      }
    }
    return lines
  }

  private func value(of field: StanzaField) -> String? {
    switch field {
    case .description: description
    case .reference: referenceAddress
    case .version: version.map(String.init)
    case .spelling: spelling == identifier ? nil : spelling
    case .wildcard: isWildcard ? "" : nil
    default: nil
    }
  }
}

/// A field's line: which field, and where its value stands.
///
/// Nil for a comment or an empty line.
struct StanzaEntry {
  /// The field, nil when no field has that name.
  let field: StanzaField?
  let value: Range<Int>

  init?(_ bytes: UnsafeBufferPointer<UInt8>, line: Range<Int>) {
    var start = line.lowerBound
    while start < line.upperBound && bytes[start] == UInt8(ascii: " ") { start += 1 }
    guard start < line.upperBound, bytes[start] != UInt8(ascii: "#") else { return nil }
    var end = start
    while end < line.upperBound && bytes[end] != UInt8(ascii: " ") { end += 1 }
    field = StanzaField(name: UnsafeBufferPointer(rebasing: bytes[start..<end]))
    value = min(end + 1, line.upperBound)..<line.upperBound
  }
}
