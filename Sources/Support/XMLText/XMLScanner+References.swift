import ByteTools

// Expansion of references. Only character references and the five predefined entities are expanded.

extension XMLScanner {
  /// The maximum length of a reference.
  ///
  /// A valid reference is short, such as `&#x10FFFF;`. The limit leaves room for leading zeros.
  static let referenceLimit = 32

  /// Appends a text token as UTF-8, with its references expanded.
  package func appendExpanded(_ range: Range<Int>, to text: inout [UInt8]) throws(XMLError) {
    var index = range.lowerBound
    while index < range.upperBound {
      let copied = bytes.firstPlace(of: UInt8(ascii: "&"), in: index..<range.upperBound) ?? range.upperBound
      text.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[index..<copied]))
      guard copied < range.upperBound else { return }
      index = try appendReference(at: copied, before: range.upperBound, to: &text)
    }
  }

  /// Appends text as UTF-8 with its line ends normalised (XML 1.0, 2.11) and its references expanded.
  ///
  /// - Parameter isLiteral: whether the text is from a CDATA section, which has no references.
  func appendNormalized(_ range: Range<Int>, isLiteral: Bool, to text: inout [UInt8]) throws(XMLError) {
    var index = range.lowerBound
    var copied = index
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "&") where !isLiteral:
        text.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[copied..<index]))
        index = try appendReference(at: index, before: range.upperBound, to: &text)
        copied = index
      case UInt8(ascii: "\r"):
        text.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[copied..<index]))
        index += 1
        copied = index
        if index == range.upperBound || bytes[index] != UInt8(ascii: "\n") {
          text.append(UInt8(ascii: "\n"))
        }
      default: index += 1
      }
    }
    text.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[copied..<index]))
  }

  /// Appends the value of an attribute as UTF-8, normalised as XML 1.0, 3.3.3 requires: References are
  /// expanded, and each tab and line end becomes a space, except those from references.
  func appendAttributeValue(_ range: Range<Int>, to text: inout [UInt8]) throws(XMLError) {
    var index = range.lowerBound
    var copied = index
    while index < range.upperBound {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "&"):
        text.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[copied..<index]))
        index = try appendReference(at: index, before: range.upperBound, to: &text)
        copied = index
      case UInt8(ascii: "<"):
        throw error(
          .unexpectedCharacter, "'<' is in an attribute's value; write '&lt;' for the character itself",
          at: index)
      case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        text.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[copied..<index]))
        text.append(UInt8(ascii: " "))
        index += 1
        if byte == UInt8(ascii: "\r"), index < range.upperBound, bytes[index] == UInt8(ascii: "\n") {
          index += 1
        }
        copied = index
      default: index += 1
      }
    }
    text.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[copied..<index]))
  }

  /// Appends the character of the reference at `start`, and returns the offset after the reference.
  private func appendReference(at start: Int, before end: Int, to text: inout [UInt8]) throws(XMLError) -> Int
  {
    let limit = min(end, start + Self.referenceLimit)
    guard let semicolon = bytes[start..<limit].firstIndex(of: UInt8(ascii: ";")) else {
      throw error(
        .unknownEntity, "'&' does not begin a reference; write '&amp;' for the character itself", at: start)
    }
    let name = start + 1..<semicolon
    if isName(name, "amp") {
      text.append(UInt8(ascii: "&"))
    } else if isName(name, "lt") {
      text.append(UInt8(ascii: "<"))
    } else if isName(name, "gt") {
      text.append(UInt8(ascii: ">"))
    } else if isName(name, "quot") {
      text.append(UInt8(ascii: "\""))
    } else if isName(name, "apos") {
      text.append(UInt8(ascii: "'"))
    } else if let scalar = try numericReference(name) {
      text.append(contentsOf: scalar.utf8)
    } else {
      throw error(
        .unknownEntity,
        "the entity '\(self.text(name))' is not one of the five predefined entities; other entities are not expanded",
        at: start)
    }
    return semicolon + 1
  }

  /// Returns the scalar of a reference such as `#233` or `#xE9`; nil for any other reference.
  private func numericReference(_ name: Range<Int>) throws(XMLError) -> UnicodeScalar? {
    guard name.count >= 2, bytes[name.lowerBound] == UInt8(ascii: "#") else { return nil }
    let isHexadecimal = bytes[name.lowerBound + 1] == UInt8(ascii: "x")
    let digits = bytes[name.lowerBound + (isHexadecimal ? 2 : 1)..<name.upperBound]
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return nil }
    let radix: UInt32 = isHexadecimal ? 16 : 10
    var number: UInt32 = 0
    for byte in digits {
      // Numbers above the last scalar stop here, before they overflow.
      guard let digit = byte.hexadecimalDigit, digit < radix, number <= 0x10FFFF else {
        number = .max
        break
      }
      number = number * radix + UInt32(digit)
    }
    guard let scalar = UnicodeScalar(number) else {
      throw error(
        .unknownEntity, "the reference '&\(text(name));' does not stand for a character",
        at: name.lowerBound - 1)
    }
    return scalar
  }
}
