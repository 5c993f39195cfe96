/// The detected encoding of bytes, and the evidence for the encoding.
public struct EncodingDetection: Hashable, Sendable {
  /// The encoding in which to read the bytes.
  public let encoding: TextEncoding
  /// The evidence for the encoding.
  public let evidence: Evidence

  package init(encoding: TextEncoding, evidence: Evidence) {
    self.encoding = encoding
    self.evidence = evidence
  }

  /// The kinds of evidence for an encoding.
  public enum Evidence: Hashable, Sendable {
    /// The type of the data states the encoding.
    case type
    /// The bytes begin with a byte order mark.
    case byteOrderMark
    /// The name of the encoding was declared together with the bytes.
    case declaration
    /// Zero bytes and control characters occur at positions typical of UTF-16 or UTF-32.
    case unitPattern
    /// The bytes contain ISO 2022 escapes for Japanese or Korean characters.
    case escapes
    /// The bytes are valid UTF-8, or ASCII.
    case wellFormed
    /// Most non-ASCII characters are valid UTF-8, but some bytes are invalid.
    case damagedUTF8
    /// The characters are frequent in a language (a BCP 47 code). The encoding is a guess.
    ///
    /// `rival` is an encoding in which the bytes are a different text that is nearly as likely; nil if there
    /// is none.
    case language(String, rival: TextEncoding?)
    /// There is no evidence. Windows-1252 is assumed, because it has a character for every byte.
    case none
  }

  /// Whether the encoding is a guess, so that another encoding is possible.
  public var isGuess: Bool {
    switch evidence {
    case .type, .byteOrderMark, .declaration, .unitPattern, .escapes, .wellFormed, .damagedUTF8: false
    case .language, .none: true
    }
  }

  /// The evidence as a phrase for messages.
  package var reason: String {
    switch evidence {
    case .type: "as the type states"
    case .byteOrderMark: "by a byte order mark"
    case .declaration: "as declared"
    case .unitPattern: "by the positions of zero bytes"
    case .escapes: "by escapes of \(encoding.form == .iso2022KR ? "Korean" : "Japanese") characters"
    case .wellFormed: "because all bytes are valid"
    case .damagedUTF8: "because most bytes are valid"
    case .language(let code, let rival):
      "by the characters of \(Self.languageNames[code] ?? code)"
        + (rival.map { ", and \($0) is nearly as likely" } ?? "")
    case .none: "without evidence"
    }
  }

  /// The name that reports use for the evidence.
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

  /// The warnings for a reader's report: one sentence if the encoding is a guess, otherwise none.
  package var warnings: [String] { isGuess ? ["\(Self.guessed)\(encoding), \(reason)"] : [] }

  /// Returns whether a warning reports a guessed encoding.
  package static func isGuess(_ warning: String) -> Bool { warning.hasPrefix(guessed) }

  /// The beginning of the warning about a guess.
  private static let guessed = "guessed "

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
