/// A part of a text with one direction.
///
/// Word orders the characters of a run by the run's direction, so text with letters of both directions is
/// written as several runs.
struct DirectedText: Equatable {
  var text: String
  var isRightToLeft: Bool

  /// Whether a text can contain letters from right to left; a quick check for most texts.
  ///
  /// The first of these letters are Hebrew; their bytes, and those of all later characters, are 0xD6 and above.
  static func mayBeRightToLeft(_ text: String) -> Bool { text.utf8.contains { $0 >= 0xD6 } }

  /// Divides a text between letters of different directions.
  ///
  /// Characters without a direction, such as spaces and digits, belong to the preceding letters; at the
  /// beginning they have the direction of the following letters. Spaces at the end of a part whose direction
  /// is not that of the paragraph begin the next part.
  ///
  /// - Parameters:
  ///   - text: the text, which is not empty.
  ///   - isRightToLeft: the direction of the paragraph.
  static func parts(of text: String, isRightToLeft: Bool) -> [DirectedText] {
    var parts: [DirectedText] = []
    var start = text.startIndex
    /// The end of the last letter.
    var end = text.startIndex
    var direction: Bool?
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      guard let own = Self.direction(of: scalar) else {
        // A mark belongs to its letter.
        if index == end, scalar.properties.generalCategory.isMark {
          end = text.unicodeScalars.index(after: index)
        }
        continue
      }
      if let direction, own != direction {
        let boundary = direction == isRightToLeft ? index : end
        parts.append(DirectedText(text: String(text[start..<boundary]), isRightToLeft: direction))
        start = boundary
      }
      direction = own
      end = text.unicodeScalars.index(after: index)
    }
    parts.append(DirectedText(text: String(text[start...]), isRightToLeft: direction ?? false))
    return parts
  }

  /// Returns whether a letter is written from right to left; nil for a character without a direction.
  private static func direction(of scalar: Unicode.Scalar) -> Bool? {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      return scalar.properties.isAlphabetic ? true : nil
    default: return scalar.properties.isAlphabetic ? false : nil
    }
  }
}

extension Unicode.GeneralCategory {
  /// Whether characters of the category change the character before them.
  fileprivate var isMark: Bool {
    switch self {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
