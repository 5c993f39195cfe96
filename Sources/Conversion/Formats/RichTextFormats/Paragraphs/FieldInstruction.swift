/// The instruction of a field in RTF or a Word document: the name of the field, its arguments and switches.
package struct FieldInstruction {
  /// The words; the name of the field and the switches are in lower case.
  package let words: [String]

  /// Parses an instruction in UTF-8.
  package init(_ instruction: [UInt8]) { words = Self.words(of: instruction) }

  /// Makes an instruction from its words.
  package init(words: [String]) { self.words = words }

  /// The name of the field in lower case; nil for an empty instruction.
  package var name: String? { words.first }

  /// The first argument that is not a switch; nil if there is none.
  package var argument: String? { words.dropFirst().first { !$0.hasPrefix("\\") } }

  /// Returns whether the instruction contains a switch, such as `\h`.
  package func has(_ name: String) -> Bool { words.dropFirst().contains(name) }

  /// Splits an instruction into words and quoted texts; in a quoted text, a backslash escapes the next
  /// character.
  private static func words(of instruction: [UInt8]) -> [String] {
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
  package var link: RichText.Link? {
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
  package var pictureDestination: String? {
    guard words.first == "includepicture", words.count > 1 else { return nil }
    return words[1]
  }
}
