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
    fields[last].words = RTFField.words(of: fields[last].instruction)
    fields[last].noteEquation()
    fields[last].instruction = []
    fields[last].hasResult = true
    fields[last].runIndex = flow.runs.count
    fields[last].textStart = flow.text.count
    fields[last].paragraph = flow.paragraphCount
    frame.isFieldResult = true
    if let link = fields[last].link {
      frame.characters.link = links.count
      links.append(link)
      if linkTargets != nil, let name = LinkAnchors.name(of: link.destination) {
        linkTargets?.formUnion(LinkAnchors.spellings(of: name))
      }
    }
    if fields[last].pictureDestination != nil { picture = RTFPicture() }
  }

  /// Replaces the result of a field by its linked picture, unless the result contains the picture itself.
  mutating func endFieldResult() {
    guard let field = fields.last else { return }
    guard let destination = field.pictureDestination else {
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
      fields[index].words = RTFField.words(of: fields[index].instruction)
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

  /// Splits an instruction into words and quoted texts; in a quoted text, a backslash escapes the next
  /// character.
  static func words(of instruction: [UInt8]) -> [String] {
    var words: [String] = []
    var index = 0
    while index < instruction.count, words.count < 64 {
      let byte = instruction[index]
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        index += 1
        continue
      }
      var word: [UInt8] = []
      if byte == UInt8(ascii: "\"") {
        index += 1
        while index < instruction.count, instruction[index] != UInt8(ascii: "\"") {
          if instruction[index] == UInt8(ascii: "\\"), index + 1 < instruction.count,
            [UInt8(ascii: "\\"), UInt8(ascii: "\"")].contains(instruction[index + 1])
          {
            index += 1
          }
          word.append(instruction[index])
          index += 1
        }
        index += 1
        words.append(String(decoding: word, as: UTF8.self))
      } else {
        while index < instruction.count, instruction[index] != UInt8(ascii: " "),
          instruction[index] != UInt8(ascii: "\"")
        {
          word.append(instruction[index])
          index += 1
        }
        let text = String(decoding: word, as: UTF8.self)
        // Switches and the name of the field are not case-sensitive.
        words.append(words.isEmpty || text.hasPrefix("\\") ? text.lowercased() : text)
      }
    }
    return words
  }

  /// The link of a hyperlink field; nil for any other field.
  var link: RichText.Link? {
    guard words.first == "hyperlink" else { return nil }
    var destination = ""
    var place: String?
    var title: String?
    var index = 1
    while index < words.count {
      let value = index + 1 < words.count ? words[index + 1] : ""
      switch words[index] {
      case "\\l":
        place = value
        index += 1
      case "\\o":
        title = value
        index += 1
      case "\\t": index += 1
      case "\\m", "\\n", "\\h", "\\s", "\\y": break
      default: if destination.isEmpty { destination = words[index] }
      }
      index += 1
    }
    if let place { destination += "#\(place)" }
    return RichText.Link(destination, title: title)
  }

  /// The location of the picture that a field includes; nil for any other field.
  var pictureDestination: String? {
    guard words.first == "includepicture", words.count > 1 else { return nil }
    return words[1]
  }
}
