extension String {
  /// The width of the text in the columns of a monospaced font.
  ///
  /// An East Asian wide character or an emoji has two columns, and a combining mark has no column. A flag,
  /// and emoji that are joined to one picture, have two columns together.
  package var columnWidth: Int {
    var copy = self
    // Cells of tables are usually ASCII, and the boundaries of characters take time.
    let asciiCount = copy.withUTF8 { bytes in bytes.allSatisfy { $0 < 0x80 } ? bytes.count : nil }
    return asciiCount ?? reduce(0) { $0 + $1.columnWidth }
  }
}

extension Character {
  /// The width of a character, which can consist of several scalars, in columns.
  fileprivate var columnWidth: Int {
    let scalars = unicodeScalars
    guard let first = scalars.first, scalars.count > 1 else {
      return scalars.first?.columnWidth ?? 0
    }
    let isFlag = Unicode.Scalar.regionalIndicators.contains(first.value)
    let showsEmoji = first.properties.isEmojiPresentation || scalars.contains { $0.value == 0xFE0F }
    if isFlag || first.properties.isEmoji && showsEmoji { return 2 }
    return scalars.reduce(0) { $0 + $1.columnWidth }
  }
}

extension Unicode.Scalar {
  fileprivate static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

  /// The width of a scalar in columns.
  ///
  /// Source: Unicode Standard Annex 11, with the wide ranges that terminals use.
  fileprivate var columnWidth: Int {
    switch value {
    case ..<0x300: 1
    case 0x1100...0x115F, 0x2E80...0x3029, 0x3030...0x303E, 0x3041...0x3098, 0x309B...0xA4CF, 0xA960...0xA97C,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      2
    // The vowels and final consonants of Hangul are drawn in the columns of the first consonant.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF, 0xFE00...0xFE0F: 0
    case Self.regionalIndicators: 1
    default:
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: 0
      default: properties.isEmojiPresentation ? 2 : 1
      }
    }
  }
}
