import ByteTools

/// The first lines of a text, for probes that examine a text line by line.
struct TextLines {
  /// The number of bytes that are examined; the form of a text is clear after that many.
  static let examinedByteCount = 16_384

  /// The lines without their line breaks; a line that is cut off at the end is omitted.
  let lines: [TextLine]
  /// Whether these are all lines of the text.
  let isWhole: Bool

  init(_ data: PrefixBytes) {
    let bytes = UnsafeRawBufferPointer(rebasing: data.bytes.prefix(Self.examinedByteCount))
    isWhole = data.isWhole && bytes.count == data.count
    var lines: [TextLine] = []
    var start = 0
    while start < bytes.count {
      guard let end = bytes.firstPlace(of: UInt8(ascii: "\n"), from: start) else {
        if isWhole || lines.isEmpty { lines.append(TextLine(bytes, start..<bytes.count)) }
        break
      }
      lines.append(TextLine(bytes, start..<end))
      start = end + 1
    }
    self.lines = lines
  }

  /// The index of the first line from an index on that is not blank; nil if there is none.
  func firstWritten(from index: Int) -> Int? {
    var index = index
    while index < lines.count {
      if !lines[index].isBlank { return index }
      index += 1
    }
    return nil
  }
}

/// A line of a text, without white space at its beginning and end.
struct TextLine {
  let bytes: UnsafeRawBufferPointer
  /// The number of white space characters before the first other character.
  let indent: Int

  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    self.bytes = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    indent = start - range.lowerBound
  }

  var isBlank: Bool { bytes.isEmpty }
  var count: Int { bytes.count }
  var first: UInt8 { bytes.first ?? 0 }
  var last: UInt8 { bytes.last ?? 0 }

  subscript(offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  /// Returns whether the line has the given bytes at an offset.
  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    PrefixBytes(bytes: bytes, isWhole: true).has(text, at: offset)
  }

  /// Returns whether the line ends with the given bytes.
  func ends(_ text: StaticString) -> Bool { has(text, at: count - text.utf8CodeUnitCount) }

  /// Returns whether the line contains the given bytes.
  func holds(_ text: StaticString) -> Bool { bytes[...].holds(text) }

  /// Returns whether the line consists only of one character.
  func isOnly(_ character: Unicode.Scalar, atLeast minimum: Int) -> Bool {
    count >= minimum && bytes.allSatisfy { $0 == UInt8(ascii: character) }
  }

  /// The end of the identifier at an offset; the offset itself if there is none.
  func endOfWord(from offset: Int = 0) -> Int {
    var end = offset
    while end < count, bytes[end].isWordByte { end += 1 }
    return end
  }

  /// Returns the offset of the first character from an offset on that is not a space.
  func skippingSpaces(from offset: Int) -> Int {
    var offset = offset
    while offset < count, bytes[offset] == 0x20 || bytes[offset] == 0x09 { offset += 1 }
    return offset
  }

  /// Returns the identifier at an offset as text.
  func word(from offset: Int = 0) -> String {
    String(decoding: bytes[min(offset, count)..<endOfWord(from: min(offset, count))], as: UTF8.self)
  }
}
