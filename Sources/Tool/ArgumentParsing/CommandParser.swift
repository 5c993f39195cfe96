/// Parses the words after the name of a command into the arguments of the command.
struct CommandParser<Arguments: CommandArguments> {
  private let parameters: [CommandParameter<Arguments>]
  /// The names of the program and the command, for errors.
  private let path: [String]
  private var lexer: ArgumentLexer
  private var arguments: Arguments
  /// The program's own options, which can also be given after the name of the command.
  private let programOptions: [OptionDescription]
  /// Whether the program has standard input to read.
  private let hasInput: Bool
  /// The program's own options that were given, and the former names of options.
  private(set) var shared: SharedArguments
  /// The first name of each option that was given, to detect repeated and missing options.
  private var given: [String]
  /// The index at which the search for the parameter of the next operand begins.
  private var place: Int
  /// The number of operands that were assigned to the parameter at the index `place`.
  private var taken: Int

  init(
    _ declaration: CommandDeclaration<Arguments>, words: [[UInt8]], path: [String],
    programOptions: [OptionDescription], hasInput: Bool
  ) {
    self.programOptions = programOptions
    self.hasInput = hasInput
    shared = SharedArguments()
    parameters = declaration.parameters
    self.path = path
    lexer = ArgumentLexer(words)
    arguments = Arguments()
    given = []
    place = 0
    taken = 0
  }

  /// Parses the arguments.
  ///
  /// A request for help takes precedence over an error, even if `--help` follows the invalid word, because
  /// help is likely to explain the error.
  mutating func parse() throws(CommandLineError) -> CommandParse<Arguments> {
    do throws(CommandLineError) {
      while let token = lexer.next() {
        switch token {
        case .operand(let word): try take(operand: word)
        case .short(let letter):
          if letter == UInt8(ascii: "h") { return .help(.short) }
          try take(option: [UInt8(ascii: "-"), letter], attachedValue: nil)
        case .long(let name, let value):
          if name == Array("help".utf8) {
            if let value { throw .unexpectedValue(value, for: "--help", in: path) }
            return .help(.full)
          }
          try take(option: Array("--".utf8) + name, attachedValue: value)
        }
      }
    } catch {
      if let form = lexer.helpAhead { return .help(form) }
      throw error
    }
    try checkCompleteness()
    do { try arguments.check() } catch {
      throw CommandLineError(.conflict, reason: error.message, cause: error, in: path)
    }
    return .run(arguments)
  }

  // MARK: Options

  private mutating func take(option name: [UInt8], attachedValue: [UInt8]?) throws(CommandLineError) {
    for parameter in parameters {
      guard case .option(let option) = parameter.kind else { continue }
      for known in option.names where known.utf8.elementsEqual(name) {
        return try take(option, parameter, typedAs: known, attachedValue: attachedValue)
      }
      for former in option.formerNames where former.utf8.elementsEqual(name) {
        shared.add(FormerName(former, of: option))
        return try take(option, parameter, typedAs: former, attachedValue: attachedValue)
      }
    }
    for option in programOptions {
      if let known = option.names.first(where: { $0.utf8.elementsEqual(name) }) {
        let value = try lexer.value(of: option, typedAs: known, attachedValue: attachedValue, in: path)
        return shared.options.append(GivenOption(name: option.names[0], value: value))
      }
    }
    var known = programOptions.flatMap(\.names) + OptionDescription.help.names
    for case .option(let option) in parameters.map(\.kind).reversed() { known = option.names + known }
    throw .unknownOption(name, known: known, in: path)
  }

  private mutating func take(
    _ option: OptionDescription, _ parameter: CommandParameter<Arguments>, typedAs name: String,
    attachedValue: [UInt8]?
  ) throws(CommandLineError) {
    let word = try lexer.value(of: option, typedAs: name, attachedValue: attachedValue, in: path)
    if option.placeholder != nil {
      if given.contains(option.names[0]), !option.isRepeatable {
        throw CommandLineError(.repeatedOption, option.names.joined(separator: " or "), in: path)
      }
      given.append(option.names[0])
    }
    do { try parameter.apply(&arguments, word) } catch {
      throw .badValue(word, for: name, option.kind, problem: error, in: path)
    }
  }

