import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import RichTextFormats

/// Inputs that make careless readers slow, or crash them.
struct MarkdownLimitTests {
  private static let shapes = [
    "[", "]", "![", "[a](", "[a][", "[a](<b", "*", "_", "**a", "*a_ ", "a**b", "~~a", "`", "`a``b", "<",
    "<a ", "<!--", "<?", "<!A",
    "<a href=\"", "<![CDATA[", "&", "&#", "\\", "> ", ">", "- ", "1. ", "* a\n", "- a\n\n", "#", "# a\n",
    "```\n", "~~~", "| ", "|a",
    "a|b\n", "|-|-|\n", "a\n", "\n", "    a\n", "\t", "[a]: b\n", "[a]: <", "[a]: b \"", "www.", "www.a_",
    "http://a", "a@", "a.b@c.",
    "[http://a", "<b>", "</b>", "<div>\n", "<u>a", "a  \n", "=", "-", "[x] ", "\u{0}", "é", "😀", "(",
    "![a](b)", "[[a]", "[a\\", "w",
    "*a **b ", "_a __b ", "[a](b) ", "![[a](b) ", "[a]\n", "- - ", "> - ", "x<a b='", "&amp;", "x@y.z ",
    "<x:y>",
  ]

  @Test(arguments: shapes)
  func anyLengthOfAShapeIsRead(shape: String) {
    func text(_ byteCount: Int) -> String {
      String(repeating: shape, count: byteCount / shape.utf8.count)
    }
    let growth = ProcessorTime.growth(to: 10_000, of: text) { _ = RichText(markdown: $0) }
    expect(growth.isLinear, "\(shape): \(growth)")
    let read = RichText(markdown: text(10_000))
    expectEqual(read, read.normalized(), "\(shape)")
  }

  @Test func deepBlocksAreBounded() {
    let text = RichText.readMarkdown(String(repeating: "> ", count: 5000) + "a")
    var (depth, blocks) = (0, text.value.blocks)
    while case .blockQuote(let inner)? = blocks.first {
      depth += 1
      blocks = inner
    }
    expectEqual(depth, RichText.depthLimit - 1)
    expectEqual(text.warnings.count, 1)
  }

  @Test func itemsContinueAtTheDepthLimit() {
    let indent = String(repeating: " ", count: 2 * (RichText.depthLimit - 2))
    let markdown = String(repeating: "- ", count: RichText.depthLimit - 1) + "a\n" + indent + "- b\n"
    let text = RichText.readMarkdown(markdown)
    expectEmpty(text.warnings)
    #expect(text.value.plainText().hasSuffix("• b\n"))
  }

  @Test func shortRowsUnderAWideHeadAreNotFilledWithoutEnd() throws {
    let head = String(repeating: "|a", count: 1_000) + "\n" + String(repeating: "|-", count: 1_000) + "\n"
    let text = RichText(markdown: head + String(repeating: "|b\n", count: 1_000))
    guard case .table(let table)? = text.blocks.first else {
      Issue.record("no table")
      return
    }
    expectEqual(table.rows.count, 1_001)
    expectEqual(table.rows[1].count, 1_000)
    expectLess(table.rows.last?.count ?? 0, 20)
  }
}
