/// The arguments of a command, parsed: a struct whose properties its declaration fills.
///
///     struct PackArguments: CommandArguments {
///       var output: PathArgument?
///       var words: [PackWord] = []
///
///       static var declaration: CommandDeclaration<PackArguments> {
///         CommandDeclaration(summary: "Pack files into a bundle.") {
///           option("-o", "--output", "BUNDLE", to: \.output, as: PathArgument.output, help: "Write the bundle there.")
///           operands("FILE", appendingTo: \.words, as: PackWord.file, help: "A file to pack.")
///         }
///       }
///     }
package protocol CommandArguments: Sendable {
  /// The arguments before any word is read; a property keeps its value unless a word sets it.
  init()

  static var declaration: CommandDeclaration<Self> { get }

  /// Checks that the arguments are compatible with each other.
  func check() throws(ArgumentProblem)
}

extension CommandArguments {
  /// Default implementation; accepts all arguments.
  package func check() throws(ArgumentProblem) {}
}

/// What a command takes, and what help and manual say about it.
///
/// The command's name is given where it is added to a program.
package struct CommandDeclaration<Arguments: CommandArguments>: Sendable {
  let parameters: [CommandParameter<Arguments>]
  private let summary: String
  private let usage: String?
  private let details: String
  private let examples: KeyValuePairs<String, String>

  /// - Parameters:
  ///   - summary: one line: what the command does.
  ///   - usage: what follows the command's name in the synopsis; nil has it made from the parameters.
  ///   - details: paragraphs for help and manual, separated by empty lines; an indented line keeps its layout.
  ///   - examples: command lines, each with what it does.
  ///   - parameters: options, flags and operands in the order in which help lists them and operands are filled.
  package init(
    summary: String, usage: String? = nil, details: String = "",
    examples: KeyValuePairs<String, String> = [:],
    @ParameterBuilder<Arguments> _ parameters: () -> [CommandParameter<Arguments>]
  ) {
    self.parameters = parameters()
    self.summary = summary
    self.usage = usage
    self.details = details
    self.examples = examples
  }

  /// A declaration without parameters.
  package init(summary: String, details: String = "", examples: KeyValuePairs<String, String> = [:]) {
    self.init(summary: summary, details: details, examples: examples) { [] }
  }

  /// The declaration under a name, for the writers of help, manual and completions.
  ///
  /// The mistakes of a declaration trap here and not when a command line is parsed: the manual describes every command,
  /// so that a test finds them, and a program does not look for its own mistakes at each start.
  func described(as name: String) -> CommandDescription {
    var description = CommandDescription(
      name: name, summary: summary, usage: usage, details: details,
      examples: examples.map { CommandExample(command: $0.key, explanation: $0.value) })
    for parameter in parameters {
      switch parameter.kind {
      case .option(let option): description.options.append(option)
      case .operand(let operand): description.operands.append(operand)
      }
    }
    description.options.append(.help)
    description.check()
    return description
  }
}

/// Lets a declaration be written one parameter a line, and lets several declarations share some of their lines.
@resultBuilder
package enum ParameterBuilder<Arguments: Sendable> {
  package typealias Parameters = [CommandParameter<Arguments>]

  package static func buildExpression(_ parameter: CommandParameter<Arguments>) -> Parameters { [parameter] }

  package static func buildExpression(_ parameters: Parameters) -> Parameters { parameters }

  package static func buildBlock(_ groups: Parameters...) -> Parameters {
    var all: Parameters = []
    // One by one: to append a sequence, a cold process first looks up what the array's generic members conform to.
    for group in groups { for parameter in group { all.append(parameter) } }
    return all
  }
}
