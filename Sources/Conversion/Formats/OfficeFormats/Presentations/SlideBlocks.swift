import ProfferConversions
import RichTextFormats

/// Builds the blocks of a slide, a cell or notes from their paragraphs.
struct SlideBlocks {
  /// A paragraph and its place in lists.
  struct Paragraph {
    var content: [RichText.Inline]
    var level: Int
    var bullet: SlideBullet
    var bulletFont: String?
    var layout = RichText.Layout()
  }

  /// The last items of a level.
  private struct Items {
    var bullet: SlideBullet
    var list: Int
  }

  private var stack: OpenBlocks
  private var items = [Items?](repeating: nil, count: SlideTextStyle.levelCount)
  private var listCount = 0
  private(set) var losses = LossCounter()

  init() { stack = OpenBlocks(depthLimit: RichText.depthLimit) }

  /// Begins another text; lists of the text before do not continue in it.
  mutating func beginText() {
    stack.setContainers([])
    items = [Items?](repeating: nil, count: SlideTextStyle.levelCount)
  }

  /// Adds a block that is not in a list.
  mutating func add(_ block: RichText.Block) {
    beginText()
    stack.append(block)
  }

  /// Adds a paragraph; an empty paragraph only ends lists.
  mutating func add(_ paragraph: Paragraph) {
    guard !paragraph.content.isEmpty else { return losses.add(.layout, "empty paragraphs") }
    let level = paragraph.level
    for deeper in items.indices.dropFirst(level + 1) { items[deeper] = nil }
    guard let marker = paragraph.bullet.marker(font: paragraph.bulletFont) else {
      items[level] = nil
      stack.setContainers([])
      stack.append(.paragraph(RichText.Paragraph(paragraph.content, layout: paragraph.layout)))
      return
    }
    if paragraph.bullet.isApproximate { losses.add(.formatting, "list markers") }
    let list: Int
    if let last = items[level], last.bullet == paragraph.bullet {
      list = last.list
    } else {
      listCount += 1
      list = listCount
    }
    var item = ParagraphItem(list: list, level: level, marker: marker, isTight: true)
    if let outer = items[..<level].lastIndex(where: { $0 != nil }) {
      // A level that the document skips inside a list has an item that only contains the next level.
      for skipped in (outer + 1)..<level {
        listCount += 1
        items[skipped] = Items(bullet: paragraph.bullet, list: listCount)
        item.emptyOuterItems.append(
          ParagraphItem.EmptyOuterItem(
            list: listCount, level: skipped, marker: marker, followsOuterNumber: false))
      }
    }
    items[level] = Items(bullet: paragraph.bullet, list: list)
    stack.beginItem(item, marker: marker, containers: [])
    stack.append(.paragraph(RichText.Paragraph(paragraph.content, layout: paragraph.layout)))
  }

  mutating func finish() -> [RichText.Block] { stack.finish() }
}
