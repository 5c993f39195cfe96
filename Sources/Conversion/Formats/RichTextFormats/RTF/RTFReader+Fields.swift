import Foundation
import ProfferConversions

/// A field whose group is open.
struct RTFField {
  /// The text of the field's instruction in UTF-8.
  var instruction: [UInt8] = []
  /// The words of the instruction, which are parsed when the result begins.
  var words: [String] = []
  /// The format of the characters around the field.
  var characters: RTFCharacters
  /// The position of the flow at which the result begins.
  var runIndex = 0
  var textStart = 0
  var paragraph = 0
  /// The source of an equation.
  var equation = ""
  /// Whether the result has begun.
  var hasResult = false
  /// The current state of a form's check box, or nil for `isTickedAtFirst`, its initial state.
  var isTicked: Bool?
  var isTickedAtFirst = false
  /// The description of the linked picture, from the field's result.
  var picture: RTFPicture?
}

extension RTFReader {
  mutating func beginField() {
    guard fields.count < 200, frame.destination == .body else { return }
    frame.field = fields.count
    fields.append(RTFField(characters: frame.characters))
  }

  mutating func beginInstruction() {
    guard !fields.isEmpty, frame.destination == .body else { return skipGroup() }
    begin(.fieldInstruction)
  }

  /// Begins the result of a field; for most fields, only the result is kept.
  mutating func beginResult() {
    guard let last = fields.indices.last, frame.destination == .body else { return }
    // A result belongs to the instruction text read since the preceding result, so the text is cleared once
    // it is parsed.
    fields[last].words = FieldInstruction(fields[last].instruction).words
    fields[last].noteEquation()
    fields[last].instruction = []
    fields[last].hasResult = true
    fields[last].runIndex = flow.runs.count
    fields[last].textStart = flow.text.count
    fields[last].paragraph = flow.paragraphCount
    frame.isFieldResult = true
    if let link = FieldInstruction(words: fields[last].words).link {
      frame.characters.link = links.count
      links.append(link)
      if linkTargets != nil, let name = LinkAnchors.name(of: link.destination) {
        linkTargets?.formUnion(LinkAnchors.spellings(of: name))
      }
    }
    if FieldInstruction(words: fields[last].words).pictureDestination != nil { picture = RTFPicture() }
  }

  /// Replaces the result of a field by its linked picture, unless the result contains the picture itself.
  mutating func endFieldResult() {
    guard let field = fields.last else { return }
    guard let destination = FieldInstruction(words: field.words).pictureDestination else {
      if flow.paragraphCount == field.paragraph, flow.runs.count == field.runIndex,
        flow.text.count == field.textStart
      {
        showInstruction(of: fields.count - 1)
      }
      return
    }
    guard flow.paragraphCount == field.paragraph, flow.runs.count >= field.runIndex,
      flow.text.count >= field.textStart
    else { return }
    // With a slice in a variable, changing the runs would copy all runs.
    let hasPicture = flow.runs[field.runIndex...].contains {
      if case .attachment = $0.content { true } else { false }
    }
    if hasPicture { return }
    var attachment = RichText.Attachment(.url(destination))
    picture.describe(&attachment)
    if attachment.alternativeText.isEmpty {
      attachment.alternativeText = String(decoding: flow.text[field.textStart...], as: UTF8.self)
    }
    flow.text.removeSubrange(field.textStart...)
    flow.runs.removeSubrange(field.runIndex...)
    flow.append(.attachment(attachment), field.characters)
  }

  mutating func endField(_ index: Int) {
    guard fields.count > index else { return }
    if !fields[index].hasResult, frame.destination == .body {
      fields[index].words = FieldInstruction(fields[index].instruction).words
      fields[index].noteEquation()
      showInstruction(of: index)
    }
    fields.removeSubrange(index...)
  }

  /// Sets the result of a check box or a drop-down list in a form.
  mutating func setFormField(_ result: Int, isDefault: Bool) {
    guard frame.destination == .fieldInstruction, let last = fields.indices.last else { return }
    if isDefault {
      fields[last].isTickedAtFirst = result != 0
    } else if result != 25 {
      // The result 25 means that the initial state applies.
      fields[last].isTicked = result != 0
    }
  }

  /// Adds the text that a field without a result represents, or counts the field as lost.
  private mutating func showInstruction(of index: Int) {
    let field = fields[index]
    switch field.words.first {
    case nil: break
    case "hyperlink": losses.add(.links, "without text")
    case "formcheckbox":
      losses.add(.formatting, "form fields")
      put(field.isTicked ?? field.isTickedAtFirst ? "\u{2611}" : "\u{2610}")
    case "formtext", "formdropdown": losses.add(.formatting, "form fields")
    case "eq":
      losses.add(.formatting, "formulas, kept as source text")
      for scalar in field.equation.unicodeScalars { put(scalar) }
    case "quote":
      let words = field.words.dropFirst().first { !$0.hasPrefix("\\") } ?? ""
      for scalar in words.unicodeScalars { put(scalar) }
    case "symbol":
      let number = field.words.dropFirst().first.flatMap { UInt8($0) } ?? 0
      let isGreek = field.words.contains { $0.lowercased() == "symbol" && $0 != "symbol" }
      let sign = isGreek ? SymbolFont.scalar(number) : nil
      if let sign { put(sign) } else { losses.add(.characters, "of a symbol font") }
    default: losses.add(.formatting, "fields without a result")
    }
  }
}

extension RTFField {
  /// Stores the source of an equation: the instruction without the name of the field.
  fileprivate mutating func noteEquation() {
    guard words.first == "eq" else { return }
    let text = String(decoding: instruction, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    equation = text.dropFirst(2).trimmingCharacters(in: .whitespaces)
  }
}
