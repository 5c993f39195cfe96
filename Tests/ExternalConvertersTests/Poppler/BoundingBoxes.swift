import Foundation
import ProfferConversions
import RichTextFormats

@testable import ExternalConverters

/// Output of `pdftotext -bbox-layout` that tests write.
///
/// A block is a text, and each line of the text is a line of the page. A line is 12 points high, and a character is 6
/// points wide. Each space at the start of a line indents it by 6 points. Words are separated by one space, or by `|`
/// for words without a gap.
struct BoundingBoxes {
  var pages: [[Block]]

  struct Block: ExpressibleByStringLiteral {
    var text: String
    var left: Double
    /// The top of the first line; nil for a line below the block before.
    var top: Double?
    var lineHeight: Double

    init(_ text: String, left: Double = 72, top: Double? = nil, lineHeight: Double = 12) {
      (self.text, self.left, self.top, self.lineHeight) = (text, left, top, lineHeight)
    }

    init(stringLiteral text: String) { self.init(text) }
  }

  init(_ pages: [Block]...) { self.init(pages: pages) }

  init(pages: [[Block]]) { self.pages = pages }

  var data: Data { Data(text.utf8) }

  private var text: String {
    var text = """
      <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "xhtml1-transitional.dtd"><html>
      <head><title></title></head><body><doc>

      """
    for page in pages {
      text += "<page width=\"600.000000\" height=\"800.000000\">\n<flow>\n"
      var next = 72.0
      for block in page {
        text += "<block>\n"
        var top = block.top ?? next
        for line in block.text.split(separator: "\n", omittingEmptySubsequences: false) {
          text += Self.line(line, left: block.left, top: top, height: block.lineHeight)
          top += block.lineHeight + 2
        }
        next = top + 12
        text += "</block>\n"
      }
      text += "</flow>\n</page>\n"
    }
    return text + "</doc></body></html>\n"
  }

  private static func line(_ line: Substring, left: Double, top: Double, height: Double) -> String {
    var x = left + Double(line.prefix { $0 == " " }.count) * 6
    var words = ""
    let start = x
    for group in line.split(separator: " ") {
      for word in group.split(separator: "|") {
        let end = x + Double(word.count) * 6
        words +=
          "<word xMin=\"\(x)\" yMin=\"\(top)\" xMax=\"\(end)\" yMax=\"\(top + height)\">\(word)</word>\n"
        x = end
      }
      x += 6
    }
    return
      "<line xMin=\"\(start)\" yMin=\"\(top)\" xMax=\"\(x)\" yMax=\"\(top + height)\">\n\(words)</line>\n"
  }

  /// Reads the pages.
  ///
  /// - Parameter links: the elements of the output of `pdftohtml -xml`, whose pages have the same size.
  func read(links: String = "", firstPage: Int = 1) -> PagesOfText.Result {
    let reading = PagesOfText(
      pages: data, links: Data("<pdf2xml>\(links)</pdf2xml>".utf8), firstPage: firstPage
    ).read()
    return PagesOfText.Result(
      html: String(decoding: reading.value.writeHTML().data, as: UTF8.self), text: reading.value,
      losses: reading.losses.map { "\($0.count) \($0.kind)" + ($0.detail.map { " (\($0))" } ?? "") },
      warnings: reading.warnings)
  }
}

extension PagesOfText {
  /// The text of pages, as tests compare it.
  struct Result {
    var html: String
    var text: RichText
    var losses: [String]
    var warnings: [String]

    /// The paragraphs and headings as text; a heading begins with number signs, and a page break is a line.
    var blocks: [String] {
      text.blocks.map { block in
        switch block {
        case .paragraph(let paragraph): paragraph.content.map(\.plain).joined()
        case .heading(let level, let paragraph):
          String(repeating: "#", count: level) + " " + paragraph.content.map(\.plain).joined()
        case .pageBreak: "---"
        default: "?"
        }
      }
    }
  }
}

extension RichText.Inline {
  /// The text, with links in the form `[text](destination)`.
  fileprivate var plain: String {
    switch self {
    case .text(let text): text
    case .styled(.link(let link), let content):
      "[\(content.map(\.plain).joined())](\(link.destination))"
    case .styled(_, let content): content.map(\.plain).joined()
    case .anchor(let name): "{\(name)}"
    default: "?"
    }
  }
}
