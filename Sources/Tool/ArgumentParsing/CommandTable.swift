import ByteTools

/// The commands of a program, each with a function that runs it.
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
/// Declarations are made when they are needed, so that a program with many commands starts as fast as one
/// with few.
package struct CommandTable<Outcome>: Sendable {
  private let root: Command<Outcome>
  private let version: String
  private let options: @Sendable () -> [OptionDescription]
  private let sections: [ManualSection]
  private let pages: [ManualPage]
  private let topics: KeyValuePairs<String, String>

  /// - Parameters:
  ///   - details: paragraphs for help and manual.
  ///   - options: the program's own options, which may be before the command and among the command's options.
  ///   - topics: the topics of `help` besides commands, each with a summary; the program shows their text.
  ///   - sections: further sections of the manual, such as the exit status.
  ///   - pages: pages of the manual for some of the commands; the others are on the program's own page.
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

  /// Finds the command and parses its arguments; ignores the program's own options.
  package func parse(
    _ words: [[UInt8]], helpWidth: Int = 80
  ) throws(CommandLineError) -> CommandRequest<Outcome> {
    var given: [GivenOption] = []
    return try parse(words, helpWidth: helpWidth, programOptions: &given)
  }

  /// Finds the command and parses its arguments.
  ///
  /// `--help` and `-h` are accepted anywhere before `--`, and `--version` before the command. `help COMMAND`
  /// is accepted too.
  ///
  /// - Parameters:
  ///   - words: the arguments as bytes, without the program's name.
  ///   - helpWidth: the maximum number of columns in a line of help.
  ///   - given: receives the program's own options, in order.
  package func parse(
    _ words: [[UInt8]], helpWidth: Int = 80, programOptions given: inout [GivenOption]
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
      let outcome = try parse(lexer.remainingWords, path, programOptions, &given)
    else { return .help(helpText(path, width: helpWidth)) }
    return .run(outcome)
  }

  /// The program's own option named by a token before the command; nil if the token names none.
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

  /// The path of names from the program to the command that is named after `help`.
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

  /// The error for an option in the place of a command's name.
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

/// The request of a command line.
package enum CommandRequest<Outcome> {
  /// Show this help.
  case help(String)
  /// Show this line.
  case version(String)
  /// The result of a command's function, which was called with valid arguments.
  case run(Outcome)
}

/// A command of a program, or a group of commands with the same first word.
package struct Command<Outcome>: Sendable {
  enum Content: Sendable {
    /// `parse` returns nil if help is requested.
    case single(
      parse:
        @Sendable (
          _ words: [[UInt8]], _ path: [String], _ programOptions: [OptionDescription],
          _ given: inout [GivenOption]
        ) throws(CommandLineError) -> Outcome?,
      describe: @Sendable () -> CommandDescription)
    case group(summary: String, details: String, [Command])
  }

  let name: String
  /// Alternative names, which help does not list.
  let aliases: [String]
  let content: Content

  /// A command.
  ///
  /// - Parameters:
  ///   - aliases: alternative names, which help does not list.
  ///   - run: called with the arguments if they are valid.
  package init<Arguments: CommandArguments>(
    _ name: String, aliases: [String] = [], run: @escaping @Sendable (Arguments) -> Outcome
  ) {
    self.name = name
    self.aliases = aliases
    content = .single(
      parse: { words, path, programOptions, given throws(CommandLineError) in
        var parser = CommandParser(
          Arguments.declaration, words: words, path: path, programOptions: programOptions)
        guard let arguments = try parser.parse() else { return nil }
        given += parser.givenProgramOptions
        return run(arguments)
      },
      describe: { Arguments.declaration.described(as: name) })
  }

  /// A group of commands.
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
