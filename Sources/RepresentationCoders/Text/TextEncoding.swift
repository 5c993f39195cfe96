/// How text is made of bytes: a form, and whether a byte order mark stands before it.
public struct TextEncoding: Hashable, Sendable, CustomStringConvertible {
  /// The forms that are read and written.
  public enum Form: Hashable, Sendable, CaseIterable {
    /// UTF-8.
    case utf8
    /// UTF-16, the high byte first.
    case utf16BigEndian
    /// UTF-16, the low byte first.
    case utf16LittleEndian
    /// UTF-32, the high byte first.
    case utf32BigEndian
    /// UTF-32, the low byte first.
    case utf32LittleEndian
    /// ISO 8859-1.
    case latin1
    /// Windows-1252. The five bytes that Microsoft leaves open are the control characters they are in Latin-1.
    case windows1252
    /// Mac Roman with the euro sign.
    case macRoman
  }

  /// How characters become bytes.
  public let form: Form
  /// Whether a byte order mark stands before the text.
  ///
  /// It is no part of it. Forms of one byte a character never have
  /// one.
  public let hasByteOrderMark: Bool

  /// Makes an encoding; the mark is ignored for forms that have none.
  public init(_ form: Form, byteOrderMark: Bool = false) {
    self.form = form
    hasByteOrderMark = byteOrderMark && !form.mark.isEmpty
  }

  /// UTF-8 without a mark.
  public static let utf8 = TextEncoding(.utf8)
  /// UTF-16 with the high byte first and no mark.
  public static let utf16BigEndian = TextEncoding(.utf16BigEndian)
  /// UTF-16 with the low byte first and no mark.
  public static let utf16LittleEndian = TextEncoding(.utf16LittleEndian)
  /// UTF-32 with the high byte first and no mark.
  public static let utf32BigEndian = TextEncoding(.utf32BigEndian)
  /// UTF-32 with the low byte first and no mark.
  public static let utf32LittleEndian = TextEncoding(.utf32LittleEndian)
  /// ISO 8859-1.
  public static let latin1 = TextEncoding(.latin1)
  /// Windows-1252.
  public static let windows1252 = TextEncoding(.windows1252)
  /// Mac Roman.
  public static let macRoman = TextEncoding(.macRoman)

  /// The encoding's name, such as `UTF-16LE with byte order mark`.
  public var description: String { form.name + (hasByteOrderMark ? " with byte order mark" : "") }
}

// MARK: - Names

extension TextEncoding {
  /// The encoding of a name as in MIME types and XML declarations (Source: IANA character sets); nil if it is not
  /// known.
  ///
  /// Case does not count. `UTF-16` and `UTF-32` without an order have the high byte first, as Unicode says for text
  /// without a mark.
  public init?(name: String) {
    let form: Form
    switch name.lowercased() {
    case "utf-8", "utf8", "us-ascii", "ascii": form = .utf8
    case "utf-16", "utf-16be", "iso-10646-ucs-2": form = .utf16BigEndian
    case "utf-16le": form = .utf16LittleEndian
    case "utf-32", "utf-32be": form = .utf32BigEndian
    case "utf-32le": form = .utf32LittleEndian
    case "iso-8859-1", "iso_8859-1", "iso8859-1", "latin1", "l1": form = .latin1
    case "windows-1252", "cp1252": form = .windows1252
    case "macintosh", "x-mac-roman", "mac", "macroman": form = .macRoman
    default: return nil
    }
    self.init(form)
  }

  /// Whether ASCII text has the same bytes in this encoding.
  var isASCIICompatible: Bool {
    switch form {
    case .utf8, .latin1, .windows1252, .macRoman: true
    case .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian: false
    }
  }
}

extension TextEncoding.Form {
  /// The name in IANA's list.
  var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16BigEndian: "UTF-16BE"
    case .utf16LittleEndian: "UTF-16LE"
    case .utf32BigEndian: "UTF-32BE"
    case .utf32LittleEndian: "UTF-32LE"
    case .latin1: "ISO-8859-1"
    case .windows1252: "Windows-1252"
    case .macRoman: "Macintosh"
    }
  }

  /// U+FEFF in this form; empty where a mark has no use.
  var mark: [UInt8] {
    switch self {
    case .utf8: [0xEF, 0xBB, 0xBF]
    case .utf16BigEndian: [0xFE, 0xFF]
    case .utf16LittleEndian: [0xFF, 0xFE]
    case .utf32BigEndian: [0x00, 0x00, 0xFE, 0xFF]
    case .utf32LittleEndian: [0xFF, 0xFE, 0x00, 0x00]
    case .latin1, .windows1252, .macRoman: []
    }
  }

  /// The table of a form of one byte a character.
  var legacyCharacters: LegacyCharacters? {
    switch self {
    case .latin1: .latin1
    case .windows1252: .windows1252
    case .macRoman: .macRoman
    default: nil
    }
  }
}
