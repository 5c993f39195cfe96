import Foundation

/// The lines before HTML on Windows' clipboard, which say where in the bytes the page and the copied part are
/// (Source: Microsoft, HTML Clipboard Format).
struct ClipboardHeader {
  /// The page, with marks around what was copied.
  let content: Data
  /// The address of the page.
  let source: String?
  /// Whether the places named are there.
  let isExact: Bool

  /// Reads the header; nil if the bytes have none.
  init?(_ data: Data) {
    guard data.prefix(8).elementsEqual("Version:".utf8) else { return nil }
    var fields: [String: String] = [:]
    var rest = data[...]
    while let colon = rest.prefix(40).firstIndex(of: UInt8(ascii: ":")),
      rest[..<colon].allSatisfy({ $0.isHTMLLetter || $0.isHTMLDigit })
    {
      let name = String(decoding: rest[..<colon], as: UTF8.self)
      let end = rest[colon...].prefix(4096).firstIndex {
        $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
      }
      guard let end else { break }
      fields[name.lowercased()] = String(decoding: rest[(colon + 1)..<end], as: UTF8.self)
        .trimmingCharacters(in: .whitespaces)
      rest = rest[end...].drop { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    }
    source = fields["sourceurl"]
    func place(_ name: String) -> Data.Index? {
      guard let number = fields[name].flatMap({ Int($0) }), 0...data.count ~= number else { return nil }
      return data.startIndex + number
    }
    let fragment = Self.range(place("startfragment"), place("endfragment"))
    let page = Self.range(place("starthtml"), place("endhtml")) ?? fragment
    isExact = page != nil
    guard let page else {
      content = Data(rest)
      return
    }
    let bytes = data[page]
    let isMarked = bytes.range(of: Data("<!--StartFragment".utf8)) != nil
    if !isMarked, let fragment, page.lowerBound <= fragment.lowerBound, fragment.upperBound <= page.upperBound
    {
      content =
        data[page.lowerBound..<fragment.lowerBound] + Data("<!--StartFragment-->".utf8) + data[fragment]
        + Data("<!--EndFragment-->".utf8)
    } else {
      content = Data(bytes)
    }
  }

  private static func range(_ start: Data.Index?, _ end: Data.Index?) -> Range<Data.Index>? {
    guard let start, let end, start <= end else { return nil }
    return start..<end
  }
}
