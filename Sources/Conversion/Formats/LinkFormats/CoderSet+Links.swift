public import Foundation
public import ProfferConversions
import PropertyLists
import RichTextFormats
import StructuredFormats
import TextEncodings
import UniformTypes

extension ValueKind<URL> {
  /// A single URL.
  public static let link = ValueKind(URL.self, name: "link")
}

extension ValueKind<[URL]> {
  /// URLs in order.
  public static let links = ValueKind(
    [URL].self, name: "links", size: { ValueSize(elementCount: $0.count) })
}

/// A URL and the title of its target.
///
/// The title becomes the text of the link in formatted text.
struct TitledLink: Sendable {
  let url: URL
  var title: String?
}

extension ValueKind<TitledLink> {
  static let titledLink = ValueKind(TitledLink.self, name: "titled link")
}

extension CoderSet {
  /// Coders for links in URL types, link files, plain text and formatted text.
  ///
  /// The types are `public.url`, `public.file-url`, `text/uri-list`, web location files, Internet
  /// shortcuts, and plain text that is one URL.
  ///
  /// `public.url` is written as the absolute URL in UTF-8. The reader also accepts the small property lists
  /// that Apple's systems write. Characters that are not allowed in a URL are percent-escaped when reading.
  /// Plain text becomes a link only if the whole text is one URL with a scheme. Formatted text yields all
  /// links with an absolute destination; the rest of the text is reported as lost.
  public static let links = CoderSet(readers: linkReaders, writers: linkWriters, bridges: linkBridges)

  private static let linkReaders = [
    RepresentationReader("url", reads: ["public.url"], as: .link, mayLose: [.metadata, .characters]) {
      source in
      guard PropertyListForm(of: source.data) == nil else {
        return try LinkPropertyList.link(in: source)
      }
      let detection = source.encodingDetection
      let text = detection.encoding.decode(source.data)
      return Reading(
        try LinkText(text.value).url(.lenient), losses: text.losses, warnings: detection.warnings)
    },
    RepresentationReader(
      "web location", reads: ["com.apple.internet-location"], as: .link, mayLose: [.metadata, .characters]
    ) { try LinkPropertyList.link(in: $0) },
    RepresentationReader(
      "internet shortcut", reads: ["com.microsoft.internet-shortcut"], as: .link,
      mayLose: [.metadata, .characters]
    ) { try InternetShortcut.link(in: $0.data) },
    // The bridges from titled links have a cost of zero. If two paths to formatted text otherwise cost the
    // same, the path that preserves the title is therefore used.
    RepresentationReader(
      "titled link", reads: ["com.apple.internet-location", "public.url"], as: .titledLink,
      mayLose: [.metadata, .characters], read: titledLink),
    RepresentationReader(
      "uri list", reads: [UTType.uriList.identifier] + LinkList.otherTypeIdentifiers, as: .links,
      mayLose: [.comments, .characters]
    ) { try LinkList.links(in: $0.data) },
  ]

  @Sendable
  private static func titledLink(_ source: RepresentationSource) throws -> Reading<TitledLink> {
    guard PropertyListForm(of: source.data) != nil else {
      let detection = source.encodingDetection
      let text = detection.encoding.decode(source.data)
      let url = try LinkText(text.value).url(.lenient)
      return Reading(TitledLink(url: url), losses: text.losses, warnings: detection.warnings)
    }
    let found = try LinkPropertyList.found(in: source)
    var link = found.value
    let title = link.title?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    link.title = nil
    return Reading(TitledLink(url: link.url, title: title), losses: found.losses + link.reading.losses)
  }

  private static let linkWriters = [
    RepresentationWriter("url", writes: ["public.url"], from: .link) { url, _ in
      Written(Data(url.absoluteString.utf8))
    },
    RepresentationWriter("file url", writes: ["public.file-url"], from: .link, takes: .some) { url, _ in
      guard url.isFileURL else {
        throw CoderError(
          .unsuitableLink, "\(url.absoluteString) is not a file URL; public.url accepts any URL")
      }
      return Written(Data(url.absoluteString.utf8))
    },
    RepresentationWriter("uri list", writes: [UTType.uriList.identifier], from: .links) { links, _ in
      Written(LinkList.file(of: links))
    },
    RepresentationWriter("web location", writes: ["com.apple.web-internet-location"], from: .link) { url, _ in
      try LinkPropertyList.webLocation(of: url).writeXMLPropertyList()
    },
    RepresentationWriter("internet shortcut", writes: ["com.microsoft.internet-shortcut"], from: .link) {
      url, _ in Written(InternetShortcut.file(of: url))
    },
  ]

  private static let linkBridges = [
    ValueBridge("link to links", from: .link, to: .links) { Reading([$0]) },
    ValueBridge("first of links", from: .links, to: .link, mayLose: [.links]) { links in
      guard let first = links.first else { throw CoderError(.noLink, "the document contains no link") }
      let dropped = Loss(.links, count: max(1, links.count - 1), detail: "only the first is kept")
      return Reading(first, losses: links.count > 1 ? [dropped] : [])
    },
    ValueBridge("link to text", from: .link, to: .text) { Reading($0.absoluteString) },
    ValueBridge("links to text", from: .links, to: .text) { links in
      Reading(links.map(\.absoluteString).joined(separator: "\n"))
    },
    ValueBridge("link to rich text", from: .link, to: .richText) { Reading(richText(of: [$0])) },
    ValueBridge("titled link to rich text", from: .titledLink, to: .richText, cost: 0) { link in
      guard let title = link.title, !title.isEmpty else { return Reading(richText(of: [link.url])) }
      let target = RichText.Link(link.url.absoluteString)
      return Reading(
        RichText([.paragraph(RichText.Paragraph([.styled(.link(target), [.text(title)])]))]))
    },
    ValueBridge("links to rich text", from: .links, to: .richText) { Reading(richText(of: $0)) },
    ValueBridge(
      "links of rich text", from: .richText, to: .links, mayLose: [.characters, .images, .links, .metadata],
      takes: .some
    ) { try LinksOfText.reading($0) },
    ValueBridge("text to link", from: .text, to: .link, mayLose: textLosses, takes: .few) {
      Reading(try LinkText($0).url(.strict))
    },
    ValueBridge("text to links", from: .text, to: .links, mayLose: textLosses, takes: .few) {
      Reading([try LinkText($0).url(.strict)])
    },
  ]

  /// The losses declared for reducing a text to one link.
  ///
  /// A text with several links causes an error, never a loss. The losses are declared nevertheless, for two
  /// reasons: no plan should convert several links to one link through plain text, and Markdown should be
  /// read as Markdown, not as plain text.
  private static let textLosses = webReaderLosses + [.fonts, .layout, .tables]

  /// Returns a text with one paragraph for each link.
  ///
  /// The text of the link is its URL.
  private static func richText(of links: [URL]) -> RichText {
    RichText(
      links.map { url in
        let urlText = url.absoluteString
        return .paragraph(RichText.Paragraph([.styled(.link(RichText.Link(urlText)), [.text(urlText)])]))
      })
  }
}
