import ColorFormats
import ProfferConversions

extension RTFWriter {
  /// Appends the beginning of the document, with the header tables.
  mutating func writeHeader(_ metadata: RichText.Metadata, to header: inout [UInt8]) {
    header += #"{\rtf1\ansi\ansicpg1252\deff0\uc1"#.utf8
    if let language = metadata.language {
      if let number = RTFLanguages.number(language) {
        header += #"\deflang\#(number)"#.utf8
      } else {
        losses.add(.metadata, "languages that have no RTF language code")
      }
    }
    header += "\n{\\fonttbl".utf8
    for (number, family) in fonts.enumerated() {
      let kind = ["fswiss", "fmodern"].indices.contains(number) ? ["fswiss", "fmodern"][number] : "fnil"
      header += #"{\f\#(number)\\#(kind)\fcharset0 "#.utf8
      header.appendRTF(family, &losses)
      header += ";}".utf8
    }
    header += "}\n".utf8
    header += colorTables()
    header += styleSheet()
    writeListTables(to: &header)
    header += information(metadata)
    header += "{\\*\\generator Proffer;}\n".utf8
  }

  // MARK: Colors

  private mutating func colorTables() -> [UInt8] {
    var table = #"{\colortbl;"#
    var expanded = #"{\*\expandedcolortbl;"#
    var needsExpanded = false
    for color in colors {
      let bytes = color.bytes
      table += #"\red\#(bytes.red)\green\#(bytes.green)\blue\#(bytes.blue);"#
      if color != Color(redByte: bytes.red, greenByte: bytes.green, blueByte: bytes.blue) {
        needsExpanded = true
        let amounts = [color.red, color.green, color.blue, color.alpha].map { amount in
          amount.isNaN ? 0 : Int((Swift.min(Swift.max(amount, -100), 100) * 100_000).rounded())
        }
        let exact = amounts.map { Double($0) / 100_000 }
        if Color(red: exact[0], green: exact[1], blue: exact[2], alpha: exact[3]) != color {
          losses.add(.precision, "color values with more than five decimals")
        }
        expanded += #"\cssrgb"# + amounts.map { #"\c\#($0)"# }.joined()
      }
      expanded += ";"
    }
    return Array((table + "}\n" + (needsExpanded ? expanded + "}\n" : "")).utf8)
  }

  // MARK: Styles

