/// The tags and texts of the markup that Poppler's programs write.
///
/// The markup of `pdftohtml -xml` can have tags that are not balanced, and both programs write control characters of
/// the document. The tags are therefore read one by one, and characters that are not allowed in XML are dropped.
struct PopplerMarkup {
  /// A part of the markup.
  enum Part: Equatable {
    /// A start tag or an empty tag, by its name.
    case begin(String)
    /// An end tag, by its name.
    case end(String)
    /// The text between two tags, with its references expanded.
    case text(String)
  }

  private let bytes: [UInt8]
  private var position = 0
  /// The bytes of the last tag, after its name.
  private var attributes: ArraySlice<UInt8> = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next part; nil at the end.
  mutating func next() -> Part? {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        defer { position = end }
        return .text(Self.expanded(bytes[position..<end]))
      }
      let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
      let tag = bytes[(position + 1)..<end]
      position = min(end + 1, bytes.count)
      guard let first = tag.first, first != UInt8(ascii: "!"), first != UInt8(ascii: "?") else { continue }
      let isEnd = first == UInt8(ascii: "/")
      let body = isEnd ? tag.dropFirst() : tag
      let nameEnd = body.firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: "/") } ?? body.endIndex
      attributes = body[nameEnd...]
      let name = String(decoding: body[..<nameEnd], as: UTF8.self)
      return isEnd ? .end(name) : .begin(name)
    }
    return nil
  }

  /// Returns the value of an attribute of the last start tag; nil if the tag does not have the attribute.
  func attribute(_ name: String) -> String? {
    let key = Array(" \(name)=\"".utf8)
    guard let start = attributes.firstRange(of: key)?.upperBound else { return nil }
    let end = attributes[start...].firstIndex(of: UInt8(ascii: "\"")) ?? attributes.endIndex
    return Self.expanded(attributes[start..<end])
  }

  /// Returns the number in an attribute of the last start tag; nil if there is none.
  func number(_ name: String) -> Double? {
    guard let number = attribute(name).flatMap(Double.init), number.isFinite else { return nil }
    return number
  }

  private static let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

  /// Expands the references in a text, and drops the control characters.
  private static func expanded(_ bytes: ArraySlice<UInt8>) -> String {
    var text = ""
    var rest = bytes.filter { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }[...]
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      text += String(decoding: rest[..<mark], as: UTF8.self)
      rest = rest[mark...]
      guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
        text.append("&")
        rest = rest.dropFirst()
        continue
      }
      let name = String(decoding: rest[(mark + 1)..<end], as: UTF8.self)
      text += names[name] ?? character(name) ?? "&\(name);"
      rest = rest[(end + 1)...]
    }
    return text + String(decoding: rest, as: UTF8.self)
  }

  /// Returns the character of a reference such as `#160` or `#xA0`.
  private static func character(_ name: String) -> String? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let code, code >= 0x20, let scalar = Unicode.Scalar(code) else { return nil }
    return String(Character(scalar))
  }
}
