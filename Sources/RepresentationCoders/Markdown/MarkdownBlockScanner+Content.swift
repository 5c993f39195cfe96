/// What blocks hold, once they are found.
extension MarkdownBlockScanner {
  /// The blocks in a block, without those that turned out to be nothing.
  func children(of block: Int) -> [Int] {
    var children: [Int] = []
    var child = blocks[block].firstChild
    while let this = child {
      if blocks[this].kind != .nothing { children.append(this) }
      child = blocks[this].next
    }
    return children
  }

  /// The words of some lines as one run of bytes, with a line feed between lines: in the document itself where they
  /// stand there like this.
  func words(_ range: Range<Int>) -> (bytes: [UInt8], range: Range<Int>) {
    guard let first = range.first else { return (bytes, 0..<0) }
    let start = lines[first].range.lowerBound
    var end = lines[first].range.upperBound
    var isWhole = true
    for line in lines[range].dropFirst() {
      if line.range.lowerBound != end + 1 {
        isWhole = false
        break
      }
      end = line.range.upperBound
    }
    if isWhole { return (bytes, start..<end) }
    var joined: [UInt8] = []
    for line in lines[range] {
      joined += bytes[line.range]
      joined.append(0x0A)
    }
    return (joined, 0..<joined.count - 1)
  }

  /// Some lines with the spaces that tabs left behind, and a line feed after each.
  func codeBytes(_ range: Range<Int>) -> [UInt8] {
    var code: [UInt8] = []
    for line in lines[range] {
      code.append(contentsOf: repeatElement(0x20, count: line.padding))
      code += bytes[line.range]
      code.append(0x0A)
    }
    return code
  }

  func isBlank(_ line: MarkdownLine) -> Bool { bytes[line.range].allSatisfy(MarkdownCharacters.isBlank) }
}
