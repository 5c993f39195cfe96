import Foundation
import ProfferConversions
import RichTextFormats

/// Collects the links of a formatted text in order, and the losses from reducing the text to links.
struct LinksOfText {
  private var links: [URL] = []
  private var losses = LossCounter()
  /// The number of characters outside links, not counting whitespace.
  private var characterCount = 0

  /// Returns those links of a text that have absolute destinations.
  ///
  /// If there are none, and the whole text is a single URL, the result is that URL.
  ///
  /// - Throws: ``CoderError/Code/noLink`` for any other text.
  static func reading(_ text: RichText) throws -> Reading<[URL]> {
    var found = LinksOfText()
    found.add(text.blocks)
    found.losses.add(.metadata, count: text.metadata.fieldCount)
    if found.links.isEmpty {
      // The error reports that the text has no links, so the reason why the text is not a URL is dropped.
      guard let link = try? LinkText(text.plainText()).url(.strict) else {
        throw CoderError(
          .noLink, "the text contains no absolute link, such as https://example.org/")
      }
      return Reading([link], losses: found.losses.total)
    }
    found.losses.add(.characters, "outside of links", count: found.characterCount)
    return Reading(found.links, losses: found.losses.total)
  }

  private mutating func add(_ blocks: [RichText.Block]) {
    for block in blocks {
      switch block {
      case .paragraph(let paragraph), .heading(_, let paragraph): add(paragraph.content)
      case .list(let list): for item in list.items { add(item.blocks) }
      case .blockQuote(let blocks): add(blocks)
      case .codeBlock(let code): characterCount += code.text.count { !$0.isWhitespace }
      case .table(let table):
        add(table.caption)
        for row in table.rows { for cell in row { add(cell.blocks) } }
      case .definitions(let definitions):
        for definition in definitions {
          for term in definition.terms { add(term) }
          for meaning in definition.meanings { add(meaning) }
        }
      case .rule, .pageBreak: break
      }
    }
  }

  private mutating func add(_ content: [RichText.Inline]) {
    var open: (link: RichText.Link, words: String)?
    for run in content.runs {
      let link = run.attributes.link
      if let ended = open, ended.link != link {
        add(ended.link, words: ended.words)
        open = nil
      }
      if let link, open == nil { open = (link, "") }
      switch run.content {
      case .text(let words):
        if link == nil { characterCount += words.count { !$0.isWhitespace } } else { open?.words += words }
      case .softBreak, .hardBreak: open?.words += " "
      case .anchor: break
      case .note(let blocks): add(blocks)
      case .attachment: losses.add(.images)
      }
    }
    if let open { add(open.link, words: open.words) }
  }

  private mutating func add(_ link: RichText.Link, words: String) {
    let destination = link.destination
    guard !LinkDestination.isActive(destination) else {
      return losses.add(.links, "script URLs")
    }
    guard let url = try? LinkText(destination).url(.lenient) else {
      return losses.add(.links, "with a relative or invalid destination")
    }
    links.append(url)
    let wordsAreDestination = words.isEmpty || words == destination || "mailto:" + words == destination
    if !wordsAreDestination { losses.add(.metadata, "link texts") }
    if link.title != nil { losses.add(.metadata, "link titles") }
  }
}
