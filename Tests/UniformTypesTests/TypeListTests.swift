import TestSupport
import Testing
import UniformTypes

@Suite struct TypeListTests {
  @Test func membersThatRepeatAreThereOnce() {
    #expect(TypeList([.png, .jpeg, .png]) == [.png, .jpeg])
    #expect(TypeList([.png, .jpeg]) != [.jpeg, .png])
  }

  @Test func matchingKeepsWhatIsOfferedInItsOrder() {
    let offered: TypeList = [.rtf, .html, .png, .plainText]
    #expect(offered.matching([.plainText, .image]) == [.png, .plainText])
    #expect(offered.subtracting([.plainText, .image]) == [.rtf, .html])
    #expect(([.image] as TypeList).subtracting([.png]) == [.image])
  }

  @Test func aUnionAddsWhatIsNotAdmittedYet() {
    #expect(([.png] as TypeList).union([.image, .pdf]) == [.png, .image, .pdf])
    #expect(([.image] as TypeList).union([.png, .pdf]) == [.image, .pdf])
  }

  @Test func anIntersectionHoldsTheBroadestCommonTypes() {
    #expect(([.image, .text] as TypeList).intersection([.png, .data]) == [.image, .text])
    let both = ([.data] as TypeList).intersection([.archive])
    #expect(both.contains(.gzip) && !both.contains(.archive) && !both.contains(.data))
    #expect(([.image] as TypeList).intersection([.audio]).isEmpty)
  }

  @Test func theLawsHoldForRandomLists() throws {
    let seed = SeededGenerator.freshSeed()
    var generator = SeededGenerator(seed: seed)
    let registry = TypeRegistry.standard
    let types = registry.allTypes
    func randomList() -> TypeList {
      TypeList(
        (0..<Int.random(in: 0...4, using: &generator)).compactMap { _ in
          types.randomElement(using: &generator)
        })
    }
    for _ in 0..<30 {
      let (a, b, c) = (randomList(), randomList(), randomList())
      let comment: Comment = "seed \(seed): \(a) | \(b) | \(c)"
      let (union, intersection) = (a.union(b), a.intersection(b))
      for type in types {
        #expect(union.admits(type) == (a.admits(type) || b.admits(type)), comment)
        #expect(intersection.admits(type) == (a.admits(type) && b.admits(type)), comment)
      }
      let (matching, rest) = (a.matching(b), a.subtracting(b))
      #expect(Set(matching).union(rest) == Set(a) && Set(matching).isDisjoint(with: rest), comment)
      #expect(matching.allSatisfy { b.admits($0) } && !rest.contains { b.admits($0) }, comment)
      #expect(a.filter { matching.contains($0) } == Array(matching), comment)
      #expect(a.union(b).union(c) == a.union(b.union(c)), comment)
      #expect(
        a.union(a) == a && a.union([]) == a && a.subtracting([]) == a && a.matching([]).isEmpty, comment)
      #expect(Set(intersection) == Set(b.intersection(a)), comment)
    }
  }
}
