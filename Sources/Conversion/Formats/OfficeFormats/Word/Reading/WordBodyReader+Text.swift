import ByteTools
import Foundation
import ProfferConversions
import RichTextFormats
import XMLText

extension WordBodyReader {
  // MARK: Text

  /// Begins an element `w:t` or `w:delText`.
  mutating func beginText(isDeleted: Bool) {
    guard !isNoteMark, isDeleted ? document.rejectsChanges : true else { return frames.append(.plain) }
    keepsSpaces = xml.attribute(.space) == "preserve"
    textStart = nil
    frames.append(.text)
  }

  /// Handles text; white space between elements is ignored.
  mutating func text() {
    switch frames.last {
    case .text:
      if textStart == nil {
        guard beginRun() else { return }
        textStart = flow.text.count
      }
      let start = flow.text.count
      xml.appendText(to: &flow.text)
      for index in start..<flow.text.count where flow.text[index] <= 0x0D && flow.text[index] >= 0x0A {
        flow.text[index] = 0x20
      }
    case .instruction:
      guard flow.excessFieldCount == 0, let last = flow.fields.indices.last, !flow.fields[last].hasResult,
        flow.fields[last].code.count < 1 << 16
      else { return }
      xml.appendText(to: &flow.fields[last].code)
    case .formulaText: xml.appendText(to: &formula.text)
    default: break
    }
  }

  /// Ends an element `w:t`.
  mutating func endText() {
    // A malformed document may have paragraphs in its text, which end the current text.
    guard let start = textStart, start <= flow.text.count else { return textStart = nil }
    textStart = nil
    if !keepsSpaces { trimSpaces(from: start) }
    if pendingBox != nil { endBox(from: start) }
    let font = document.symbolFont(of: run, style: flow.style)
    if let font { mapSymbols(from: start, font: font) }
  }

  private mutating func trimSpaces(from start: Int) {
    while flow.text.count > start, flow.text[flow.text.count - 1] == 0x20 || flow.text.last == 0x09 {
      flow.text.removeLast()
    }
    var first = start
    while first < flow.text.count, flow.text[first] == 0x20 || flow.text[first] == 0x09 { first += 1 }
    if first > start { flow.text.removeSubrange(start..<first) }
  }

  /// Replaces the characters of a symbol font.
  private mutating func mapSymbols(from start: Int, font: String) {
    let text = String(decoding: flow.text[start...], as: UTF8.self)
    flow.text.removeSubrange(start...)
    for scalar in text.unicodeScalars { put(symbol: scalar, font: font) }
  }

  /// Adds a character of a symbol font.
  private mutating func put(symbol scalar: UnicodeScalar, font: String) {
    if let sign = SymbolFont.scalar(scalar, in: font) {
      flow.text.append(utf8Of: sign)
    } else if (0xF000...0xF0FF).contains(scalar.value) {
      document.losses.add(.characters, "of a symbol font")
      flow.text.append(utf8Of: "\u{FFFD}")
    } else {
      flow.text.append(utf8Of: scalar)
    }
  }

  /// Prepares for text, and returns false if the text is hidden.
  mutating func beginRun() -> Bool {
    guard isShown() else { return false }
    flow.hasContent = true
    resolveBreak()
    if flow.endsInText(with: run) { return true }
    flow.append(.text(start: flow.text.count), run)
    return true
  }

  /// Adds a character to the text.
  mutating func put(_ scalar: UnicodeScalar) {
    guard beginRun() else { return }
    flow.text.append(utf8Of: scalar)
  }

  /// Adds plain words to the text.
  mutating func put(_ words: String) {
    guard !words.isEmpty, beginRun() else { return }
    flow.text.append(contentsOf: words.utf8)
  }

  mutating func put(_ content: WordFlow.RawRun.Content) {
    guard isShown() else { return }
    flow.hasContent = true
    resolveBreak()
    flow.append(content, run)
  }

  /// Returns whether text at the current position is shown.
  private mutating func isShown() -> Bool {
    // The result of a field in the instruction of another field is a part of the instruction.
    if flow.codeCount > 1 || flow.codeCount == 1 && flow.fields.last?.hasResult ?? false { return false }
    guard isConcealed else {
      flow.isConcealing = false
      return true
    }
    if !flow.isConcealing {
      flow.isConcealing = true
      document.losses.add(.comments, "hidden text")
    }
    return false
  }

  private var isConcealed: Bool {
    if run.set.contains(.vanish) { return run.on.contains(.vanish) }
    guard document.styles.hidesText else { return false }
    return document.styles.runProperties(
      paragraphStyle: flow.style ?? document.styles.defaultParagraphStyle, characterStyle: run.style
    ).on.contains(.vanish)
  }

