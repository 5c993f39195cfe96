extension String {
  /// How many columns the text fills in a font of fixed width: two for a sign of East Asia or a picture, none for a
  /// combining mark.
  var columnWidth: Int { unicodeScalars.reduce(0) { $0 + $1.columnWidth } }
}

extension UnicodeScalar {
  /// How many columns a scalar fills (Source: Unicode Standard Annex 11, the wide ranges as terminals take them).
  var columnWidth: Int {
    switch value {
    case 0x20..<0x7F: 1
    case ..<0x300: 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    case 0x200B...0x200F, 0xFE00...0xFE0F: 0
    default:
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark: 0
      default: 1
      }
    }
  }
}
