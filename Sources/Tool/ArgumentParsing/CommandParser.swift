/// Reads the words of one command into its arguments.
struct CommandParser<Arguments: CommandArguments> {
  private let declaration: CommandDeclaration<Arguments>
  /// The program and the command, for errors.
  private let path: [String]
  private var lexer: ArgumentLexer
  private var arguments = Arguments()
  /// The first names of the options that have stood, to find those that stand twice or are missing.
  private var given: Set<String> = []
  /// Which parameter takes the next operand, or is followed by the one that does.
  private var place = 0
  /// How many operands the parameter at that place has taken.
  private var taken = 0

  private typealias Apply = @Sendable (inout Arguments, _ word: [UInt8]) throws(ArgumentProblem) -> Void

  init(_ declaration: CommandDeclaration<Arguments>, words: [[UInt8]], path: [String]) {
    self.declaration = declaration
    self.path = path
    lexer = ArgumentLexer(words)
  }

  /// The arguments, or nil when help was asked for.
  ///
  /// A wish for help further on goes before an error: who asks for help most likely needs it.
  mutating func parse() throws(CommandLineError) -> Arguments? {
    do throws(CommandLineError) {
      while let token = lexer.next() {
        switch token {
        case .operand(let word): try take(operand: word)
        case .short(let letter):
          if letter == UInt8(ascii: "h") { return nil }
          try take(option: [UInt8(ascii: "-"), letter], attachedValue: nil)
        case .long(let name, let value):
          if name == Array("help".utf8) {
            if let value { throw .unexpectedValue(value, for: "--help", in: path) }
            return nil
          }
          try take(option: Array("--".utf8) + name, attachedValue: value)
        }
      }
    } catch {
      if lexer.hasHelpAhead { return nil }
      throw error
    }
    try checkNothingIsMissing()
    do { try arguments.check() } catch { throw failure(.conflict, error.message) }
    return arguments
  }

  // MARK: Options

  private mutating func take(option name: [UInt8], attachedValue: [UInt8]?) throws(CommandLineError) {
    for parameter in declaration.parameters {
      guard let known = parameter.names.first(where: { $0.utf8.elementsEqual(name) }) else { continue }
      switch parameter {
      case .option(let option):
        try take(option, typedAs: known, attachedValue: attachedValue)
      case .flag(let flag):
        if let attachedValue { throw .unexpectedValue(attachedValue, for: known, in: path) }
        flag.apply(&arguments)
      case .operand:
        continue
      }
      return
    }
    let known = declaration.parameters.flatMap(\.names) + OptionDescription.help.names
    throw .unknownOption(name, known: known, in: path)
  }

  private mutating func take(
    _ option: Option<Arguments>, typedAs name: String, attachedValue: [UInt8]?
  ) throws(CommandLineError) {
    let description = option.description
    guard let word = attachedValue ?? lexer.takeValue() else {
      throw failure(.missingValue, "\(name) needs a value: \(name) \(description.placeholder ?? "")")
    }
    let isFirst = given.insert(description.names[0]).inserted
    guard isFirst || description.isRepeatable else {
      throw failure(.repeatedOption, "\(description.names.joined(separator: " or ")) is given twice")
    }
    do { try option.apply(&arguments, word) } catch {
      throw badValue(word, for: name, kind: description.kind, problem: error)
    }
  }

  // MARK: Operands

  /// What takes the next operand; nil when all have theirs.
  private mutating func openOperand() -> (description: OperandDescription, apply: Apply)? {
    while place < declaration.parameters.count {
      if case .operand(let description, let apply) = declaration.parameters[place] {
        return (description, apply)
      }
      place += 1
    }
    return nil
  }

  private mutating func take(operand word: [UInt8]) throws(CommandLineError) {
    guard let (description, apply) = openOperand() else {
      let declared = declaration.described(as: "").operands
      let most = declared.reduce(0) { $0 + $1.count.upperBound }
      let allowed =
        most == 0 ? "takes no operands" : "takes at most \(most == 1 ? "1 operand" : "\(most) operands")"
      let command = path.last ?? ""
      throw failure(.unexpectedOperand, "unexpected operand \(WordText.quoted(word)): \(command) \(allowed)")
    }
    do { try apply(&arguments, word) } catch {
      throw badValue(word, for: description.placeholder, kind: description.kind, problem: error)
    }
    taken += 1
    if taken == description.count.upperBound {
      place += 1
      taken = 0
    }
  }

  private mutating func checkNothingIsMissing() throws(CommandLineError) {
    if let (description, _) = openOperand(), taken < description.count.lowerBound {
      let least = description.count.lowerBound
      throw failure(
        .missingOperand,
        least == 1
          ? "missing operand \(description.placeholder)"
          : "missing operand \(description.placeholder): \(least) are needed, \(taken) given")
    }
    for case .option(let option) in declaration.parameters where option.description.isRequired {
      guard given.contains(option.description.names[0]) else {
        throw failure(.missingOption, "missing option \(option.description.fullForm)")
      }
    }
  }

  // MARK: Errors

  private func badValue(
    _ word: [UInt8], for name: String, kind: ValueKind, problem: ArgumentProblem
  ) -> CommandLineError {
    var suggestion: String?
    if case .choice(let words) = kind { suggestion = NearestName.to(word, among: words) }
    return failure(
      .badValue, "bad value \(WordText.quoted(word)) for \(name): \(problem.message)", suggestion: suggestion)
  }

  private func failure(
    _ code: CommandLineError.Code, _ message: String, suggestion: String? = nil
  ) -> CommandLineError {
    CommandLineError(code, message, suggestion: suggestion, in: path)
  }
}

extension CommandLineError {
  /// The error for an option that is none of the known ones.
  static func unknownOption(_ name: [UInt8], known: [String], in path: [String]) -> CommandLineError {
    // One letter is as near to any other.
    let suggestion = name.count > 2 ? NearestName.to(name, among: known) : nil
    return CommandLineError(
      .unknownOption, "unknown option \(WordText.quoted(name))", suggestion: suggestion, in: path)
  }

  /// The error for an option that was given a value and takes none.
  static func unexpectedValue(_ value: [UInt8], for name: String, in path: [String]) -> CommandLineError {
    CommandLineError(
      .unexpectedValue, "\(name) takes no value, but has \(WordText.quoted(value))", in: path)
  }
}
