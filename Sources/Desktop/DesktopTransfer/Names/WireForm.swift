import ByteTools
import Foundation

/// How the bytes of a representation are written under a name on the wire.
enum WireForm: String, Sendable {
  /// As they are.
  case bytes
  /// Text in ISO 8859-1, which the X Window System means by `STRING`; text with other characters is refused.
  case latin1 = "latin-1"
  /// A web page in UTF-8 that says so: without a mark, browsers take the encoding of their language for granted.
  case html
  /// A URL a line, with carriage returns (RFC 2483).
  case uriList = "uri-list"
  /// The word `copy`, then a URL a line, without a line break at the end, at which old file managers crash.
  case copiedFiles = "copied-files"
  /// The key of a transfer of the document portal, which the portal gives for the files, with a NUL at its end.
  case fileTransfer = "file-transfer"
  /// UTF-16 in the byte order of the machine, without a mark: a URL, a line break, a title.
  case mozillaURL = "moz-url"
  /// A URL, a line break, a title.
  case netscapeURL = "netscape-url"

  /// Bytes of a representation as they go out; nil where the form cannot hold them.
  func written(_ data: Data) -> Data? {
    switch self {
    case .bytes, .fileTransfer: return data
    case .latin1:
      guard let text = String(data: data, encoding: .utf8) else { return nil }
      var bytes = Data(capacity: data.count)
      for scalar in text.unicodeScalars {
        guard scalar.value < 0x100 else { return nil }
        bytes.append(UInt8(scalar.value))
      }
      return bytes
    case .html: return WireForm.declaringEncoding(data)
    case .uriList: return Data(WireForm.lines(data).map { "\($0)\r\n" }.joined().utf8)
    case .copiedFiles: return Data((["copy"] + WireForm.lines(data)).joined(separator: "\n").utf8)
    case .mozillaURL:
      let urls = WireForm.lines(data)
      return WireForm.utf16(urls.map { "\($0)\n\($0)" }.joined(separator: "\n"))
    case .netscapeURL:
      guard let url = WireForm.lines(data).first else { return nil }
      return Data("\(url)\n\(url)".utf8)
    }
  }

  /// Bytes that came in, as those of the representation that they stand for; nil where they have none.
  func read(_ data: Data) -> Data? {
    switch self {
    case .bytes, .uriList: return data
    case .latin1: return WireForm.utf8(data)
    case .html: return WireForm.unmarked(data)
    // Only the portal knows the files.
    case .fileTransfer: return nil
    case .mozillaURL:
      let text = String(utf16Bytes: data)
      return text.split(whereSeparator: \.isNewline).first.map { Data($0.utf8) }
    case .netscapeURL: return WireForm.lines(data).first.map { Data($0.utf8) }
    case .copiedFiles:
      // The first line says whether the files are copied or cut.
      return Data(WireForm.lines(data).dropFirst().map { "\($0)\r\n" }.joined().utf8)
    }
  }

  // MARK: Text

  /// The lines of text that are not empty and not comments of a list of URLs.
  private static func lines(_ data: Data) -> [String] {
    String(decoding: data.filter { $0 != 0 }, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  /// Text as UTF-8: what is not UTF-8 already is ISO 8859-1.
  static func utf8(_ data: Data) -> Data {
    let isValid = data.withUnsafeBytes { String(validating: $0, as: UTF8.self) != nil }
    if isValid { return data }
    var text = String.UnicodeScalarView()
    for byte in data { text.append(Unicode.Scalar(byte)) }
    return Data(String(text).utf8)
  }

  /// A page as UTF-8 where a mark says that it is UTF-16, as browsers write when they drag one.
  private static func unmarked(_ data: Data) -> Data {
    if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
      return Data(String(utf16Bytes: data).utf8)
    }
    return data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
  }

  private static func utf16(_ text: String) -> Data {
    var bytes = Data()
    for unit in text.utf16 { withUnsafeBytes(of: unit) { bytes.append(contentsOf: $0) } }
    return bytes
  }

  /// A page that names its encoding: one in UTF-8 with other characters than ASCII gets a mark where it has none.
  private static func declaringEncoding(_ data: Data) -> Data {
    guard data.contains(where: { $0 >= 0x80 }),
      data.withUnsafeBytes({ String(validating: $0, as: UTF8.self) != nil })
    else { return data }
    let start = data.prefix(1024)
    let beginning = String(decoding: start, as: UTF8.self).lowercased()
    if beginning.contains("charset") { return data }
    let mark = Data("<meta charset=\"utf-8\">".utf8)
    guard let head = beginning.firstRange(of: "<head"),
      let end = beginning[head.upperBound...].firstIndex(of: ">")
    else { return mark + data }
    // Lower case has as many bytes here: the beginning of a page up to its head is ASCII, or the mark goes first.
    let offset = beginning.utf8.distance(from: beginning.startIndex, to: end) + 1
    guard beginning.utf8.prefix(offset).allSatisfy({ $0 < 0x80 }) else { return mark + data }
    return data.prefix(offset) + mark + data.dropFirst(offset)
  }
}

extension String {
  /// Text in UTF-16 with a mark, or without one in the byte order of the machine; a last odd byte is left out.
  fileprivate init(utf16Bytes data: Data) {
    let bytes = Array(data)
    let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
    let isMarked = isBigEndian || bytes.starts(with: [0xFF, 0xFE])
    var units: [UInt16] = []
    var index = isMarked ? 2 : 0
    while index + 1 < bytes.count {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      index += 2
    }
    self = String(decoding: units, as: UTF16.self)
  }
}
