extension CommandDescription {
  /// Returns the program's manual page for section 1, in roff with `man` macros for groff and mandoc.
  ///
  /// The page describes the commands that are not in the page of a group, and lists the pages of the groups.
  ///
  /// - Parameter date: the date in the footer, as in 2024-01-31. If the date is empty, the page is
  ///   reproducible.
  package func manual(date: String = "") -> String {
    var page = ManualWriter()
    page.heading(name, "\(name) \(version)", date, summary: summary)
    page.macro("SH", "SYNOPSIS")
    page.line("\\fB\(ManualWriter.escaped(name))\\fR \(ManualWriter.escaped("COMMAND [ARGUMENT…]"))")
    page.macro("SH", "DESCRIPTION")
    page.text(details.isEmpty ? summary : details)
    page.macro("SH", "OPTIONS")
    page.options(options)
    page.macro("SH", "COMMANDS")
    for group in pages {
      page.macro("SS", "\(group.summary.withoutPeriod): \(title(of: group))(1)")
      page.terms(group.commands.compactMap(subcommand).map { ($0.name, $0.summary) })
    }
    let described = Set(pages.flatMap(\.commands))
    let others = subcommands.filter { !described.contains($0.name) && $0.name != "help" }
    for command in others { page.commands(of: command, after: [name]) }
    page.examples(pages.isEmpty ? subcommands.flatMap(\.allExamples) : pages.compactMap(firstExample))
    page.sections(sections)
    page.seeAlso(pages.map(title), in: sections)
    return page.page
  }

  /// Returns the manual page of a group of commands.
  package func manual(of group: ManualPage, date: String = "") -> String {
    let commands = group.commands.compactMap(subcommand)
    var page = ManualWriter()
    page.heading(title(of: group), "\(name) \(version)", date, summary: group.summary)
    page.macro("SH", "SYNOPSIS")
    page.lines(
      commands.flatMap { command in
        command.subcommands.isEmpty
          ? [command.synopsis(after: [name])]
          : command.subcommands.map { $0.synopsis(after: [name, command.name]) }
      })
    page.macro("SH", "DESCRIPTION")
    for command in commands { page.commands(of: command, after: [name]) }
    page.macro("SH", "OPTIONS OF ALL COMMANDS")
    page.options(options.filter { $0 != .version })
    page.examples(commands.flatMap(\.allExamples))
    page.sections(group.sections)
    page.seeAlso([name] + pages.filter { $0.name != group.name }.map(title), in: group.sections)
    return page.page
  }

  /// Returns the help of the commands of a page as plain text, for a pager; nil stands for the program's own page.
  package func manualText(of group: ManualPage?) -> String {
    guard let group else { return help(after: []) }
    return group.commands.compactMap(subcommand).map { $0.help(after: [name]) }.joined(separator: "\n\n")
  }

  private func title(of group: ManualPage) -> String { "\(name)-\(group.name)" }

  private func subcommand(named name: String) -> CommandDescription? {
    subcommands.first { $0.name == name }
  }

