extension CommandDescription {
  /// Returns the text of `--help`, which ends in a line break.
  ///
  /// - Parameters:
  ///   - path: the names of the program and the groups that contain this command.
  ///   - width: the maximum number of columns in a line. A longer word is not broken.
  package func help(after path: [String], width: Int = 80) -> String {
    var writer = HelpWriter(width: max(width, 40))
    writer.paragraph(summary)
    writer.blank()
    writer.paragraph("Usage: \(synopsis(after: path))", hanging: 7)
    writer.list("Operands", operands.map { ($0.form, $0.fullHelp) })
    for (title, commands) in titledCommands { writer.list(title, commands.flatMap(\.helpRows)) }
    writer.list("Options", options.map { ($0.helpLabel, $0.helpText) })
    for block in TextBlock.blocks(of: details) {
      writer.blank()
      writer.block(block)
    }
    if !examples.isEmpty { writer.heading("Examples") }
    for example in examples {
      writer.line(example.command.indented(by: 2))
      writer.paragraph(example.explanation, indentation: 6)
    }
    if !subcommands.isEmpty {
      writer.blank()
      let program = path.first ?? name
      let words = ([program, "help"] + (path.isEmpty ? [] : path.dropFirst() + [name]) + ["COMMAND"])
      writer.paragraph("Help for one command: \(words.joined(separator: " "))")
    }
    return writer.text
  }
}

extension CommandDescription {
  /// The subcommands, below the headings of their groups.
  private var titledCommands: [(title: String, commands: [CommandDescription])] {
    if headings.isEmpty { return [("Commands", subcommands)] }
    let grouped = Set(headings.flatMap(\.names))
    return headings.map { heading in (heading.title, subcommands.filter { heading.names.contains($0.name) }) }
      + [("Other", subcommands.filter { !grouped.contains($0.name) })]
  }

  /// The names and the summary of the command, and a row for each name that stands for arguments.
  private var helpRows: [(label: String, text: String)] {
    let names = [name] + aliases.filter(\.arguments.isEmpty).map(\.name)
    return [(names.joined(separator: ", "), summary)]
      + aliases.filter { !$0.arguments.isEmpty }.map { alias in
        (alias.name, "The same as \(([name] + alias.arguments).joined(separator: " ")).")
      }
  }
}

extension TextLayout {
  /// Formats paragraphs in the syntax of a command's `details`.
  ///
  /// The result ends in a line break.
  ///
  /// - Parameter width: the maximum number of columns in a line. Longer words and indented lines are not
  ///   broken.
  package static func page(_ text: String, width: Int) -> String {
    var writer = HelpWriter(width: max(width, 40))
    for (number, block) in TextBlock.blocks(of: text).enumerated() {
      if number > 0 { writer.blank() }
      writer.block(block)
    }
    return writer.text
  }
}

extension OptionDescription {
  /// The names of the option, indented if there is no short name, so that long names are aligned.
  var helpLabel: String { names[0].hasPrefix("--") ? "    \(fullForm)" : fullForm }

  /// The help, followed by the choices and by notes that the option is required or can be repeated.
  var helpText: String {
    var notes: [String] = []
    if case .choice(let words) = kind {
      notes.append("\(placeholder ?? ""): \(TextLayout.alternatives(words)).")
    }
    if isRequired { notes.append("Required.") }
    if isRepeatable { notes.append("May be repeated.") }
    return ([help] + notes).joined(separator: " ")
  }
}

/// Collects lines of help text.
private struct HelpWriter {
  let width: Int
  var text = ""

  mutating func line(_ line: String) { text += line + "\n" }

  mutating func blank() { text += "\n" }

  mutating func heading(_ title: String) {
    blank()
    line("\(title):")
  }

  mutating func block(_ block: TextBlock) {
    switch block {
    case .paragraph(let text): paragraph(text)
    case .verbatim(let lines): for words in lines { line(words.indented(by: 2)) }
    }
  }

  /// Adds a paragraph of wrapped text.
  ///
  /// All lines except the first are indented by `hanging` more columns.
  mutating func paragraph(_ paragraph: String, indentation: Int = 0, hanging: Int = 0) {
    let lines = paragraph.wrapped(to: width - indentation - hanging)
    for (number, words) in lines.enumerated() {
      line(words.indented(by: indentation + (number == 0 ? 0 : hanging)))
    }
  }

  /// Adds a heading and a table with two columns.
  ///
  /// Does nothing if there are no rows.
  mutating func list(_ title: String, _ rows: [(label: String, text: String)]) {
    guard !rows.isEmpty else { return }
    heading(title)
    // A label that is too long for its column is printed on a separate line.
    let longest = min(width / 3, 26)
    let column = rows.map(\.label.count).filter { $0 <= longest }.max() ?? longest
    for row in rows {
      let lines = row.text.wrapped(to: width - column - 4)
      if row.label.count > column || lines.isEmpty {
        line(row.label.indented(by: 2))
        for words in lines { line(words.indented(by: column + 4)) }
      } else {
        let space = String(repeating: " ", count: column - row.label.count + 2)
        line("  \(row.label)\(space)\(lines[0])")
        for words in lines.dropFirst() { line(words.indented(by: column + 4)) }
      }
    }
  }
}
