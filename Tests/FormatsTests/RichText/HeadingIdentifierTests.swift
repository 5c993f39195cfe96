import Foundation
import ProfferConversions
import StandardCoders
import TestSupport;
import Testing

@testable import RichTextFormats

/// Headings as link targets, with the identifiers that GitHub gives them.
@Suite struct HeadingIdentifierTests {
  /// The identifiers on GitHub's pages.
  @Test(arguments: [
    ("Getting started", "getting-started"), ("What's new?", "whats-new"), ("A & B", "a--b"),
    ("`code` and *more*", "code-and-more"), ("snake_case-name", "snake_case-name"),
    ("1.2.3 Notes", "123-notes"),
    ("Größe ÄÖ", "größe-äö"), ("日本語 テスト", "日本語-テスト"), ("Привет, мир!", "привет-мир"), ("😀 fun", "-fun"),
    ("!?", nil), ("", nil), ("  two  ", "two"),
  ])
  func aHeadingHasTheNameThatGitHubGivesIt(_ words: String, _ name: String?) {
    let page = RichText(markdown: "# \(words)\n").html()
    expect(page.contains(name.map { "<h1 id=\"\($0)\">" } ?? "<h1>"), "\(page)")
  }

  @Test func headingsOfTheSameWordsAreNumbered() {
    let page = RichText(markdown: "# A\n\n## a\n\n> # A-1\n\n- # A\n").html()
    let names = page.matches(of: /id="([^"]*)"/).map { String($0.output.1) }
    expectEqual(names, ["a", "a-1", "a-1-1", "a-2"])
  }

  /// Each link inside a document leads to an existing place in every format.
  @Test(arguments: ["public.html", "public.rtf", "net.daringfireball.markdown", "com.apple.webarchive"])
  func linksInsideADocumentLeadSomewhere(_ type: String) throws {
    let markdown =
      "# My Part\n\n[up](#my-part), [é](#caf%C3%A9), [own](#own)\n\n## Café\n\n<a id=\"own\"></a>here\n"
    let plan = try ConversionRegistry(.standard).plan(from: ["net.daringfireball.markdown"], to: type)
    let source = RepresentationSource(Data(markdown.utf8), typeIdentifier: "net.daringfireball.markdown")
    let result = try plan.run(on: source)
    expectEmpty(result.losses)
    let back = try ConversionRegistry(.standard).plan(from: [type], to: "net.daringfireball.markdown")
      .run(on: RepresentationSource(result.contents, typeIdentifier: type))
    expectEmpty(back.losses)
    expectEqual(back.contents, .data(Data(markdown.utf8)))
  }

  @Test func headingsThatLinksLeadToAreBookmarksOfRTF() throws {
    let rtf = RichText(markdown: "# My Part\n\n# Other\n\n[up](#my-part)\n").writeRTF().data
    let text = String(decoding: rtf, as: UTF8.self)
    expect(text.contains(#"{\*\bkmkstart my-part}{\*\bkmkend my-part}My Part"#), text)
    expect(text.contains(#"HYPERLINK \\l "my-part""#), text)
    expect(!text.contains("bkmkstart other"), text)
  }

  @Test func anIdentifierOfAPageIsAHeadingsOwnNameOrAnAnchor() {
    let html = "<h2 id=x>Part one</h2><h2 id=part-two>Part two</h2><a href=#x>1</a> <a href=#part-two>2</a>"
    expectEqual(
      RichText(html: html).markdown(),
      "## <a id=\"x\"></a>Part one\n\n## Part two\n\n[1](#x) [2](#part-two)\n")
  }
}
