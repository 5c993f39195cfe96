/// What help, manual and completions know of a program or a command: everything but what it does.
package struct CommandDescription: Equatable, Sendable {
  /// The word that is typed for it.
  package var name: String
  /// One line: what it does.
  package var summary: String
  /// What follows the name in the synopsis; nil has it made from the options and operands.
  package var usage: String?
  /// Paragraphs, parted by empty lines; an indented line keeps its layout.
  package var details = ""
  package var examples: [CommandExample] = []
  package var options: [OptionDescription] = []
  package var operands: [OperandDescription] = []
  package var subcommands: [CommandDescription] = []
  /// Further sections of the manual; only the program's are shown.
  package var sections: [ManualSection] = []
  /// The program's version; empty for a command.
  package var version = ""
}

/// A command line worth showing.
package struct CommandExample: Equatable, Sendable {
  package let command: String
  package let explanation: String
}

/// A section of the manual that belongs to no command.
package struct ManualSection: Equatable, Sendable {
  package let title: String
  /// Paragraphs, as in `CommandDescription.details`.
  package let text: String
}

/// An option or a flag.
package struct OptionDescription: Equatable, Sendable {
  /// What is typed, dashes included, short names first.
  package let names: [String]
  /// What stands for its value in help; nil for a flag.
  package let placeholder: String?
  package let kind: ValueKind
  /// Whether a value is several, parted by commas.
  package let isList: Bool
  package let isRequired: Bool
  package let isRepeatable: Bool
  package let help: String

  /// The first name with the placeholder, as in "-o BUNDLE".
  var shortForm: String { names[0] + (placeholder.map { " \($0)" } ?? "") }

  /// All names with the placeholder, as in "-o, --output BUNDLE".
  var fullForm: String { names.joined(separator: ", ") + (placeholder.map { " \($0)" } ?? "") }

  /// The option that every command has.
  static let help = OptionDescription(
    names: ["-h", "--help"], placeholder: nil, kind: .text, isList: false, isRequired: false,
    isRepeatable: false,
    help: "Show this help.")
  /// The option that a program has before its command.
  static let version = OptionDescription(
    names: ["--version"], placeholder: nil, kind: .text, isList: false, isRequired: false,
    isRepeatable: false,
    help: "Show the version.")
}

extension OptionDescription {
  /// Describes an option of a program that comes before its command and has one value.
  package init(
    programOption name: String, _ placeholder: String, kind: ValueKind, isRepeatable: Bool, help: String
  ) {
    self.init(
      names: [name], placeholder: placeholder, kind: kind, isList: false, isRequired: false,
      isRepeatable: isRepeatable, help: help)
  }
}

/// An operand, or a row of them.
package struct OperandDescription: Equatable, Sendable {
  package let placeholder: String
  package let kind: ValueKind
  package let count: ClosedRange<Int>
  package let help: String

  /// The operand in a synopsis: "FILE", "[FILE]", "FILE…" or "[FILE…]".
  var form: String {
    let form = placeholder + (count.upperBound > 1 ? "…" : "")
    return count.lowerBound == 0 ? "[\(form)]" : form
  }
}

extension CommandDescription {
  /// The command line in one line, after the names that lead to this command.
  func synopsis(after path: [String]) -> String {
    let names = (path + [name]).joined(separator: " ")
    if let usage { return "\(names) \(usage)" }
    if !subcommands.isEmpty { return "\(names) COMMAND [ARGUMENT…]" }
    let required = options.filter(\.isRequired)
    let hasOthers = options.contains { !$0.isRequired && $0 != .help }
    let parts = (hasOthers ? ["[OPTION…]"] : []) + required.map(\.shortForm) + operands.map(\.form)
    return ([names] + parts).joined(separator: " ")
  }

  /// Visits this command and all below it, each with the names that lead to it from here.
  func walk(_ path: [String] = [], _ visit: (_ path: [String], _ command: CommandDescription) -> Void) {
    visit(path, self)
    for subcommand in subcommands { subcommand.walk(path + [subcommand.name], visit) }
  }
}
