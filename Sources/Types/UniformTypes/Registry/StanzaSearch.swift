/// Finds single stanzas of the standard table and reads their first lines, without reading those of the others.
///
/// For a process that asks about a few types and ends: of the rest of the text, all it learns is where stanzas begin.
/// Positions are those that `TypeTable` gives to the same text. A mistake in the text is one of ours and a trap.
struct StanzaSearch: Sendable {
  /// Where a stanza begins: in which piece, and at which byte of it.
  private struct Start {
    let piece: Int32
    let offset: Int32
  }

  let pieces: [StaticString]
  private let starts: [Start]

  /// Finds where the stanzas begin in a table that is given in pieces, each of them whole lines.
  init(pieces: [StaticString]) {
    self.pieces = pieces
    var starts: [Start] = []
    starts.reserveCapacity(1024)
    for piece in pieces.indices {
      let bytes = Self.bytes(of: pieces[piece])
      for line in TableLines(bytes, in: 0..<bytes.count) where StanzaHead.begins(bytes, line: line) {
        starts.append(Start(piece: Int32(piece), offset: Int32(line.lowerBound)))
      }
    }
    self.starts = starts
  }

  /// The number of stanzas.
  var count: Int { starts.count }

  /// Which stanza has that identifier in lower case; nil when none has it.
  ///
  /// - Complexity: linear in the number of stanzas, with a few bytes of each.
  func position(of identifier: UnsafeBufferPointer<UInt8>) -> Int? {
    starts.indices.first { position in
      let bytes = bytes(at: position)
      return StanzaHead.mayHave(identifier, bytes, at: Int(starts[position].offset))
        && head(at: position).name.count == identifier.count
    }
  }

  /// The identifier of a stanza.
  func identifier(at position: Int) -> String {
    let name = UnsafeBufferPointer(rebasing: bytes(at: position)[head(at: position).name])
    return String(decoding: name, as: UTF8.self)
  }

  /// The stanzas of what a stanza's type conforms to, in declared order.
  func parents(of position: Int) -> ArraySlice<Int32> {
    let bytes = bytes(at: position)
    var parents: ArraySlice<Int32> = []
    for word in head(at: position).parents {
      guard let parent = self.position(of: UnsafeBufferPointer(rebasing: bytes[word])) else {
        fatalError("the standard table does not have what \(identifier(at: position)) conforms to")
      }
      parents.append(Int32(parent))
    }
    return parents
  }

  private func head(at position: Int) -> StanzaHead {
    let bytes = bytes(at: position)
    var lines = TableLines(bytes, in: Int(starts[position].offset)..<bytes.count)
    do throws(TypeError) {
      return try StanzaHead(bytes, line: lines.next() ?? 0..<0)
    } catch {
      fatalError("the standard table cannot be read: \(error)")
    }
  }

  /// The bytes of the piece that a stanza stands in.
  private func bytes(at position: Int) -> UnsafeBufferPointer<UInt8> {
    Self.bytes(of: pieces[Int(starts[position].piece)])
  }

  private static func bytes(of piece: StaticString) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: piece.utf8Start, count: piece.utf8CodeUnitCount)
  }
}
