/// The properties of the scalars that single-byte encodings can represent.
enum LetterTable {
  /// The role of a scalar in a word.
  enum Kind: UInt8 {
    case gap, sign, small, capital, uncased, ideograph

    var isLetter: Bool {
      switch self {
      case .small, .capital, .uncased: true
      case .gap, .sign, .ideograph: false
      }
    }
  }

  private static let table: [(kind: Kind, small: UInt16)] = (0..<UInt32(AlphabetModel.scalarLimit)).map {
    guard let scalar = UnicodeScalar($0) else { return (.sign, 0) }
    let properties = scalar.properties
    let folded = properties.lowercaseMapping.unicodeScalars
    let small = UInt16(truncatingIfNeeded: (folded.first ?? scalar).value)
    switch properties.generalCategory {
    case .lowercaseLetter: return (.small, small)
    case .uppercaseLetter, .titlecaseLetter: return (.capital, small)
    case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: return (.uncased, small)
    default: return ($0 < 0x80 ? .gap : .sign, 0)
    }
  }

  static func kind(of scalar: UInt32) -> Kind {
    scalar < AlphabetModel.scalarLimit
      ? table[Int(scalar)].kind : scalar >= 0x2E80 && scalar < 0xE000 ? .ideograph : .sign
  }

  static func small(_ scalar: UInt32) -> UInt32 { UInt32(table[Int(scalar)].small) }

  /// Returns whether a sign may occur inside a word.
  static func joins(_ scalar: UInt32) -> Bool {
    scalar == 0x2019 || scalar == 0xAD || scalar == 0x2011 || scalar == 0xB7 || 0x200B...0x200F ~= scalar
  }

  /// Returns whether a sign usually does not precede a letter.
  static func precedesNoLetter(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xA9, 0xAE, 0xB1...0xB3, 0xB9, 0xBC...0xBE, 0x2500..<0x2600: true
    default: false
    }
  }

  /// Returns the cost of a non-ASCII sign.
  ///
  /// - Parameters:
  ///   - previous: the scalar before the sign.
  ///   - isAfterLetter: whether that scalar is a letter.
  static func signCost(of scalar: UInt32, after previous: UInt32, isAfterLetter: Bool) -> Int {
    switch scalar {
    // These quotation marks open a quotation, so they do not follow a letter.
    case 0x201A, 0x201E: isAfterLetter ? 32 : 16
    case 0x2500..<0x2580: isAfterLetter ? 36 : BoxDrawing.cost(of: scalar, after: previous)
    case 0x2580..<0x2600: isAfterLetter ? 36 : scalar == previous ? 3 : 24
    // Quotation marks, dashes, bullets and ellipses.
    case 0xA0, 0xAB, 0xBB, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026: 16
    case 0xA3, 0xA5: 19
    case 0xA7, 0xA9, 0xAE, 0xB0, 0xA1, 0xBF, 0xAA, 0xBA, 0xB7, 0x20AC, 0x2116, 0x2122, 0x2039, 0x203A: 19
    case 0x060C, 0x061B, 0x061F, 0x066A, 0x0660...0x0669, 0x0E3F, 0x0E50...0x0E59: 16
    case 0x200B...0x200F: 22
    case 0x80..<0xA0: 48
    case 0x2020, 0x2021, 0x02C6, 0x02DC: 38
    case 0xE000..<0xF900, 0xFFFD: 48
    default: 30
    }
  }
}

/// The box drawings of DOS code pages, whose lines connect in a frame.
private enum BoxDrawing {
  /// The box drawings with a line to the left, and those with a line to the right.
  private static let lines = (
    left: Set("─┐┘┤┬┴┼═╗╝╣╦╩╬╕╖╛╜╡╢╤╥╧╨╪╫".unicodeScalars.map(\.value)),
    right: Set("─┌└├┬┴┼═╔╚╠╦╩╬╒╓╘╙╞╟╤╥╧╨╪╫".unicodeScalars.map(\.value))
  )

  /// Returns the cost of a box drawing: low in the middle of a line, high if a line ends at it.
  static func cost(of scalar: UInt32, after previous: UInt32) -> Int {
    if scalar == previous, lines.left.contains(scalar), lines.right.contains(scalar) { return 3 }
    let isConnected = lines.left.contains(scalar) && lines.right.contains(previous)
    return isConnected ? 6 : 0x2500..<0x2580 ~= previous ? 30 : 24
  }
}
