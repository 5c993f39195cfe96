import ProfferConversions
import RichTextFormats
import XMLText

extension WordWriter {
  mutating func write(_ list: RichText.List) {
    contain(.list) { $0.writeItems(of: list) }
  }

  private mutating func writeItems(of list: RichText.List) {
    guard containers.last == .list, !list.items.isEmpty else {
      // The containers are nested too deeply.
      return list.items.forEach { write($0.blocks) }
    }
    let level = min(containers.count { $0 == .list } - 1, WrittenList.levelCount - 1)
    let number = number(of: list, level: level)
    // Otherwise a second list in the enclosing item would continue the numbers of this list.
    defer { itemList = nil }
    for (index, item) in list.items.enumerated() {
      if case .number(let start, let style, _) = list.marker, RepeatedLetters.differs(start &+ index, style) {
        losses.add(.formatting, RepeatedLetters.detail)
      }
      let start = Start.Item(list: number, level: level, isTight: list.isTight, isChecked: item.isChecked)
      itemList = (number, level)
      switch item.blocks.first {
      case .paragraph(let paragraph)?: write(paragraph, .paragraph, item: start)
      case .heading(let level, let paragraph)?: write(paragraph, .heading(level), item: start)
      case .list, .blockQuote, .codeBlock, .table, .rule, .definitions, .pageBreak, nil:
        // Only a paragraph can have a marker, so an item that begins with another block gets an empty
        // paragraph.
        writeParagraph(Start(item: start))
        write(item.blocks)
        continue
      }
      write(Array(item.blocks.dropFirst()))
    }
  }

  /// Returns the number of a list in the numbering part.
  ///
  /// If the list can be a level of the enclosing list, the number is the enclosing list's number.
  private mutating func number(of list: RichText.List, level: Int) -> Int {
    var written = WrittenList.Level(
      marker: list.marker, followsOuterNumber: list.followsOuterNumber,
      indentation: WrittenStyles.indentation(of: containers))
    if let outer = itemList, outer.level + 1 == level, containers.dropLast().last == .list {
      let known = lists[outer.number - 1][level]
      if known == nil
        || known?.marker == list.marker && known?.followsOuterNumber == list.followsOuterNumber
      {
        lists[outer.number - 1][level] = written
        return outer.number
      }
    }
    if list.followsOuterNumber {
      losses.add(.formatting, RichText.List.outerNumberDetail, count: list.items.count)
      written.followsOuterNumber = false
    }
    var new = WrittenList()
    new[level] = written
    lists.append(new)
    return lists.count
  }

  /// Writes a check box, as Word's content control, and a space after the box.
  mutating func writeCheckBox(_ isChecked: Bool) {
    checkBoxCount += 1
    story.xml.begin("w:sdt")
    story.xml.begin("w:sdtPr")
    story.xml.add("w:id", ("w:val", String(checkBoxCount)))
    story.xml.begin("w14:checkbox")
    story.xml.add("w14:checked", ("w14:val", isChecked ? "1" : "0"))
    story.xml.add("w14:checkedState", ("w14:val", "2612"), ("w14:font", Self.boxFamily))
    story.xml.add("w14:uncheckedState", ("w14:val", "2610"), ("w14:font", Self.boxFamily))
    story.xml.end("w14:checkbox")
    story.xml.end("w:sdtPr")
    story.xml.begin("w:sdtContent")
    var properties = WrittenRunProperties()
    properties.family = Self.boxFamily
    properties.isEastAsianFont = true
    story.xml.begin("w:r")
    properties.write(to: &story.xml)
    story.xml.add("w:t", text: isChecked ? "\u{2612}" : "\u{2610}")
    story.xml.end("w:r")
    story.xml.end("w:sdtContent")
    story.xml.end("w:sdt")
    writeSpace()
  }

  /// Writes a run with a space.
  mutating func writeSpace() {
    story.xml.begin("w:r")
    story.xml.begin("w:t", ("xml:space", "preserve"))
    story.xml.add(text: " ")
    story.xml.end("w:t")
    story.xml.end("w:r")
  }

  /// The font of check boxes, as in Word's own documents.
  private static let boxFamily = "MS Gothic"
}
