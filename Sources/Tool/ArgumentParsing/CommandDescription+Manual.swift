extension CommandDescription {
  /// The program's manual page in section 1, in roff with the `man` macros, which groff and mandoc read.
  ///
  /// - Parameter date: the date at the foot of the page, as in 2024-01-31; without one, a manual that is built again
  ///   stays the same.
  package func manual(date: String = "") -> String {
    var page = ManualWriter()
    // The date's dashes are its syntax, not text.
    page.line(
      ".TH \"\(ManualWriter.escaped(name.uppercased()))\" \"1\" \"\(date)\""
        + " \"\(ManualWriter.escaped("\(name) \(version)"))\" \"User Commands\"")
    page.macro("SH", "NAME")
    page.line("\(ManualWriter.escaped(name)) \\- \(ManualWriter.escaped(summary.withoutPeriod))")
    page.macro("SH", "SYNOPSIS")
    page.line("\\fB\(ManualWriter.escaped(name))\\fR \(ManualWriter.escaped("COMMAND [ARGUMENT…]"))")
    page.macro("SH", "DESCRIPTION")
    page.text(details.isEmpty ? summary : details)
    page.macro("SH", "OPTIONS")
    page.options(options)
    page.macro("SH", "COMMANDS")
    walk { path, command in
      // Below help are the names of the other commands.
      if path.isEmpty || path.count > 1 && path[0] == "help" { return }
      page.command(command, after: [name] + path.dropLast())
    }
    let examples = allExamples
    if !examples.isEmpty { page.macro("SH", "EXAMPLES") }
    for example in examples {
      page.macro("TP")
      page.line("\\fB\(ManualWriter.escaped(example.command))\\fR")
      page.line(ManualWriter.escaped(example.explanation))
    }
    for section in sections {
      page.macro("SH", section.title.uppercased())
      page.text(section.text)
    }
    return page.page
  }

  private var allExamples: [CommandExample] {
    var all: [CommandExample] = []
    walk { _, command in all += command.examples }
    return all
  }
}

extension String {
  fileprivate var withoutPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}

/// Collects lines of roff.
private struct ManualWriter {
  var page = ""

  mutating func line(_ line: String) { page += line + "\n" }

  mutating func macro(_ name: String, _ arguments: String...) {
    page += ".\(name)"
    for argument in arguments { page += " \"\(ManualWriter.escaped(argument))\"" }
    page += "\n"
  }

  mutating func text(_ text: String) {
    for (number, block) in TextBlock.blocks(of: text).enumerated() {
      if number > 0 { macro("PP") }
      switch block {
      case .paragraph(let words): line(ManualWriter.escaped(words))
      case .verbatim(let lines):
        macro("nf")
        for words in lines { line(ManualWriter.escaped(words)) }
        macro("fi")
      }
    }
  }

  mutating func options(_ options: [OptionDescription]) {
    for option in options {
      macro("TP")
      let names = option.names.map { "\\fB\(ManualWriter.escaped($0))\\fR" }.joined(separator: ", ")
      line(names + (option.placeholder.map { " \\fI\(ManualWriter.escaped($0))\\fR" } ?? ""))
      line(ManualWriter.escaped(option.helpText))
    }
  }

  mutating func command(_ command: CommandDescription, after path: [String]) {
    macro("SS", command.synopsis(after: path))
    line(ManualWriter.escaped(command.summary))
    if !command.details.isEmpty {
      macro("PP")
      text(command.details)
    }
    for operand in command.operands {
      macro("TP")
      line("\\fI\(ManualWriter.escaped(operand.form))\\fR")
      line(ManualWriter.escaped(operand.help))
    }
    // The program's options have it once for all commands.
    options(command.options.filter { $0 != .help })
  }

  /// Text that roff prints unchanged, anywhere in a line or in a quoted argument.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      // Otherwise these become typographic characters that cannot be copied into a shell.
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "\"": escaped += "\\(dq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      // A line that begins with a point would be a macro.
      case "." where escaped.isEmpty: escaped += "\\&."
      case "\n": escaped += " "
      default:
        if scalar.isASCII {
          escaped.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          escaped += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
        }
      }
    }
    return escaped
  }
}
