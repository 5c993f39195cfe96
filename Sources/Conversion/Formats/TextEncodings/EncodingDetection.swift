/// The encoding that bytes were found to be in, and what says so.
public struct EncodingDetection: Hashable, Sendable {
  /// The encoding to read the bytes in.
  public let encoding: TextEncoding
  /// What says so.
  public let evidence: Evidence

  package init(encoding: TextEncoding, evidence: Evidence) {
    self.encoding = encoding
    self.evidence = evidence
  }

  /// What tells an encoding.
  public enum Evidence: Hashable, Sendable {
    /// The type states the encoding.
    case type
    /// A byte order mark begins the bytes.
    case byteOrderMark
    /// The name of the encoding came with the bytes.
    case declaration
    /// Zero bytes and control characters stand where UTF-16 or UTF-32 has them.
    case unitPattern
    /// Escapes of ISO 2022 begin Japanese or Korean characters.
    case escapes
    /// The bytes are UTF-8, or ASCII.
    case wellFormed
    /// Most characters beyond ASCII are UTF-8, and some bytes are not.
    case damagedUTF8
    /// The characters are frequent in a language, by its code in BCP 47; the encoding is a guess.
    ///
    /// `rival` is another encoding in which the bytes are nearly as likely another text.
    case language(String, rival: TextEncoding?)
    /// Nothing says which encoding it is; Windows-1252 has a character for every byte.
    case none
  }

  /// Whether the bytes allow another encoding.
  public var isGuess: Bool {
    switch evidence {
    case .type, .byteOrderMark, .declaration, .unitPattern, .escapes, .wellFormed, .damagedUTF8: false
    case .language, .none: true
    }
  }

  /// What says which encoding it is, in words.
  package var reason: String {
    switch evidence {
    case .type: "as the type states"
    case .byteOrderMark: "by a byte order mark"
    case .declaration: "as declared"
    case .unitPattern: "by the places of zero bytes"
    case .escapes: "by escapes of \(encoding.form == .iso2022KR ? "Korean" : "Japanese") characters"
    case .wellFormed: "as all bytes are"
    case .damagedUTF8: "as most bytes are"
    case .language(let code, let rival):
      "by the characters of \(Self.languageNames[code] ?? code)"
        + (rival.map { ", and \($0) is nearly as likely" } ?? "")
    case .none: "as nothing says which it is"
    }
  }

  /// The name of the evidence in reports.
  package var evidenceName: String {
    switch evidence {
    case .type: "type"
    case .byteOrderMark: "byteOrderMark"
    case .declaration: "declaration"
    case .unitPattern: "unitPattern"
    case .escapes: "escapes"
    case .wellFormed: "wellFormed"
    case .damagedUTF8: "damagedUTF8"
    case .language: "language"
    case .none: "none"
    }
  }

  /// The remarks that a reader adds to its report: a sentence where the encoding is a guess.
  package var warnings: [String] {
    guard isGuess else { return [] }
    return [
      "The encoding is a guess: \(encoding), \(reason); text/plain;charset=NAME as the type says another."
    ]
  }

  private static let languageNames = [
    "ar": "Arabic", "be": "Belarusian", "bg": "Bulgarian", "ca": "Catalan", "cs": "Czech", "da": "Danish",
    "de": "German", "el": "Greek", "en": "English", "es": "Spanish", "et": "Estonian", "fa": "Persian",
    "fi": "Finnish", "fr": "French", "he": "Hebrew", "hr": "Croatian", "hu": "Hungarian", "is": "Icelandic",
    "it": "Italian", "ja": "Japanese", "ko": "Korean", "lt": "Lithuanian", "lv": "Latvian",
    "mk": "Macedonian", "nb": "Norwegian", "nl": "Dutch", "pl": "Polish", "pt": "Portuguese",
    "ro": "Romanian", "ru": "Russian", "sk": "Slovak", "sl": "Slovene", "sr": "Serbian", "sv": "Swedish",
    "th": "Thai", "tr": "Turkish", "uk": "Ukrainian", "vi": "Vietnamese", "zh-Hans": "Simplified Chinese",
    "zh-Hant": "Traditional Chinese",
  ]
}
