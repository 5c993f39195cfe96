/// How text is made of bytes: a form, and whether a byte order mark stands before it.
public struct TextEncoding: Hashable, Sendable, CustomStringConvertible {
  /// How characters become bytes.
  public let form: Form
  /// Whether a byte order mark stands before the text.
  ///
  /// It is no part of it. Only the forms of Unicode ever have one.
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
