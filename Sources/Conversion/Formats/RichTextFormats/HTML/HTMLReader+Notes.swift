import Foundation
import ProfferConversions

/// Reads footnotes in the forms that GitHub, pandoc, this library, Word and LibreOffice write.
///
/// The reference marks link to their notes. The notes are list items in a section at the end of the page, or,
/// in pages of Word and LibreOffice, one `div` element each.
extension HTMLReader {
  /// The reference marks and notes that are not matched yet.
  struct Notes {
    /// The contents of the notes by the identifiers of their list items.
    var blocks: [String: [RichText.Block]] = [:]
    /// The identifiers of notes that reference marks link to.
    var targets: Set<String> = []
    /// The identifiers of the reference marks; notes link back to these identifiers.
    var marks: Set<String> = []
    /// The identifiers of the notes of Word and LibreOffice that were opened.
    var opened: Set<String> = []
    /// The identifier of the innermost open note of Word or LibreOffice; nil if there is none.
    var openTarget: String?
  }

  /// The identifier that the last start tag links to; nil if the tag is not a reference mark.
  var noteTarget: String? {
    guard !scanner.attributes.isEmpty else { return nil }
    if let book { return noteTarget(in: book) }
    guard
      let destination = scanner.attribute("href").flatMap({ LinkAnchors.name(of: $0) }),
      HTMLReader.isOfficeTarget(destination)
        || scanner.isMarked("data-footnote-ref", "footnote-ref", "doc-noteref")
    else { return nil }
    return destination
  }

  /// Returns whether an identifier is that of a note of Word (`_ftn1`, `_edn1`) or LibreOffice
  /// (`sdfootnote1sym`, `sdendnote1sym`).
  private static func isOfficeTarget(_ name: String) -> Bool {
    guard let first = name.utf8.first, first == UInt8(ascii: "_") || first == UInt8(ascii: "s") else {
      return false
    }
    let forms = [("_ftn", ""), ("_edn", ""), ("sdfootnote", "sym"), ("sdendnote", "sym")]
    guard let (start, end) = forms.first(where: { name.hasPrefix($0.0) && name.hasSuffix($0.1) }) else {
      return false
    }
    let number = name.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count)
    return !number.isEmpty && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// The identifier of the note of Word or LibreOffice that the last start tag begins; nil if it begins none.
  var openedNote: String? {
    guard !notes.targets.isEmpty, let identifier = scanner.attribute("id") else { return nil }
    if let book {
      let name = book.anchor(identifier)
      return notes.targets.contains(name) && !notes.opened.contains(name) ? name : nil
    }
    return ["_" + identifier, identifier + "sym"].first {
      notes.targets.contains($0) && !notes.opened.contains($0) && HTMLReader.isOfficeTarget($0)
    }
  }

  /// Whether the last start tag begins the number of the open note of Word or LibreOffice.
  ///
  /// The number is a link back to the reference mark. The position of a note determines its number.
  var isNumberOfNote: Bool {
    if let book { return isLinkBack(in: book) }
    guard let target = notes.openTarget else { return false }
    return scanner.attribute("name") == target || scanner.attribute("id") == target
      || scanner.attribute("href") == "#" + target
  }

  /// Whether the last start tag is the line that Word writes between text and notes.
  var isLineAboveNotes: Bool {
    !notes.targets.isEmpty && scanner.attribute("width") == "33%" && scanner.attribute("size") == "1"
  }

  /// Opens a frame for a section of notes, or for one note of Word or LibreOffice.
  mutating func openNotes() {
    var frame = HTMLFrame(.notes)
    // Anchors before the notes are not part of the first note, but of the text after the notes.
    swap(&frame.heldAnchors, &pendingAnchors)
    if let target = openedNote {
      notes.opened.insert(target)
      notes.openTarget = target
      frame.noteTarget = target
    }
    open(frame)
  }

  /// Closes a frame of notes and stores its content.
  mutating func closeNotes(_ frame: HTMLFrame) {
    pendingAnchors = frame.heldAnchors + pendingAnchors
    guard let target = frame.noteTarget else { return closeNotes(frame.blocks) }
    notes.openTarget = nil
    if survey == nil { notes.blocks[target] = book == nil ? frame.blocks : withoutNumber(frame.blocks) }
  }

  /// Whether the last start tag begins a section of notes for earlier reference marks.
  var beginsNotes: Bool {
    !notes.targets.isEmpty
      && (scanner.isMarked("data-footnotes", "footnotes", "doc-endnotes")
        || book != nil && scanner.beginsBookNotes)
  }

  /// Adds a reference mark without its text, because the position of a note determines its number.
  mutating func note(_ target: String, of name: HTMLName) {
    notes.targets.insert(target)
    if let identifier = scanner.attribute("id") { notes.marks.insert(identifier) }
    append(.note([.paragraph(RichText.Paragraph([.anchor(target)]))]))
    skipped = (name, 1)
  }

