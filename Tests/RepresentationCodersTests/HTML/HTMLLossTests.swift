import Conversions
import Foundation
import RepresentationCoders
import Testing

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
  func markersThatAListCannotHaveAreCounted(html: String, expected: [String]) {
    #expect(losses(html) == expected)
  }
}