  // MARK: Breaks

  /// Adds a line break for a page or column break that turned out to be inside a paragraph.
  private mutating func resolveBreak() {
    guard let pending = flow.pendingBreak else { return }
    flow.pendingBreak = nil
    if pending == .page { document.losses.add(.layout, "page breaks inside paragraphs") }
    if !flow.runs.isEmpty { flow.append(.hardBreak, run) }
  }

  private mutating func putPageBreak() {
    guard isShown() else { return }
    if flow.hasContent {
      flow.pendingBreak = .page
    } else {
      beginPage()
      flow.endsPage = true
    }
  }

  /// Begins a page before the current paragraph.
  mutating func beginPage() {
    if !flow.tables.isEmpty {
      document.losses.add(.layout, "page breaks in tables")
    } else if isNotes || !outerFlows.isEmpty {
      document.losses.add(.layout, "page breaks in notes and text boxes")
    } else {
      flow.append(.pageBreak)
    }
  }

  // MARK: Signs

  /// Handles an element that is a sign in a run, and returns false for any other element.
  mutating func beginSign(_ name: WordName) throws(CoderError) -> Bool {
    switch name {
    case .tab, .positionedTab: put("\t" as UnicodeScalar)
    case .carriageReturn: put(.hardBreak)
    case .noBreakHyphen: put("\u{2011}" as UnicodeScalar)
    case .softHyphen: put("\u{AD}" as UnicodeScalar)
    case .lineBreak:
      switch xml.attribute(.type) {
      case "page": putPageBreak()
      case "column":
        document.losses.add(.layout, "column breaks")
        if flow.hasContent, flow.pendingBreak == nil { flow.pendingBreak = .column }
      default: put(.hardBreak)
      }
    case .symbol:
      guard let code = xml.attribute(.characterCode).flatMap({ UInt32($0, radix: 16) }),
        let scalar = UnicodeScalar(code), beginRun()
      else { break }
      put(symbol: scalar, font: xml.attribute(.font) ?? "")
    case .pageNumber: document.losses.add(.layout, "page numbers")
    case .longDay, .shortDay, .longMonth, .shortMonth, .longYear, .shortYear:
      document.losses.add(.formatting, "fields without a result")
    case .commentReference: document.losses.add(.comments, "annotations")
    case .footnoteReference, .endnoteReference: putNote(isEndnote: name == .endnoteReference)
    case .footnoteMark, .endnoteMark:
      if !flow.hasContent, outerFlows.isEmpty { flow.hasOwnMark = true }
    default: return false
    }
    frames.append(.plain)
    return true
  }

  private mutating func putNote(isEndnote: Bool) {
    let hasOwnMark = xml.attribute(.customMarkFollows).map { WordMeasure.isOn($0) } ?? false
    guard isShown(), let identifier = xml.attribute(.identifier) else { return }
    let key = WordDocument.NoteKey(isEndnote: isEndnote, identifier: identifier)
    guard let blocks = document.notes.removeValue(forKey: key) else {
      document.losses.add(.formatting, isNotes ? "nested footnotes" : "missing notes")
      return
    }
    if isEndnote { document.losses.add(.formatting, "endnotes, which became footnotes") }
    if hasOwnMark {
      document.losses.add(.formatting, "marks of notes")
      isNoteMark = true
    }
    put(.note(blocks))
  }

  // MARK: Check boxes

  /// Ends the character of a check box in a content control.
  private mutating func endBox(from start: Int) {
    defer { pendingBox = nil }
    guard let isChecked = pendingBox, flow.runs.count == 1, start == 0,
      let scalar = String(decoding: flow.text[start...], as: UTF8.self).unicodeScalars.first,
      flow.text.count == UTF8.width(scalar)
    else {
      return document.losses.add(.formatting, "form fields")
    }
    flow.box = isChecked
  }
}

extension WordDocument {
  /// Returns the symbol font of text; nil if its font shows letters.
  fileprivate func symbolFont(of run: WordRunProperties, style: Int?) -> String? {
    let font =
      run.font ?? run.style.flatMap { styles[Int($0)].run.font } ?? style.flatMap { styles[$0].run.font }
    guard let family = theme.name(font), SymbolFont.isSymbolic(family) else { return nil }
    return family
  }
}

extension [UInt8] {
  /// Appends the UTF-8 of a scalar.
  mutating func append(utf8Of scalar: UnicodeScalar) {
    append(contentsOf: Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter)
  }
}
