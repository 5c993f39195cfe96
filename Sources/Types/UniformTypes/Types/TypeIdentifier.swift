import ByteTools

/// A type identifier as a value; two identifiers that differ only in case are equal.
///
/// All comparisons and dictionaries of identifiers use this type, so that the comparison rule is
/// implemented only once.
///
/// An identifier is written in reverse DNS order: two or more labels joined by periods, none of them empty.
/// It may contain ASCII letters and digits, the hyphen, the period and every character above U+007F
/// (Apple's overview of uniform type identifiers). A single label is not an identifier: in a measurement,
/// macOS 26.6 rejected `NSStringPboardType`. The value can contain any text; `isValid` tests the rules.
package struct TypeIdentifier: Sendable {
  /// The identifier as it is written.
  package let text: String
  /// The identifier in lower case, the form that is compared.
  let folded: String

  /// Creates an identifier from any text, without validation.
  package init(_ text: String) {
    self.text = text
    folded = CaseFolding.folded(text)
  }

  /// Whether the text is a type identifier, declared or not.
  ///
  /// The complexity is linear in the length of the text.
  package var isValid: Bool { Self.isValid(text.utf8) }

  /// Returns whether some bytes are a type identifier.
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

  /// Whether the identifier is in `dyn.`, the domain of dynamic types.
  ///
  /// Such an identifier can be malformed.
  package var isDynamic: Bool { hasDomain("dyn.") }

  /// Whether the identifier is in `public.`, the domain that Apple reserves for shared types.
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

/// The rule for case-insensitive comparison: both sides are converted to lower case, independent of the
/// locale.
enum CaseFolding {
  /// Returns an ASCII letter in lower case, and every other byte unchanged.
  static func folded(_ byte: UInt8) -> UInt8 {
    byte.lowercasedASCII
  }

  /// Returns the text in lower case.
  ///
  /// Nearly all text is already in lower case. Such text is returned without an allocation.
  static func folded(_ text: String) -> String {
    var text = text
    let isFolded = text.withUTF8 { bytes in
      // The loop examines every byte without an early exit, so that the compiler can vectorise it.
      var differs = false
      for byte in bytes { differs = differs || byte >= 0x80 || byte &- UInt8(ascii: "A") < 26 }
      return !differs
    }
    return isFolded ? text : text.lowercased()
  }
}
