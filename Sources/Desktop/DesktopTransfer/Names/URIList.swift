package import Foundation
package import ProfferFileSystem

/// The entries of a `text/uri-list` (Source: RFC 2483, section 5).
package struct URIList: Sendable, Equatable {
  /// An entry of the list.
  package enum Entry: Sendable, Equatable {
    /// A file on this machine.
    case file(FilePath)
    /// Any other URL.
    case url(String)
  }

  package let entries: [Entry]

  /// Reads a list.
  ///
  /// Comments and empty lines are omitted, and any line break is accepted.
  ///
  /// - Parameter hostName: the name of this machine. A file URL with this host refers to a local file.
  package init(_ data: Data, hostName: [UInt8] = LocalHost.name) {
    entries = data.split(whereSeparator: { [0x0A, 0x0D, 0].contains($0) }).compactMap { line in
      let line = line.drop { $0 == 0x20 || $0 == 0x09 }
      guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
      var text = String(decoding: line, as: UTF8.self)
      while text.last == " " || text.last == "\t" { text.removeLast() }
      return Entry(text, hostName: hostName)
    }
  }
}

extension URIList.Entry {
  fileprivate init?(_ text: String, hostName: [UInt8]) {
    guard text.lowercased().hasPrefix("file:") else {
      // A line without a scheme is not a URL.
      guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return nil }
      self = .url(text)
      return
    }
    var path = text.dropFirst(5)
    if path.hasPrefix("//") {
      path = path.dropFirst(2)
      let host = path.prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" || host.utf8.elementsEqual(hostName) else {
        // A file on another machine is a URL, not a local file.
        self = .url(text)
        return
      }
      path = path.dropFirst(host.count)
    }
    guard path.hasPrefix("/"), let file = FilePath(percentEncoded: String(path)) else { return nil }
    self = .file(file)
  }
}

extension FilePath {
  /// The file URL of an absolute path.
  ///
  /// The path need not be UTF-8.
  package var fileURLText: String { "file://" + bytes.percentEncoded(keeping: "/-._~") }
}
