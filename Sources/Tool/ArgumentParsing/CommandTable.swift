import ByteTools

/// The commands of a program, each with the function that runs the command.
///
///     let table = CommandTable<Int32>("proffer", version: "1.0", summary: "…", groups: [
///       CommandGroup("Bundles", [Command("pack", run: pack), Command("list", aliases: ["ls"], run: list)]),
///       CommandGroup("Types", [Command("type", summary: "…", commands: [Command("show", run: show)])]),
///     ])
///     switch try table.parse(words) {
///     case .help(let text), .version(let text): …
///     case .run(let status): …
///     }
///
/// Declarations are evaluated only when they are needed, so that the number of commands does not affect the
/// time to start the program.
package struct CommandTable<Outcome>: Sendable {
  private let root: Command<Outcome>
  private let groups: [CommandGroup<Outcome>]
  private let examples: KeyValuePairs<String, String>
  private let version: String
  private let options: @Sendable () -> [OptionDescription]
  private let sections: [ManualSection]
  private let pages: [ManualPage]
  private let topics: KeyValuePairs<String, String>

  /// - Parameters:
  ///   - details: paragraphs for the help and the manual.
  ///   - examples: command lines for the short help, each with an explanation.
  ///   - options: the program's own options, which can be given before or after the name of the command.
  ///   - topics: the topics that `help` accepts in addition to commands, each with a summary. The program
  ///     prints the text of a topic.
  ///   - sections: additional sections of the manual, such as the exit status.
  ///   - pages: the manual pages of groups of commands. The program's own page describes all other commands.
  ///   - groups: commands below headings of the help.
  ///   - commands: the other commands.
  package init(
    _ name: String, version: String, summary: String, details: String = "",
    examples: KeyValuePairs<String, String> = [:],
    options: @escaping @Sendable @autoclosure () -> [OptionDescription] = [],
    sections: [ManualSection] = [], pages: [ManualPage] = [], topics: KeyValuePairs<String, String> = [:],
    groups: [CommandGroup<Outcome>] = [], commands: [Command<Outcome>] = []
  ) {
    self.topics = topics
    self.examples = examples
    // Indices are used here and in `named(_:among:)`. `flatMap`, `append(contentsOf:)` and `for … in` would look up
    // conformances of arrays of a generic type in all modules of the program, which takes a tenth of the instructions of
    // its start.
    var all: [Command<Outcome>] = []
    for group in 0..<groups.count {
      for index in 0..<groups[group].commands.count { all.append(groups[group].commands[index]) }
    }
    for index in 0..<commands.count { all.append(commands[index]) }
    root = Command(name, summary: summary, details: details, commands: all)
    self.groups = groups
    self.version = version
    self.options = options
    self.sections = sections
    self.pages = pages
  }

  /// The description of the program for help, manual and completions.
  package var description: CommandDescription {
    var description = root.description
    description.version = version
    description.headings = groups.map { group in
      CommandHeading(title: group.title, names: group.commands.map(\.name))
    }
    description.examples = examples.map { CommandExample(command: $0.key, explanation: $0.value) }
    description.sections = sections
    description.pages = pages
    description.options += options() + [.version]
    description.subcommands.append(
      CommandDescription(
        name: "help",
        summary: topics.isEmpty ? "Show the help for a command." : "Show the help for a command or a topic.",
        usage: topics.isEmpty ? "[COMMAND…]" : "[COMMAND…|TOPIC]",
        subcommands: description.subcommands.map(\.withoutArguments)
          + topics.map { CommandDescription(name: $0.key, summary: $0.value) }))
    description.check()
    return description
  }

  /// Finds the command and parses its arguments.
  ///
  /// The program's own options are accepted but ignored.
  package func parse(
    _ words: [[UInt8]], helpWidth: Int = 80
  ) throws(CommandLineError) -> CommandRequest<Outcome> {
    var shared = SharedArguments()
    return try parse(words, helpWidth: helpWidth, shared: &shared)
  }

  /// Finds the command and parses its arguments.
  ///
  /// `--help` and `-h`, which requests the short form, are accepted anywhere before `--`. `--version` is accepted
  /// only before the command. `help COMMAND` is also accepted.
  ///
  /// - Parameters:
  ///   - words: the arguments as bytes, without the program's name.
  ///   - helpWidth: the maximum number of columns in a line of help.
  ///   - hasInput: whether the program has standard input to read. If true, `-` replaces a missing operand.
  ///   - shared: receives the program's own options, and the former names of options.
  package func parse(
    _ words: [[UInt8]], helpWidth: Int = 80, hasInput: Bool = false, shared: inout SharedArguments
  ) throws(CommandLineError) -> CommandRequest<Outcome> {
    let programOptions = options()
    var lexer = ArgumentLexer(words)
    var command = root
    var path = [root.name]
    var addedWords: [[UInt8]] = []
    while case .group(_, _, let commands, let fallback) = command.content {
      let unread = lexer.isInCluster ? nil : lexer.remainingWords
      guard let token = lexer.next() else {
        throw CommandLineError(
          .missingCommand, path.joined(separator: " "),
          reason: TextLayout.alternatives(commands.map(\.name)), in: path)
      }
      switch token {
      case .short(UInt8(ascii: "h")): return .help(helpText(path, .short, width: helpWidth))
      case .long(name: Array("help".utf8), value: nil):
        return .help(helpText(path, .full, width: helpWidth))
      case .short(UInt8(ascii: "V")) where path.count == 1,
        .long(name: Array("version".utf8), value: nil) where path.count == 1:
        return .version("\(root.name) \(version)")
      case .short, .long:
        if let option = try programOption(token, among: programOptions, &lexer, in: path) {
          shared.options.append(option)
          continue
        }
        if let form = lexer.helpAhead { return .help(helpText(path, form, width: helpWidth)) }
        guard let fallback, let unread else { throw misplaced(token, in: path) }
        command = fallback.command(among: commands)
        lexer = ArgumentLexer(unread)
        path.append(command.name)
      case .operand(let word):
        if path.count == 1, word == Array("help".utf8) {
          return .help(helpText(try self.path(to: lexer.remainingWords), .full, width: helpWidth))
        }
        if let found = named(word, among: commands) {
          command = found.command
          addedWords = found.arguments.map { Array($0.utf8) }
        } else if let fallback, let unread, fallback.accepts(word) {
          command = fallback.command(among: commands)
          lexer = ArgumentLexer(unread)
        } else {
          throw unknownCommand(word, among: commands, in: path)
        }
        path.append(command.name)
      }
    }
    guard case .single(let parse, _) = command.content else {
      return .help(helpText(path, .full, width: helpWidth))
    }
    switch try parse(addedWords + lexer.remainingWords, path, programOptions, hasInput, &shared) {
    case .help(let form): return .help(helpText(path, form, width: helpWidth))
    case .run(let outcome): return .run(outcome)
    }
  }

  /// Returns the short help of the program.
  package func shortHelp(width: Int = 80) -> String { helpText([root.name], .short, width: width) }

  /// Returns the program option named by a token before the command; nil if the token is not such an option.
  private func programOption(
    _ token: ArgumentLexer.Token, among options: [OptionDescription], _ lexer: inout ArgumentLexer,
    in path: [String]
  ) throws(CommandLineError) -> GivenOption? {
    let name: [UInt8]
    var attachedValue: [UInt8]?
    switch token {
    case .short(let letter): name = [UInt8(ascii: "-"), letter]
    case .long(let long, let value): (name, attachedValue) = (Array("--".utf8) + long, value)
    case .operand: return nil
    }
    for option in options {
      guard let known = option.names.first(where: { $0.utf8.elementsEqual(name) }) else { continue }
      let value = try lexer.value(of: option, typedAs: known, attachedValue: attachedValue, in: path)
      return GivenOption(name: option.names[0], value: value)
    }
    return nil
  }

  /// Returns the names that lead to the command for which help is requested, beginning with the program.
  private func path(to words: [[UInt8]]) throws(CommandLineError) -> [String] {
    var command = root
    var path = [root.name]
    var lexer = ArgumentLexer(words)
    while let token = lexer.next() {
      guard case .operand(let word) = token else { continue }
      guard case .group(_, _, let commands, _) = command.content else {
        throw CommandLineError(
          .unexpectedOperand, TextLayout.quoted(word),
          reason: "\(path.dropFirst().joined(separator: " ")) has no commands", in: path)
      }
      guard let found = named(word, among: commands) else {
        throw unknownCommand(word, among: commands, in: path)
      }
      command = found.command
      path.append(command.name)
    }
    return path
  }

  /// Returns the command with a name or alias, and the arguments for which the alias stands.
  private func named(
    _ word: [UInt8], among commands: [Command<Outcome>]
  ) -> (command: Command<Outcome>, arguments: [String])? {
    for index in 0..<commands.count {
      let command = commands[index]
      if command.name.utf8.elementsEqual(word) { return (command, []) }
      for alias in command.aliases where alias.name.utf8.elementsEqual(word) {
        return (command, alias.arguments)
      }
    }
    return nil
  }

  private func unknownCommand(
    _ word: [UInt8], among commands: [Command<Outcome>], in path: [String]
  ) -> CommandLineError {
    let names = commands.flatMap { [$0.name] + $0.aliases.map(\.name) }
    return CommandLineError(
      .unknownCommand, TextLayout.quoted(word), suggestion: Spelling.nearest(to: word, among: names),
      word: word, in: path)
  }

  private func helpText(_ path: [String], _ form: HelpForm, width: Int) -> String {
    var description = self.description
    for name in path.dropFirst() {
      guard let next = description.subcommands.first(where: { $0.name == name }) else { break }
      description = next
    }
    return switch form {
    case .short: description.shortHelp(after: path.dropLast(), width: width)
    case .full: description.help(after: path.dropLast(), width: width)
    }
  }

  /// Returns the error for an option that was given instead of the name of a command.
  private func misplaced(_ token: ArgumentLexer.Token, in path: [String]) -> CommandLineError {
    var known = OptionDescription.help.names
    if path.count == 1 { known += options().flatMap(\.names) + OptionDescription.version.names }
    switch token {
    case .short(let letter): return .unknownOption([UInt8(ascii: "-"), letter], known: known, in: path)
    case .operand(let word): return .unknownOption(word, known: known, in: path)
    case .long(let name, let value):
      let option = Array("--".utf8) + name
      if let value, let name = known.first(where: { $0.utf8.elementsEqual(option) }) {
        return .unexpectedValue(value, for: name, in: path)
      }
      return .unknownOption(option, known: known, in: path)
    }
  }
}

