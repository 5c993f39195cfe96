import ProfferConversions
import RichTextFormats
import XMLText

extension WordWriter {
  /// Writes the reference mark of a footnote, and the footnote into its part.
  mutating func write(note blocks: [RichText.Block]) {
    guard !isInNote else {
      // Word does not allow footnotes in footnotes.
      losses.add(.formatting, "nested footnotes")
      story.xml.begin("w:r")
      write(text: " (\(blocks.words))")
      return story.xml.end("w:r")
    }
    noteCount += 1
    styles.usesNotes = true
    let number = String(noteCount)
    story.xml.begin("w:r")
    writeNoteStyle()
    story.xml.add("w:footnoteReference", ("w:id", number))
    story.xml.end("w:r")
    let outer = (containers, isBegun, aroundTable, cellAlignment, itemList)
    let (outerDepth, isOuterRowHeading, outerLast) = (tableDepth, isInRowHeading, lastElement)
    (containers, isBegun, aroundTable, cellAlignment, itemList) = ([], [], nil, nil, nil)
    (tableDepth, isInRowHeading, lastElement) = (0, false, .none)
    swap(&story, &otherStory)
    isInNote = true
    wantsNoteMark = true
    story.xml.begin("w:footnote", ("w:id", number))
    // The mark is in the first paragraph; a note that begins with another block gets a paragraph for the mark.
    if case .paragraph? = blocks.first {} else { writeParagraph(Start()) }
    write(blocks)
    if lastElement != .paragraph { writeParagraph(Start()) }
    story.xml.end("w:footnote")
    isInNote = false
    swap(&story, &otherStory)
    (containers, isBegun, aroundTable, cellAlignment, itemList) = outer
    (tableDepth, isInRowHeading, lastElement) = (outerDepth, isOuterRowHeading, outerLast)
  }

  /// Writes the reference mark and a space, if the paragraph is the first of a footnote.
  mutating func writeNoteMark() {
    guard wantsNoteMark else { return }
    wantsNoteMark = false
    story.xml.begin("w:r")
    writeNoteStyle()
    story.xml.add("w:footnoteRef")
    story.xml.end("w:r")
    writeSpace()
  }

  private mutating func writeNoteStyle() {
    var properties = WrittenRunProperties()
    properties.styleIdentifier = WrittenStyles.noteMark
    properties.write(to: &story.xml)
  }

  /// Begins the part of the notes, with the lines that separate notes from the text.
  mutating func beginNotes() {
    otherStory.xml.beginStory("w:footnotes")
    for (number, kind, element): (String, String, StaticString) in [
      ("-1", "separator", "w:separator"), ("0", "continuationSeparator", "w:continuationSeparator"),
    ] {
      otherStory.xml.begin("w:footnote", ("w:type", kind), ("w:id", number))
      otherStory.xml.begin("w:p")
      var properties = WrittenParagraphProperties()
      properties.spaceAfter = 0
      properties.write(to: &otherStory.xml)
      otherStory.xml.begin("w:r")
      otherStory.xml.add(element)
      otherStory.xml.end("w:r")
      otherStory.xml.end("w:p")
      otherStory.xml.end("w:footnote")
    }
  }
}
