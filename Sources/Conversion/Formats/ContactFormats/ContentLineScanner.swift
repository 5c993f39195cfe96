/// Takes the text of a card or calendar apart into its lines, with long ones put together again.
struct ContentLineScanner {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var number = 0
  /// Whether the space at a fold belongs to the text, as in vCard 2.1 and vCalendar 1.0.
  var keepsFoldedSpace = false

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The next line that is not empty, and its number from 1; nil behind the last.
  ///
  /// A line that begins with a space continues the one before. So does any line behind one that ends in an equals sign
  /// and says that it is quoted-printable.
  mutating func next() -> (bytes: [UInt8], number: Int)? {
    while let first = physicalLine() {
      let firstNumber = number
      var line = Array(first)
      if line.isEmpty { continue }
      let head = ContentLine.colon(in: line).map { line[..<$0] } ?? []
      if head.containsIgnoringCase("QUOTED-PRINTABLE") {
        while line.last == UInt8(ascii: "="), let more = physicalLine() {
          line.removeLast()
          line += more
        }
      }
      let isBase64 = head.containsIgnoringCase("ENCODING=B") || head.containsIgnoringCase(";BASE64")
      while position < bytes.count, isSpace(bytes[position]), let more = physicalLine() {
        line += keepsFoldedSpace && !isBase64 ? more : more.dropFirst()
      }
      return (line, firstNumber)
    }
    return nil
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private mutating func physicalLine() -> UnsafeRawBufferPointer.SubSequence? {
    guard position < bytes.count else { return nil }
    number += 1
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n"),
      bytes[position] != UInt8(ascii: "\r")
    {
      position += 1
    }
    let line = bytes[start..<position]
    if position < bytes.count {
      let isPair =
        bytes[position] == UInt8(ascii: "\r") && position + 1 < bytes.count
        && bytes[position + 1] == UInt8(ascii: "\n")
      position += isPair ? 2 : 1
    }
    return line
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes have a word of ASCII in them, in any case.
  fileprivate func containsIgnoringCase(_ word: String) -> Bool {
    let word = Array(word.utf8)
    guard count >= word.count else { return false }
    return (startIndex...(endIndex - word.count)).contains { start in
      zip(self[start...], word).allSatisfy { byte, letter in
        byte == letter || (letter >= 0x41 && byte | 0x20 == letter | 0x20)
      }
    }
  }
}
