import Foundation
import ProfferConversions
import RichTextFormats

/// Fields, links and bookmarks.
extension WordBodyReader {
  // MARK: Links

  mutating func beginHyperlink() {
    var destination = ""
    if let identifier = xml.attribute(.relationship) {
      if let relationship = relationships[identifier] {
        destination = relationship.target
      } else {
        document.losses.add(.links, "to missing targets")
      }
    }
    if let anchor = xml.attribute(.anchor) ?? xml.attribute(.documentLocation), !anchor.isEmpty {
      destination += "#\(anchor)"
    }
    guard !destination.isEmpty else { return frames.append(.plain) }
    let link = RichText.Link(destination, title: xml.attribute(.tooltip))
    noteTarget(link)
    flow.openLinks.append(link)
    frames.append(.hyperlink(runCount: flow.runs.count, paragraphCount: flow.paragraphCount))
  }

  mutating func endHyperlink(_ runCount: Int, _ paragraphCount: Int) {
    if flow.runs.count == runCount, flow.paragraphCount == paragraphCount {
      document.losses.add(.links, "without text")
    }
    _ = flow.openLinks.popLast()
  }

  private mutating func noteTarget(_ link: RichText.Link) {
    guard let name = LinkAnchors.name(of: link.destination) else { return }
    document.linkTargets.formUnion(LinkAnchors.spellings(of: name))
  }

  mutating func putBookmark() {
    guard let name = xml.attribute(.name), !name.isEmpty, name != "_GoBack" else { return }
    document.hasAnchors = true
    if flow.isOpen || !flow.runs.isEmpty {
      flow.append(.anchor(name), run)
    } else {
      flow.pendingAnchors.append(name)
    }
  }

  // MARK: Fields

  mutating func beginSimpleField() {
    let code = xml.attribute(.fieldInstruction) ?? ""
    frames.append(.simpleField)
    guard beginField() else { return }
    flow.fields[flow.fields.count - 1].code = Array(code.utf8)
    separateField()
  }

  /// Reads the current element, `w:fldChar`.
  mutating func readFieldCharacter() throws(CoderError) {
    switch xml.attribute(.fieldCharacterType) {
    case "begin":
      if beginField() {
        try readFormData()
      } else {
        try xml.skipElement()
      }
    case "separate":
      separateField()
      try xml.skipElement()
    case "end":
      endField()
      try xml.skipElement()
    default: try xml.skipElement()
    }
  }

  /// Begins a field, and returns false if too many fields are open.
  private mutating func beginField() -> Bool {
    guard flow.fields.count < WordField.limit else {
      flow.excessFieldCount += 1
      return false
    }
    flow.fields.append(WordField())
    flow.codeCount += 1
    return true
  }

  /// Reads the state of a form field.
  private mutating func readFormData() throws(CoderError) {
    let last = flow.fields.count - 1
    var kind: WordName?
    var field = flow.fields[last]
    try xml.forEachDescendant { (name, xml) throws(CoderError) in
      switch name {
      case .checkBox, .dropDownList: kind = name
      case .checked: field.isTicked = xml.isOn
      case .standard where kind == .checkBox: field.isTickedAtFirst = xml.isOn
      case .standard where kind == .dropDownList, .result:
        field.selection = WordMeasure.number(xml.attribute(.val), in: 0...1_000) ?? 0
      case .listEntry where field.entries.count < 1_000: field.entries.append(xml.attribute(.val) ?? "")
      default: break
      }
      return false
    }
    flow.fields[last] = field
  }

  /// Begins the result of a field; for most fields, only the result is kept.
  private mutating func separateField() {
    guard flow.excessFieldCount == 0, let last = flow.fields.indices.last, !flow.fields[last].hasResult else {
      return
    }
    flow.fields[last].beginResult()
    flow.fields[last].runCount = flow.runs.count
    flow.fields[last].textCount = flow.text.count
    flow.fields[last].paragraphCount = flow.paragraphCount
    flow.codeCount -= 1
    if let link = flow.fields[last].link {
      noteTarget(link)
      flow.fieldLink = link
    }
    switch flow.fields[last].instruction?.name {
    case "page", "numpages", "pageref", "sectionpages", "section":
      document.losses.add(.layout, "page numbers")
    case "formtext", "formcheckbox", "formdropdown": document.losses.add(.formatting, "form fields")
    default: break
    }
  }

  mutating func endField() {
    if flow.excessFieldCount > 0 {
      flow.excessFieldCount -= 1
      return
    }
    guard let last = flow.fields.last else { return }
    let hadResult = last.hasResult
    if !hadResult { separateField() }
    guard let field = flow.fields.popLast() else { return }
    let isEmpty =
      flow.paragraphCount == field.paragraphCount && flow.runs.count == field.runCount
      && flow.text.count == field.textCount
    if isEmpty { showInstruction(of: field) }
    if let pictureDestination = field.instruction?.pictureDestination, isEmpty {
      put(.attachment(RichText.Attachment(.url(pictureDestination))))
    }
    flow.fieldLink = flow.fields.last { $0.link != nil }?.link
  }

  /// Adds the text that a field without a result represents, or counts the field as lost.
  private mutating func showInstruction(of field: WordField) {
    guard let instruction = field.instruction, let name = instruction.name else { return }
    switch name {
    case "hyperlink", "ref", "noteref": document.losses.add(.links, "without text")
    case "pageref", "page", "numpages", "sectionpages", "section", "includepicture", "formtext": break
    case "formcheckbox": put(field.isTicked ?? field.isTickedAtFirst ? "\u{2611}" : "\u{2610}")
    case "formdropdown":
      if field.entries.indices.contains(field.selection) { put(field.entries[field.selection]) }
    case "eq":
      document.losses.add(.formatting, "formulas, kept as source text")
      put(field.equation)
    case "quote", "macrobutton", "gotobutton":
      let words = instruction.words.dropFirst(name == "quote" ? 1 : 2).filter { !$0.hasPrefix("\\") }
      put(words.joined(separator: " "))
    case "symbol": putSymbol(instruction)
    case "xe", "tc", "ta", "rd":
      document.losses.add(.metadata, "entries of indexes and tables of contents")
    default: document.losses.add(.formatting, "fields without a result")
    }
  }

  private mutating func putSymbol(_ instruction: FieldInstruction) {
    let code = instruction.argument.flatMap { text in
      text.lowercased().hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    }
    let words = instruction.words
    let font = words.firstIndex(of: "\\f").flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    guard let code, let scalar = UnicodeScalar(code) else {
      return document.losses.add(.characters, "of a symbol font")
    }
    if let font, SymbolFont.isSymbolic(font) {
      if let sign = SymbolFont.scalar(scalar, in: font) {
        put(sign)
      } else {
        document.losses.add(.characters, "of a symbol font")
      }
    } else {
      put(scalar)
    }
  }
}
