import ByteTools
import Foundation

/// The encoding in which a representation is transferred under a name.
enum WireForm: String, Sendable {
  /// The unchanged bytes.
  case bytes
  /// Text in ISO 8859-1, the encoding of `STRING` in the X Window System. Other characters cannot be written.
  case latin1 = "latin-1"
  /// HTML in UTF-8 with an encoding declaration. Without a declaration, browsers assume the default encoding
  /// of their language.
  case html
  /// One URL per line, with carriage returns (RFC 2483).
  case uriList = "uri-list"
  /// The word `copy`, then one URL per line. There is no final line break, because old file managers crash on
  /// a final line break.
  case copiedFiles = "copied-files"
  /// The same lines as in ``uriList``, under a name that only KDE's programs read.
  case kdeURIList = "kde-uri-list"
  /// The key that the document portal returns for the files, followed by a NUL.
  case fileTransfer = "file-transfer"
  /// A URL, a line break and a title, in UTF-16 without a byte order mark, in the byte order of the machine.
  case mozillaURL = "moz-url"
  /// A URL, a line break and a title.
  case netscapeURL = "netscape-url"

  /// Whether the form is only for file managers, which read it from the clipboard.
  var isForFileManagersOnly: Bool { self == .copiedFiles || self == .kdeURIList }

  /// Encodes the bytes of a representation; returns nil if the form cannot represent the bytes.
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
    case .uriList, .kdeURIList: return Data(WireForm.lines(data).map { "\($0)\r\n" }.joined().utf8)
    case .copiedFiles: return Data((["copy"] + WireForm.lines(data)).joined(separator: "\n").utf8)
    case .mozillaURL:
      let urls = WireForm.lines(data)
      return WireForm.utf16(urls.map { "\($0)\n\($0)" }.joined(separator: "\n"))
    case .netscapeURL:
      guard let url = WireForm.lines(data).first else { return nil }
      return Data("\(url)\n\(url)".utf8)
    }
  }

  /// Decodes received bytes; returns nil if the bytes do not contain a representation.
  func read(_ data: Data) -> Data? {
    switch self {
    case .bytes, .uriList, .kdeURIList: return data
    case .latin1: return WireForm.utf8(data)
    case .html: return WireForm.unmarked(data)
    // Only the portal can resolve the key to files.
    case .fileTransfer: return nil
    case .mozillaURL:
      let text = String(utf16Bytes: data)
      return text.split(whereSeparator: \.isNewline).first.map { Data($0.utf8) }
    case .netscapeURL: return WireForm.lines(data).first.map { Data($0.utf8) }
    case .copiedFiles:
      // The first line states whether the files are copied or cut.
      return Data(WireForm.lines(data).dropFirst().map { "\($0)\r\n" }.joined().utf8)
    }
  }

  // MARK: Text

  /// Returns the lines of a text, without empty lines and without the comments of a URL list.
  private static func lines(_ data: Data) -> [String] {
    String(decoding: data.filter { $0 != 0 }, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  /// Returns text as UTF-8.
  ///
  /// Bytes that are not valid UTF-8 are decoded as ISO 8859-1.
  static func utf8(_ data: Data) -> Data {
    let isValid = data.withUnsafeBytes { String(validating: $0, as: UTF8.self) != nil }
    if isValid { return data }
    var text = String.UnicodeScalarView()
    for byte in data { text.append(Unicode.Scalar(byte)) }
    return Data(String(text).utf8)
  }

  /// Returns a page as UTF-8 without a byte order mark.
  ///
  /// A page with a UTF-16 byte order mark is converted, because browsers use UTF-16 for dragged pages.
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

  /// Adds an encoding declaration to a UTF-8 page with non-ASCII characters, unless the page has a
  /// declaration.
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
    // An offset in the lowercase copy is valid in the page only if all bytes before it are ASCII. Otherwise,
    // the declaration is inserted at the start of the page.
    let offset = beginning.utf8.distance(from: beginning.startIndex, to: end) + 1
    guard beginning.utf8.prefix(offset).allSatisfy({ $0 < 0x80 }) else { return mark + data }
    return data.prefix(offset) + mark + data.dropFirst(offset)
  }
}

extension String {
  /// Decodes UTF-16 with or without a byte order mark.
  ///
  /// Without a byte order mark, the bytes are read in little-endian order. A final odd byte is ignored.
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
