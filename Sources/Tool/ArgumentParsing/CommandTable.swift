/// The commands of a program, each with what runs it.
///
///     let table = CommandTable<Int32>("proffer", version: "1.0", summary: "…") {
///       Command("pack", PackArguments.self) { try pack($0) }
///       CommandGroup("type", summary: "…") {
///         Command("show", ShowArguments.self) { try show($0) }
///       }
///     }
///     switch try table.parse(words) {
///     case .help(let text), .version(let text): …
///     case .run(let action): status = try action()
///     }
///
/// A command's declaration is not made before it is needed, so that a program of many commands starts as fast as one
/// of few. Commands run where they are called: a hop to another thread would cost a short one a tenth of its time.
package struct CommandTable<Outcome: Sendable>: Sendable {
  private let root: CommandEntry<Outcome>
  private let version: String
  private let options: [OptionDescription]
  private let sections: KeyValuePairs<String, String>

  /// - Parameters:
  ///   - details: paragraphs for help and manual.
  ///   - options: what the program takes off the command line itself, before the words are parsed; help, manual and
  ///     completions name it.
  ///   - sections: further sections of the manual, such as the exit status: titles and paragraphs.
  package init(
    _ name: String, version: String, summary: String, details: String = "",
    options: [OptionDescription] = [], sections: KeyValuePairs<String, String> = [:],
    @CommandBuilder<Outcome> _ commands: () -> [CommandEntry<Outcome>]
  ) {
    root = CommandGroup(name, summary: summary, details: details, commands).entry
    self.version = version
    self.options = options
    self.sections = sections
  }

  /// What the writers of help, manual and completions are given.
  package var description: CommandDescription {
    var description = root.description
    description.version = version
    description.sections = sections.map { ManualSection(title: $0.key, text: $0.value) }
    let names = description.subcommands.map(\.name)
    description.options += options + [.version]
    description.subcommands.append(
      CommandDescription(
        name: "help", summary: "Show the help of a command.",
        operands: [
          OperandDescription(
            placeholder: "COMMAND", kind: .choice(names), count: 0 ... .max,
            help: "The command, and the one of a group after it.")
        ]))
    return description
  }

  /// Finds the command and reads its arguments.
  ///
  /// `--help` and `-h` may stand anywhere before `--`, `--version` before the command; `help COMMAND` is known too.
  ///
  /// - Parameters:
  ///   - words: the arguments as bytes, without the program's name.
  ///   - helpWidth: how many columns a line of help may have.
  package func parse(_ words: [[UInt8]], helpWidth: Int = 80) throws(CommandLineError) -> CommandRequest<
    Outcome
  > {
    var lexer = ArgumentLexer(words)
    var entry = root
    var path = [root.name]
    while case .group(let entries, _) = entry.content {
      guard let token = lexer.next() else { throw missingCommand(entries, in: path) }
      switch token {
      case .short(UInt8(ascii: "h")), .long(name: Array("help".utf8), value: nil):
        return .help(helpText(path, width: helpWidth))
      case .long(name: Array("version".utf8), value: nil) where path.count == 1:
        return .version("\(root.name) \(version)")
      case .short, .long:
        if lexer.hasHelpAhead { return .help(helpText(path, width: helpWidth)) }
        throw misplaced(token, in: path)
      case .operand(let word):
        if path.count == 1 && word == Array("help".utf8) {
          return .help(helpText(try self.path(to: lexer.remainingWords), width: helpWidth))
        }
        entry = try find(word, among: entries, in: path)
        path.append(entry.name)
      }
    }
    guard case .command(let parse, _) = entry.content, let action = try parse(lexer.remainingWords, path)
    else {
      return .help(helpText(path, width: helpWidth))
    }
    return .run(action)
  }

  /// The command that the words after `help` name, from the program on.
  private func path(to words: [[UInt8]]) throws(CommandLineError) -> [String] {
    var entry = root
    var path = [root.name]
    var lexer = ArgumentLexer(words)
    while let token = lexer.next() {
      guard case .operand(let word) = token else { continue }
      guard case .group(let entries, _) = entry.content else {
        throw CommandLineError(
          .unexpectedOperand,
          "unexpected operand \(WordText.quoted(word)): \(path.dropFirst().joined(separator: " ")) has no commands",
          in: path)
      }
      entry = try find(word, among: entries, in: path)
      path.append(entry.name)
    }
    return path
  }

  private func find(
    _ word: [UInt8], among entries: [CommandEntry<Outcome>], in path: [String]
  ) throws(CommandLineError) -> CommandEntry<Outcome> {
    for entry in entries where entry.name.utf8.elementsEqual(word) { return entry }
    throw CommandLineError(
      .unknownCommand, "unknown command \(WordText.quoted(word))",
      suggestion: NearestName.to(word, among: entries.map(\.name)), in: path)
  }

  private func helpText(_ path: [String], width: Int) -> String {
    var description = self.description
    for name in path.dropFirst() {
      guard let next = description.subcommands.first(where: { $0.name == name }) else { break }
      description = next
    }
    return description.help(after: path.dropLast(), width: width)
  }

  private func missingCommand(_ entries: [CommandEntry<Outcome>], in path: [String]) -> CommandLineError {
    let names = WordText.alternatives(entries.map(\.name))
    let command = path.joined(separator: " ")
    return CommandLineError(.missingCommand, "\(command) needs a command: \(names)", in: path)
  }

  /// The error for an option where only a command's name, help or the version can come.
  private func misplaced(_ token: ArgumentLexer.Token, in path: [String]) -> CommandLineError {
    let known =
      OptionDescription.help.names
      + (path.count == 1 ? options.flatMap(\.names) + OptionDescription.version.names : [])
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

/// What a command line asks of a program.
package enum CommandRequest<Outcome: Sendable>: Sendable {
  /// Show this help.
  case help(String)
  /// Show this line.
  case version(String)
  /// Run this command, whose arguments are right.
  case run(CommandAction<Outcome>)
}

package typealias CommandAction<Outcome> = @Sendable () throws -> Outcome
