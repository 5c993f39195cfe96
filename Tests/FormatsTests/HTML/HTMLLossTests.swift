import Foundation
import ProfferConversions
import Testing

@testable import RichTextFormats

/// What HTML says and a rich text cannot, and what only seems to be of that kind.
struct HTMLLossTests {
  private func losses(_ html: String) -> [String] { RichText.readHTML(html).losses.map(\.description) }

  @Test(arguments: [
    ("<ol reversed><li>a<li>b</ol>", ["formatting in 1 place (lists that count down)"]),
    ("<ol reversed start=4><li>a</ol>", []), ("<ul reversed><li>a<li>b</ul>", []),
    ("<ol style='list-style-type:none'><li>a</ol>", ["formatting in 1 place (lists without markers)"]),
    ("<style>ul{list-style:none}</style><ul><li>a</ul>", ["formatting in 1 place (lists without markers)"]),
    ("<ul><li style='list-style: NONE outside'>a</ul>", ["formatting in 1 place (lists without markers)"]),
    ("<ul style='list-style:none square'><li>a</ul>", []),
    ("<ul style='list-style:none;list-style-type:disc'><li>a</ul>", []),
    ("<ul style='list-style:none'></ul>", []),
    ("<ul style='list-style:none'><li><input type=checkbox>a</ul>", []),
  ])
  func markersThatListsLackAreCounted(html: String, expected: [String]) {
    #expect(losses(html) == expected)
  }

  @Test(arguments: [
    ("<h1 id=z>a</h1><a href=#z>b</a>", 1), ("<a href=#z>b</a><p id=z>a", 1),
    ("<p id=z>a<a href=#y>b</a>", 0),
    ("<p id='é'>a<a href='#%C3%A9'>b</a><a href='#é'>c</a>", 1), ("<p id=z>a", 0), ("<a name=z>a</a>", 1),
    ("<a name=z id=z>a</a><a href=#z>b</a>", 1), ("<a href=#>b</a><p id=''>a", 0),
    ("<p id=z>a<!--StartFragment--><a href=#z>b</a><!--EndFragment-->", 0),
  ])
  func anchorsThatLinksLeadToAreCounted(html: String, count: Int) {
    #expect(losses(html) == (count == 0 ? [] : ["\(count) link (places that links lead to)"]))
  }

  @Test func wordsInASetDirectionAreCounted() {
    #expect(losses("<p>a <bdo dir=rtl>bc</bdo>") == ["formatting in 1 place (letters in a set direction)"])
  }

  @Test func partsOfPicturesAreLinks() {
    let html = """
      <p>a<map name=m><area href="https://a/" alt=Z><area href="https://b/" alt="Y y" shape=rect>\
      <area alt=no><area href="javascript:x" alt=script></map>b
      """
    let reading = RichText.readHTML(html)
    #expect(
      reading.value.debugDescription
        == "paragraph: \"a \" link(https://a/)[\"Z\"] \" \" link(https://b/)[\"Y y\"] \" script b\"\n")
    #expect(reading.losses.map(\.description) == ["1 link (addresses that run a script)"])
    #expect(losses("<area href=a>") == ["1 link (parts of pictures)"])
  }

  @Test func definitionsAreIndentedBelowTheirTerms() {
    #expect(
      dump(html: "<dl><dt>a<dd>b</dl>c")
        == "paragraph: \"a\"\nparagraph (indented 30.0): \"b\"\nparagraph: \"c\"\n")
    let expected = ["formatting in 1 place (lists of terms, which became paragraphs)"]
    #expect(losses("<dl><dt>a<dd>b<dt>c<dd>d</dl>e") == expected)
    #expect(losses("<dl hidden><dt>a<dd>b</dl>e") == ["2 characters (that the page hides)"])
    #expect(RichText.readMarkdown("<dl><dt>*a*<dd>b</dl>\n\nc\n").losses.map(\.description) == expected)
  }

  @Test(arguments: [
    "net.daringfireball.markdown", "public.rtf", "public.utf8-plain-text", "public.html",
    "org.textbundle.package",
  ])
  func termsAndDefinitionsAreSeparateParagraphs(type: String) throws {
    let html = "<dl><dt>ab<dd>cd<dt>ef<dd><p>gh<p>ij</dl><table><tr><td><dl><dt>kl<dd>mn</dl></table>"
    let result = try convert(Data(html.utf8), from: "public.html", to: type)
    let said: String
    switch result.contents {
    case .data(let data): said = String(decoding: data, as: UTF8.self)
    case .package(let members): said = members.map { String(decoding: $0.data, as: UTF8.self) }.joined()
    }
    for word in ["ab", "cd", "ef", "gh", "ij", "kl", "mn"] { #expect(said.contains(word)) }
    for words in ["abcd", "ab cd", "efgh", "ef gh", "klmn", "kl mn"] {
      #expect(!said.contains(words), "\(said)")
    }
  }
}
