import FileSystem
import Foundation
import ItemProviders
import ProviderBundles
import TestSupport
import Testing

/// The items of a draft, of which those of a bundle are remembered by their places.
@Suite struct DraftItemsTests {
  private let fixture: BundleFixture

  init() throws { fixture = try BundleFixture() }

  private func new(_ name: String) -> BundleDraft.Item {
    BundleDraft.Item(
      suggestedName: name,
      representations: [.init(.bytes(Data(name.utf8)), typeIdentifier: "public.plain-text")])
  }

  private func bundle(_ count: Int, named name: String) throws -> ProviderBundle {
    try fixture.pack(BundleDraft(items: (0..<count).map { new("\(name) \($0)") }), as: "\(name).dragbundle")
  }

  /// One change of a draft and of the names that an array keeps in its place.
  private func change(
    _ draft: inout BundleDraft, _ names: inout [String?], with others: BundleDraft, _ step: Int,
    _ random: inout SeededGenerator
  ) throws {
    let place = Int.random(in: 0...names.count, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      try draft.add([new("new \(step)")], at: place)
      names.insert("new \(step)", at: place)
    case 1:
      let part = others.items[0..<Int.random(in: 0...others.items.count, using: &random)]
      draft.items.insert(contentsOf: part, at: place)
      names.insert(contentsOf: part.map(\.suggestedName), at: place)
    case 2:
      let order = Array(names.indices).shuffled(using: &random)
      try draft.reorder(items: order)
      names = order.map { names[$0] }
    case 3:
      let gone = Set(names.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
      try draft.remove(itemsAt: gone)
      names = names.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
    case 4:
      try draft.merge(others)
      names += others.items.map(\.suggestedName)
    case 5:
      draft.items.removeAll { $0.suggestedName == nil }
      names.removeAll { $0 == nil }
    case 6:
      draft.items.reverse()
      names.reverse()
    case 7:
      let end = min(names.count, place + 2)
      draft.items.replaceSubrange(place..<end, with: [new("one \(step)")])
      names.replaceSubrange(place..<end, with: ["one \(step)"])
    default:
      guard place < names.count else { return }
      let name = step % 3 == 0 ? nil : "name \(step)"
      try draft.rename(itemAt: place, to: name)
      names[place] = name
    }
  }

  @Test func anySequenceOfChangesIsThatOfAnArray() throws {
    let seed = SeededGenerator.freshSeed()
    var random = SeededGenerator(seed: seed)
    let first = try BundleDraft(of: bundle(12, named: "first"))
    var second = try BundleDraft(of: bundle(5, named: "second"))
    second.items.append(new("fresh"))
    for round in 0..<12 {
      var draft = first
      var names = first.items.map(\.suggestedName)
      for step in 0..<25 where names.count < 200 {
        try change(&draft, &names, with: second, step, &random)
        try #require(draft.items.map(\.suggestedName) == names, "seed \(seed), round \(round), step \(step)")
      }
      // What is written has each item's own bytes under whatever name it has by now.
      let written = try fixture.pack(draft, as: "written \(round).dragbundle")
      #expect(written.items.map(\.suggestedName) == names, "seed \(seed), round \(round)")
      for (item, old) in zip(written.items, draft.items) {
        guard case .bytes(let data) = old.representations[0].content else { continue }
        #expect(try written.bytes(of: item.representations[0]) == data, "seed \(seed), round \(round)")
      }
    }
    // Drafts are values: what was made of this one left it alone.
    #expect(first.items.map(\.suggestedName) == (0..<12).map { "first \($0)" })
  }

  @Test func partsAreThoseOfTheWhole() throws {
    var draft = try BundleDraft(of: bundle(6, named: "whole"))
    try draft.rename(itemAt: 2, to: "renamed")
    var parts = try draft.split()
    #expect(parts.map { $0.items.map(\.suggestedName) } == draft.items.map { [$0.suggestedName] })
    try parts[2].rename(itemAt: 0, to: "again")
    #expect(draft.items[2].suggestedName == "renamed")
  }
}
