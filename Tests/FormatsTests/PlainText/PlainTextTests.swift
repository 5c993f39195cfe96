import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import RichTextFormats

struct PlainTextTests {
  @Test(arguments: [
    "", "a", "a b", "a\nb", "a\n\nb", "a\n\n\nb", "a\n\n\n\n\nb", "\na", "\n\n\na", "a\n\n\nb\n\nc\nd",
    "  a\n\tb", "a\n\n",
    "a\n \nb", "- a\n- b\n", "> a\n", "\u{FEFF}a", "a\u{2028}b", "\n", "\n\n",
  ])
  func textStaysTheSameThroughRichText(text: String) {
    let rich = RichText(plainText: text)
    expectEqual(rich, rich.normalized(), "\(text.debugDescription)")
    let wanted = text.hasSuffix("\n") ? String(text.dropLast()) : text
    let result = rich.plainText()
    let again = result.hasSuffix("\n") ? String(result.dropLast()) : result
    expectEqual(again, wanted, "\(text.debugDescription)\n\(rich.debugDescription)")
    expectEmpty(rich.writePlainText().losses, "\(text.debugDescription)")
  }

  @Test func randomLinesStayTheSameThroughRichText() {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Repetitions.count(150, long: 500) {
      let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        ["", "", "a", " ", "b c", "  d"].randomElement(using: &random) ?? ""
      }.joined(separator: "\n")
      let result = RichText(plainText: text).plainText()
      func bare(_ text: String) -> String { text.hasSuffix("\n") ? String(text.dropLast()) : text }
      expectEqual(bare(result), bare(text), "seed \(seed) \(text.debugDescription)")
    }
  }

  @Test func everyLineEndIsKept() {
    expectEqual(RichText(plainText: "a\r\nb\rc"), RichText(plainText: "a\nb\nc"))
  }

  @Test func blocksAreReadableLines() {
    let text = RichText(
      markdown: """
        # Title

        Some *words* with a [link](https://example.org) and
        https://example.org.

        - one
        - two
          1. a
          2. b
        - [x] done

        > said
        >
        > twice

        ```
        let x = 1
          y
        ```

        | Name | Count |
        |:-----|------:|
        | a    | 10    |
        | 日本 | 5     |

        ---
        """)
    let written = text.writePlainText()
    expectEqual(
      written.value,
      """
      Title

      Some words with a link and https://example.org.

      • one
      • two
        1. a
        2. b
      ☑ done

      > said
      >
      > twice

      let x = 1
        y

      Name  Count
      ----  -----
      a        10
      日本      5

      --------------------

      """)
    expectEqual(
      written.losses.total().map(\.description),
      [
        "formatting in 1 place (code, converted to lines)",
        "formatting in 1 place (headings, converted to lines)",
        "formatting in 1 place (text styles)", "1 link (reduced to text)",
        "1 table (converted to columns of text)",
      ])
  }

  @Test func ofPicturesTheAlternativeTextsStay() {
    let picture = { (words: String) in
      RichText.Inline.attachment(RichText.Attachment(.url("\(words).png"), alternativeText: words))
    }
    let text = RichText([.paragraph(RichText.Paragraph([.text("a "), picture("b"), picture("c")]))])
    let written = text.writePlainText()
    expectEqual(written.value, "a bc")
    expectEqual(written.losses.total().map(\.description), ["2 images"])
  }

  @Test(arguments: [
    (RichText.NumberStyle.lowercaseLetter, 1, "a."), (.lowercaseLetter, 26, "z."),
    (.lowercaseLetter, 27, "aa."),
    (.uppercaseLetter, 703, "AAA."), (.lowercaseRoman, 1994, "mcmxciv."), (.uppercaseRoman, 4, "IV."),
    (.uppercaseRoman, 0, "0."), (.lowercaseRoman, 4000, "4000."), (.decimal, 0, "0."),
  ])
  func itemsHaveTheirNumbers(style: RichText.NumberStyle, number: Int, marker: String) {
    let item = RichText.ListItem([.paragraph(RichText.Paragraph([.text("x")]))])
    let list = RichText.List(.number(start: number, style: style), items: [item])
    expectEqual(RichText([.list(list)]).plainText(), "\(marker) x")
  }

  @Test func hugeListNumbersDoNotTrap() {
    let item = RichText.ListItem([.rule])
    let list = RichText.List(.number(start: .max), items: [item, item])
    #expect(RichText([.list(list)]).plainText().hasPrefix("9223372036854775807. -"))
    #expect(RichText([.list(list)]).markdown().hasPrefix("999999999. ___"))
  }

  @Test func coveringCellsLeaveTheirPlacesEmpty() {
    func cell(_ text: String, _ columns: Int = 1, _ rows: Int = 1) -> RichText.TableCell {
      RichText.TableCell([.text(text)], columnSpan: columns, rowSpan: rows)
    }
    let table = RichText.Table(rows: [
      [cell("a", 1, 2), cell("b", 2)], [cell("c"), cell("d")], [cell("e"), cell("f"), cell("g")],
    ])
    expectEqual(RichText([.table(table)]).plainText(), "a  b\n   c  d\ne  f  g\n")
  }

  @Test func hugeSpansTakeBoundedMemory() {
    let cell = RichText.TableCell([.text("a")], columnSpan: .max, rowSpan: .max)
    let table = RichText.Table(rows: Array(repeating: Array(repeating: cell, count: 100), count: 10))
    expectLess(RichText([.table(table)]).plainText().utf8.count, 10_000_000)
  }

  @Test func aCellLongerThanItsColumnIsKeptWhole() {
    let long = String(repeating: "x", count: 50)
    let text = RichText(markdown: "|a|b|\n|-|-|\n|\(long)|c|\n|d|e|")
    let (dashes, fill) = (String(repeating: "-", count: 40), String(repeating: " ", count: 41))
    expectEqual(text.plainText(), "a\(fill)b\n\(dashes)  -\n\(long)  c\nd\(fill)e\n")
  }

  @Test func aRowTooWideForColumnsIsALine() {
    let word = String(repeating: "x", count: 30)
    let head = RichText.TableCell([.text("a"), .hardBreak, .text("b")])
    let table = RichText.Table(
      headerRowCount: 1,
      rows: [
        Array(repeating: head, count: 20), Array(repeating: RichText.TableCell([.text(word)]), count: 20),
      ])
    func line(_ cell: String) -> String { Array(repeating: cell, count: 20).joined(separator: "  ") + "\n" }
    let dashes = String(repeating: "-", count: 30)
    expectEqual(RichText([.table(table)]).plainText(), line("a b") + line(dashes) + line(word))
  }
}
