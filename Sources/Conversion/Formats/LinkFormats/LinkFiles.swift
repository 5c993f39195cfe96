import Foundation
import ProfferConversions
import TextEncodings

/// A Windows Internet shortcut: lines `key=value` below headings in brackets, of which `URL` below
/// `[InternetShortcut]` is the link.
enum InternetShortcut {
  private static let heading = "[InternetShortcut]"

  /// Reads the link; other keys and headings are counted as remarks.
  ///
  /// Case does not count in keys and headings. The text is UTF-8, or what the system writes it in.
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

  /// The file of a link.
  ///
  /// Its lines end as Windows wants them.
  static func file(of url: URL) -> Data { Data("\(heading)\r\nURL=\(url.absoluteString)\r\n".utf8) }
}

/// A list of links, a line each (`text/uri-list`, RFC 2483): lines that begin with `#` are comments.
enum LinkList {
  /// The dynamic types that programs elsewhere make of `text/uri-list`: conforming to data, to text and to nothing.
  static let otherTypeIdentifiers = [
    "dyn.ah62d4rv4gq81k3p2su11n6xmfz0gw65y", "dyn.ah62d4r34gq81k3p2su11n6xmfz0gw65y",
    "dyn.agq81k3p2su11n6xmfz0gw65y",
  ]

  /// Reads the links in order.
  ///
  /// Lines may end with a line feed alone, and space around a link does not count.
  static func links(in data: Data) throws -> Reading<[URL]> {
    let detection = TextEncoding.detection(in: data)
    let text = detection.encoding.decode(data)
    var losses = LossCounter()
    var links: [URL] = []
    // Counted by hand so that an error can name the line: empty ones count too.
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

  /// The list of some links, each line ended as the standard wants it.
  static func file(of links: [URL]) -> Data {
    Data(links.map { $0.absoluteString + "\r\n" }.joined().utf8)
  }
}
