/// A command or a group of them in a program's table.
package struct CommandEntry<Outcome: Sendable>: Sendable {
  enum Content: Sendable {
    /// `parse` gives nil when help was asked for.
    case command(
      parse:
        @Sendable (_ words: [[UInt8]], _ path: [String]) throws(CommandLineError) -> CommandAction<Outcome>?,
      describe: @Sendable () -> CommandDescription)
    case group([CommandEntry], CommandDescription)
  }

  let name: String
  let content: Content

  init(name: String, content: Content) {
    precondition(Self.isPlain(name), "\(name) is no name for a command")
    self.name = name
    self.content = content
  }

  /// Whether a name can be a part of functions' names in completions.
  ///
  /// Asked of every command at every start, and so of bytes.
  private static func isPlain(_ name: String) -> Bool {
    let first = name.utf8.first ?? UInt8(ascii: "-")
    return first != UInt8(ascii: "-")
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  var description: CommandDescription {
    switch content {
    case .command(_, let describe): return describe()
    case .group(let entries, var description):
      description.subcommands = entries.map(\.description)
      return description
    }
  }
}

/// A command of a program: its name, its arguments and what runs it.
package struct Command<Outcome: Sendable>: Sendable {
  let entry: CommandEntry<Outcome>

  package init<Arguments: CommandArguments>(
    _ name: String, _ type: Arguments.Type, run: @escaping @Sendable (Arguments) throws -> Outcome
  ) {
    entry = CommandEntry(
      name: name,
      content: .command(
        parse: { words, path throws(CommandLineError) in
          var parser = CommandParser(Arguments.declaration, words: words, path: path)
          guard let arguments = try parser.parse() else { return nil }
          return { try run(arguments) }
        },
        describe: { Arguments.declaration.described(as: name) }))
  }
}

/// Commands that share a first word.
package struct CommandGroup<Outcome: Sendable>: Sendable {
  let entry: CommandEntry<Outcome>

  package init(
    _ name: String, summary: String, details: String = "",
    @CommandBuilder<Outcome> _ commands: () -> [CommandEntry<Outcome>]
  ) {
    let description = CommandDescription(name: name, summary: summary, details: details, options: [.help])
    entry = CommandEntry(name: name, content: .group(commands(), description))
  }
}

/// Lets a table be written a command a line.
@resultBuilder
package enum CommandBuilder<Outcome: Sendable> {
  package static func buildExpression(_ command: Command<Outcome>) -> CommandEntry<Outcome> { command.entry }

  package static func buildExpression(_ group: CommandGroup<Outcome>) -> CommandEntry<Outcome> { group.entry }

  package static func buildBlock(_ entries: CommandEntry<Outcome>...) -> [CommandEntry<Outcome>] { entries }
}
