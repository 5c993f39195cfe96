import ByteTools
import ProfferConversions

extension YAMLParser {
  /// The indicators of a literal or folded scalar.
  private struct BlockHeader {
    enum Chomping { case strip, clip, keep }

    var isFolded = false
    var chomping = Chomping.clip
    /// The number of spaces by which the text is indented further than the node; nil to detect it.
    var indentation: Int?
  }

  /// Reads a literal or folded scalar.
  mutating func readBlockScalar(parentIndent: Int) throws(CoderError) -> YAMLEvent {
    let start = position
    let header = try readBlockHeader()
    var event = YAMLEvent(
      kind: .scalar, style: header.isFolded ? .folded : .literal, isDecoded: true, position: start)
    let textStart = decoded.count
    var indent = header.indentation.map { max(parentIndent, 0) + $0 }
    // Line ends that follow the text so far, and whether the last line begins with white space.
    var breakCount = 0
    var isSpaced = false
    var hasText = false
    // The largest indentation of the empty lines before the text.
    var emptyIndent = 0
    while position < end {
      var place = position
      let spaceLimit = indent ?? .max
      while place < end, bytes[place] == 0x20, place - position < spaceLimit { place += 1 }
      let indentation = place - position
      if byte(place) == 0x0A {
        emptyIndent = max(emptyIndent, indentation)
        // The end of the text also ends a line, as in other readers.
        breakCount += 1
        position = min(place + 1, end)
        lineStart = position
        continue
      }
      if indent == nil {
        guard indentation > parentIndent else {
          if bytes[place] == 0x09 {
            throw failure(.invalidIndentation, "indentation must be made of spaces, not of tabs", at: place)
          }
          break
        }
        if isMarker(position), indentation == 0 { break }
        if emptyIndent > indentation {
          throw failure(
            .invalidIndentation,
            "an empty line before the text is indented further than the text", at: place)
        }
        indent = indentation
      }
      if indentation < indent ?? 0 || indentation == 0 && isMarker(position) { break }
      let lineEnd = bytes.firstPlace(of: 0x0A, from: place) ?? end
      let isSpacedLine = bytes[place] == 0x20 || bytes[place] == 0x09
      appendBreaks(breakCount, isFolded: header.isFolded && hasText && !isSpaced && !isSpacedLine)
      decoded.append(contentsOf: bytes[place..<lineEnd])
      hasText = true
      isSpaced = isSpacedLine
      breakCount = 1
      position = min(lineEnd + 1, end)
      lineStart = position
    }
    switch header.chomping {
    case .strip: break
    case .clip: if hasText { appendBreaks(min(breakCount, 1), isFolded: false) }
    case .keep: appendBreaks(breakCount, isFolded: false)
    }
    event.text = textStart..<decoded.count
    isFresh = position == lineStart
    tabColumn = -1
    return event
  }

  private mutating func appendBreaks(_ count: Int, isFolded: Bool) {
    if isFolded, count == 1 { return decoded.append(0x20) }
    for _ in 0..<max(0, isFolded ? count - 1 : count) { decoded.append(0x0A) }
  }

  private mutating func readBlockHeader() throws(CoderError) -> BlockHeader {
    var header = BlockHeader(isFolded: byte(position) == UInt8(ascii: ">"))
    take(1)
    var hasChomping = false
    while !isBlank(position) {
      switch byte(position) {
      case UInt8(ascii: "+") where !hasChomping: header.chomping = .keep
      case UInt8(ascii: "-") where !hasChomping: header.chomping = .strip
      case 0x31...0x39 where header.indentation == nil:
        header.indentation = Int(byte(position) - 0x30)
        take(1)
        continue
      default: throw unexpected("the end of the line after the indicators of a block scalar")
      }
      hasChomping = true
      take(1)
    }
    skipBlanks()
    if byte(position) == UInt8(ascii: "#"), position < end, isBlank(position - 1) { skipComment() }
    guard byte(position) == 0x0A else {
      throw unexpected("the end of the line after the indicators of a block scalar")
    }
    position = min(position + 1, end)
    lineStart = position
    return header
  }
}
