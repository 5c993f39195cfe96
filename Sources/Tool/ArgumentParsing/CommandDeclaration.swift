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

/// The property that a parameter fills.
package typealias PropertyPath<Arguments, Value> = any WritableKeyPath<Arguments, Value> & Sendable

/// One line of a declaration: an option, a flag or an operand, and the property that it fills.
///
/// Names are given with their dashes, then the placeholder that stands for the value in help:
/// `option("-o", "--output", "BUNDLE", to: \.output, as: .file, help: "Write the bundle there.")`
package struct CommandParameter<Arguments: Sendable>: Sendable {
  enum Kind: Sendable {
    /// An option, or a flag: an option without a placeholder.
    case option(OptionDescription)
    case operand(OperandDescription)
  }

  let kind: Kind
  /// Fills the property; the word is empty for a flag.
  let apply: @Sendable (inout Arguments, _ word: [UInt8]) throws(ArgumentProblem) -> Void
}

// MARK: Options

/// An option that may be given once, or must be if it is required; without it the property keeps its first value.
package func option<Arguments, Value>(
  _ spelling: String..., to path: PropertyPath<Arguments, Value>, as value: ArgumentValue<Value>,
  isRequired: Bool = false, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .option(OptionDescription(spelling, value.kind, isRequired: isRequired, help: help))
  ) { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
}

/// An option that may be given once; without it the property stays nil.
package func option<Arguments, Value>(
  _ spelling: String..., to path: PropertyPath<Arguments, Value?>, as value: ArgumentValue<Value>,
  isRequired: Bool = false, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .option(OptionDescription(spelling, value.kind, isRequired: isRequired, help: help))
  ) { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
}

/// An option that may be repeated and adds to a list; parameters that share a list keep their order in it.
package func option<Arguments, Value>(
  _ spelling: String..., appendingTo path: PropertyPath<Arguments, [Value]>,
  as value: ArgumentValue<Value>, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .option(OptionDescription(spelling, value.kind, isRepeatable: true, help: help))
  ) { arguments, word throws(ArgumentProblem) in
    let value = try value.read(word)
    arguments[keyPath: path].append(value)
  }
}

/// An option that may be repeated and whose value is a list, separated by commas; spaces around them are ignored.
///
/// A word that ends in a comma continues in the next word.
package func option<Arguments, Value>(
  _ spelling: String..., appendingListTo path: PropertyPath<Arguments, [Value]>,
  as value: ArgumentValue<Value>, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .option(OptionDescription(spelling, value.kind, isList: true, isRepeatable: true, help: help))
  ) { arguments, word throws(ArgumentProblem) in
    for part in word.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let part = part.trimmingSpaces
      if part.isEmpty { throw ArgumentProblem("an element between the commas is empty") }
      let value = try value.read(Array(part))
      arguments[keyPath: path].append(value)
    }
  }
}

// MARK: Flags

/// A flag that makes a property true; to repeat it changes nothing.
package func flag<Arguments>(
  _ names: String..., to path: PropertyPath<Arguments, Bool>, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(kind: .option(OptionDescription(flag: names, help: help))) { arguments, _ in
    arguments[keyPath: path] = true
  }
}

/// A flag that gives a property a value; of several flags for one property the last one wins.
package func flag<Arguments, Value: Sendable>(
  _ names: String..., to path: PropertyPath<Arguments, Value>, value: Value, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(kind: .option(OptionDescription(flag: names, help: help))) { arguments, _ in
    arguments[keyPath: path] = value
  }
}

/// A flag that adds a value to a list each time it is given.
package func flag<Arguments, Value: Sendable>(
  _ names: String..., appendingTo path: PropertyPath<Arguments, [Value]>, value: Value, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .option(OptionDescription(flag: names, isRepeatable: true, help: help))
  ) { arguments, _ in arguments[keyPath: path].append(value) }
}

// MARK: Operands

/// One operand that is required.
package func operand<Arguments, Value>(
  _ placeholder: String, to path: PropertyPath<Arguments, Value>, as value: ArgumentValue<Value>,
  help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .operand(OperandDescription(placeholder: placeholder, kind: value.kind, count: 1...1, help: help))
  ) { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
}

/// One operand that may be omitted; the property then stays nil.
package func operand<Arguments, Value>(
  _ placeholder: String, to path: PropertyPath<Arguments, Value?>, as value: ArgumentValue<Value>,
  help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .operand(OperandDescription(placeholder: placeholder, kind: value.kind, count: 0...1, help: help))
  ) { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
}

/// The remaining operands, each added to a list; options may add to the same list, which keeps the order of the command
/// line.
package func operands<Arguments, Value>(
  _ placeholder: String, appendingTo path: PropertyPath<Arguments, [Value]>,
  as value: ArgumentValue<Value>, count: ClosedRange<Int> = 1 ... .max, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .operand(OperandDescription(placeholder: placeholder, kind: value.kind, count: count, help: help))
  ) { arguments, word throws(ArgumentProblem) in
    let value = try value.read(word)
    arguments[keyPath: path].append(value)
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without the spaces at both ends.
  fileprivate var trimmingSpaces: ArraySlice<UInt8> {
    let space = UInt8(ascii: " ")
    guard let end = lastIndex(where: { $0 != space }) else { return [] }
    return self[...end].drop { $0 == space }
  }
}
