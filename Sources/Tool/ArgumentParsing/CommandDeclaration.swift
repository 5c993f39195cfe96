/// The parsed arguments of a command: a struct whose properties are set according to `declaration`.
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
  /// Creates arguments with the default values of all properties.
  init()

  static var declaration: CommandDeclaration<Self> { get }

  /// Checks that the arguments are compatible with each other.
  func check() throws(ArgumentProblem)
}

extension CommandArguments {
  /// Default implementation; accepts all arguments.
  package func check() throws(ArgumentProblem) {}
}

/// The parameters of a command, and its texts for the help and the manual.
///
/// The command has no name until it is added to a program.
package struct CommandDeclaration<Arguments: CommandArguments>: Sendable {
  let parameters: [CommandParameter<Arguments>]
  private let summary: String
  private let usage: String?
  private let details: String
  private let examples: KeyValuePairs<String, String>

  /// - Parameters:
  ///   - summary: a description of the command in one line.
  ///   - usage: the synopsis after the name of the command; if nil, it is generated from the parameters.
  ///   - details: paragraphs for the help and the manual, separated by empty lines. Indented lines are not
  ///     reflowed.
  ///   - examples: command lines, each with an explanation.
  ///   - parameters: the options, flags and operands. Help lists parameters in this order, and operands are
  ///     assigned in this order.
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

  /// Creates a declaration without parameters.
  package init(summary: String, details: String = "", examples: KeyValuePairs<String, String> = [:]) {
    self.init(summary: summary, details: details, examples: examples) { [] }
  }

  /// Returns the description of the command with the given name, for help, manual and completions.
  ///
  /// A mistake in a declaration causes a trap in this function, rather than when a command line is parsed.
  /// The manual describes every command, so a test that creates the manual finds all mistakes. The program
  /// therefore need not check its declarations at each start.
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

/// Allows a declaration to list one parameter per line, and several declarations to share parameters.
@resultBuilder
package enum ParameterBuilder<Arguments: Sendable> {
  package typealias Parameters = [CommandParameter<Arguments>]

  package static func buildExpression(_ parameter: CommandParameter<Arguments>) -> Parameters { [parameter] }

  package static func buildExpression(_ parameters: Parameters) -> Parameters { parameters }

  package static func buildBlock(_ groups: Parameters...) -> Parameters {
    var all: Parameters = []
    // Appending a sequence would make a new process look up conformances of the array's generic members.
    for group in groups { for parameter in group { all.append(parameter) } }
    return all
  }
}

/// The key path of the property that a parameter sets.
package typealias PropertyPath<Arguments, Value> = any WritableKeyPath<Arguments, Value> & Sendable

/// A parameter of a command (an option, a flag or an operand), and the property that it sets.
///
/// The names come first, with their dashes, followed by the placeholder for the value in help: `option("-o",
/// "--output", "BUNDLE", to: \.output, as: .file, help: "Write the bundle there.")`
package struct CommandParameter<Arguments: Sendable>: Sendable {
  enum Kind: Sendable {
    /// An option or a flag.
    ///
    /// A flag is an option without a placeholder.
    case option(OptionDescription)
    case operand(OperandDescription)
  }

  private(set) var kind: Kind
  /// Sets the property.
  ///
  /// The word is empty for a flag.
  let apply: @Sendable (inout Arguments, _ word: [UInt8]) throws(ArgumentProblem) -> Void

  init(
    kind: Kind, apply: @escaping @Sendable (inout Arguments, _ word: [UInt8]) throws(ArgumentProblem) -> Void
  ) {
    self.kind = kind
    self.apply = apply
  }

  /// Returns the option with names that it had in earlier versions.
  ///
  /// A former name is accepted, and the program is told so. Help, manual and completions do not list it.
  package func formerly(_ names: String?...) -> CommandParameter {
    changed { $0.formerNames = names.compactMap(\.self) }
  }

  /// The option, listed only in the full help.
  package var rare: CommandParameter { changed { $0.isRare = true } }

  private func changed(_ change: (inout OptionDescription) -> Void) -> CommandParameter {
    guard case .option(var option) = kind else { preconditionFailure("an operand has no names") }
    change(&option)
    var parameter = self
    parameter.kind = .option(option)
    return parameter
  }
}

// MARK: Options

/// Declares an option with a default value: if the option is not given, the property is unchanged.
///
/// The option can be given only once. If `isRequired` is true, it must be given.
package func option<Arguments, Value>(
  _ spelling: String..., to path: PropertyPath<Arguments, Value>, as value: ArgumentValue<Value>,
  isRequired: Bool = false, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .option(OptionDescription(spelling, value.kind, isRequired: isRequired, help: help))
  ) { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
}

/// Declares an option without a default value: if the option is not given, the property remains nil.
///
/// The option can be given only once. If `isRequired` is true, it must be given.
package func option<Arguments, Value>(
  _ spelling: String..., to path: PropertyPath<Arguments, Value?>, as value: ArgumentValue<Value>,
  isRequired: Bool = false, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .option(OptionDescription(spelling, value.kind, isRequired: isRequired, help: help))
  ) { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
}

/// Declares an option that can be repeated.
///
/// Each value is appended to an array. If several parameters append to the same array, the array has the
/// order of the command line.
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

/// Declares an option that can be repeated.
///
/// Each value is a comma-separated list, appended to an array. Spaces around list elements are ignored. If a
/// word ends in a comma, the list continues in the next word.
package func option<Arguments, Value>(
  _ spelling: String..., appendingListTo path: PropertyPath<Arguments, [Value]>,
  as value: ArgumentValue<Value>, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .option(OptionDescription(spelling, value.kind, isList: true, isRepeatable: true, help: help))
  ) { arguments, word throws(ArgumentProblem) in
    for part in word.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let part = part.trimmingSpaces
      if part.isEmpty { throw ArgumentProblem("an element of the list is empty") }
      let value = try value.read(Array(part))
      arguments[keyPath: path].append(value)
    }
  }
}