  private mutating func styleSheet() -> [UInt8] {
    var sheet = Array("{\\stylesheet\n".utf8)
    for (number, style) in styleNumbersInOrder() {
      sheet += #"{\s\#(number)"#.utf8
      if number > 0 { sheet += #"\sbasedon0"#.utf8 }
      switch style.kind {
      case .heading:
        // When LibreOffice 7.4 pastes, it keeps its own styles of headings, and drops the formatting of a
        // heading that equals the style sheet. Other programs therefore find the formatting only at each
        // heading; RTFReader also finds it here.
        sheet += #"{\*\asmeant\#(characterWords(of: style))}"#.utf8
      default: sheet += (paragraphWords(of: style) + characterWords(of: style) + " ").utf8
      }
      sheet.appendRTF(style.text, &losses)
      sheet += ";}\n".utf8
    }
    sheet += #"{\*\cs\#(Self.codeStyle)\additive\f1 HTML Code;}"#.utf8
    sheet += #"{\*\cs\#(Self.linkStyle)\additive\ul\cf1 Hyperlink;}"#.utf8
    sheet += "{\\*\\cs\(Self.boxStyle)\\additive Check Box;}}\n".utf8
    return sheet
  }

  /// Returns the control words with which a style that is not a heading formats its paragraphs.
  func paragraphWords(of style: ParagraphStyleName) -> String {
    let indentation = indentation(of: style.containers)
    var words = indentation > 0 ? #"\li\#(indentation)\lin\#(indentation)"# : ""
    if style.containers.last == .quotation { words += #"\ri720\rin720"# }
    switch style.kind {
    case .rule: words += #"\brdrb\brdrs\brdrw10\brsp20"#
    case .paragraph where style.containers.isEmpty: words += #"\sa160"#
    case .caption, .term: words += #"\keepn"#
    default: break
    }
    return words
  }

  /// Returns the control words with which a style formats its characters.
  func characterWords(of style: ParagraphStyleName) -> String {
    switch style.kind {
    case .heading(let level): #"\b\fs\#(Self.headingSizes[level - 1])"#
    case .code: #"\f1"#
    default: ""
    }
  }

  func indentation(of containers: [ParagraphStyleName.Container]) -> Int {
    min(containers.count * 720, 20_000)
  }

  // MARK: Lists

  private func writeListTables(to table: inout [UInt8]) {
    guard !lists.isEmpty else { return }
    table += "{\\*\\listtable\n".utf8
    for (index, list) in lists.enumerated() {
      let number = index + 1
      table += #"{\list\listtemplateid\#(number)"#.utf8
      for level in 0...(list.levels.map(\.number).max() ?? 0) {
        // The list table requires all levels before the first used level, although no paragraph uses them.
        guard let written = list[level] ?? list.levels.first?.level else { continue }
        var first = level
        while let level = list[first], level.followsOuterNumber { first -= 1 }
        table += listLevel(written.marker, levels: first...level, indentation: written.indentation).utf8
      }
      table += "{\\listname ;}\\listid\(number)}\n".utf8
    }
    table += "}\n{\\*\\listoverridetable".utf8
    for number in 1...lists.count {
      table += #"{\listoverride\listid\#(number)\listoverridecount0\ls\#(number)}"#.utf8
    }
    table += "}\n".utf8
  }

  /// - Parameter levels: the levels whose numbers the marker includes; the last is the level of the marker.
  private func listLevel(_ marker: RichText.Marker, levels: ClosedRange<Int>, indentation: Int) -> String {
    let format: Int
    let start: Int
    let text: String
    switch marker {
    case .bullet(let bullet):
      (format, start) = (23, 1)
      text = #"{\leveltext\'01\u\#(bullet.scalar.value)?;}{\levelnumbers;}"#
    case .number(let first, let style, let delimiter):
      (format, start) = (style.format, first)
      let sign = delimiter == .period ? "." : ")"
      let numbers = levels.map { #"\'0\#($0)"# }.joined(separator: ".")
      let places = levels.count
      let marks = (0..<places).map { #"\'\#(Self.hexadecimal($0 * 2 + 1))"# }.joined()
      text = #"{\leveltext\'\#(Self.hexadecimal(places * 2))\#(numbers)\#(sign);}{\levelnumbers\#(marks);}"#
    }
    return
      #"{\listlevel\levelnfc\#(format)\levelnfcn\#(format)\leveljc0\leveljcn0\levelfollow0\levelstartat\#(start)"#
      + #"\levelspace0\levelindent0"# + text
      + #"\fi-360\li\#(indentation)\lin\#(indentation)}"#
  }

  /// Returns a byte as two hexadecimal digits.
  private static func hexadecimal(_ number: Int) -> String {
    (number < 16 ? "0" : "") + String(number, radix: 16)
  }

  // MARK: Document information

  private mutating func information(_ metadata: RichText.Metadata) -> [UInt8] {
    var words: [UInt8] = []
    for (name, text) in [
      ("title", metadata.title), ("subject", metadata.subject), ("author", metadata.author),
      ("keywords", metadata.keywords), ("doccomm", metadata.summary),
    ] {
      guard let text else { continue }
      words += #"{\\#(name) "#.utf8
      for (index, line) in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 { words += #"\line "#.utf8 }
        words.appendRTF(String(line), &losses)
      }
      words += "}".utf8
    }
    for (name, date) in [("creatim", metadata.creationDate), ("revtim", metadata.modificationDate)] {
      guard let time = DocumentTime(date, counting: &losses) else { continue }
      words += #"{\\#(name)\#(RTFTime(time.civilTime).words)}"#.utf8
    }
    return words.isEmpty ? [] : Array(#"{\info"#.utf8) + words + Array("}\n".utf8)
  }
}

extension RichText.Bullet {
  /// The bullet character.
  var scalar: UnicodeScalar {
    switch self {
    case .disc: "•"
    case .circle: "◦"
    case .square: "▪"
    }
  }
}

extension RichText.NumberStyle {
  /// Word's number for the style.
  var format: Int {
    switch self {
    case .decimal: 0
    case .uppercaseRoman: 1
    case .lowercaseRoman: 2
    case .uppercaseLetter: 3
    case .lowercaseLetter: 4
    }
  }
}
