import Conversions
import Foundation

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
    fields[last].instruction = []
    fields[last].runIndex = flow.runs.count
    fields[last].textStart = flow.text.count
    fields[last].paragraph = flow.paragraphCount
    frame.isFieldResult = true
    if let link = fields[last].link {
      frame.characters.link = links.count
      links.append(link)
      anchors.addTarget(of: link.destination)
    }
    if fields[last].pictureDestination != nil { picture = RTFPicture() }
  }

  /// Puts a picture that is elsewhere in the place of its field's result, unless that has the picture.
  mutating func endFieldResult() {
    guard let field = fields.last, let destination = field.pictureDestination else { return }
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
    if fields.count > index { fields.removeSubrange(index...) }
  }
}

extension RTFField {
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
