/// The parsed arguments of a command: a struct whose declaration fills its properties.
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
  /// Creates the arguments before any word is read; each property keeps its value unless a word sets it.
  init()

  static var declaration: CommandDeclaration<Self> { get }

  /// Checks that the arguments are compatible with each other.
  func check() throws(ArgumentProblem)
}

extension CommandArguments {
  /// Default implementation; accepts all arguments.
  package func check() throws(ArgumentProblem) {}
}

/// The parameters of a command, and its texts for help and manual.
///
/// The command gets its name when it is added to a program.
package struct CommandDeclaration<Arguments: CommandArguments>: Sendable {
  let parameters: [CommandParameter<Arguments>]
  private let summary: String
  private let usage: String?
  private let details: String
  private let examples: KeyValuePairs<String, String>

  /// - Parameters:
  ///   - summary: a description of the command in one line.
  ///   - usage: the part of the synopsis after the command's name; if nil, it is made from the parameters.
  ///   - details: paragraphs for help and manual, separated by empty lines; an indented line keeps its layout.
  ///   - examples: command lines, each with an explanation.
  ///   - parameters: options, flags and operands; help lists them, and operands are filled, in this order.
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

  /// The description of the command with a name, for help, manual and completions.
  ///
  /// Mistakes in a declaration trap here, not when a command line is parsed. The manual describes every
  /// command, so that a test finds them, and the program does not check itself at each start.
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

/// Allows declarations to have one parameter per line and to share some of their lines.
@resultBuilder
package enum ParameterBuilder<Arguments: Sendable> {
  package typealias Parameters = [CommandParameter<Arguments>]

  package static func buildExpression(_ parameter: CommandParameter<Arguments>) -> Parameters { [parameter] }

  package static func buildExpression(_ parameters: Parameters) -> Parameters { parameters }

  package static func buildBlock(_ groups: Parameters...) -> Parameters {
    var all: Parameters = []
    // One by one: to append a sequence, a cold process looks up conformances of the array's generic members.
    for group in groups { for parameter in group { all.append(parameter) } }
    return all
  }
}

/// The property that a parameter fills.
package typealias PropertyPath<Arguments, Value> = any WritableKeyPath<Arguments, Value> & Sendable

/// One line of a declaration: an option, a flag or an operand, and the property that it fills.
///
/// The names come first, with their dashes, followed by the placeholder for the value in help:
/// `option("-o", "--output", "BUNDLE", to: \.output, as: .file, help: "Write the bundle there.")`
package struct CommandParameter<Arguments: Sendable>: Sendable {
  enum Kind: Sendable {
    /// An option, or a flag, which is an option without a placeholder.
    case option(OptionDescription)
    case operand(OperandDescription)
  }

  let kind: Kind
  /// Fills the property; the word is empty for a flag.
  let apply: @Sendable (inout Arguments, _ word: [UInt8]) throws(ArgumentProblem) -> Void
}

// MARK: Options

/// An option given at most once, or exactly once if required; without it, the property keeps its value.
package func option<Arguments, Value>(
  _ spelling: String..., to path: PropertyPath<Arguments, Value>, as value: ArgumentValue<Value>,
  isRequired: Bool = false, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .option(OptionDescription(spelling, value.kind, isRequired: isRequired, help: help))
  ) { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
}

/// An option given at most once, or exactly once if required; without it, the property stays nil.
package func option<Arguments, Value>(
  _ spelling: String..., to path: PropertyPath<Arguments, Value?>, as value: ArgumentValue<Value>,
  isRequired: Bool = false, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .option(OptionDescription(spelling, value.kind, isRequired: isRequired, help: help))
  ) { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
}

/// An option that may be repeated and appends to a list; parameters that share a list keep their order.
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

/// An option that may be repeated and takes a comma-separated list; spaces around elements are ignored.
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

/// A flag that sets a property to true; repeating it has no effect.
package func flag<Arguments>(
  _ names: String..., to path: PropertyPath<Arguments, Bool>, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(kind: .option(OptionDescription(flag: names, help: help))) { arguments, _ in
    arguments[keyPath: path] = true
  }
}

/// A flag that sets a property to a value; the last one wins if several flags set the property.
package func flag<Arguments, Value: Sendable>(
  _ names: String..., to path: PropertyPath<Arguments, Value>, value: Value, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(kind: .option(OptionDescription(flag: names, help: help))) { arguments, _ in
    arguments[keyPath: path] = value
  }
}

/// A flag that appends a value to a list each time it is given.
package func flag<Arguments, Value: Sendable>(
  _ names: String..., appendingTo path: PropertyPath<Arguments, [Value]>, value: Value, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .option(OptionDescription(flag: names, isRepeatable: true, help: help))
  ) { arguments, _ in arguments[keyPath: path].append(value) }
}

// MARK: Operands

/// A required operand.
package func operand<Arguments, Value>(
  _ placeholder: String, to path: PropertyPath<Arguments, Value>, as value: ArgumentValue<Value>,
  help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .operand(OperandDescription(placeholder: placeholder, kind: value.kind, count: 1...1, help: help))
  ) { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
}

/// An optional operand; without it, the property stays nil.
package func operand<Arguments, Value>(
  _ placeholder: String, to path: PropertyPath<Arguments, Value?>, as value: ArgumentValue<Value>,
  help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .operand(OperandDescription(placeholder: placeholder, kind: value.kind, count: 0...1, help: help))
  ) { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
}

/// The remaining operands, appended to a list.
///
/// Options may append to the same list, which keeps the order of the command line.
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
  /// The bytes without leading and trailing spaces.
  fileprivate var trimmingSpaces: ArraySlice<UInt8> {
    let space = UInt8(ascii: " ")
    guard let end = lastIndex(where: { $0 != space }) else { return [] }
    return self[...end].drop { $0 == space }
  }
}
