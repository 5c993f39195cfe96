import Foundation
import ProfferConversions

/// Converts the tokens of a paragraph to inlines.
struct MarkdownInlineReader {
  private(set) var scanner: MarkdownInlineScanner
  var losses = LossCounter()

  /// The footnotes by number; nil for a footnote whose reference mark has been read.
  private var notes: [[RichText.Block]?] = []

  /// The text in the current styles that has not been added to the line yet.
  private var pending: [UInt8] = []
  /// The offsets in the pending text of characters that are not part of an autolink.
  private var protected: [Int] = []
  private var line = MarkdownLineBuilder()
  private var open = MarkdownDelimiter.Styles()
  private var link: RichText.Link?
  private var elements: [MarkdownElement] = []
  /// The meanings of the tags read so far, by the text of the tag.
  private var meanings: [ArraySlice<UInt8>: MarkdownTagMeaning] = [:]
  /// The open pictures; a picture inside another picture is only text.
  private var images: [Int] = []
  /// The name of an HTML element that is dropped with its content; nil if no such element is open.
  private var droppedElement: String?

  init(dialect: MarkdownDialect, definitions: MarkdownDefinitions) {
    scanner = MarkdownInlineScanner(dialect: dialect, definitions: definitions)
  }

  /// Discards the meanings of earlier tags, because they hold references to the bytes of the tags.
  mutating func forgetTags() { meanings.removeAll() }

  /// Sets the footnotes to which later reference marks can refer.
  mutating func setNotes(_ notes: [(label: [UInt8], blocks: [RichText.Block])]) {
    self.notes = notes.map(\.blocks)
    for (index, note) in notes.enumerated() { scanner.definitions.notes[note.label] = index }
  }

  /// The number of characters in footnotes whose reference marks were not read.
  ///
  /// The reference mark of such a footnote is in code or in another footnote.
  var unusedNoteCharacterCount: Int {
    notes.reduce(0) { $0 + ($1.map { RichText($0).plainText().count { !$0.isWhitespace } } ?? 0) }
  }

  /// Returns the inlines of a text in normalised form.
  mutating func inlines(_ words: (bytes: [UInt8], range: Range<Int>)) -> [RichText.Inline] {
    guard !words.range.isEmpty else { return [] }
    scanner.begin(words.bytes, words.range)
    open = MarkdownDelimiter.Styles()
    (link, droppedElement) = (nil, nil)
    elements.empty()
    images.empty()
    while !scanner.isAtEnd {
      scanner.scanPortion()
      for token in scanner.tokens {
        if let name = droppedElement {
          endDropping(name, at: token, in: words.bytes)
        } else if images.isEmpty {
          add(token, words.bytes)
        } else {
          addAlternativeText(token, words.bytes)
        }
      }
    }
    flush()
    return line.finish()
  }

  private mutating func add(_ token: MarkdownToken, _ bytes: [UInt8]) {
    switch token.kind {
    case .text: pending += bytes[token.range]
    case .escape:
      protected.append(pending.count)
      pending += bytes[token.range]
    case .entity:
      let text = scanner.entities[token.index]
      // A text inline never contains a line end, not even from a numeric entity.
      if text == "\n" || text == "\r" {
        line.isTrimmed = true
        return addBreak(.softBreak)
      }
      protected.append(pending.count)
      pending += text.utf8
    case .softBreak: addBreak(.softBreak)
    case .hardBreak: addBreak(.hardBreak)
    case .code:
      flush()
      let code = bytes[token.range].contains(0x0A) ? bytes[token.range].map { $0 == 0x0A ? 0x20 : $0 } : nil
      let text = code.map { String(decoding: $0, as: UTF8.self) } ?? bytes.text(token.range)
      line.add(text, line.attributes.adding(.code))
    case .delimiter: addDelimiter(scanner.delimiters[token.index])
    case .linkStart:
      flush()
      let target = scanner.targets[token.index]
      if LinkDestination.isActive(target.destination) {
        losses.add(.links, "script URLs")
      } else {
        link = RichText.Link(target.destination, title: target.title)
      }
      line.isLinkEmpty = true
      restyle()
    case .linkEnd:
      flush()
      if line.isLinkEmpty, link != nil { losses.add(.links, "without text") }
      link = nil
      restyle()
    case .imageStart:
      flush()
      images = [token.index]
    case .imageEnd: break
    case .autolink:
      flush()
      let isInLink = line.attributes.kinds.contains(.link)
      let destination = scanner.targets[token.index].destination
      let isKept = !isInLink && !LinkDestination.isActive(destination)
      if !isKept && !isInLink { losses.add(.links, "script URLs") }
      var attributes = line.attributes
      if isKept { attributes.link = RichText.Link(destination) }
      line.add(bytes.text(token.range), attributes)
    case .html: addHTML(token.range, bytes)
    case .note: addNote(token, bytes)
    }
  }

