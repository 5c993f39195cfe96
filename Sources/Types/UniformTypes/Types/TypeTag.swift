/// A tag ready to be looked up: valid for its class and in the form in which the class is compared.
struct TypeTag {
  let tagClass: StandardTagClass
  let text: String

  /// Checks and normalises a tag that somebody wants to know the type of; nil when it is not valid for its class.
  ///
  /// - Extensions have no period and no slash: `tar.gz` was measured to give no type (macOS 26.6).
  /// - MIME types have two parts joined by a slash.
  /// - Four-character codes are cut to four characters or filled up with NUL, and can be written in Mac Roman.
  /// - No tag is empty. For extensions that was reported; for the other classes it is our reading.
  init?(_ text: String, _ tagClass: StandardTagClass) {
    guard !text.isEmpty else { return nil }
    self.tagClass = tagClass
    switch tagClass {
    case .filenameExtension:
      let isName = FoldedText.withBytes(text) { bytes in
        !bytes.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") || $0 == 0 }
      }
      guard isName else { return nil }
      self.text = FoldedText.fold(text)
    case .mimeType:
      guard Self.hasTwoParts(text) else { return nil }
      self.text = FoldedText.fold(text)
    case .osType:
      guard let code = FourCharacterCode(text) else { return nil }
      self.text = code.text
    case .urlScheme: self.text = FoldedText.fold(text)
    case .pasteboardType, .deviceModelCode: self.text = text
    }
  }

  /// What is wrong with a tag in a declaration; nil for a good one.
  ///
  /// Declarations are given more room than look-ups: an extension such as `css.erb` is kept, though no look-up
  /// reaches it.
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
      if text.utf8.contains(UInt8(ascii: ":")) { return "has a colon; a scheme is written without it" }
    case .pasteboardType, .deviceModelCode: break
    }
    return nil
  }

  private static func hasTwoParts(_ text: String) -> Bool {
    FoldedText.withBytes(text) { bytes in
      guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else { return false }
      return slash > 0 && slash < bytes.count - 1
    }
  }
}

/// A four-character code of the classic Mac OS, as text.
struct FourCharacterCode {
  /// Four characters; short codes are filled up with NUL.
  let text: String

  /// Makes a code of the first four characters; nil when one of them is not in Mac Roman.
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
