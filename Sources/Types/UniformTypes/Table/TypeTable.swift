/// The declarations of a registry: one text in the format of `StanzaText.swift`, and an index of it.
///
/// Reading the table finds the stanzas, numbers their identifiers and resolves their parents; the fields of a stanza
/// are read when somebody asks for them. So a process pays for what it uses. Identifiers in a table's own text are in
/// lower case, since they are compared as they stand.
struct TypeTable: Sendable {
  /// What is known of a type without reading its fields.
  struct Record: Sendable {
    /// Where the identifier stands in the text.
    var nameStart: UInt32
    var nameEnd: UInt32
    /// Where the fields stand in the text.
    var fieldsStart: UInt32
    var fieldsEnd: UInt32
    /// The line of the stanza's beginning in its text, for messages.
    var line: UInt32
    var firstParent: UInt32
    var parentCount: UInt32
    var origin: TypeDeclaration.Origin
    /// Which layer the declaration is from; a stronger one replaces a weaker one.
    var strength: LayerStrength
  }

  private(set) var text: [UInt8] = []
  private(set) var records: [Record] = []
  /// The parents of all types, each record naming its own run.
  private var parents: [Int32] = []
  private(set) var index: ByteStringIndex
  /// The types in the order of their declaration.
  private(set) var order: [Int32] = []
  /// How many of the types are standard ones; these come first, at the positions that `UTType` knows.
  private(set) var standardCount = 0

  /// Reads a table that is given in pieces, each of them whole lines.
  init(pieces: [StaticString]) throws(TypeError) {
    var text: [UInt8] = []
    text.reserveCapacity(pieces.reduce(0) { $0 + $1.utf8CodeUnitCount + 1 })
    for piece in pieces {
      text.append(contentsOf: UnsafeBufferPointer(start: piece.utf8Start, count: piece.utf8CodeUnitCount))
      text.append(UInt8(ascii: "\n"))
    }
    try self.init(text: text)
  }

  /// Reads a table.
  ///
  /// All its types become standard ones.
  init(text: [UInt8]) throws(TypeError) {
    self.text = text
    index = ByteStringIndex(capacity: 1024)
    try readStanzas()
    standardCount = records.count
  }

  /// The identifier of a type, as it was declared.
  func identifier(at position: Int) -> String {
    let record = records[position]
    return text.withUnsafeBufferPointer { bytes in
      String(
        decoding: UnsafeBufferPointer(rebasing: bytes[Int(record.nameStart)..<Int(record.nameEnd)]),
        as: UTF8.self)
    }
  }

  /// The direct parents of a type, in declared order.
  func parents(of position: Int) -> ArraySlice<Int32> {
    let record = records[position]
    return parents[Int(record.firstParent)..<Int(record.firstParent + record.parentCount)]
  }

  /// Calls a function with each field of a type, until it answers false.
  func forEachField(
    of position: Int, _ body: (StanzaField, UnsafeBufferPointer<UInt8>, Range<Int>) -> Bool
  ) {
    let record = records[position]
    text.withUnsafeBufferPointer { bytes in
      for line in TableLines(bytes, in: Int(record.fieldsStart)..<Int(record.fieldsEnd)) {
        guard let entry = StanzaEntry(bytes, line: line), let field = entry.field else { continue }
        if !body(field, bytes, entry.value) { return }
      }
    }
  }

  /// The whole declaration of a type.
  func declaration(at position: Int) throws(TypeError) -> TypeDeclaration {
    let record = records[position]
    var declaration = TypeDeclaration(
      identifier: identifier(at: position), parents: parents(of: position).map { identifier(at: Int($0)) },
      origin: record.origin)
    let failure = text.withUnsafeBufferPointer { bytes -> TypeError? in
      do throws(TypeError) {
        try declaration.readFields(
          of: bytes, in: Int(record.fieldsStart)..<Int(record.fieldsEnd), firstLine: Int(record.line))
        return nil
      } catch { return error }
    }
    if let failure { throw failure }
    return declaration
  }
}

// MARK: - Reading

