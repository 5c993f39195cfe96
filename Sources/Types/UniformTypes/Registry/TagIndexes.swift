/// Finds the declared types that carry a tag, an index for each class of tags.
final class TagIndexes: Sendable {
  private struct Claim {
    let position: Int32
    /// The next claim on the same tag, or -1.
    var next: Int32
  }

  /// For each tag of a class, by its number, the claims first and last.
  private struct ClassIndex {
    var tags = ByteStringIndex(capacity: 16)
    var first: [Int32] = []
    var last: [Int32] = []
  }

  private let classes: [ClassIndex]
  private let claims: [Claim]

  init(of table: TypeTable) {
    var classes = StandardTagClass.allCases.map { _ in ClassIndex() }
    var claims: [Claim] = []
    claims.reserveCapacity(2048)
    for position in Self.ranked(table) {
      table.forEachField(of: position) { field, bytes, value in
        guard let tagClass = field.tagClass else { return true }
        for word in TableWords(bytes, in: value) {
          Self.withKey(word, tagClass) { Self.claim($0, position, &classes[tagClass.rawValue], &claims) }
        }
        return true
      }
    }
    self.classes = classes
    self.claims = claims
  }

  /// The first type, in order of rank, that carries the tag and that the caller accepts.
  func forFirst(_ tag: TypeTag, where isAccepted: (Int) -> Bool) -> Int? {
    let place = tag.tagClass.rawValue
    guard let number = FoldedText.withBytes(tag.text, { classes[place].tags.find($0) }) else { return nil }
    var next = classes[place].first[number]
    while next >= 0 {
      let claim = claims[Int(next)]
      if isAccepted(Int(claim.position)) { return Int(claim.position) }
      next = claim.next
    }
    return nil
  }

  /// All types in the order in which their claims count: `public` types first, exported before imported, and then
  /// in the order of declaration.
  private static func ranked(_ table: TypeTable) -> [Int] {
    var ranks: [[Int]] = [[], [], [], []]
    for position in table.order {
      let position = Int(position)
      let isPublic = TypeIdentifier.isPublic(table.identifier(at: position))
      let isExported = table.records[position].origin == .exported
      ranks[(isPublic ? 0 : 2) + (isExported ? 0 : 1)].append(position)
    }
    return ranks.flatMap { $0 }
  }

  private static func withKey(
    _ word: TableWord, _ tagClass: StandardTagClass, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    if !word.isQuoted && (!tagClass.ignoresCase || FoldedText.isFolded(word.bytes)) {
      body(word.bytes)
    } else if tagClass.ignoresCase {
      FoldedText.withFolded(word.text, body)
    } else {
      FoldedText.withBytes(word.text, body)
    }
  }

  private static func claim(
    _ tag: UnsafeBufferPointer<UInt8>, _ position: Int, _ index: inout ClassIndex, _ claims: inout [Claim]
  ) {
    let number = index.tags.insert(tag)
    let place = Int32(claims.count)
    if number == index.first.count {
      index.first.append(place)
      index.last.append(place)
    } else {
      // A type that repeats a tag claims it once.
      if claims[Int(index.last[number])].position == position { return }
      claims[Int(index.last[number])].next = place
      index.last[number] = place
    }
    claims.append(Claim(position: Int32(position), next: -1))
  }
}
