/// Blocks of HTML in which an element begins that ends in a later one: what stands between them is its content.
///
/// Blocks beside one another are named by growing numbers.
struct MarkdownHTMLSpans {
  private var open: [(element: HTMLElement, block: Int)] = []
  private var openCounts: [HTMLElement: Int] = [:]
  /// The last block of an element that begins in a block and does not end there.
  private var ends: [Int: Int] = [:]

  /// Whether every element ends where it begins.
  var isEmpty: Bool { ends.isEmpty }

  /// The block in which the last of the elements ends that begin in a block; nil where all end in it, or nowhere.
  func end(of block: Int) -> Int? { ends[block] }

  /// Takes the next block of HTML.
  mutating func add(_ block: Int, _ html: [UInt8]) {
    var scanner = HTMLScanner(html)
    while let token = scanner.next() {
      switch token {
      case .startTag(let name, let isSelfClosing):
        if name.element.isRawText {
          _ = scanner.rawText(of: name)
        } else if !isSelfClosing, Self.isContainer(name.element) {
          open.append((name.element, block))
          openCounts[name.element, default: 0] += 1
        }
      case .endTag(let name): end(name.element, in: block)
      case .text, .comment, .declaration: break
      }
    }
  }

  private mutating func end(_ element: HTMLElement, in block: Int) {
    guard openCounts[element, default: 0] > 0 else { return }
    while let (last, start) = open.popLast() {
      openCounts[last, default: 0] -= 1
      guard last == element else { continue }
      if start < block { ends[start] = max(ends[start] ?? block, block) }
      return
    }
  }

  /// Whether an element says something about all blocks in it.
  private static func isContainer(_ element: HTMLElement) -> Bool {
    switch element {
    case .table, .thead, .tbody, .tfoot, .tr, .td, .th, .caption, .ul, .ol, .menu, .dir, .li, .dl, .dt, .dd,
      .blockquote, .div, .center:
      true
    default: false
    }
  }
}
