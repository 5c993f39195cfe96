import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import RichTextFormats

struct HTMLLimitTests {
  private static func depth(_ blocks: [RichText.Block]) -> Int {
    blocks.map { block in
      switch block {
      case .blockQuote(let inner): 1 + depth(inner)
      case .list(let list): 1 + depth(list.items.flatMap(\.blocks))
      case .table(let table): 1 + depth(table.rows.joined().flatMap(\.blocks))
      default: 1
      }
    }.max() ?? 0
  }

  @Test(arguments: [
    "<blockquote>x", "<ul><li>x", "<table><tr><td>x", "<ul>", "<ol><li><blockquote>x", "<div>x", "<b>x",
    "<span>",
    "<li>x<ul>",
  ])
  func nestingIsBounded(_ unit: String) {
    let reading = RichText.readHTML(String(repeating: unit, count: 400))
    expectAtMost(Self.depth(reading.value.blocks), RichText.depthLimit)
    let words = reading.value.debugDescription.utf8.count { $0 == UInt8(ascii: "x") }
    expectAtLeast(words, unit.contains("x") ? 400 : 0, "nothing is dropped")
  }

  @Test(arguments: [
    ("<ol><li>x", 21, LossKind.formatting, "lists, quotations and definitions nested too deeply"),
    ("<blockquote>x", 21, .formatting, "lists, quotations and definitions nested too deeply"),
    ("<table><tr><td>x", 21, .tables, "tables nested too deeply"),
    ("<dl><dd>x", 21, .formatting, "definition lists, converted to paragraphs"),
  ])
  func eachBlockBeyondTheDepthLimitIsALoss(_ unit: String, _ count: Int, _ kind: LossKind, _ detail: String) {
    func losses(depth: Int) -> [Loss] {
      RichText.readHTML(String(repeating: unit, count: depth)).losses.filter { $0.detail == detail }
    }
    expectEqual(losses(depth: RichText.depthLimit - 1), [])
    expectEqual(losses(depth: RichText.depthLimit - 1 + count), [Loss(kind, count: count, detail: detail)])
  }

  @Test func eachElementBeyondTheElementLimitIsALoss() {
    let open = HTMLReader.elementLimit - 1
    func losses(_ count: Int) -> [Loss] {
      RichText.readHTML(String(repeating: "<b>x", count: count)).losses
    }
    expectEmpty(losses(open - 2))
    expectEqual(losses(open + 40).map(\.detail), ["elements nested too deeply"])
  }

  @Test func aTitleIsFoundAtAnyDepthAtOnce() {
    let items = Array(repeating: RichText.Block.paragraph(RichText.Paragraph([.text("x")])), count: 1)
    let blocks = (0..<90).reduce(items) { inner, _ in
      [.list(RichText.List(.bullet(.disc), items: [RichText.ListItem(inner)]))]
    }
    #expect(RichText(blocks).html().contains(">x</title>"))
  }

  private static let shapes = [
    "<", "&", "a", " ", "\n", "<b>", "<b>x", "</b>", "<p>", "<p><b>", "<p><b>x</p>", "<div>", "<div>x",
    "<ul>", "<li>",
    "<ul><li>x", "<table>", "<td>", "<table><tr><td>x", "<table>x", "<blockquote>x", "<a href=x>", "<!--",
    "<!", "<?",
    "<!-- -->", "</", "<a ", "<a b=c ", "<a b='c", "<font color=red>x<p>", "<i><p>x</i>", "<svg>", "<svg><p>",
    "<style>p{color:red}</style><p>", "<h1>", "<pre>", "<pre>a</pre>", "<q>", "<br>", "<img src=a>",
    "<title>",
    "<script>", "<span style='color:red'>x", "<dd>", "<option>", "&am", "&#1", "<x>x", "<p class=a>x</p>",
    "<b><div></b>", "<ol><li value=7>x</ol>", "<caption>x", "<tr>", "<p style='mso-list:l0 level2 lfo1'>x",
  ]

  @Test(arguments: shapes)
  func anyLengthOfAShapeIsRead(_ unit: String) {
    func page(_ byteCount: Int) -> Data {
      Data(String(repeating: unit, count: byteCount / unit.utf8.count).utf8)
    }
    // The smaller page is about as deep as the element limit. Until this limit, each element adds a level to those
    // that are searched.
    let growth = ProcessorTime.growth(to: 16 << 10, of: page) { _ = RichText.readHTML($0) }
    expect(growth.isLinear, "\(growth)")
    let value = RichText.readHTML(page(8 << 10)).value
    expectEqual(value, value.normalized())
  }

  @Test func urlsResolvedAgainstALongBaseAreBounded() {
    let base = "http://a.example/" + String(repeating: "y", count: 50_000) + "/"
    let page = "<base href='\(base)'>" + String(repeating: "<a href=z>a</a> ", count: 3000)
    let reading = RichText.readHTML(page)
    let cut = reading.losses.first { $0.detail == "with a base URL that is too long" }
    var destinations: [String] = []
    for case .paragraph(let paragraph) in reading.value.blocks {
      destinations += paragraph.content.compactMap(\.link)
    }
    let cutCount = cut?.count ?? 0
    expectEqual(destinations.count, 3000)
    expectEqual(destinations.count { $0 == base + "z" }, 3000 - cutCount)
    #expect(destinations.count { $0 == "z" } == cutCount && cutCount > 0)
    let byteCount: Int = destinations.map(\.utf8.count).reduce(0, +)
    expectLess(byteCount, (1 << 20) + 66 * page.utf8.count)
    expectEqual(destinations.first, base + "z")
  }

  @Test func aLongFontNameIsNotRepeated() throws {
    let name = String(repeating: "y", count: 257)
    let text = RichText([.paragraph(RichText.Paragraph([.styled(.fontFamily(name), [.text("x")])]))])
    let written = text.writeHTML()
    #expect(!String(decoding: written.data, as: UTF8.self).contains(name))
    expectEqual(written.losses.map(\.kind), [.fonts])
    let short = RichText([
      .paragraph(RichText.Paragraph([.styled(.fontFamily(String(name.dropLast())), [.text("x")])]))
    ])
    expectEmpty(short.writeHTML().losses)
  }
}

extension RichText.Inline {
  fileprivate var link: String? {
    if case .styled(.link(let link), _) = self { link.destination } else { nil }
  }
}
