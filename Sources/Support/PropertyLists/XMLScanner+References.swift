extension XMLScanner {
  /// Appends the UTF-8 of a text token, its references expanded.
  func appendExpanded(_ range: Range<Int>, to text: inout [UInt8]) throws(PropertyListError) {
    var index = range.lowerBound
    while index < range.upperBound {
      var copied = index
      while copied < range.upperBound && bytes[copied] != UInt8(ascii: "&") { copied += 1 }
      text.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[index..<copied]))
      guard copied < range.upperBound else { return }
      index = try appendReference(at: copied, before: range.upperBound, to: &text)
    }
  }

  /// Appends what the reference at `start` stands for, and gives the place behind it.
  private func appendReference(at start: Int, before end: Int, to text: inout [UInt8])
    throws(PropertyListError) -> Int
  {
    // The longest reference that means something is `&#x0010FFFF;`, give or take zeros.
    let longest = 32
    guard let semicolon = bytes[start..<min(end, start + longest)].firstIndex(of: UInt8(ascii: ";")) else {
      throw error(
        .unknownEntity, "'&' begins no reference here; the character itself is written '&amp;'", at: start)
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
      text.append(contentsOf: String(Character(scalar)).utf8)
    } else {
      throw error(
        .unknownEntity, "the entity '\(self.text(name))' is none of XML's own five; others are not expanded",
        at: start)
    }
    return semicolon + 1
  }

  /// The scalar of a reference such as `#233` or `#xE9`; nil if it is not of that form.
  private func numericReference(_ name: Range<Int>) throws(PropertyListError) -> UnicodeScalar? {
    guard name.count >= 2, bytes[name.lowerBound] == UInt8(ascii: "#") else { return nil }
    let isHexadecimal = bytes[name.lowerBound + 1] == UInt8(ascii: "x")
    let digits = bytes[name.lowerBound + (isHexadecimal ? 2 : 1)..<name.upperBound]
    // `UInt32.init` alone would take a sign.
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return nil }
    let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
    guard let number, let scalar = UnicodeScalar(number) else {
      throw error(
        .unknownEntity, "the reference '&\(text(name));' names no character", at: name.lowerBound - 1)
    }
    return scalar
  }
}