/// The amount of help that is requested.
enum HelpForm {
  /// One screen, for `-h`.
  case short
  /// Everything, for `--help` and `help`.
  case full
}

/// The parsed arguments of a command.
enum CommandParse<Outcome> {
  case help(HelpForm)
  case run(Outcome)
}

/// A parsed command line.
package enum CommandRequest<Outcome> {
  /// The text of the requested help.
  case help(String)
  /// The line with the name and version of the program.
  case version(String)
  /// The result of the function that ran the command.
  case run(Outcome)
}

/// Commands below one heading of the help.
package struct CommandGroup<Outcome>: Sendable {
  let title: String
  let commands: [Command<Outcome>]

  package init(_ title: String, _ commands: [Command<Outcome>]) {
    self.title = title
    self.commands = commands
  }
}

/// A command of a program, or a group of commands with the same first word.
package struct Command<Outcome>: Sendable {
  enum Content: Sendable {
    /// A command.
    ///
    case single(
      parse:
        @Sendable (
          _ words: [[UInt8]], _ path: [String], _ programOptions: [OptionDescription],
          _ hasInput: Bool, _ shared: inout SharedArguments
        ) throws(CommandLineError) -> CommandParse<Outcome>,
      describe: @Sendable () -> CommandDescription)
    case group(summary: String, details: String, [Command], fallback: Fallback?)
  }

  /// The command of a group that is meant if a word is not the name of a command, such as `of` in
  /// `type photo.jpg`.
  package struct Fallback: Sendable {
    let name: String
    /// Whether a word can be an operand of the command.
    let accepts: @Sendable (_ word: [UInt8]) -> Bool

    /// - Parameter accepts: returns whether a word can be an operand of the command. Another word is reported as
    ///   an unknown command.
    package init(_ name: String, where accepts: @escaping @Sendable (_ word: [UInt8]) -> Bool) {
      self.name = name
      self.accepts = accepts
    }

    func command(among commands: [Command]) -> Command {
      guard let command = commands.first(where: { $0.name == name }) else {
        preconditionFailure("there is no command \(name)")
      }
      return command
    }
  }

  let name: String
  let aliases: [CommandAlias]
  private let isRare: Bool
  let content: Content

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - aliases: other names. The arguments for which a name stands can follow it, as in `cat -o -`.
  ///   - isRare: whether the command is listed only in the full help.
  ///   - run: runs the command; called only with valid arguments.
  package init<Arguments: CommandArguments>(
    _ name: String, aliases: [String] = [], isRare: Bool = false,
    run: @escaping @Sendable (Arguments) -> Outcome
  ) {
    self.name = name
    self.aliases = aliases.map(CommandAlias.init)
    self.isRare = isRare
    content = .single(
      parse: { words, path, programOptions, hasInput, shared throws(CommandLineError) in
        var parser = CommandParser(
          Arguments.declaration, words: words, path: path, programOptions: programOptions,
          hasInput: hasInput)
        switch try parser.parse() {
        case .help(let form): return .help(form)
        case .run(let arguments):
          shared.add(parser.shared)
          return .run(run(arguments))
        }
      },
      describe: { Arguments.declaration.described(as: name) })
  }

  /// Creates a group of commands.
  ///
  /// - Parameter fallback: the command that is meant if the word after the name is not a command; nil if there is
  ///   none.
  package init(
    _ name: String, summary: String, details: String = "", commands: [Command], fallback: Fallback? = nil
  ) {
    self.name = name
    aliases = []
    isRare = false
    content = .group(summary: summary, details: details, commands, fallback: fallback)
  }

  var description: CommandDescription {
    var description: CommandDescription
    switch content {
    case .single(_, let describe): description = describe()
    case .group(let summary, let details, let commands, let fallback):
      description = CommandDescription(
        name: name, summary: summary, details: details, options: [.help],
        subcommands: commands.map(\.description))
      description.fallback = fallback?.name
    }
    description.aliases = aliases
    description.isRare = isRare
    return description
  }
}
