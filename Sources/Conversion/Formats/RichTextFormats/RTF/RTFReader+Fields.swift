import Foundation
import ProfferConversions

/// A field whose group is open.
struct RTFField {
  /// What it does, as its instruction says it, in UTF-8.
  var instruction: [UInt8] = []
  /// The words of the instruction, once its result begins.
  var words: [String] = []
  /// The format of the characters around it.
  var characters: RTFCharacters
  /// Where its result begins.
  var runIndex = 0
  var textStart = 0
  var paragraph = 0
  /// The source of an equation.
  var equation = ""
  /// Whether its result has begun.
  var hasResult = false
  /// Whether a box of a form is ticked: as it is, and as it was at first.
  var isTicked: Bool?
  var isTickedAtFirst = false
  /// What its result says about the picture that it points to.
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

  /// Begins what a field shows, which is all that is kept of most fields.
  mutating func beginResult() {
    guard let last = fields.indices.last, frame.destination == .body else { return }
    // What follows the first result is not a result of the same instruction, which is taken apart once.
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

  /// Puts a picture that is elsewhere in the place of its field's result, unless that has the picture.
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
    // No slice of the runs is kept: it would make a copy of all of them when they change.
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
    flow.runs.append(RTFFlow.RawRun(characters: field.characters, content: .attachment(attachment)))
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

  /// Takes the result of a box or a choice of a form.
  mutating func setFormField(_ result: Int, isDefault: Bool) {
    guard frame.destination == .fieldInstruction, let last = fields.indices.last else { return }
    if isDefault {
      fields[last].isTickedAtFirst = result != 0
    } else if result != 25 {
      // 25 says that the result is the one at first.
      fields[last].isTicked = result != 0
    }
  }

  /// Shows what a field without a result says, or counts it.
  private mutating func showInstruction(of index: Int) {
    let field = fields[index]
    switch field.words.first {
    case nil: break
    case "hyperlink": losses.add(.links, "without words")
    case "formcheckbox":
      losses.add(.formatting, "form fields")
      put(field.isTicked ?? field.isTickedAtFirst ? "\u{2611}" : "\u{2610}")
    case "formtext", "formdropdown": losses.add(.formatting, "form fields")
    case "eq":
      losses.add(.formatting, "formulas, of which the source stays")
      for scalar in field.equation.unicodeScalars { put(scalar) }
    case "quote":
      let words = field.words.dropFirst().first { !$0.hasPrefix("\\") } ?? ""
      for scalar in words.unicodeScalars { put(scalar) }
    case "symbol":
      let number = field.words.dropFirst().first.flatMap { UInt8($0) } ?? 0
      let isGreek = field.words.contains { $0.lowercased() == "symbol" && $0 != "symbol" }
      let sign = isGreek ? RTFSymbolFont.scalar(number) : nil
      if let sign { put(sign) } else { losses.add(.characters, "of a font of symbols") }
    default: losses.add(.formatting, "fields without a result")
    }
  }
}

extension RTFField {
  /// Keeps the source of an equation: all of the instruction after its name.
  fileprivate mutating func noteEquation() {
    guard words.first == "eq" else { return }
    let text = String(decoding: instruction, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    equation = text.dropFirst(2).trimmingCharacters(in: .whitespaces)
  }

  /// Takes an instruction apart: words, and texts between quotation marks in which a backslash saves the next sign.
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
        // A switch and the name of the field count in any case.
        words.append(words.isEmpty || text.hasPrefix("\\") ? text.lowercased() : text)
      }
    }
    return words
  }

  /// Where a link's field leads.
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

  /// Where the picture of a field is.
  var pictureDestination: String? {
    guard words.first == "includepicture", words.count > 1 else { return nil }
    return words[1]
  }
}
