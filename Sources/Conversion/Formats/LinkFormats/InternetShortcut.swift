import Conversions
import Foundation
import TextEncodings

/// A Windows Internet shortcut: lines `key=value` below headings in brackets, of which `URL` below
/// `[InternetShortcut]` is the address.
enum InternetShortcut {
  private static let heading = "[InternetShortcut]"

  /// Reads the link; other keys and headings are counted as remarks.
  ///
  /// Case does not count in keys and headings. The text is UTF-8, or Windows-1252 as the system writes it.
  static func link(in data: Data) throws -> Reading<URL> {
    let text = TextEncoding.detected(in: data).decode(data)
    var address: String?
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
      if isInside && address == nil && key.caseInsensitiveCompare("URL") == .orderedSame {
        address = String(line[line.index(after: equals)...])
      } else {
        remarkCount += 1
      }
    }
    guard let address else {
      throw CoderError(.noLink, "the shortcut has no line 'URL=' below \(heading)")
    }
    let link = FoundLink(url: try LinkText(address).url(.lenient), remarkCount: remarkCount)
    return Reading(link.url, losses: text.losses + link.reading.losses)
  }

  /// The file of a link.
  ///
  /// Its lines end as Windows wants them.
  static func file(of url: URL) -> Data { Data("\(heading)\r\nURL=\(url.absoluteString)\r\n".utf8) }
}
