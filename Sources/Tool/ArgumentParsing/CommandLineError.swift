import ByteTools

/// Why a command line is not understood.
package struct CommandLineError: Error, Sendable {
  package enum Code: Sendable {
    case missingCommand
    case unknownCommand
    case unknownOption
    /// The last word is an option that takes a value.
    case missingValue
    /// A flag has a value, as in `--flag=x`.
    case unexpectedValue
    case badValue
    case missingOption
    case missingOperand
    case unexpectedOperand
    /// An option that may be given once is given twice.
    case repeatedOption
    /// Arguments that are valid each and do not go together.
    case conflict
  }

  package let code: Code
  /// The word that is wrong, quoted as it was typed, or the name of what is missing; nil where no single word is wrong.
  package let subject: String?
  /// What is wrong with the subject, or what is needed; nil where the code says all.
  package let reason: String?
  /// The error of the command's own check, where there is one.
  package let cause: ArgumentProblem?
  /// The known name that is nearest to an unknown one.
  package let suggestion: String?
  /// The program and the command that was parsed, as in `["proffer", "type", "show"]`.
  package let commandPath: [String]

  init(
    _ code: Code, _ subject: String? = nil, reason: String? = nil, suggestion: String? = nil,
    cause: ArgumentProblem? = nil, in commandPath: [String]
  ) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.cause = cause
    self.suggestion = suggestion
    self.commandPath = commandPath
  }
}

extension CommandLineError: CustomStringConvertible {
  /// What is wrong, with the word as it was typed.
  package var message: String {
    let subject = subject ?? ""
    let reason = reason ?? ""
    let further = reason.isEmpty ? "" : ": \(reason)"
    return switch code {
    case .missingCommand: "\(subject) needs a command\(further)"
    case .unknownCommand: "unknown command \(subject)\(further)"
    case .unknownOption: "unknown option \(subject)\(further)"
    case .missingValue: "\(subject) needs a value\(further)"
    case .unexpectedValue: "\(subject) takes no value, but has \(reason)"
    case .badValue: "bad value \(subject) for \(reason)"
    case .missingOption: "missing option \(subject)\(further)"
    case .missingOperand: "missing operand \(subject)\(further)"
    case .unexpectedOperand: "unexpected operand \(subject)\(further)"
    case .repeatedOption: "\(subject) is given twice\(further)"
    case .conflict: reason
    }
  }

  /// The message, with the suggestion as a question.
  package var description: String {
    guard let suggestion else { return message }
    return "\(message); did you mean \(suggestion)?"
  }
}

extension CommandLineError {
  /// The error for an option that is not among the known ones.
  static func unknownOption(_ name: [UInt8], known: [String], in path: [String]) -> CommandLineError {
    // All names of one letter are equally near.
    let suggestion = name.count > 2 ? Spelling.nearest(to: name, among: known) : nil
    return CommandLineError(.unknownOption, TextLayout.quoted(name), suggestion: suggestion, in: path)
  }

  /// The error for a flag that was given a value.
  static func unexpectedValue(_ value: [UInt8], for name: String, in path: [String]) -> CommandLineError {
    CommandLineError(.unexpectedValue, name, reason: TextLayout.quoted(value), in: path)
  }

  /// The error for a value that an option or an operand refuses.
  static func badValue(
    _ word: [UInt8], for name: String, _ kind: ValueKind, problem: ArgumentProblem, in path: [String]
  ) -> CommandLineError {
    var suggestion: String?
    if case .choice(let words) = kind { suggestion = Spelling.nearest(to: word, among: words) }
    return CommandLineError(
      .badValue, TextLayout.quoted(word), reason: "\(name): \(problem.message)", suggestion: suggestion,
      cause: problem, in: path)
  }
}

/// What is wrong with one value, in words that continue after a colon: "expected a whole number".
package struct ArgumentProblem: Error, Equatable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