  /// Adds a footnote at its first reference mark; later marks remain text, because the note would be
  /// duplicated.
  private mutating func addNote(_ token: MarkdownToken, _ bytes: [UInt8]) {
    guard let note = notes[token.index] else {
      losses.add(.formatting, "repeated references to a footnote, kept as text")
      pending += bytes[token.range]
      return
    }
    flush()
    notes[token.index] = nil
    line.add(.note(note), RichText.Attributes())
  }

  private mutating func addBreak(_ content: RichText.Run.Content) {
    flush()
    line.add(content, line.attributes)
  }

  private mutating func addDelimiter(_ delimiter: MarkdownDelimiter) {
    let (before, closed, opened) = (open, delimiter.closed, delimiter.opened)
    open.bold -= closed.bold
    open.italic -= closed.italic
    open.struckThrough -= closed.struckThrough
    if delimiter.count < delimiter.length { restyle(from: before) }
    pending += repeatElement(delimiter.sign, count: delimiter.count)
    let middle = open
    open.bold += opened.bold
    open.italic += opened.italic
    open.struckThrough += opened.struckThrough
    if delimiter.count < delimiter.length { restyle(from: middle) }
  }

  /// Ends the pending text if its style changes.
  private mutating func restyle(from before: MarkdownDelimiter.Styles) {
    let isSame =
      (before.bold > 0) == (open.bold > 0) && (before.italic > 0) == (open.italic > 0)
      && (before.struckThrough > 0) == (open.struckThrough > 0)
    guard !isSame else { return }
    flush()
    restyle()
  }

  private mutating func restyle() {
    var attributes = elements.last?.attributes ?? RichText.Attributes()
    if let link { attributes.link = link }
    if open.bold > 0 { attributes.isBold = true }
    if open.italic > 0 { attributes.isItalic = true }
    if open.struckThrough > 0 { attributes.isStruckThrough = true }
    line.attributes = attributes
  }

  /// Adds the pending text to the line.
  private mutating func flush() {
    guard !pending.isEmpty else { return }
    if link == nil, scanner.hasPossibleAutolink || scanner.hasAtSign {
      flushWithAutolinks()
    } else {
      line.add(pending.text(0..<pending.count), line.attributes)
    }
    pending.empty()
    protected.empty()
  }

  /// Adds the pending text to the line, with links for mail addresses and for autolinks after open
  /// brackets.
  private mutating func flushWithAutolinks() {
    var start = 0
    var place = 0
    var protectedIndex = 0
    while place < pending.count {
      let byte = pending[place]
      while protectedIndex < protected.count && protected[protectedIndex] < place { protectedIndex += 1 }
      let isProtected = protectedIndex < protected.count && protected[protectedIndex] == place
      var autolink: MarkdownAutolink?
      if isProtected {
      } else if byte == UInt8(ascii: "@") {
        autolink = MarkdownAutolink.email(pending, at: place, from: start)
      } else if scanner.hasPossibleAutolink, byte == UInt8(ascii: ":") || byte | 0x20 == UInt8(ascii: "w") {
        let isDotProtected = protectedIndex < protected.count && protected[protectedIndex] == place + 3
        if !isDotProtected { autolink = MarkdownAutolink.bare(pending, at: place, in: start..<pending.count) }
      }
      guard let autolink else {
        place += 1
        continue
      }
      line.add(pending.text(start..<autolink.text.lowerBound), line.attributes)
      line.add(
        pending.text(autolink.text), line.attributes.adding(.link(RichText.Link(autolink.destination))))
      place = autolink.text.upperBound
      start = place
    }
    line.add(pending.text(start..<pending.count), line.attributes)
  }
}

