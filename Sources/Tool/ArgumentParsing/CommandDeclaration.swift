/// The arguments of a command, parsed: a struct whose properties its declaration fills.
///
///     struct PackArguments: CommandArguments {
///       var output: [UInt8]?
///       var words: [PackWord] = []
///
///       static var declaration: CommandDeclaration<PackArguments> {
///         CommandDeclaration(summary: "Pack files into a bundle.") {
///           Option("-o", "--output", "BUNDLE", to: \.output, as: .file, help: "Write the bundle there.")
///           Operands("FILE", appendingTo: \.words, as: .file(PackWord.file), help: "A file to pack.")
///         }
///       }
///     }
package protocol CommandArguments: Sendable {
  /// The arguments before any word is read; what no word sets stays like this.
  init()

  static var declaration: CommandDeclaration<Self> { get }

  /// Checks what no single option can: whether the arguments go together.
  func check() throws(ArgumentProblem)
}

extension CommandArguments {
  package func check() throws(ArgumentProblem) {}
}

/// What a command takes, and what help and manual say of it.
///
/// Its name is given where it joins a program.
package struct CommandDeclaration<Arguments: CommandArguments>: Sendable {
  let parameters: [CommandParameter<Arguments>]
  let summary: String
  let usage: String?
  let details: String
  let examples: [CommandExample]

  /// - Parameters:
  ///   - summary: one line: what the command does.
  ///   - usage: what follows the command's name in the synopsis; nil has it made from the parameters.
  ///   - details: paragraphs for help and manual, parted by empty lines; an indented line keeps its layout.
  ///   - examples: command lines, each with what it does.
  ///   - parameters: options, flags and operands in the order in which help lists them and operands are filled.
  package init(
    summary: String, usage: String? = nil, details: String = "",
    examples: KeyValuePairs<String, String> = [:],
    @ParameterBuilder<Arguments> _ parameters: () -> [CommandParameter<Arguments>] = { [] }
  ) {
    self.parameters = parameters()
    self.summary = summary
    self.usage = usage
    self.details = details
    self.examples = examples.map { CommandExample(command: $0.key, explanation: $0.value) }
    checkParameters()
  }

  /// Finds the mistakes of a declaration that would make words unreachable.
  private func checkParameters() {
    // A handful of names: a set would cost each start more than comparing them all.
    var names: [String] = []
    var mayTakeMore = true
    var mustBeThere = true
    for parameter in parameters {
      for name in parameter.names {
        precondition(!names.contains(name), "\(name) is declared twice")
        names.append(name)
      }
      guard let count = parameter.operandCount else { continue }
      precondition(mayTakeMore, "an operand after one that takes all there are")
      precondition(
        mustBeThere || count.lowerBound == 0, "an operand that must be there after one that need not")
      mayTakeMore = count.upperBound == 1
      mustBeThere = count.lowerBound > 0
    }
  }

  /// The declaration under a name, for the writers of help, manual and completions.
  func described(as name: String) -> CommandDescription {
    var description = CommandDescription(
      name: name, summary: summary, usage: usage, details: details, examples: examples)
    for parameter in parameters {
      switch parameter {
      case .option(let option): description.options.append(option.description)
      case .flag(let flag): description.options.append(flag.description)
      case .operand(let operand, _): description.operands.append(operand)
      }
    }
    description.options.append(.help)
    return description
  }
}

/// One line of a declaration.
package enum CommandParameter<Arguments: Sendable>: Sendable {
  case option(Option<Arguments>)
  case flag(Flag<Arguments>)
  case operand(
    OperandDescription,
    apply: @Sendable (inout Arguments, _ word: [UInt8]) throws(ArgumentProblem) -> Void)

  var names: [String] {
    switch self {
    case .option(let option): option.description.names
    case .flag(let flag): flag.description.names
    case .operand: []
    }
  }

  var operandCount: ClosedRange<Int>? {
    if case .operand(let operand, _) = self { operand.count } else { nil }
  }
}

/// Lets a declaration be written a parameter a line, and lets several declarations share some of their lines.
@resultBuilder
package enum ParameterBuilder<Arguments: Sendable> {
  package typealias Parameters = [CommandParameter<Arguments>]

  package static func buildExpression(_ option: Option<Arguments>) -> Parameters { [.option(option)] }

  package static func buildExpression(_ flag: Flag<Arguments>) -> Parameters { [.flag(flag)] }

  package static func buildExpression(_ operand: Operand<Arguments>) -> Parameters {
    [.operand(operand.description, apply: operand.apply)]
  }

  package static func buildExpression(_ operands: Operands<Arguments>) -> Parameters {
    [.operand(operands.description, apply: operands.apply)]
  }

  package static func buildExpression(_ parameters: Parameters) -> Parameters { parameters }

  package static func buildPartialBlock(first: Parameters) -> Parameters { first }

  package static func buildPartialBlock(accumulated: Parameters, next: Parameters) -> Parameters {
    var all = accumulated
    // One by one: to append a sequence, a cold process looks up first what the array's generic members conform to.
    for index in next.indices { all.append(next[index]) }
    return all
  }
}
