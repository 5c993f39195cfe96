/// The description of a program or a command, for help, manual and completions.
package struct CommandDescription: Equatable, Sendable {
  /// The name of the program or command on the command line.
  package var name: String
  /// A description in one line.
  package var summary: String
  /// The synopsis after the name; if nil, it is generated from the options and operands.
  package var usage: String?
  /// Paragraphs, separated by empty lines.
  ///
  /// Indented lines are not reflowed.
  package var details = ""
  package var examples: [CommandExample] = []
  package var options: [OptionDescription] = []
  package var operands: [OperandDescription] = []
  package var subcommands: [CommandDescription] = []
  /// Other names of the command.
  package var aliases: [CommandAlias] = []
  /// Whether the command is listed only in the full help.
  package var isRare = false
  /// The subcommands by headings, for help; empty if they have none.
  package var headings: [CommandHeading] = []
  /// The name of the subcommand that is meant if a file is given in place of a name; nil if there is none.
  package var fallback: String?
  /// Additional sections of the program's manual page; empty for a command.
  package var sections: [ManualSection] = []
  /// The manual pages of groups of commands, in addition to the program's own page.
  package var pages: [ManualPage] = []
  /// The program's version; empty for a command.
  package var version = ""
}

/// Another name of a command, with the arguments for which it stands.
package struct CommandAlias: Equatable, Sendable {
  package let name: String
  /// The arguments before those of the command line.
  let arguments: [String]

  /// - Parameter text: the name and the arguments, separated by spaces.
  init(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    name = words[0]
    arguments = Array(words.dropFirst())
  }
}

/// A heading of a list of commands, with the names of the commands below it.
package struct CommandHeading: Equatable, Sendable {
  package let title: String
  package let names: [String]
}

/// A command line that is an example, with its explanation.
package struct CommandExample: Equatable, Sendable {
  package let command: String
  package let explanation: String
}

/// A section of a manual page.
package struct ManualSection: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    /// Paragraphs in the syntax of `CommandDescription.details`.
    case text(String)
    /// Terms, each with its description.
    case terms([Term])
  }

  /// A term and its description.
  package struct Term: Equatable, Sendable {
    let name: String
    let text: String
  }

  package let title: String
  package let content: Content

  package init(_ title: String, _ text: String) {
    self.title = title
    content = .text(text)
  }

  package init(_ title: String, terms: KeyValuePairs<String, String>) {
    self.title = title
    content = .terms(terms.map { Term(name: $0.key, text: $0.value) })
  }
}

/// A manual page about some commands of a program.
package struct ManualPage: Equatable, Sendable {
  /// The part of the page's name after the name of the program and a dash.
  package let name: String
  /// A description of the commands in one line.
  let summary: String
  /// The names of the commands that the page describes.
  let commands: [String]
  let sections: [ManualSection]

  package init(_ name: String, summary: String, commands: [String], sections: [ManualSection] = []) {
    self.name = name
    self.summary = summary
    self.commands = commands
    self.sections = sections
  }
}

/// An option or a flag.
package struct OptionDescription: Equatable, Sendable {
  /// The names with their dashes, short names first.
  package let names: [String]
  /// The placeholder for the value in help; nil for a flag.
  package let placeholder: String?
  package let kind: ValueKind
  /// Whether the value is a comma-separated list.
  package let isList: Bool
  package let isRequired: Bool
  package let isRepeatable: Bool
  package let help: String
  /// The names of the option in earlier versions.
  ///
  /// They are accepted with a note, but are not listed.
  package var formerNames: [String] = []
  /// Whether the option is listed only in the full help.
  package var isRare = false

  /// The first name with the placeholder, as in "-o BUNDLE".
  var shortForm: String { names[0] + (placeholder.map { " \($0)" } ?? "") }

  /// All names with the placeholder, as in "-o, --output BUNDLE".
  var fullForm: String { names.joined(separator: ", ") + (placeholder.map { " \($0)" } ?? "") }

  /// The option `--help`, which every command has.
  static let help = OptionDescription(
    flag: ["-h", "--help"], help: "Show the help. With -h, only the most important options are shown.")
  /// The option `--version`, which can only be given before the command.
  static let version = OptionDescription(flag: ["-V", "--version"], help: "Show the version.")
}

extension OptionDescription {
  /// Creates an option with a value.
  ///
  /// The last element of `spelling` is the placeholder. An example is `["-o", "--output", "BUNDLE"]`.
  package init(
    _ spelling: [String], _ kind: ValueKind, isList: Bool = false, isRequired: Bool = false,
    isRepeatable: Bool = false, help: String
  ) {
    self.init(
      names: Array(spelling.dropLast()), placeholder: spelling[spelling.count - 1], kind: kind,
      isList: isList,
      isRequired: isRequired, isRepeatable: isRepeatable, help: help)
  }