extension TypeTable {
  private mutating func readStanzas() throws(TypeError) {
    let text = self.text
    var parentWords: [ParentWord] = []
    parentWords.reserveCapacity(2048)
    records.reserveCapacity(1024)
    let failure = text.withUnsafeBufferPointer { bytes -> TypeError? in
      var number = 0
      for line in TableLines(bytes, in: 0..<bytes.count) {
        number += 1
        if StanzaHead.begins(bytes, line: line) {
          do throws(TypeError) {
            let head = try StanzaHead(bytes, line: line)
            if let failure = take(head, bytes, line, number, &parentWords) { return failure }
          } catch {
            return TypeError(error.code, "line \(number): \(error.message)")
          }
        } else if bytes[line].first == UInt8(ascii: " ") {
          if records.isEmpty {
            return TypeError(.malformedTable, "line \(number): a field stands before the first type")
          }
          records[records.count - 1].fieldsEnd = UInt32(line.upperBound)
        }
      }
      return resolve(parentWords, bytes)
    }
    if let failure { throw failure }
  }

  /// Takes a stanza up by its first line.
  private mutating func take(
    _ head: StanzaHead, _ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>, _ number: Int,
    _ parentWords: inout [ParentWord]
  ) -> TypeError? {
    let firstParent = parentWords.count
    for parent in head.parents { parentWords.append(ParentWord(name: parent, line: number)) }
    let identifier = UnsafeBufferPointer(rebasing: bytes[head.name])
    let position = index.insert(identifier)
    if position < records.count {
      let text = String(decoding: identifier, as: UTF8.self)
      return TypeError(.malformedTable, "line \(number): \(text) is declared twice")
    }
    order.append(Int32(position))
    records.append(
      Record(
        nameStart: UInt32(head.name.lowerBound), nameEnd: UInt32(head.name.upperBound),
        fieldsStart: UInt32(line.upperBound + 1), fieldsEnd: UInt32(line.upperBound + 1),
        line: UInt32(number),
        firstParent: UInt32(firstParent), parentCount: UInt32(parentWords.count - firstParent),
        origin: head.origin,
        strength: .standard))
    return nil
  }

  private mutating func resolve(
    _ parentWords: [ParentWord], _ bytes: UnsafeBufferPointer<UInt8>
  ) -> TypeError? {
    parents.reserveCapacity(parentWords.count)
    for word in parentWords {
      let identifier = UnsafeBufferPointer(rebasing: bytes[word.name])
      guard let parent = index.find(identifier) else {
        let text = String(decoding: identifier, as: UTF8.self)
        return TypeError(.unknownParent, "line \(word.line): nothing declares the parent \(text)")
      }
      parents.append(Int32(parent))
    }
    return nil
  }
}

// MARK: - Adding

extension TypeTable {
  /// Puts a declaration in the place of a weaker one, or at the end.
  ///
  /// Its parents are set afterwards.
  mutating func put(_ declaration: TypeDeclaration, at place: Int?, strength: LayerStrength) -> Int {
    let nameStart = text.count
    text += declaration.identifier.utf8
    let fieldsStart = text.count
    text += declaration.stanzaFields.utf8
    let record = Record(
      nameStart: UInt32(nameStart), nameEnd: UInt32(fieldsStart), fieldsStart: UInt32(fieldsStart),
      fieldsEnd: UInt32(text.count), line: 0, firstParent: 0, parentCount: 0, origin: declaration.origin,
      strength: strength)
    if let place {
      records[place] = record
      return place
    }
    let position = FoldedText.withFolded(declaration.identifier) { index.insert($0) }
    records.append(record)
    return position
  }

  /// Sets the parents of a type that was put in.
  mutating func setParents(_ positions: [Int32], of position: Int) {
    records[position].firstParent = UInt32(parents.count)
    records[position].parentCount = UInt32(positions.count)
    parents += positions
  }

  /// Moves types to the end of the order of declaration.
  mutating func declareLast(_ positions: [Int32]) {
    let moved = Set(positions)
    order.removeAll { moved.contains($0) }
    order += positions
  }
}

/// A parent as a stanza names it, before all types are known.
///
/// A type of its own, as an array of tuples costs a cold process the search for what their generic members conform to.
private struct ParentWord {
  let name: Range<Int>
  let line: Int
}

/// The layers of a registry, weakest first.
enum LayerStrength: UInt8, Comparable, Sendable {
  case standard, carried, imported, exported

  init(_ origin: TypeDeclaration.Origin) {
    switch origin {
    case .carried: self = .carried
    case .imported: self = .imported
    case .exported: self = .exported
    }
  }

  static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}