// MARK: Flags

/// Declares a flag that sets a property to true.
///
/// Repeating the flag has no effect.
package func flag<Arguments>(
  _ names: String..., to path: PropertyPath<Arguments, Bool>, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(kind: .option(OptionDescription(flag: names, help: help))) { arguments, _ in
    arguments[keyPath: path] = true
  }
}

/// Declares a flag that sets a property to a value.
///
/// If several flags set the same property, the last one wins.
package func flag<Arguments, Value: Sendable>(
  _ names: String..., to path: PropertyPath<Arguments, Value>, value: Value, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(kind: .option(OptionDescription(flag: names, help: help))) { arguments, _ in
    arguments[keyPath: path] = value
  }
}

/// Declares a flag that appends a value to an array each time the flag is given.
package func flag<Arguments, Value: Sendable>(
  _ names: String..., appendingTo path: PropertyPath<Arguments, [Value]>, value: Value, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .option(OptionDescription(flag: names, isRepeatable: true, help: help))
  ) { arguments, _ in arguments[keyPath: path].append(value) }
}

// MARK: Operands

/// Declares a required operand.
///
/// If `orInput` is true, the program has standard input to read, and the operand is missing, the operand
/// defaults to `-`.
package func operand<Arguments, Value>(
  _ placeholder: String, to path: PropertyPath<Arguments, Value>, as value: ArgumentValue<Value>,
  orInput: Bool = false, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .operand(
      OperandDescription(
        placeholder: placeholder, kind: value.kind, count: 1...1, isInputByDefault: orInput, help: help))
  ) { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
}

/// Declares an optional operand.
///
/// If the operand is not given, the property remains nil.
package func operand<Arguments, Value>(
  _ placeholder: String, to path: PropertyPath<Arguments, Value?>, as value: ArgumentValue<Value>,
  help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .operand(OperandDescription(placeholder: placeholder, kind: value.kind, count: 0...1, help: help))
  ) { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
}

/// Declares the remaining operands, which are appended to an array.
///
/// Options can append to the same array, which then has the order of the command line. If `orInput` is true,
/// the program has standard input to read, and there are no operands, the only operand is `-`. No operand is
/// required if the option `substitute`, which is given by its first name, is on the command line.
package func operands<Arguments, Value>(
  _ placeholder: String, appendingTo path: PropertyPath<Arguments, [Value]>,
  as value: ArgumentValue<Value>, count: ClosedRange<Int> = 1 ... .max, orInput: Bool = false,
  unless substitute: String? = nil, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .operand(
      OperandDescription(
        placeholder: placeholder, kind: value.kind, count: count, isInputByDefault: orInput,
        substitute: substitute, help: help))
  ) { arguments, word throws(ArgumentProblem) in
    let value = try value.read(word)
    arguments[keyPath: path].append(value)
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without leading and trailing spaces.
  fileprivate var trimmingSpaces: ArraySlice<UInt8> {
    let space = UInt8(ascii: " ")
    guard let end = lastIndex(where: { $0 != space }) else { return [] }
    return self[...end].drop { $0 == space }
  }
}
