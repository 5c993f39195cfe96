import Conversions
import Foundation
import TextEncodings

extension HTMLScanner {
  /// Appends text with its character references replaced (Source: HTML Standard, character reference state).
  ///
  /// - Parameter isAttribute: whether the text is an attribute's value, in which `&copy=` is no reference:
  ///   addresses have such parameters.
  func decode(_ range: Range<Int>, isAttribute: Bool, into text: inout [UInt8]) {
    var start = range.lowerBound
    var place = start
    while place < range.upperBound {
      guard bytes[place] == UInt8(ascii: "&") else {
        place += 1
        continue
      }
      text.append(contentsOf: bytes[start..<place])
      if let reference = reference(in: place + 1..<range.upperBound, isAttribute: isAttribute) {
        text.append(contentsOf: reference.text.utf8)
        place = reference.end
        start = place
      } else {
        start = place
        place += 1
      }
    }
    text.append(contentsOf: bytes[start..<range.upperBound])
  }

  /// The reference after an ampersand; nil if the ampersand stands for itself.
  private func reference(in range: Range<Int>, isAttribute: Bool) -> (text: String, end: Int)? {
    guard let first = range.first.map({ bytes[$0] }) else { return nil }
    if first == UInt8(ascii: "#") { return numericReference(in: range.dropFirst()) }
    // The longest name has 31 letters.
    var end = range.lowerBound
    while end < min(range.upperBound, range.lowerBound + 32),
      bytes[end].isHTMLLetter || bytes[end].isHTMLDigit
    { end += 1 }
    let name = bytes[range.lowerBound..<end]
    if end < range.upperBound, bytes[end] == UInt8(ascii: ";"), let text = CharacterReferences.lookup(name) {
      return (text, end + 1)
    }
    guard let legacy = CharacterReferences.legacyPrefix(of: name) else { return nil }
    end = range.lowerBound + legacy.length
    if isAttribute, end < range.upperBound {
      let next = bytes[end]
      if next == UInt8(ascii: "=") || next.isHTMLLetter || next.isHTMLDigit { return nil }
    }
    return (legacy.text, end)
  }

  private func numericReference(in range: Range<Int>) -> (text: String, end: Int)? {
    var place = range.lowerBound
    let isHexadecimal = place < range.upperBound && bytes[place].htmlLowercased == UInt8(ascii: "x")
    if isHexadecimal { place += 1 }
    let digitStart = place
    var number: UInt32 = 0
    while place < range.upperBound, let digit = bytes[place].htmlDigitValue, isHexadecimal || digit < 10 {
      // Whatever is too large stays too large.
      number = min(number * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x11_0000)
      place += 1
    }
    guard place > digitStart else { return nil }
    if place < range.upperBound, bytes[place] == UInt8(ascii: ";") { place += 1 }
    // These numbers are no characters; pages that use them mean Windows' characters.
    if 0x80..<0xA0 ~= number {
      return (TextEncoding.windows1252.decode(Data([UInt8(truncatingIfNeeded: number)])).value, place)
    }
    return (String(Character(CharacterReferences.scalar(number))), place)
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit.
  var htmlDigitValue: UInt8? {
    if isHTMLDigit { return self - 48 }
    let letter = htmlLowercased
    return letter &- 97 < 6 ? letter - 87 : nil
  }
}
