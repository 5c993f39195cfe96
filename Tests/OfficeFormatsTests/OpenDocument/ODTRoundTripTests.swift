import Foundation
import ProfferConversions
import RichTextFormats
import RichTextTestSupport
import TestSupport
import Testing

@testable import OfficeFormats

/// Laws of written and read OpenDocument text, on random texts.
@Suite
struct ODTRoundTripTests {
  @Test
  func textsReadBackEqualUnlessALossIsCounted() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomRichText(seed: seed, .everything)
    var equalCount = 0
    let count = Repetitions.count(100, long: 600)
    for index in 0..<count {
      let text = random.richText()
      let written = text.writeODT()
      let reading = try RichText.readODT(written.data)
      if reading.value == text {
        equalCount += 1
        expectEmpty(reading.losses, "seed \(seed), text \(index)")
      } else if written.losses.isEmpty, reading.losses.isEmpty {
        Issue.record("seed \(seed), text \(index): \(Self.firstDifference(text, reading.value))")
        return
      }
    }
    expectGreater(equalCount, count / 3, "seed \(seed)")
  }

  private static func firstDifference(_ first: RichText, _ second: RichText) -> String {
    let (left, right) = ("\(first)".split(separator: "\n"), "\(second)".split(separator: "\n"))
    let place = zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let from = max(0, (place ?? min(left.count, right.count)) - 1)
    return "\(left.dropFirst(from).prefix(3)) became \(right.dropFirst(from).prefix(3))"
  }

  @Test
  func formattingThatTheParagraphAlsoHasReadsBackEqual() throws {
    let link = RichText.Style.link(RichText.Link("https://example.org/"))
    let cases: [RichText.Block] = [
      .heading(level: 1, RichText.Paragraph([.styled(.bold, [.text("a")]), .text("b")])),
      .heading(level: 1, RichText.Paragraph([.styled(.fontSize(24), [.text("a")])])),
      .definitions([RichText.Definition([[.styled(.bold, [.text("a")])]], meanings: [])]),
      .paragraph(RichText.Paragraph([.styled(link, [.styled(.underline, [.text("a")]), .text("b")])])),
      .paragraph(RichText.Paragraph([.styled(.fontSize(12), [.text("a")])])),
      .paragraph(RichText.Paragraph([.styled(.fontFamily("Liberation Serif"), [.text("a")])])),
      .table(
        RichText.Table(
          caption: [.styled(.italic, [.text("a")])], headerRowCount: 1,
          rows: [[RichText.TableCell([.styled(.bold, [.text("b")])])]])),
    ]
    for block in cases {
      let text = RichText([block]).normalized()
      let written = text.writeODT()
      try expectEqual(RichText.readODT(written.data).value, text)
      expectEmpty(written.losses)
    }
  }
}
