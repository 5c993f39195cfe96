import Foundation
import ProfferConversions
import TextEncodings

/// A Windows Internet shortcut: `key=value` lines in sections with bracketed headings.
///
/// The link is the value of `URL` in the section `[InternetShortcut]`.
enum InternetShortcut {
  private static let heading = "[InternetShortcut]"

  /// Reads the link; other keys are counted as remarks.
  ///
  /// Keys and headings are case-insensitive. The text is in UTF-8 or in the system's encoding.
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

  /// Returns the file for a link.
  ///
  /// Its lines end with a carriage return and line feed.
  static func file(of url: URL) -> Data { Data("\(heading)\r\nURL=\(url.absoluteString)\r\n".utf8) }
}

/// A list of links, one on each line (`text/uri-list`, RFC 2483); lines that begin with `#` are
/// comments.
enum LinkList {
  /// The dynamic types that other programs derive from `text/uri-list`: conforming to data, to text and
  /// to nothing.
  static let otherTypeIdentifiers = [
    "dyn.ah62d4rv4gq81k3p2su11n6xmfz0gw65y", "dyn.ah62d4r34gq81k3p2su11n6xmfz0gw65y",
    "dyn.agq81k3p2su11n6xmfz0gw65y",
  ]

  /// Reads the links in order.
  ///
  /// Lines may also end with a line feed alone. Whitespace around a link is ignored.
  static func links(in data: Data) throws -> Reading<[URL]> {
    let detection = TextEncoding.detection(in: data)
    let text = detection.encoding.decode(data)
    var losses = LossCounter()
    var links: [URL] = []
    // Lines, including empty ones, are numbered so that an error can state the line.
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
    guard !links.isEmpty else { throw CoderError(.noLink, "the list has no link") }
    return Reading(links, losses: text.losses + losses.total, warnings: detection.warnings)
  }

  /// Returns the list of the links, with line endings according to the standard.
  static func file(of links: [URL]) -> Data {
    Data(links.map { $0.absoluteString + "\r\n" }.joined().utf8)
  }
}
