import TestSupport
import Testing

@testable import UniformTypes

/// Single stanzas are found as the whole table has them.
@Suite struct StanzaSearchTests {
  private let search = StanzaSearch(pieces: StandardTypes.pieces)
  private let table = TypeRegistry.standard.table

  @Test func everyTypeIsTheSameFoundAloneAndInTheWholeTable() {
    #expect(search.count == table.records.count)
    for position in table.records.indices {
      let identifier = table.identifier(at: position)
      #expect(search.identifier(at: position) == identifier)
      #expect(search.parents(of: position) == table.parents(of: position), "\(identifier)")
      #expect(FoldedText.withBytes(identifier) { search.position(of: $0) } == position, "\(identifier)")
    }
  }

  @Test(arguments: [
    "", ".", "public", "public.htm", "public.html5", "ublic.html", "public.html:", "public.html ",
    "public.item\n", "export public.html", "public.html: public.text",
    "public.html: public.text\n  extension html htm shtml shtm", "extension", "com.example.nobody",
  ])
  func whatIsNoNameOfATypeIsNotFound(_ text: String) {
    #expect(FoldedText.withBytes(text) { search.position(of: $0) } == nil)
    #expect(FoldedText.withBytes(text) { table.index.find($0) } == nil)
  }

  @Test func piecesOfTheTextAreFoundWhereTheWholeTableFindsThem() {
    let seed = SeededGenerator.freshSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let start = Int.random(in: 0..<table.text.count - 60, using: &generator)
      let word = Array(table.text[start..<start + Int.random(in: 1...60, using: &generator)])
      let found = word.withUnsafeBufferPointer { search.position(of: $0) }
      let expected = word.withUnsafeBufferPointer { table.index.find($0) }
      #expect(found == expected, "seed \(seed): \(String(decoding: word, as: UTF8.self))")
    }
  }

  @Test func theAnswersStayTheSameWhenSoManyAreAskedForThatTheWholeTableIsRead() {
    let declared = DeclaredTypes(pieces: StandardTypes.pieces)
    for position in table.records.indices {
      let found = FoldedText.withBytes(table.identifier(at: position)) { declared.position(of: $0) }
      #expect(found == position)
      let parents = declared.parents(of: position)
      #expect(parents == table.parents(of: position))
      let identifier = declared.identifier(at: position)
      #expect(identifier == table.identifier(at: position))
    }
  }
}
