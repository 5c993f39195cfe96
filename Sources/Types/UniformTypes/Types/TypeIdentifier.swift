import ByteTools

/// A type identifier as a value: two are equal when they differ by case only.
///
/// Every comparison and every dictionary of identifiers uses this type, so that the rule has one home.
///
/// An identifier is written in reverse DNS order: two labels or more, none empty, joined by periods. Allowed are the
/// ASCII letters and digits, the hyphen, the period and every character above U+007F (Apple's overview of uniform
/// type identifiers). That a single label is not an identifier was measured on macOS 26.6, where
/// `NSStringPboardType` is refused. The value itself holds any text; `isValid` says whether the rules hold.
package struct TypeIdentifier: Sendable {
  /// The identifier as it is written.
  package let text: String
  /// The identifier in lower case, the form that is compared.
  let folded: String

  /// Takes any text as an identifier.
  package init(_ text: String) {
    self.text = text
    folded = CaseFolding.folded(text)
  }

  /// Whether the text is a type identifier, declared or not.
  ///
  /// Linear in its length.
  package var isValid: Bool { Self.isValid(text.utf8) }

  /// Whether some bytes are a type identifier.
  static func isValid(_ bytes: some Sequence<UInt8>) -> Bool {
    var labelCount = 1
    var labelIsEmpty = true
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "."):
        if labelIsEmpty { return false }
        labelCount += 1
        labelIsEmpty = true
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), 0x80...0xFF:
        labelIsEmpty = false
      default: return false
      }
    }
    return labelCount >= 2 && !labelIsEmpty
  }

  /// Whether the identifier is in the domain of dynamic types, well formed or not.
  package var isDynamic: Bool { hasDomain("dyn.") }

  /// Whether the identifier is in the domain that Apple keeps for types everybody shares.
  package var isPublic: Bool { hasDomain("public.") }

  private func hasDomain(_ domain: String) -> Bool { folded.utf8.starts(with: domain.utf8) }
}

extension TypeIdentifier: Hashable {
  package static func == (first: Self, second: Self) -> Bool { first.folded == second.folded }

  package func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

extension TypeIdentifier: ExpressibleByStringLiteral, CustomStringConvertible {
  package init(stringLiteral text: String) { self.init(text) }

  /// The identifier as it is written.
  package var description: String { text }
}

/// The one rule for text that is compared without regard to case: both sides in lower case, by the mapping that no
/// locale influences.
enum CaseFolding {
  /// An ASCII letter in lower case; every other byte as it is.
  static func folded(_ byte: UInt8) -> UInt8 {
    byte.lowercasedASCII
  }

  /// The text in lower case.
  ///
  /// Nothing is allocated for text that is in lower case already, as nearly all is.
  static func folded(_ text: String) -> String {
    var text = text
    let isFolded = text.withUTF8 { bytes in
      // Every byte is examined, because the loop is then done for many bytes at a time.
      var differs = false
      for byte in bytes { differs = differs || byte >= 0x80 || byte &- UInt8(ascii: "A") < 26 }
      return !differs
    }
    return isFolded ? text : text.lowercased()
  }
}
