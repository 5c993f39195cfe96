import ByteTools

/// The commands of a program, each with the function that runs the command.
///
///     let table = CommandTable<Int32>("proffer", version: "1.0", summary: "…", commands: [
///       Command("pack", run: pack),
///       Command("type", summary: "…", commands: [Command("show", run: show)]),
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
  private let version: String
  private let options: @Sendable () -> [OptionDescription]
  private let sections: [ManualSection]
  private let pages: [ManualPage]
  private let topics: KeyValuePairs<String, String>

  /// - Parameters:
  ///   - details: paragraphs for the help and the manual.
  ///   - options: the program's own options, which can be given before or after the name of the command.
  ///   - topics: the topics that `help` accepts in addition to commands, each with a summary. The program
  ///     prints the text of a topic.
  ///   - sections: additional sections of the manual, such as the exit status.
  ///   - pages: the manual pages of groups of commands. The program's own page describes all other commands.
  package init(
    _ name: String, version: String, summary: String, details: String = "",
    options: @escaping @Sendable @autoclosure () -> [OptionDescription] = [],
    sections: [ManualSection] = [], pages: [ManualPage] = [], topics: KeyValuePairs<String, String> = [:],
    commands: [Command<Outcome>]
  ) {
    self.topics = topics
    root = Command(name, summary: summary, details: details, commands: commands)
    self.version = version
    self.options = options
    self.sections = sections
    self.pages = pages
  }

  /// The description of the program for help, manual and completions.
  package var description: CommandDescription {
    var description = root.description
    description.version = version
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
    var given: [GivenOption] = []
    return try parse(words, helpWidth: helpWidth, programOptions: &given)
  }

  /// Finds the command and parses its arguments.
  ///
  /// `--help` and `-h` are accepted anywhere before `--`. `--version` is accepted only before the command.
  /// `help COMMAND` is also accepted.
  ///
  /// - Parameters:
  ///   - words: the arguments as bytes, without the program's name.
  ///   - helpWidth: the maximum number of columns in a line of help.
  ///   - hasInput: whether the program has standard input to read. If true, `-` replaces a missing operand.
  ///   - given: receives the program's own options, in the order of the command line.
  package func parse(
    _ words: [[UInt8]], helpWidth: Int = 80, hasInput: Bool = false,
    programOptions given: inout [GivenOption]
  ) throws(CommandLineError) -> CommandRequest<Outcome> {
    let programOptions = options()
    var lexer = ArgumentLexer(words)
    var command = root
    var path = [root.name]
    while case .group(_, _, let commands) = command.content {
      guard let token = lexer.next() else {
        throw CommandLineError(
          .missingCommand, path.joined(separator: " "),
          reason: TextLayout.alternatives(commands.map(\.name)), in: path)
      }
      switch token {
      case .short(UInt8(ascii: "h")), .long(name: Array("help".utf8), value: nil):
        return .help(helpText(path, width: helpWidth))
      case .short(UInt8(ascii: "V")) where path.count == 1,
        .long(name: Array("version".utf8), value: nil) where path.count == 1:
        return .version("\(root.name) \(version)")
      case .short, .long:
        if let option = try programOption(token, among: programOptions, &lexer, in: path) {
          given.append(option)
          continue
        }
        if lexer.hasHelpAhead { return .help(helpText(path, width: helpWidth)) }
        throw misplaced(token, in: path)
      case .operand(let word):
        if path.count == 1, word == Array("help".utf8) {
          return .help(helpText(try self.path(to: lexer.remainingWords), width: helpWidth))
        }
        command = try find(word, among: commands, in: path)
        path.append(command.name)
      }
    }
    guard case .single(let parse, _) = command.content,
      let outcome = try parse(lexer.remainingWords, path, programOptions, hasInput, &given)
    else { return .help(helpText(path, width: helpWidth)) }
    return .run(outcome)
  }

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
      guard case .group(_, _, let commands) = command.content else {
        throw CommandLineError(
          .unexpectedOperand, TextLayout.quoted(word),
          reason: "\(path.dropFirst().joined(separator: " ")) has no commands", in: path)
      }
      command = try find(word, among: commands, in: path)
      path.append(command.name)
    }
    return path
  }

  private func find(
    _ word: [UInt8], among commands: [Command<Outcome>], in path: [String]
  ) throws(CommandLineError) -> Command<Outcome> {
    for command in commands
    where ([command.name] + command.aliases).contains(where: { $0.utf8.elementsEqual(word) }) {
      return command
    }
    throw CommandLineError(
      .unknownCommand, TextLayout.quoted(word),
      suggestion: Spelling.nearest(to: word, among: commands.map(\.name)), in: path)
  }

  private func helpText(_ path: [String], width: Int) -> String {
    var description = self.description
    for name in path.dropFirst() {
      guard let next = description.subcommands.first(where: { $0.name == name }) else { break }
      description = next
    }
    return description.help(after: path.dropLast(), width: width)
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

/// A parsed command line.
package enum CommandRequest<Outcome> {
  /// The text of the requested help.
  case help(String)
  /// The line with the name and version of the program.
  case version(String)
  /// The result of the function that ran the command.
  case run(Outcome)
}

/// A command of a program, or a group of commands with the same first word.
package struct Command<Outcome>: Sendable {
  enum Content: Sendable {
    /// A command.
    ///
    /// `parse` returns nil if help is requested.
    case single(
      parse:
        @Sendable (
          _ words: [[UInt8]], _ path: [String], _ programOptions: [OptionDescription],
          _ hasInput: Bool, _ given: inout [GivenOption]
        ) throws(CommandLineError) -> Outcome?,
      describe: @Sendable () -> CommandDescription)
    case group(summary: String, details: String, [Command])
  }

  let name: String
  /// Alternative names, which are not listed in help.
  let aliases: [String]
  let content: Content

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - aliases: alternative names, which are not listed in help.
  ///   - run: runs the command; called only with valid arguments.
  package init<Arguments: CommandArguments>(
    _ name: String, aliases: [String] = [], run: @escaping @Sendable (Arguments) -> Outcome
  ) {
    self.name = name
    self.aliases = aliases
    content = .single(
      parse: { words, path, programOptions, hasInput, given throws(CommandLineError) in
        var parser = CommandParser(
          Arguments.declaration, words: words, path: path, programOptions: programOptions,
          hasInput: hasInput)
        guard let arguments = try parser.parse() else { return nil }
        given += parser.givenProgramOptions
        return run(arguments)
      },
      describe: { Arguments.declaration.described(as: name) })
  }

  /// Creates a group of commands.
  package init(_ name: String, summary: String, details: String = "", commands: [Command]) {
    self.name = name
    aliases = []
    content = .group(summary: summary, details: details, commands)
  }

  var description: CommandDescription {
    switch content {
    case .single(_, let describe): describe()
    case .group(let summary, let details, let commands):
      CommandDescription(
        name: name, summary: summary, details: details, options: [.help],
        subcommands: commands.map(\.description))
    }
  }
}
