import Foundation
import ProfferConversions
import RichTextFormats
import RichTextTestSupport
import TestSupport
import Testing

@testable import OfficeFormats

/// Laws of written Word documents, on random texts.
struct WordRoundTripTests {
  /// Features whose values read back equal, except for the losses that the writer counts.
  private static let kept = RandomRichText.Features.everything.subtracting([
    .attachmentsByData, .attachmentsByAddress, .alignments, .columnAlignments, .fontSizes, .indentations,
    .underline,
    .emptyBlocks,
  ])

  @Test(arguments: [RandomRichText.Features.everything, kept])
  func writtenDocumentsHaveNoFaults(features: RandomRichText.Features) throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomRichText(seed: seed, features)
    for index in 0..<Repetitions.count(30, long: 200) {
      let faults = try WordFaults.of(WordWriter.write(random.richText(), pictures: nil).parts)
      expectEmpty(faults, "seed \(seed), text \(index)")
    }
  }

  @Test func theSameTextGivesTheSameBytes() {
    let seed = SeededGenerator.testSeed()
    var random = RandomRichText(seed: seed, .everything)
    for index in 0..<10 {
      let text = random.richText()
      expectEqual(text.writeDOCX().data, text.writeDOCX().data, "seed \(seed), text \(index)")
    }
  }

  @Test func differencesOfReadTextsAreCounted() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomRichText(seed: seed, .everything)
    for index in 0..<Repetitions.count(100, long: 600) {
      let text = random.richText()
      let written = text.writeDOCX()
      let reading = try RichText.readDOCX(written.data)
      guard written.losses.isEmpty, reading.losses.isEmpty else { continue }
      guard expect(reading.value, toBe: text.asWordReads, "seed \(seed), text \(index)") else { return }
    }
  }

  @Test func textsWithoutLossesReadBackEqual() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomRichText(seed: seed, Self.kept)
    var comparedCount = 0
    let count = Repetitions.count(100, long: 600)
    for index in 0..<count {
      let text = random.richText()
      let written = text.writeDOCX()
      guard written.losses.isEmpty else { continue }
      comparedCount += 1
      let reading = try RichText.readDOCX(written.data)
      expectEmpty(reading.losses, "seed \(seed), text \(index)")
      expectEmpty(reading.warnings, "seed \(seed), text \(index)")
      guard expect(reading.value, toBe: text.asWordReads, "seed \(seed), text \(index)") else { return }
    }
    expectGreater(comparedCount, count / 3, "seed \(seed)")
  }

  /// Reports the first line that differs between two texts; returns whether there is none.
  private func expect(_ read: RichText, toBe written: RichText, _ comment: String) -> Bool {
    guard read != written else { return true }
    let lines = written.debugDescription.split(separator: "\n")
    let others = read.debugDescription.split(separator: "\n")
    let index =
      zip(lines, others).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lines.count, others.count)
    func context(_ lines: [Substring]) -> String {
      lines[max(min(index - 3, lines.count), 0)..<min(index + 3, lines.count)].joined(separator: "\n")
    }
    Issue.record("\(comment), line \(index):\n\(context(lines))\nbecame\n\(context(others))")
    return false
  }
}

extension RichText {
  /// The text with the changes that are not losses: spaces for soft breaks, and no anchors that repeat the
  /// identifier of their heading.
  fileprivate var asWordReads: RichText {
    let text = keepingAnchors { _ in true }
    return RichText(text.blocks.map(\.withoutSoftBreaks), metadata: metadata).normalized()
  }
}

extension RichText.Block {
  fileprivate var withoutSoftBreaks: RichText.Block {
    func changed(_ paragraph: RichText.Paragraph) -> RichText.Paragraph {
      RichText.Paragraph(paragraph.content.map(\.withoutSoftBreaks), layout: paragraph.layout)
    }
    switch self {
    case .paragraph(let paragraph): return .paragraph(changed(paragraph))
    case .heading(let level, let paragraph): return .heading(level: level, changed(paragraph))
    case .list(var list):
      for index in list.items.indices {
        list.items[index].blocks = list.items[index].blocks.map(\.withoutSoftBreaks)
      }
      return .list(list)
    case .blockQuote(let blocks): return .blockQuote(blocks.map(\.withoutSoftBreaks))
    case .table(var table):
      table.caption = table.caption.map(\.withoutSoftBreaks)
      for row in table.rows.indices {
        for cell in table.rows[row].indices {
          table.rows[row][cell].blocks = table.rows[row][cell].blocks.map(\.withoutSoftBreaks)
        }
      }
      return .table(table)
    case .definitions(let definitions):
      return .definitions(
        definitions.map { definition in
          RichText.Definition(
            definition.terms.map { $0.map(\.withoutSoftBreaks) },
            meanings: definition.meanings.map { $0.map(\.withoutSoftBreaks) })
        })
    case .codeBlock, .rule, .pageBreak: return self
    }
  }
}

extension RichText.Inline {
  fileprivate var withoutSoftBreaks: RichText.Inline {
    switch self {
    case .softBreak: .text(" ")
    case .styled(let style, let content): .styled(style, content.map(\.withoutSoftBreaks))
    case .note(let blocks): .note(blocks.map(\.withoutSoftBreaks))
    case .text, .hardBreak, .attachment, .anchor: self
    }
  }
}
