import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import RichTextFormats
@testable import TextEncodings

/// Documents that are read in runs.
struct MarkdownRunTests {
  private static func streamed(_ text: String, runByteCount: Int) throws -> Reading<RichText> {
    try Data(text.utf8).withUnsafeBytes { bytes in
      try RichText.collected { emit in
        try MarkdownReader.stream(
          bytes, in: .utf8, dialect: .gitHub, runByteCount: runByteCount, emit
        ).report
      }
    }
  }

  private static func expectAlike(_ text: String, runByteCount: Int, _ note: String = "") throws {
    let whole = RichText.readMarkdown(text)
    let streamed = try streamed(text, runByteCount: runByteCount)
    expectEqual(streamed.value, whole.value, "\(note) \(text.debugDescription)")
    expectEqual(streamed.losses, whole.losses, "\(note) \(text.debugDescription)")
    expectEqual(streamed.warnings, whole.warnings, "\(note) \(text.debugDescription)")
  }

  @Test(arguments: [
    "", "\n", "a", "# a\nb\n\nc\n", "---\ntitle: t\nkind: k\n---\n\nx\n\ny\n",
    "[a]\n\n# b\n\n[a]: /c\n\n[a]: /d\n", "[a]: /b\n\nc\n\nd\n\n[e]: /f\n\n[a]\n",
    "<table><tr><td>\n\n*a*\n\n</td></tr></table>\n\nb\n\nc\n", "<div>\n\na\n\n# b\n\nc\n",
    "<ul>\n\n# a\n\n<li>\n\nb\n\n</li>\n\n</ul>\n\n# c\n\n</ul>\n\nd\n", "- a\n\n  b\n\nc\n\n- d\n",
    "```\na\n\nb\n```\n\n> c\n\nd\r\n\r\ne\r\rf\u{0}\n\n", "|a|\n|-|\n|b|\n\n|c|\n|-|\n|d|\n",
    "<span id=a>b</span>\n\n[c](#a)\n\n[d](#e)\n", "a[^1]\n\n[^1]: b\n\n[^2]: c\n",
    "[^1]: a [b][]\n\n    c\n\n    d\n\ne[^1]\n\n[b]: /f\n", "a[^n] b[^n]\n\n> [^n]: c\n\n[^n]: d[^n]\n\ne\n",
    "---\ntitle: '[^1]'\n---\n\na\n\n[^1]: b\n\n\n\tc\n\nd\n",
  ])
  func runsAreReadAsTheWholeDocument(text: String) throws {
    for runByteCount in [1, 4, 16, 1_000] { try Self.expectAlike(text, runByteCount: runByteCount) }
  }

  @Test func randomRunsAreReadAsTheWholeDocument() throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    let lines = [
      "", "", "", "a *b*", "# c", "- d", "  e", "1. f", "> g", "```", "    h", "<div>", "</div>", "<table>",
      "<tr><td>", "</table>", "[i]: /j", "[i]", "[k][I]", "---", "|l|m|", "|-|-|", "[^n]: o", "[^u]: v",
      "t[^n] [^u]", "<!-- p", "-->", "<ul><li>q", "</li></ul>", "r\r", "\u{0}s",
    ]
    for _ in 0..<Repetitions.count(300, long: 5_000) {
      let text = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        lines.randomElement(using: &random) ?? ""
      }.joined(separator: "\n")
      try Self.expectAlike(text, runByteCount: Int.random(in: 1...40, using: &random), "seed \(seed)")
    }
  }

  // The link definitions are at the end, as in most documents.
  @Test func aLongDocumentIsReadRunByRun() throws {
    let words = String(repeating: "some words after others\n", count: 400)
    let part = "## Part\n\nA *word* with a [link][there].\n\n- one\n- two\n\n\(words)\n"
    let text = String(repeating: part, count: 120) + "\n[there]: https://example.org\n"
    let source = RepresentationSource(Data(text.utf8), typeIdentifier: "net.daringfireball.markdown")
    let plan = try ConversionRegistry(.html + .markdown).plan(
      from: ["net.daringfireball.markdown"], to: "public.html")
    var (byteCount, longest) = (0, 0)
    let report = try plan.stream(source) {
      byteCount += $0.count
      longest = max(longest, $0.count)
    }
    expectEqual(report, StepReport())
    expectGreater(byteCount, text.utf8.count)
    expectLess(longest, 200_000)
  }
}
