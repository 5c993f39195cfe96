import ProfferConversions
import XMLText

extension ODSContentReader {
  /// Reads the content of the current cell: its text, comments and drawings.
  ///
  /// The paragraphs of lists are lines. Tables in cells are only counted, as other programs do not show them.
  ///
  /// - Returns: whether the cell has a paragraph. Its text is in ``content``, with a line feed between two
  ///   paragraphs.
  mutating func readCellContent() throws -> Bool {
    content.removeAll(keepingCapacity: true)
    var hasText = false
    var isRich = false
    var depth = 1
    while let event = try xml.next() {
      switch event {
      case .begin(let name):
        switch name {
        case .paragraph, .heading:
          if hasText { content.append(UInt8(ascii: "\n")) }
          hasText = true
          try readParagraph(&isRich)
        case .list:
          if depth == 1 { tally.add(.lists) }
          depth += 1
        case .listItem, .listHeader, .section: depth += 1
        case .table:
          tally.add(.nestedTables)
          try xml.skipElement()
        case .annotation:
          tally.add(.comments)
          try xml.skipElement()
        case .cellRangeSource:
          tally.add(.otherWorkbooks)
          try xml.skipElement()
        default: try countDrawing(name)
        }
      case .end:
        depth -= 1
        guard depth == 0 else { continue }
        if isRich { tally.add(.richText) }
        return hasText
      case .text: break
      }
    }
    return hasText
  }

  /// Appends the text of the current paragraph.
  ///
  /// White space is collapsed, and dropped at the start and end. (Source: ODF 1.3 part 3, 6.1.2.)
  private mutating func readParagraph(_ isRich: inout Bool) throws {
    var depth = 1
    // Whether a space at this point is dropped, because it follows another one or begins the paragraph.
    var dropsSpace = true
    var endsInSpace = false
    while depth > 0, let event = try xml.next() {
      switch event {
      case .text:
        scratch.removeAll(keepingCapacity: true)
        xml.appendText(to: &scratch)
        for byte in scratch {
          let isSpace = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
          if isSpace && dropsSpace { continue }
          content.append(isSpace ? 0x20 : byte)
          dropsSpace = isSpace
          endsInSpace = isSpace
        }
      case .end: depth -= 1
      case .begin(let name):
        switch name {
        case .space:
          let wanted = min(xml.count(.spaceCount), RepeatedSpaces.countLimit)
          let count = spaces.take(wanted)
          tally.add(.spaces, count: wanted - count)
          content += repeatElement(0x20, count: count)
          (dropsSpace, endsInSpace) = (false, false)
          try xml.skipElement()
        case .tab, .lineBreak:
          content.append(name == .tab ? UInt8(ascii: "\t") : UInt8(ascii: "\n"))
          (dropsSpace, endsInSpace) = (name != .tab, false)
          try xml.skipElement()
        case .annotation:
          tally.add(.comments)
          try xml.skipElement()
        case .rubyText:
          tally.add(.phoneticGuides)
          try xml.skipElement()
        case .frame, .control, .customShape: try countDrawing(name)
        case .span:
          if xml.hasAttribute(.textStyle) { isRich = true }
          depth += 1
        case .link:
          tally.add(.links)
          depth += 1
        default: depth += 1
        }
      }
    }
    if endsInSpace { content.removeLast() }
  }
}