  /// Creates a flag with the given names.
  package init(flag names: [String], isRepeatable: Bool = false, help: String) {
    self.init(
      names: names, placeholder: nil, kind: .text, isList: false, isRequired: false,
      isRepeatable: isRepeatable, help: help)
  }
}

/// An operand, or several operands of the same kind.
package struct OperandDescription: Equatable, Sendable {
  package let placeholder: String
  package let kind: ValueKind
  package let count: ClosedRange<Int>
  /// Whether standard input is read if a required operand is missing.
  package let isInputByDefault: Bool
  /// The first name of the option that can replace a required operand; nil if there is none.
  package let substitute: String?
  package let help: String

  init(
    placeholder: String, kind: ValueKind, count: ClosedRange<Int>, isInputByDefault: Bool = false,
    substitute: String? = nil, help: String
  ) {
    self.placeholder = placeholder
    self.kind = kind
    self.count = count
    self.isInputByDefault = isInputByDefault
    self.substitute = substitute
    self.help = help
  }

  /// The operand in a synopsis: "FILE", "[FILE]", "FILE…" or "[FILE…]".
  var form: String {
    let form = placeholder + (count.upperBound > 1 ? "…" : "")
    return count.lowerBound == 0 || isInputByDefault ? "[\(form)]" : form
  }

  /// The help, followed by the meaning of a missing operand.
  var fullHelp: String { isInputByDefault ? "\(help) The default is - (standard input)." : help }
}

extension CommandDescription {
  /// Returns the synopsis in one line, which begins with the given names and the name of this command.
  func synopsis(after path: [String]) -> String {
    let names = (path + [name]).joined(separator: " ")
    if let usage { return "\(names) \(usage)" }
    if !subcommands.isEmpty { return "\(names) COMMAND [ARGUMENT…]" }
    let required = options.filter(\.isRequired)
    let hasOthers = options.contains { !$0.isRequired && $0 != .help }
    let parts = (hasOthers ? ["[OPTION…]"] : []) + required.map(\.shortForm) + operands.map(\.form)
    return ([names] + parts).joined(separator: " ")
  }

  /// The name of the command and its aliases.
  var allNames: [String] { [name] + aliases.map(\.name) }

  /// The subcommand that is meant if a word is not the name of a command; nil if there is none.
  var fallbackCommand: CommandDescription? { subcommands.first { $0.name == fallback } }

  /// A copy with only the name, the summary and the subcommands, which are reduced in the same way.
  var withoutArguments: CommandDescription {
    CommandDescription(name: name, summary: summary, subcommands: subcommands.map(\.withoutArguments))
  }

  /// Calls a function with this command and with all commands below it.
  ///
  /// The function also receives the path of names that leads from this command to the visited command.
  func walk(_ path: [String] = [], _ visit: (_ path: [String], _ command: CommandDescription) -> Void) {
    visit(path, self)
    for subcommand in subcommands { subcommand.walk(path + [subcommand.name], visit) }
  }
}

extension CommandDescription {
  /// Traps if an argument could never be parsed, or if a name is not valid or not unique.
  func check() {
    var described: Set<String> = []
    for name in pages.flatMap(\.commands) {
      precondition(
        subcommands.contains { $0.name == name }, "a manual page refers to the unknown command \(name)")
      precondition(described.insert(name).inserted, "two manual pages describe \(name)")
    }
    precondition(isPlain(name) && !name.hasPrefix("-"), "\(name) is not a name for a command")
    for name in headings.flatMap(\.names) {
      precondition(
        subcommands.contains { $0.name == name }, "a help heading refers to the unknown command \(name)")
    }
    if let fallback {
      precondition(subcommands.contains { $0.name == fallback }, "\(fallback) is not a command of \(name)")
    }
    var names: Set<String> = []
    for option in options {
      precondition(!option.names.isEmpty, "an option without a name")
      precondition(option.placeholder?.hasPrefix("-") != true, "\(option.names) has no placeholder")
      for name in option.names + option.formerNames {
        let isShort = name.utf8.count == 2 && name.hasPrefix("-") && name != "--"
        let isLong = name.utf8.count > 3 && name.hasPrefix("--") && isPlain(name)
        precondition(isShort || isLong, "\(name) is not a name for an option")
        precondition(names.insert(name).inserted, "\(name) is declared twice")
      }
    }
    for (operand, next) in zip(operands, operands.dropFirst()) {
      precondition(
        operand.count.upperBound == 1, "an operand follows an operand that accepts any number of words")
      precondition(
        operand.count.lowerBound > 0 || next.count.lowerBound == 0, "a required operand after an optional one"
      )
    }
  }

  /// Returns whether a name can be part of a function name in completion scripts.
  private func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
