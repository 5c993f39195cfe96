import Foundation
import ProfferConversions
import RichTextFormats

/// The pages and the metadata that `pdftotext -bbox-layout` prints.
struct PageLayouts {
  private(set) var pages: [PageLayout] = []
  private(set) var metadata = RichText.Metadata()
  private(set) var losses = LossCounter()

  init(_ bytes: [UInt8]) {
    var markup = PopplerMarkup(bytes)
    var word: PageLayout.Word?
    var inTitle = false
    while let part = markup.next() {
      switch part {
      case .begin("title"): inTitle = true
      case .end("title"): inTitle = false
      case .begin("meta"): setMetadata(markup.attribute("name") ?? "", markup.attribute("content") ?? "")
      case .begin("page"):
        pages.append(
          PageLayout(width: max(markup.number("width") ?? 1, 1), height: max(markup.number("height") ?? 1, 1))
        )
      case .begin("block"):
        if !pages.isEmpty { pages[pages.count - 1].blocks.append([]) }
      case .begin("line"):
        guard let block = lastBlock else { continue }
        let place = Self.place(in: markup)
        pages[pages.count - 1].blocks[block].append(PageLayout.Line(x: place.x, y: place.y))
      case .begin("word"):
        let place = Self.place(in: markup)
        word = PageLayout.Word(text: "", x: place.x, y: place.y)
      case .end("word"):
        if let word { add(word) }
        word = nil
      case .text(let text):
        if inTitle, metadata.title == nil, !text.isBlank { metadata.title = text.trimmed }
        word?.text += text
      default: break
      }
    }
    for page in pages.indices { pages[page].arrange() }
  }

  private static func place(in markup: PopplerMarkup) -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
    func range(_ least: String, _ most: String) -> ClosedRange<Double> {
      ClosedRange(from: markup.number(least) ?? 0, to: markup.number(most) ?? 0)
    }
    return (range("xMin", "xMax"), range("yMin", "yMax"))
  }

  private var lastBlock: Int? {
    guard let page = pages.last, !page.blocks.isEmpty else { return nil }
    return page.blocks.count - 1
  }

  private mutating func add(_ word: PageLayout.Word) {
    guard let block = lastBlock, !word.text.isBlank else { return }
    var word = word
    // Some programs write a zero-width space after the marker of a list item.
    word.text = word.text.trimmed
    let page = pages.count - 1
    guard let line = pages[page].blocks[block].indices.last else { return }
    pages[page].blocks[block][line].words.append(word)
  }

  private mutating func setMetadata(_ name: String, _ content: String) {
    guard !content.isBlank else { return }
    let date = Self.date(content)
    switch name {
    case "Author": metadata.author = content.trimmed
    case "Subject": metadata.subject = content.trimmed
    case "Keywords": metadata.keywords = content.trimmed
    case "CreationDate" where date != nil: metadata.creationDate = date
    case "ModDate" where date != nil, "LastModifiedDate" where date != nil: metadata.modificationDate = date
    default: losses.add(.metadata, name)
    }
  }

  private static func date(_ text: String) -> Date? {
    // The offset of a time zone can have the form of PDF: +01'00'.
    let text = text.hasSuffix("'") ? String(text.dropLast()).replacing("'", with: ":") : text
    do { return try Date(text, strategy: .iso8601) } catch {
      // A date in another form is counted as lost.
      return nil
    }
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }

  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
