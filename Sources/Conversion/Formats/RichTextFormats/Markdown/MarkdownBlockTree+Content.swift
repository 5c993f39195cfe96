/// What blocks hold, once they are found.
extension MarkdownBlockTree {
  /// A block, or else the first after it beside it that did not turn out to be nothing.
  func child(_ block: Int?) -> Int? {
    var child = block
    while let this = child, case .nothing = blocks[this].kind { child = blocks[this].next }
    return child
  }

  /// The last block in a block that did not turn out to be nothing.
  func lastChild(of block: Int) -> Int? {
    guard let last = blocks[block].lastChild else { return nil }
    if case .nothing = blocks[last].kind {} else { return last }
    var (found, next): (Int?, Int?) = (nil, child(blocks[block].firstChild))
    while let this = next {
      found = this
      next = child(blocks[this].next)
    }
    return found
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