  // MARK: Operands

  /// Returns the parameter for the next operand; nil if no further operand is accepted.
  private mutating func openOperand() -> (OperandDescription, CommandParameter<Arguments>)? {
    while place < parameters.count {
      if case .operand(let operand) = parameters[place].kind { return (operand, parameters[place]) }
      place += 1
    }
    return nil
  }

  private mutating func take(operand word: [UInt8]) throws(CommandLineError) {
    guard let (operand, parameter) = openOperand() else {
      var most = 0
      for case .operand(let operand) in parameters.map(\.kind) { most += operand.count.upperBound }
      let allowed = most == 0 ? "no operands" : most == 1 ? "at most 1 operand" : "at most \(most) operands"
      throw CommandLineError(
        .unexpectedOperand, TextLayout.quoted(word), reason: "\(path.last ?? "") takes \(allowed)", in: path)
    }
    do { try parameter.apply(&arguments, word) } catch {
      throw .badValue(word, for: operand.placeholder, operand.kind, problem: error, in: path)
    }
    taken += 1
    if taken == operand.count.upperBound {
      place += 1
      taken = 0
    }
  }

  private mutating func checkCompleteness() throws(CommandLineError) {
    if let (operand, _) = openOperand(), taken < operand.count.lowerBound,
      !given.contains(where: { $0 == operand.substitute })
    {
      guard operand.isInputByDefault, hasInput else {
        let least = operand.count.lowerBound
        throw CommandLineError(
          .missingOperand, operand.placeholder,
          reason: least == 1 ? nil : "\(least) are required, \(taken) were given",
          in: path)
      }
      try take(operand: [UInt8(ascii: "-")])
    }
    for parameter in parameters {
      guard case .option(let option) = parameter.kind, option.isRequired, !given.contains(option.names[0])
      else { continue }
      throw CommandLineError(.missingOption, option.fullForm, in: path)
    }
  }
}

extension ArgumentLexer {
  /// Reads the value of an option after its name was read.
  ///
  /// The value of a flag is empty.
  mutating func value(
    of option: OptionDescription, typedAs name: String, attachedValue: [UInt8]?, in path: [String]
  ) throws(CommandLineError) -> [UInt8] {
    guard let placeholder = option.placeholder else {
      if let attachedValue { throw .unexpectedValue(attachedValue, for: name, in: path) }
      return []
    }
    guard var value = attachedValue ?? takeValue() else {
      throw CommandLineError(.missingValue, name, reason: "\(name) \(placeholder)", in: path)
    }
    // A list such as `a, b` without quotes consists of two words.
    while option.isList, value.last == UInt8(ascii: ","), let more = takeValue() { value += more }
    return value
  }
}

/// The parts of a command line that are not arguments of its command.
package struct SharedArguments: Equatable, Sendable {
  /// The program's own options, in the order of the command line.
  package var options: [GivenOption] = []
  /// The former names of options, each once.
  package private(set) var formerNames: [FormerName] = []

  package init() {}

  mutating func add(_ name: FormerName) {
    if !formerNames.contains(name) { formerNames.append(name) }
  }

  mutating func add(_ other: SharedArguments) {
    options += other.options
    for name in other.formerNames { add(name) }
  }
}

/// The name of an option in an earlier version, which was given on the command line.
package struct FormerName: Equatable, Sendable {
  package let typed: String
  /// The present name.
  package let current: String

  init(_ typed: String, of option: OptionDescription) {
    self.typed = typed
    current = option.names.last { $0.hasPrefix("--") == typed.hasPrefix("--") } ?? option.names[0]
  }
}

/// One of the program's own options that was given on the command line.
package struct GivenOption: Equatable, Sendable {
  /// The first name of the option.
  package let name: String
  /// The value of the option; empty for a flag.
  package let value: [UInt8]
}
