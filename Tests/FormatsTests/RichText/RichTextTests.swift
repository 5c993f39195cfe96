import RichTextTestSupport
import TestSupport
import Testing

@testable import RichTextFormats

struct RichTextTests {
  @Test func equalRunsMakeEqualTrees() {
    let seed = SeededGenerator.testSeed()
    var random = RandomRichText(seed: seed, .everything)
    for _ in 0..<Repetitions.count(60, long: 200) {
      for content in random.richText().blocks.flatMap(\.lines) {
        let runs = content.runs
        expectEqual([RichText.Inline](runs: runs), content, "seed \(seed)")
        expectEqual([RichText.Inline](runs: runs).runs, runs, "seed \(seed)")
        // The same text in single characters is equal.
        let single = runs.flatMap { run -> [RichText.Inline] in
          guard case .text(let text) = run.content else { return [RichText.Inline](runs: [run]) }
          return text.map {
            [RichText.Inline](runs: [RichText.Run(.text(String($0)), attributes: run.attributes)])
          }
          .flatMap { $0 }
        }
        expectEqual(
          [RichText.Inline](runs: single.runs).debugDescription, content.debugDescription, "seed \(seed)")
      }
    }
  }

  @Test func normalizingTwiceChangesNothingMore() {
    let seed = SeededGenerator.testSeed()
    var random = RandomRichText(seed: seed, .everything)
    for _ in 0..<Repetitions.count(60, long: 200) {
      let text = random.richText()
      expectEqual(text.normalized(), text, "seed \(seed)")
    }
  }

  @Test func orderOfNestingDoesNotCount() {
    let first: [RichText.Inline] = [.styled(.bold, [.styled(.italic, [.text("a")]), .text("b")])]
    let second: [RichText.Inline] = [
      .styled(.italic, [.styled(.bold, [.text("a")])]), .styled(.bold, [.text("b")]),
    ]
    expectEqual(first.runs, second.runs)
    expectEqual([RichText.Inline](runs: first.runs), [RichText.Inline](runs: second.runs))
    expectEqual([RichText.Inline](runs: second.runs), first)
  }

  @Test func theInnermostStyleOfAKindApplies() {
    let inlines: [RichText.Inline] = [
      .styled(.fontSize(10), [.text("a"), .styled(.fontSize(20), [.text("b")])])
    ]
    expectEqual(inlines.runs.map(\.attributes.fontSize), [10, 20])
  }

  @Test func emptyBlocksAreDropped() {
    let text = RichText([
      .paragraph(RichText.Paragraph([.text("")])), .blockQuote([.paragraph(RichText.Paragraph([]))]),
      .list(RichText.List(.bullet(.disc), items: [])), .table(RichText.Table(rows: [])), .rule,
    ])
    expectEqual(text.normalized().blocks, [.rule])
  }
}

extension [RichText.Inline] {
  fileprivate var dump: String { RichText([.paragraph(RichText.Paragraph(self))]).debugDescription }
}

extension RichText.Block {
  /// The inline content of every line in a block.
  var lines: [[RichText.Inline]] {
    switch self {
    case .paragraph(let paragraph), .heading(_, let paragraph): [paragraph.content]
    case .list(let list): list.items.flatMap { $0.blocks.flatMap(\.lines) }
    case .blockQuote(let blocks): blocks.flatMap(\.lines)
    case .definitions(let definitions):
      definitions.flatMap { $0.terms + $0.meanings.flatMap { $0.flatMap(\.lines) } }
    case .codeBlock, .rule, .pageBreak: []
    case .table(let table):
      [table.caption] + table.rows.flatMap { $0.flatMap { $0.blocks.flatMap(\.lines) } }
    }
  }
}