  /// Returns the first example of the commands of a page.
  private func firstExample(of group: ManualPage) -> CommandExample? {
    group.commands.lazy.compactMap(subcommand).flatMap(\.allExamples).first
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

/// Collects lines of roff source.
private struct ManualWriter {
  /// The maximum length of a source line of running text.
  private static let width = 78

  var page = ""

  mutating func line(_ line: String) { page += line + "\n" }

  mutating func macro(_ name: String, _ arguments: String...) {
    page += ".\(name)"
    for argument in arguments { page += " \"\(ManualWriter.escaped(argument))\"" }
    page += "\n"
  }

  /// Adds the title of the page and the section NAME.
  mutating func heading(_ title: String, _ version: String, _ date: String, summary: String) {
    // The dashes of the date are syntax, so they are not escaped.
    line(
      ".TH \"\(ManualWriter.escaped(title.uppercased()))\" \"1\" \"\(date)\""
        + " \"\(ManualWriter.escaped(version))\" \"User Commands\"")
    macro("SH", "NAME")
    flow("\(title) - \(summary.withoutPeriod)")
  }

  /// Adds running text.
  ///
  /// Roff fills lines, but the source lines are kept short for tools that do not fill lines.
  mutating func flow(_ text: String) {
    var written = ""
    for word in text.split(separator: " ") {
      let word = ManualWriter.escaped(String(word))
      if written.isEmpty {
        written = word
      } else if written.utf8.count + word.utf8.count < ManualWriter.width {
        written += " \(word)"
      } else {
        // Roff treats a period at the end of a line as the end of a sentence, and would add a second space.
        line(written.hasSuffix(".") ? "\(written)\\&" : written)
        written = word
      }
    }
    if !written.isEmpty { line(written) }
  }

  /// Adds lines that roff does not reflow.
  mutating func lines(_ lines: [String]) {
    macro("nf")
    for words in lines { line(ManualWriter.escaped(words)) }
    macro("fi")
  }

  /// Adds terms in bold, each followed by its description.
  mutating func terms(_ terms: [(name: String, text: String)]) {
    for term in terms {
      macro("TP")
      line("\\fB\(ManualWriter.escaped(term.name))\\fR")
      flow(term.text)
    }
  }

  mutating func examples(_ examples: [CommandExample]) {
    if examples.isEmpty { return }
    macro("SH", "EXAMPLES")
    terms(examples.map { ($0.command, $0.explanation) })
  }

  mutating func sections(_ sections: [ManualSection]) {
    for section in sections {
      macro("SH", section.title.uppercased())
      switch section.content {
      case .text(let text): self.text(text)
      case .terms(let terms): self.terms(terms.map { ($0.name, $0.text) })
      }
    }
  }

  /// Adds links to other pages at the end of the section SEE ALSO, which is created if needed.
  mutating func seeAlso(_ pages: [String], in sections: [ManualSection]) {
    if pages.isEmpty { return }
    let hasSection = sections.last?.title.uppercased() == "SEE ALSO"
    if hasSection { macro("PP") } else { macro("SH", "SEE ALSO") }
    line(pages.map { "\\fB\(ManualWriter.escaped($0))\\fR(1)" }.joined(separator: ", "))
  }

  /// Adds a command.
  ///
  /// If the command has subcommands, the subcommands are added instead.
  mutating func commands(of command: CommandDescription, after path: [String]) {
    if !command.subcommands.isEmpty {
      for subcommand in command.subcommands { commands(of: subcommand, after: path + [command.name]) }
      return
    }
    self.command(command, after: path)
  }

  mutating func text(_ text: String) {
    for (number, block) in TextBlock.blocks(of: text).enumerated() {
      if number > 0 { macro("PP") }
      switch block {
      case .paragraph(let words): flow(words)
      case .verbatim(let lines): self.lines(lines)
      }
    }
  }

  mutating func options(_ options: [OptionDescription]) {
    for option in options {
      macro("TP")
      let names = option.names.map { "\\fB\(ManualWriter.escaped($0))\\fR" }.joined(separator: ", ")
      line(names + (option.placeholder.map { " \\fI\(ManualWriter.escaped($0))\\fR" } ?? ""))
      flow(option.helpText)
    }
  }

  mutating func command(_ command: CommandDescription, after path: [String]) {
    macro("SS", command.synopsis(after: path))
    flow(command.summary)
    let aliases = command.aliases.map { alias in
      alias.arguments.isEmpty
        ? alias.name : "\(alias.name) (\(([command.name] + alias.arguments).joined(separator: " ")))"
    }
    if !aliases.isEmpty {
      macro("PP")
      flow("Other names: \(aliases.joined(separator: ", ")).")
    }
    if !command.details.isEmpty {
      macro("PP")
      text(command.details)
    }
    for operand in command.operands {
      macro("TP")
      line("\\fI\(ManualWriter.escaped(operand.form))\\fR")
      flow(operand.fullHelp)
    }
    // The option for help is described only once, with the options of the program.
    options(command.options.filter { $0 != .help })
  }

  /// Returns text escaped so that roff prints it unchanged, anywhere in a line or in a quoted argument.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      // Roff would print these characters as typographic characters, which cannot be copied into a shell.
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "\"": escaped += "\\(dq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      // Roff would treat a line that begins with a period as a macro.
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
