import Foundation
import ProfferConversions
import TextEncodings

/// A Windows Internet shortcut: a file of `key=value` lines in sections with bracketed headings.
///
/// The link is the value of the key `URL` in the section `[InternetShortcut]`.
enum InternetShortcut {
  private static let heading = "[InternetShortcut]"

  /// Reads the link.
  ///
  /// Other `key=value` lines are counted as remarks. Keys and headings are case-insensitive. The text
  /// encoding is detected. The encoding is UTF-8 or the encoding of the system that wrote the file.
  static func link(in data: Data) throws -> Reading<URL> {
    let detection = TextEncoding.detection(in: data)
    let text = detection.encoding.decode(data)
    var urlText: String?
    var remarkCount = 0
    var isInside = false
    for line in text.value.split(whereSeparator: \.isNewline) {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix(";") { continue }
      if line.hasPrefix("[") {
        isInside = line.caseInsensitiveCompare(heading) == .orderedSame
        continue
      }
      guard let equals = line.firstIndex(of: "=") else { continue }
      let key = line[..<equals].trimmingCharacters(in: .whitespaces)
      if isInside && urlText == nil && key.caseInsensitiveCompare("URL") == .orderedSame {
        urlText = String(line[line.index(after: equals)...])
      } else {
        remarkCount += 1
      }
    }
    guard let urlText else {
      throw CoderError(.noLink, "the shortcut has no line 'URL=' below \(heading)")
    }
    let link = FoundLink(url: try LinkText(urlText).url(.lenient), remarkCount: remarkCount)
    return Reading(link.url, losses: text.losses + link.reading.losses, warnings: detection.warnings)
  }

  /// Returns an Internet shortcut file for a link.
  ///
  /// Each line ends with a carriage return and a line feed.
  static func file(of url: URL) -> Data { Data("\(heading)\r\nURL=\(url.absoluteString)\r\n".utf8) }
}

/// A list of links, one per line (`text/uri-list`, RFC 2483).
///
/// Lines that begin with `#` are comments.
enum LinkList {
  /// The dynamic types that other programs derive from `text/uri-list`.
  ///
  /// The first conforms to data, the second to text, and the third to no type.
  static let otherTypeIdentifiers = [
    "dyn.ah62d4rv4gq81k3p2su11n6xmfz0gw65y", "dyn.ah62d4r34gq81k3p2su11n6xmfz0gw65y",
    "dyn.agq81k3p2su11n6xmfz0gw65y",
  ]

  /// Reads the links in order.
  ///
  /// A line feed alone is also accepted as a line ending. Whitespace around a link is ignored.
  static func links(in data: Data) throws -> Reading<[URL]> {
    let detection = TextEncoding.detection(in: data)
    let text = detection.encoding.decode(data)
    var losses = LossCounter()
    var links: [URL] = []
    // Empty lines are kept while splitting, so that an error can state the correct line number.
    for (index, line) in text.value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      if line.hasPrefix("#") {
        losses.add(.comments)
        continue
      }
      guard !line.allSatisfy(\.isWhitespace) else { continue }
      do {
        links.append(try LinkText(String(line)).url(.lenient))
      } catch let error as CoderError {
        throw CoderError(error.code, error.reason, at: .line(index + 1, column: 1), cause: error)
      }
    }
    guard !links.isEmpty else { throw CoderError(.noLink, "the list contains no link") }
    return Reading(links, losses: text.losses + losses.total, warnings: detection.warnings)
  }

  /// Returns a `text/uri-list` file with the links.
  ///
  /// Lines end with a carriage return and a line feed, as the standard requires.
  static func file(of links: [URL]) -> Data {
    Data(links.map { $0.absoluteString + "\r\n" }.joined().utf8)
  }
}
