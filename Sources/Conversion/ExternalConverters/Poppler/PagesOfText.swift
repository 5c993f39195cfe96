import Foundation
import ProfferConversions
import RichTextFormats

/// The text of a document with pages, made from the output of `pdftotext -bbox-layout` and `pdftohtml -xml`.
///
/// The lines of a block become paragraphs. A word that is divided at the end of a line becomes one word, unless
/// the document has the same word with a hyphen elsewhere. Lines that are the title of an outline entry
/// for the page become a heading. Each page after the first begins with a page break. The layout of each page is
/// lost.
struct PagesOfText {
  private let layouts: PageLayouts
  private let links: PageLinks
  private let firstPage: Int
  /// The words of the document, in the form of ``LineJoint/form(of:)``.
  private var words: Set<String> = []

  /// - Parameters:
  ///   - pages: the output of `pdftotext -bbox-layout`.
  ///   - links: the output of `pdftohtml -xml` to the file `links.xml`.
  ///   - firstPage: the number of the first page in the output.
  init(pages: Data, links: Data, firstPage: Int = 1) {
    layouts = PageLayouts([UInt8](pages))
    self.links = PageLinks([UInt8](links))
    self.firstPage = firstPage
    for line in layouts.pages.flatMap({ $0.blocks.joined() }) {
      for word in line.words where !(word.text.last.map(LineJoint.isHyphen) ?? true) {
        words.insert(LineJoint.form(of: word.text))
      }
    }
  }

  /// The name of the anchor at the beginning of a page.
  static func anchor(ofPage number: Int) -> String { "page-\(number)" }

  /// Returns the text with its losses.
  func read() -> Reading<RichText> {
    var losses = layouts.losses
    let numbers = firstPage..<firstPage + layouts.pages.count
    let anchors = Dictionary(uniqueKeysWithValues: numbers.map { ("#\(Self.anchor(ofPage: $0))", $0) })
    var linkedPages: Set<Int> = []
    var pages: [PageLayout] = []
    for (number, page) in zip(numbers, layouts.pages) {
      var page = page
      losses.add(
        .links, "links whose text is not found", count: links.pages[number].map { page.add($0) } ?? 0)
      page.mapLinks { link in
        guard link.hasPrefix("#") else { return link }
        if let number = anchors[link] {
          linkedPages.insert(number)
          return link
        }
        losses.add(.links, "words of links to other pages")
        return nil
      }
      pages.append(page)
    }
    var blocks: [RichText.Block] = []
    var emptyPages: [Int] = []
    for (number, page) in zip(numbers, pages) {
      if number > firstPage { blocks.append(.pageBreak) }
      var own = self.blocks(of: page, number: number, &losses)
      if linkedPages.contains(number) { Self.addAnchor(ofPage: number, to: &own) }
      if page.blocks.isEmpty { emptyPages.append(number) }
      blocks += own
    }
    losses.add(.links, "links without an address", count: links.unaddressedCount)
    losses.add(.links, "outline entries without a page", count: links.unplacedEntryCount)
    losses.add(.layout, "pages", count: pages.count)
    losses.add(.images, "pages without text", count: emptyPages.count)
    return Reading(
      RichText(blocks, metadata: layouts.metadata).normalized(), losses: losses.total,
      warnings: Self.warnings(emptyPages, of: pages.count))
  }

  private static func addAnchor(ofPage number: Int, to blocks: inout [RichText.Block]) {
    let anchor = RichText.Inline.anchor(anchor(ofPage: number))
    switch blocks.first {
    case .paragraph(var paragraph)?:
      paragraph.content.insert(anchor, at: 0)
      blocks[0] = .paragraph(paragraph)
    case .heading(let level, var paragraph)?:
      paragraph.content.insert(anchor, at: 0)
      blocks[0] = .heading(level: level, paragraph)
    default: blocks.insert(.paragraph(RichText.Paragraph([anchor])), at: 0)
    }
  }

  private static func warnings(_ emptyPages: [Int], of pageCount: Int) -> [String] {
    guard !emptyPages.isEmpty else { return [] }
    if emptyPages.count == pageCount {
      return [
        pageCount == 1
          ? "The page has no text; it may be scanned." : "No page has text; the document may be scanned."
      ]
    }
    let shown = emptyPages.prefix(5).map(String.init).joined(separator: ", ")
    let more = emptyPages.count > 5 ? " and \(emptyPages.count - 5) more" : ""
    return [
      emptyPages.count == 1
        ? "Page \(shown) has no text; it may be scanned."
        : "Pages \(shown)\(more) have no text; they may be scanned."
    ]
  }

  // MARK: Blocks

  /// The maximum number of lines of a heading.
  private static let headingLineLimit = 4

  private func blocks(of page: PageLayout, number: Int, _ losses: inout LossCounter) -> [RichText.Block] {
    var entries: [String: [PageLinks.OutlineEntry]] = [:]
    for entry in (links.outline[number] ?? []).reversed() {
      entries[Self.key(ofTitle: entry.title), default: []].append(entry)
    }
    var markers: [String: Int] = [:]
    var blocks: [RichText.Block] = []
    for block in page.blocks {
      var rest: [PageLayout.Line] = []
      func endParagraphs() {
        for lines in PageParagraphs.divide(rest, after: &markers) {
          blocks.append(
            .paragraph(RichText.Paragraph(PageParagraphs.content(of: lines, words: words))))
        }
        rest = []
      }
      var index = 0
      while index < block.count {
        if let (end, level) = heading(at: index, of: block, in: &entries) {
          endParagraphs()
          blocks.append(
            .heading(
              level: level,
              RichText.Paragraph(PageParagraphs.content(of: block[index..<end], words: words))))
          index = end
        } else {
          rest.append(block[index])
          index += 1
        }
      }
      endParagraphs()
    }
    losses.add(
      .links, "outline entries whose title is not in the text", count: entries.values.joined().count)
    return blocks
  }

  /// Returns the end and the level of the heading that begins at a line; nil if the line begins no heading.
  private func heading(
    at start: Int, of block: [PageLayout.Line], in entries: inout [String: [PageLinks.OutlineEntry]]
  ) -> (end: Int, level: Int)? {
    guard !entries.isEmpty else { return nil }
    var text = ""
    for end in start..<min(start + Self.headingLineLimit, block.count) {
      text += (end > start ? " " : "") + block[end].text
      let key = Self.key(ofTitle: text)
      guard let entry = entries[key]?.popLast() else { continue }
      if entries[key]?.isEmpty ?? false { entries[key] = nil }
      return (end + 1, entry.level)
    }
    return nil
  }

  /// Returns a title without spaces, case and its number, which the outline can omit.
  private static func key(ofTitle title: String) -> String {
    let key = title.lowercased().filter { !$0.isWhitespace }
    let words = key.drop { $0.isNumber || $0 == "." }
    return String(words.isEmpty ? key[...] : words)
  }
}

extension PageLayout {
  /// Replaces the destinations of all words with links.
  fileprivate mutating func mapLinks(_ replacement: (String) -> String?) {
    for block in blocks.indices {
      for line in blocks[block].indices {
        for word in blocks[block][line].words.indices {
          guard let link = blocks[block][line].words[word].link else { continue }
          blocks[block][line].words[word].link = replacement(link)
        }
      }
    }
  }
}