  /// Ends a section of notes.
  ///
  /// Notes with a reference mark are collected. Rules and headings are dropped. Dropped headings are counted
  /// as lost, except the heading that GitHub adds. All other content stays in place.
  private mutating func closeNotes(_ blocks: [RichText.Block]) {
    for block in blocks {
      switch block {
      case .list(var list):
        list.items.removeAll { item in
          guard let (identifier, blocks) = note(of: item) else { return false }
          // The second reading uses the notes from the first reading.
          if survey == nil { notes.blocks[identifier] = blocks }
          return true
        }
        if !list.items.isEmpty { add(.list(list), from: frames.count - 1) }
      // This rule separates the notes from the text.
      case .rule: break
      // GitHub adds a hidden heading that describes the section.
      case .heading(_, let paragraph) where book == nil:
        let words = [RichText.Block.paragraph(paragraph)].words
        guard words != "Footnotes" else { break }
        losses.add(.characters, "in headings of footnote sections", count: words.count { !$0.isWhitespace })
      default: add(block, from: frames.count - 1)
      }
    }
  }

  /// Returns the identifier and content of the note in a list item, without the link back; nil if the item
  /// is not a note.
  private func note(of item: RichText.ListItem) -> (String, [RichText.Block])? {
    var identifier: String?
    var blocks = item.blocks.map { block in
      block.mappingLines { content, _ in
        guard identifier == nil else { return content }
        for case .anchor(let name) in content where notes.targets.contains(name) {
          identifier = name
          return content.filter { $0 != .anchor(name) }
        }
        return content
      }
    }
    guard let identifier else { return nil }
    blocks = blocks.compactMap { block in
      guard case .paragraph(var paragraph) = block else { return block }
      paragraph.content = withoutLinksBack(paragraph.content)
      return paragraph.content.isEmpty ? nil : .paragraph(paragraph)
    }
    return (identifier, blocks)
  }

  private func withoutLinksBack(_ content: [RichText.Inline]) -> [RichText.Inline] {
    var runs = content.runs
    let count = runs.count
    runs.removeAll { run in
      guard let name = run.attributes.link.flatMap({ LinkAnchors.name(of: $0.destination) }) else {
        return false
      }
      return notes.marks.contains(name) || name.contains("fnref")
    }
    guard runs.count < count else { return content }
    // The white space before the link back belongs to the link.
    while let last = runs.last {
      if case .softBreak = last.content {
      } else if case .text(let text) = last.content, text.allSatisfy({ $0 == " " || $0 == "\u{A0}" }) {
      } else {
        break
      }
      runs.removeLast()
    }
    if case .text(let text)? = runs.last?.content,
      let end = text.lastIndex(where: { $0 != " " && $0 != "\u{A0}" })
    {
      runs[runs.count - 1].content = .text(String(text[...end]))
    }
    return [RichText.Inline](runs: runs)
  }

  /// Moves notes to their reference marks in some blocks of the page.
  mutating func settleNotes(_ blocks: [RichText.Block]) -> [RichText.Block] {
    notes.settle(blocks, &losses)
  }
}

extension HTMLReader.Notes {
  /// Moves notes to their reference marks in some blocks of the page.
  mutating func settle(
    _ blocks: [RichText.Block], _ losses: inout LossCounter, depth: Int = 0
  ) -> [RichText.Block] {
    guard !targets.isEmpty else { return blocks }
    return blocks.map { block in
      block.mappingLines { content, _ in
        var hasNote = false
        for case .note in content { hasNote = true }
        return hasNote ? settle(content, &losses, depth: depth) : content
      }
    }
  }

  private mutating func settle(
    _ content: [RichText.Inline], _ losses: inout LossCounter, depth: Int
  ) -> [RichText.Inline] {
    content.compactMap { inline in
      guard case .note(let marked) = inline, case .paragraph(let paragraph)? = marked.first,
        case .anchor(let name)? = paragraph.content.first
      else { return inline }
      guard depth < RichText.noteDepthLimit, let note = blocks.removeValue(forKey: name) else {
        losses.add(.links, "footnote references without a footnote, and repeated references")
        return nil
      }
      return .note(settle(note, &losses, depth: depth + 1))
    }
  }

  /// Counts the notes without a reference mark.
  func countUnsettled(in losses: inout LossCounter) {
    guard !targets.isEmpty else { return }
    for note in blocks.values {
      losses.add(
        .characters, "in footnotes without a reference", count: note.words.count { !$0.isWhitespace })
    }
  }
}

extension HTMLScanner {
  /// Whether the last start tag has an attribute, a class or a role.
  func isMarked(_ attribute: StaticString, _ className: String, _ role: String) -> Bool {
    self.attribute(attribute) != nil || self.attribute("role") == role
      || self.attribute("class")?.split(whereSeparator: \.isWhitespace).contains { $0 == className }
        ?? false
  }
}