// MARK: - Pictures

extension MarkdownInlineReader {
  /// Adds the plain text of a token to the alternative text of a picture.
  private mutating func addAlternativeText(_ token: MarkdownToken, _ bytes: [UInt8]) {
    switch token.kind {
    case .text, .escape, .autolink, .note: pending += bytes[token.range]
    case .code: pending += bytes[token.range].map { $0 == 0x0A ? 0x20 : $0 }
    case .entity: pending += scanner.entities[token.index].utf8
    case .softBreak, .hardBreak: pending.append(0x20)
    case .delimiter:
      let delimiter = scanner.delimiters[token.index]
      pending += repeatElement(delimiter.sign, count: delimiter.count)
    case .imageStart: images.append(token.index)
    case .imageEnd:
      if images.count > 1 {
        images.removeLast()
        return
      }
      let target = scanner.targets[images[0]]
      images = []
      let data = DataURL(target.destination)
      let attachment = RichText.Attachment(
        data.map { .data($0.data, typeIdentifier: $0.typeIdentifier) } ?? .url(target.destination),
        alternativeText: pending.text(0..<pending.count), title: target.title)
      pending.empty()
      line.add(.attachment(attachment), line.attributes)
    case .linkStart, .linkEnd, .html: break
    }
  }
}

// MARK: - HTML

extension MarkdownInlineReader {
  private mutating func addHTML(_ range: Range<Int>, _ bytes: [UInt8]) {
    line.isTrimmed = true
    guard let tag = MarkdownTag(bytes, range) else {
      if !MarkdownTag.isEmptyComment(bytes, range) {
        losses.add(.comments, "HTML comments and declarations")
      }
      return
    }
    flush()
    if tag.isClosing {
      guard let index = elements.lastIndex(where: { $0.name == tag.name }) else { return }
      elements.removeSubrange(index...)
      return restyle()
    }
    let text = bytes[range]
    let meaning = meanings[text] ?? MarkdownTagMeaning(text)
    if meanings.count < 1000 { meanings[text] = meaning }
    losses.add(contentsOf: meaning.losses)
    for run in meaning.content {
      if case .anchor = run.content {
        line.add(run.content, RichText.Attributes())
      } else {
        line.add(run.content, run.attributes.styles.reduce(line.attributes) { $0.adding($1) })
      }
    }
    guard let styles = meaning.styles else { return droppedElement = tag.name }
    if elements.count < RichText.depthLimit {
      let outer = elements.last?.attributes ?? RichText.Attributes()
      elements.append(MarkdownElement(name: tag.name, attributes: styles.reduce(outer) { $0.adding($1) }))
    }
    restyle()
  }

  private mutating func endDropping(_ name: String, at token: MarkdownToken, in bytes: [UInt8]) {
    guard token.kind == .html, let tag = MarkdownTag(bytes, token.range) else { return }
    if tag.isClosing && tag.name == name { droppedElement = nil }
  }
}

/// An open inline HTML element.
struct MarkdownElement {
  var name: String
  /// The attributes of text in the element and in all enclosing elements.
  var attributes: RichText.Attributes
}

extension Array {
  /// Removes all elements and keeps the capacity.
  ///
  /// An empty array, the usual case, is not changed.
  mutating func empty() { if !isEmpty { removeAll(keepingCapacity: true) } }
}
