extension CommandDescription {
  /// The maximum number of lines of the short help, which is the height of a small terminal.
  private static let shortHelpHeight = 24

  /// Returns the text of `-h`: the synopsis, a line for each of the most important options, and examples.
  ///
  /// Rare options and commands are left out. Of the others, the last ones are left out if there are too many for
  /// 24 lines.
  ///
  /// - Parameters:
  ///   - path: the names of the program and the groups that contain this command.
  ///   - width: the maximum number of columns in a line.
  package func shortHelp(after path: [String], width: Int = 80) -> String {
    let width = max(width, 40)
    let synopsis = "Usage: \(synopsis(after: path))".wrapped(to: width - 7)
    let head =
      summary.wrapped(to: width) + [""] + synopsis.prefix(1) + synopsis.dropFirst().map { $0.indented(by: 7) }
    let foot = [""] + footer(after: path).wrapped(to: width)
    let isProgram = path.isEmpty
    let shownExamples = isProgram ? examples : Array(examples.prefix(2))
    let tail = shownExamples.isEmpty ? foot : [""] + Self.lines(shownExamples, width: width) + foot
    let room = max(0, Self.shortHelpHeight - head.count - tail.count - 1)
    let body =
      headings.isEmpty
      ? Self.lines(Array(shortRows.prefix(room)), width: width, height: room)
      : Array(headingLines(width: width).prefix(room))
    return (head + (body.isEmpty ? [] : [""]) + body + tail).map { "\($0)\n" }.joined()
  }

  private func footer(after path: [String]) -> String {
    let program = (path + [name]).joined(separator: " ")
    if subcommands.isEmpty { return "All options, details and examples: \(program) --help" }
    return "All commands: \(program) --help. One command: \(program) COMMAND -h."
  }

  /// The operands and options, or the subcommands, that are not rare.
  private var shortRows: [(label: String, text: String)] {
    operands.map { ($0.form, $0.help) }
      + subcommands.filter { !$0.isRare }.map { ($0.name, $0.summary) }
      + options.filter { !$0.isRare && $0 != .help }.map { ($0.helpLabel, $0.help) }
  }

  /// The headings, each followed by the names of its commands.
  private func headingLines(width: Int) -> [String] {
    let column = headings.map(\.title.count).max() ?? 0
    return headings.flatMap { heading in
      let commands = heading.names.compactMap { name in subcommands.first { $0.name == name } }
      let names = commands.filter { !$0.isRare }.map { command in
        let aliases = command.aliases.map(\.name)
        return aliases.isEmpty ? command.name : "\(command.name) (\(aliases.joined(separator: ", ")))"
      }
      let lines = names.joined(separator: ", ").wrapped(to: width - column - 5)
      return lines.enumerated().map { number, line in
        let title = number == 0 ? "\(heading.title):" : ""
        return "  \(title)\(String(repeating: " ", count: column + 3 - title.count))\(line)"
      }
    }
  }

  /// Returns the rows: each has its label, and the first clause of its text.
  ///
  /// A text is wrapped as long as there is room for more lines than rows; otherwise it is cut to one line.
  private static func lines(
    _ rows: [(label: String, text: String)], width: Int, height: Int
  ) -> [String] {
    var spareCount = height - rows.count
    let longest = width * 2 / 5
    let column = rows.map(\.label.count).filter { $0 <= longest }.max() ?? 0
    return rows.flatMap { label, text in
      let start = "  \(label)\(String(repeating: " ", count: max(0, column - label.count)))  "
      let wrapped = text.firstClause.wrapped(to: width - start.count)
      guard wrapped.count - 1 <= spareCount else {
        return [start + text.firstClause.shortened(to: width - start.count)]
      }
      spareCount -= max(0, wrapped.count - 1)
      return [start + (wrapped.first ?? "")] + wrapped.dropFirst().map { $0.indented(by: start.count) }
    }
  }

  /// Returns a line for each example, with the explanations that fit.
  private static func lines(_ examples: [CommandExample], width: Int) -> [String] {
    let column = examples.map(\.command.count).max() ?? 0
    return examples.map { example in
      let padding = String(repeating: " ", count: column - example.command.count)
      let room = width - column - 4
      let explanation = example.explanation.firstClause
      if explanation.count > room { return "  \(example.command)".shortened(to: width) }
      return "  \(example.command)\(padding)  \(explanation)"
    }
  }
}

extension String {
  /// The text up to the end of its first sentence, or up to its first semicolon.
  fileprivate var firstClause: String {
    let characters = Array(self)
    for (index, character) in characters.enumerated() {
      if character == ";" { return "\(String(characters[..<index]))." }
      if character == ".", index + 1 < characters.count, characters[index + 1] == " " {
        return String(characters[...index])
      }
    }
    return self
  }

  /// Returns the text, cut between words to at most `count` characters.
  fileprivate func shortened(to count: Int) -> String {
    if self.count <= count { return self }
    let indentation = prefix { $0 == " " }
    let start = wrapped(to: max(1, count - 1 - indentation.count)).first ?? ""
    return "\(indentation)\(start.prefix(max(0, count - 1 - indentation.count)))…"
  }
}
