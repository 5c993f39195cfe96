/// A kind of tag: a naming scheme other than type identifiers.
///
/// A tag class is itself named by a type identifier. The two most common classes have constants. Create the
/// other classes (`com.apple.ostype`, `com.apple.nspboard-type`, `public.url-scheme`,
/// `com.apple.device-model-code`) from their raw value. Source: the interface of UniformTypeIdentifiers.
public struct UTTagClass: RawRepresentable, Hashable, Codable, Sendable {
  /// The type identifier of the class.
  public let rawValue: String

  /// Creates a class with any identifier, without checking whether any type has such tags.
  ///
  /// - Parameter rawValue: the identifier of the class.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Filename extensions, without the leading period.
  ///
  /// Extensions are compared without regard to case.
  public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
  /// MIME types, compared as a whole including parameters, without regard to case.
  public static let mimeType = UTTagClass(rawValue: "public.mime-type")

  /// Four-character codes of the classic Mac OS, compared exactly.
  package static let osType = UTTagClass(rawValue: "com.apple.ostype")
  /// Names of older pasteboard types that are not type identifiers, compared exactly.
  package static let pasteboardType = UTTagClass(rawValue: "com.apple.nspboard-type")
  /// URL schemes, compared without regard to case.
  package static let urlScheme = UTTagClass(rawValue: "public.url-scheme")
  /// Model codes of devices, compared exactly.
  package static let deviceModelCode = UTTagClass(rawValue: "com.apple.device-model-code")
}

extension UTTagClass: CustomStringConvertible, CustomDebugStringConvertible {
  /// The raw value of the class.
  public var description: String { rawValue }
  /// The raw value in a form for diagnostics only.
  public var debugDescription: String { "UTTagClass(\(rawValue))" }
}

/// The tag classes that declarations can use; tags of other classes are dropped.
enum StandardTagClass: Int, CaseIterable, Sendable {
  case filenameExtension, mimeType, osType, pasteboardType, urlScheme, deviceModelCode

  init?(_ tagClass: UTTagClass) {
    guard let found = Self.allCases.first(where: { $0.tagClass == tagClass }) else { return nil }
    self = found
  }

  var tagClass: UTTagClass {
    switch self {
    case .filenameExtension: .filenameExtension
    case .mimeType: .mimeType
    case .osType: .osType
    case .pasteboardType: .pasteboardType
    case .urlScheme: .urlScheme
    case .deviceModelCode: .deviceModelCode
    }
  }

  /// Whether tags are compared without regard to case.
  ///
  /// This is true for the classes that conform to `public.case-insensitive-text`, and for URL schemes
  /// because their standard requires it.
  var ignoresCase: Bool {
    switch self {
    case .filenameExtension, .mimeType, .urlScheme: true
    case .osType, .pasteboardType, .deviceModelCode: false
    }
  }
}

/// A tag in the form that is used for comparisons within its class.
struct TypeTag: Hashable, Sendable {
  let tagClass: StandardTagClass
  let text: String

  /// Creates a tag from the text of a tag in a validated declaration.
  init(declared text: String, _ tagClass: StandardTagClass) {
    self.tagClass = tagClass
    self.text = tagClass.ignoresCase ? CaseFolding.folded(text) : text
  }

  /// Validates and normalises a tag for a look-up; returns nil if the class is unknown, or if the tag is
  /// not valid for the class.
  ///
  /// - An extension contains no period and no slash. In a measurement on macOS 26.6, a look-up of `tar.gz`
  ///   found no type.
  /// - A MIME type has two parts joined by a slash.
  /// - A four-character code is truncated, or padded with NUL, to four characters. Mac Roman must contain
  ///   these characters.
  /// - A tag is not empty. For extensions, this rule was reported; for the other classes, it is an
  ///   assumption.
  init?(_ text: String, _ tagClass: UTTagClass) {
    guard !text.isEmpty, let tagClass = StandardTagClass(tagClass) else { return nil }
    switch tagClass {
    case .filenameExtension:
      if text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") || $0 == 0 }
      ) {
        return nil
      }
    case .mimeType:
      if !Self.hasTwoParts(text) { return nil }
    case .osType:
      guard let code = FourCharacterCode(text) else { return nil }
      self.init(declared: code.text, tagClass)
      return
    case .urlScheme, .pasteboardType, .deviceModelCode: break
    }
    self.init(declared: text, tagClass)
  }

  /// Returns the problem with a tag in a declaration; nil if the tag is valid.
  ///
  /// Declarations are checked less strictly than look-ups: an extension such as `css.erb` is accepted,
  /// although a look-up never finds it.
  static func problem(with text: String, _ tagClass: StandardTagClass) -> String? {
    if text.isEmpty { return "is empty" }
    switch tagClass {
    case .filenameExtension:
      if text.hasPrefix(".") { return "begins with a period; an extension is written without it" }
      if text.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) {
        return "has a character that no extension can have"
      }
    case .mimeType:
      if !hasTwoParts(text) { return "is not two parts joined by a slash" }
    case .osType:
      if FourCharacterCode(text)?.text != text { return "is not four characters of Mac Roman" }
    case .urlScheme:
      if text.utf8.contains(UInt8(ascii: ":")) {
        return "has a colon; a scheme is written without it"
      }
    case .pasteboardType, .deviceModelCode: break
    }
    return nil
  }

  private static func hasTwoParts(_ text: String) -> Bool {
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return false }
    return slash > text.startIndex && text.utf8.index(after: slash) < text.endIndex
  }
}

/// A four-character code of the classic Mac OS, as text.
struct FourCharacterCode {
  /// The four characters; short codes are padded with NUL.
  let text: String

  /// Creates a code from the first four characters; returns nil if Mac Roman does not contain one of these
  /// characters.
  init?(_ text: String) {
    var scalars = Array(text.unicodeScalars.prefix(4))
    guard scalars.allSatisfy({ $0.isASCII || Self.upperHalf.contains($0) }) else { return nil }
    while scalars.count < 4 { scalars.append("\0") }
    var code = String.UnicodeScalarView()
    code.append(contentsOf: scalars)
    self.text = String(code)
  }

  /// Mac Roman from 0x80 to 0xFF, in the version with the euro sign.
  ///
  /// Source: Apple's mapping table, ROMAN.TXT.
  private static let upperHalf = Set(
    """
    ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø\
    ¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ
    """.unicodeScalars)
}
