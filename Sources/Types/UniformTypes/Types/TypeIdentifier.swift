/// The rules for type identifiers as text.
///
/// An identifier is written in reverse DNS order: two labels or more, none empty, joined by periods. Allowed are the
/// ASCII letters and digits, the hyphen, the period and every character above U+007F (Apple's overview of uniform
/// type identifiers). That a single label is not an identifier was measured on macOS 26.6, where
/// `NSStringPboardType` is refused.
package enum TypeIdentifier {
  /// Whether the text is a type identifier, declared or not.
  ///
  /// Linear in its length.
  package static func isValid(_ text: String) -> Bool {
    var labelCount = 1
    var labelIsEmpty = true
    for byte in text.utf8 {
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
  package static func isDynamic(_ text: String) -> Bool { hasDomain("dyn.", text) }

  /// Whether the identifier is in the domain that Apple keeps for types everybody shares.
  package static func isPublic(_ text: String) -> Bool { hasDomain("public.", text) }

  /// Whether two identifiers name the same type: they are compared without regard to case.
  package static func areEqual(_ first: String, _ second: String) -> Bool {
    FoldedText.areEqual(first, second)
  }

  /// The identifier in lower case: the form to use as a key.
  package static func folded(_ text: String) -> String { FoldedText.fold(text) }

  /// The error for text that is not an identifier, naming it and the remedy.
  package static func malformed(_ text: String) -> TypeError {
    TypeError(
      .malformedIdentifier,
      "“\(text)” is not a type identifier: write letters, digits and hyphens in two or more parts joined by periods, "
        + "such as com.example.note")
  }

  private static func hasDomain(_ domain: StaticString, _ text: String) -> Bool {
    var utf8 = text.utf8.makeIterator()
    for offset in 0..<domain.utf8CodeUnitCount {
      guard let byte = utf8.next(), FoldedText.lowercased(byte) == domain.utf8Start[offset] else {
        return false
      }
    }
    return true
  }
}
